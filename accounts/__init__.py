"""Who people are. Knows nothing of the game.

models       User, guests included
signals      what others may listen for
preferences  how a person wants the site to look, sound and play
screens      the same as a sheet shows it, in words
names        friendly names for guests
guests       let a visitor in as a guest
languages    which language a visitor gets
views, urls  the settings page
"""
