"""What the database keeps of people: `users` who they are, `gold` what they own, `standing` how well they play,
`people` what they are to each other."""

from accounts.models.gold import Account, AccountKind, Entry, EntryKind, Posting
from accounts.models.people import Block, Friendship, Lapse, Mute
from accounts.models.standing import Rating, Score, Standing, Step, Totals
from accounts.models.users import NAME_MAX, NAME_MIN, NameChange, User

__all__ = [
    "NAME_MAX",
    "NAME_MIN",
    "Account",
    "AccountKind",
    "Entry",
    "EntryKind",
    "Block",
    "Friendship",
    "Lapse",
    "Mute",
    "NameChange",
    "Posting",
    "Rating",
    "Score",
    "Standing",
    "Step",
    "Totals",
    "User",
]
