"""People in the administration, a module for each concept.

finding      players by name, former name, address and whence they came, by what is indexed
sanctioning  what is asked before somebody is sanctioned
players      who they are, ways to all that is theirs; neighbours: those ways, to which the game adds its own
sanctions    sanctions, their reasons, appeals
kept, typed  what is only looked at, and the filters of its lists in which something is typed
people       friendships, blocks, mutes, lapses
gold         accounts, postings, entries; correcting: the page on which gold is put right
traces       from where players come, as hashes
house        the house itself, its rooms, reserved names, announcements
"""

from accounts.admin import gold as gold
from accounts.admin import house as house
from accounts.admin import people as people
from accounts.admin import players as players
from accounts.admin import sanctions as sanctions
from accounts.admin import traces as traces
