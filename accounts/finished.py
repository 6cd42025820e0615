"""What a finished hand tells of its players: all that accounts need to know of a game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Part:
    """What the hand was for one seat."""

    user: int | None
    """The player's id; None for a bot, and for whoever was erased since the deal."""
    place: int
    """1 for the winner; who fares alike shares the better place."""
    units: int
    gold: int | None
    """Won or lost, fee and jackpot included; None where the hand wasn't played for gold."""
    u: str
    """The kind of u (R11) this seat made; else empty."""
    mom: bool
    den: int
    """Units paid for everyone (R6.6, R6.7); 0 where this seat didn't."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A hand that is over, its parts in the order of its seats."""

    hand: int
    at: datetime
    preset: str
    is_preset: bool
    """Whether the variant is the preset with nothing changed."""
    stake: str
    """The room's key."""
    parts: tuple[Part, ...]
    people_only: bool
    """Whether no seat was dealt to a bot."""
