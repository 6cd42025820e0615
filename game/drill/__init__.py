"""Scripted people who play over real connections, for load tests and fault tests. They know what a browser knows:
nothing here imports the game. In reading order; each imports only from those above:

browser    cookies, pages and forms of one person
sighting   what a table's HTML shows its viewer, and what may be done
rhythm     how fast people play
record     what a person has pressed, and what came of it
person     somebody who opens a table or joins one, plays, and comes back when the connection breaks
measure    what is measured of play
company    the people at one table, and how long each move took until all of them had seen it
processes  what processes of this machine use
server     a server of one's own to try things at
load       many tables at once: what they got, and what it cost the server
"""
