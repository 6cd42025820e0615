"""People in the administration, a module for each concept.

players    who they are, what they were called, ways to all that is theirs; sanctions imposed
sanctions  sanctions, their reasons, appeals
"""

from accounts.admin import players as players
from accounts.admin import sanctions as sanctions
