"""What the database keeps of the game.

`tables` where it is played and by whom, `hands` the record of every hand, `talk` what is said meanwhile,
`invitations` who was asked to come, `moderation` what is reported and noticed, `counts` what is counted for the staff.
"""

from game.models.counts import Figure, Pool, Tally
from game.models.hands import PUBLIC_LENGTH, PUBLIC_SIGNS, HandPlayer, HandRecord, new_public_id
from game.models.invitations import Invitation
from game.models.moderation import LONGEST_REPORT, Report, Signal
from game.models.tables import (
    GONE,
    LONGEST_SEED,
    MOST_PLACES,
    PIN_LENGTH,
    BotSpeed,
    Entry,
    Exclusion,
    Freed,
    Onlooker,
    Peek,
    Phase,
    Spectator,
    Table,
    TableSeat,
    new_seed,
    people_at,
)
from game.models.talk import LONGEST_MESSAGE, FilteredWord, Message, MessageKind, Phrase

__all__ = [
    "GONE",
    "LONGEST_SEED",
    "PUBLIC_LENGTH",
    "PUBLIC_SIGNS",
    "BotSpeed",
    "Figure",
    "Pool",
    "Tally",
    "HandPlayer",
    "HandRecord",
    "Invitation",
    "Phase",
    "Spectator",
    "Table",
    "TableSeat",
    "LONGEST_MESSAGE",
    "LONGEST_REPORT",
    "Peek",
    "Phrase",
    "Signal",
    "MOST_PLACES",
    "PIN_LENGTH",
    "Entry",
    "Exclusion",
    "Freed",
    "Onlooker",
    "FilteredWord",
    "Message",
    "MessageKind",
    "Report",
    "new_public_id",
    "new_seed",
    "people_at",
]
