"""What the database keeps of the game: `tables` where it is played and by whom, `hands` the record of every hand."""

from game.models.hands import PUBLIC_LENGTH, PUBLIC_SIGNS, HandPlayer, HandRecord, new_public_id
from game.models.tables import (
    GONE,
    LONGEST_SEED,
    BotSpeed,
    Phase,
    Table,
    TableSeat,
    new_seed,
)

__all__ = [
    "GONE",
    "LONGEST_SEED",
    "PUBLIC_LENGTH",
    "PUBLIC_SIGNS",
    "BotSpeed",
    "HandPlayer",
    "HandRecord",
    "Phase",
    "Table",
    "TableSeat",
    "new_public_id",
    "new_seed",
]
