"""What the database keeps of people: `users` who they are, `gold` what they own, `standing` how well they play,
`people` what they are to each other, `moderation` what is done about them, `house` what the staff sets for all."""

from accounts.models.gold import Account, AccountKind, Entry, EntryKind, Posting
from accounts.models.house import Announcement, House, ReservedName, Room, Trace
from accounts.models.moderation import LONGEST_APPEAL, Appeal, CalledByKind, LogEntry, Reason, Sanction
from accounts.models.people import Block, Friendship, Lapse, Mute
from accounts.models.standing import Rating, Score, Standing, Step, Totals
from accounts.models.users import NAME_MAX, NAME_MIN, NameChange, User

__all__ = [
    "LONGEST_APPEAL",
    "NAME_MAX",
    "NAME_MIN",
    "Account",
    "AccountKind",
    "Announcement",
    "Appeal",
    "Block",
    "CalledByKind",
    "Entry",
    "EntryKind",
    "Friendship",
    "House",
    "Lapse",
    "LogEntry",
    "Mute",
    "NameChange",
    "Posting",
    "Rating",
    "Reason",
    "ReservedName",
    "Room",
    "Sanction",
    "Score",
    "Standing",
    "Step",
    "Totals",
    "Trace",
    "User",
]
