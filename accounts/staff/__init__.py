"""Those who keep the place fair: who may do what, how it is asked for, and the log of it. In reading order:

roles     support, moderator, economist, admin: what each may do, and to whom
log       what was done: who, what, why, before and after
factor    the second factor that all of them need
links     from one page of the administration to its neighbours
acting    actions that show what they will do, ask why, and run in chunks
queues    what waits: lists that say so where nothing does, the front page's first row
admins    what the administration's models share: read-only, explained, quick
topics    the lists by what one is about to do
site      the administration itself: a second factor, the front page and its blocks
words     what stands in the log, in words; log_admin: the log, to be read
team      who belongs to the staff, and as what
handbook  how things are done here
"""
