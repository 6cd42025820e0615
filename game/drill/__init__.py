"""Scripted people who play over real connections, for load tests and fault tests. They know what a browser knows:
nothing here imports the game. In reading order; each imports only from those above:

browser    cookies, pages and forms of one person
sighting   what a table's HTML shows its viewer, and what may be done
record     what a person has pressed, and what came of it
person     somebody who opens a table or joins one, plays, and comes back when the connection breaks
"""
