"""Who people are. Knows nothing of the game.

models       User, guests included
signals      what others may listen for
preferences  how a person wants the site to look, sound and play
screens      the same as a sheet shows it, in words
names        friendly names for guests
guests       let a visitor in as a guest
languages    which language a visitor gets
finished     what a finished hand tells of its players
skill        the rating: what a ranking makes of it, when it is certain enough
boards       leaderboards by name: what is compared, over which days, of which variant
adding       adding to kept numbers in one statement
leaderboards scores, and places told from kept counts
listing      who is listed on leaderboards, and who hides somebody
standing     what a finished hand changes of all this
recount      leaderboards held to the scores, for `manage.py checkstanding`
faces        the face of a person
curve        the curve of a player's gold
profiles     what others may know of a player
views, …_views, urls  pages
"""
