"""Who people are. Knows nothing of the game.

models       User, guests included
afterwards   what waits for the answer to the present request
signals      what others may listen for
preferences  how a person wants the site to look, sound and play
screens      the same as a sheet shows it, in words
names        which names may be had, which look alike; friendly ones for guests; changing them
guests       visitors let in as guests, and claimed by the account they become
sessions     which keys of sessions are looked up at all
owner        who is looking, for the bar; presence: when people were last here; traces: from where,
             as hashes; limits: how much one address or browser may ask for
entrance     signing up, in and out, by django-allauth; which pages are for whom
keeping      how long what is kept stays
erasing      what becomes of a person who is erased
cleaning     what `manage.py cleanup` removes, and the privacy page says
download     everything kept of a player
forms, fields  the account's own forms
languages    which language a visitor gets
stakes       keys of rooms
house        what the staff sets without a restart: the house itself, rooms, reserved names, announcements
days         days of Vietnam; numerals: numbers as the reader groups them
ledger       gold: its own docstring is its map; checked by `manage.py checkledger`
statement    a player's entries of it, a page at a time
browsers     which browser asks; returning: where a form leads back to
finished     what a finished hand tells of its players
skill        the rating: what a ranking makes of it, when it is certain enough
boards       leaderboards by name: what is compared, over which days, of which variant
prepared     statements that are made once and run with other values
adding       adding to kept numbers in one statement; storing: rows written in one
leaderboards scores, and places told from kept counts
listing      who is listed on leaderboards, and who hides somebody
standing     what a finished hand changes of all this
recount      leaderboards held to the scores, for `manage.py checkstanding`
faces        the face of a person
curve        the curve of a player's gold
conduct      who keeps others waiting, and waits for it
pairs        two people at once; blocks: who wants nothing of whom; friends: who are, and who asks to be
profiles     what others may know of a player
sanctions    what is done about players who break the rules: imposed, lifted, ended by itself; appeals: what they have
             to say to it
access       by what somebody was let in, and whether it holds still
shut_out     pages of whoever is shut out: the notice, and what stays possible; turned_away: browsers that get no guest
             after one who was shut out has deleted itself
staff        who keeps the place fair, and the log of it: its own docstring is its map
views, …_views, urls, admin  pages
"""
