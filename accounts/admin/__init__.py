"""People in the administration, a module for each concept.

finding      players by name, former name, address and whence they came, by what is indexed
sanctioning  what is asked before somebody is sanctioned
players      who they are, ways to all that is theirs; neighbours: those ways, to which the game adds its own
sanctions    sanctions, their reasons, appeals
"""

from accounts.admin import players as players
from accounts.admin import sanctions as sanctions
