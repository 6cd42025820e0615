"""What a new table is to be like, held to its bounds."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from django.conf import settings

from accounts.house import rooms
from accounts.stakes import LOWEST
from game.live.refused import Refused
from game.models import MOST_PLACES, PIN_LENGTH, Entry
from game.rules.errors import RuleError
from game.rules.variants import MULTIPLIERS, Variant, parse_variant

FEWEST_PLACES = 2
MOST_BOTS = MOST_PLACES - 1
TURN_SECONDS = (15, 20, 30)
"""What a turn may take (R10.1), beside what is usual on this site."""
DIGITS = frozenset("0123456789")


class Wanted(NamedTuple):
    """What a new table is to be like."""

    preset: str = "online"
    changes: Mapping[str, Any] = MappingProxyType({})
    """The fields of the variant that differ from the preset's."""
    stake: str = LOWEST
    multiplier: int = 1
    seats: int = 4
    turn_seconds: int | None = None
    """None: as usual on this site."""
    with_bots: bool = False
    """Whether bots sit on the other seats until people come; only in the lowest room."""
    bots_most: int = MOST_BOTS
    """How many bots may sit here at most."""
    entry: str = Entry.LINK
    pin: str = ""
    """The digits of a table with code; empty: they are drawn."""
    spectators: bool = True
    open_hands: bool = True
    """Whether spectators see all hands after each hand's end."""
    chat: bool = True

    @property
    def bots(self) -> int:
        """How many bots sit down at once."""
        return min(self.seats - 1, self.bots_most) if self.with_bots else 0

    @property
    def seconds(self) -> int:
        """For a turn."""
        return self.turn_seconds or settings.PHOM_TURN_SECONDS


def variant_of(wanted: Wanted) -> Variant:
    """The rules that are wanted; Refused by RuleError's codes where there are none such."""
    try:
        return parse_variant({**wanted.changes, "preset": wanted.preset})
    except RuleError as error:
        raise Refused.by_rule(error) from error


def turns() -> tuple[int, ...]:
    """The seconds that a turn may be given."""
    return tuple(sorted({*TURN_SECONDS, settings.PHOM_TURN_SECONDS}))


def check(wanted: Wanted) -> None:
    """Refused ``bad_options`` where something is wanted that no table can have; ``bots_in_lowest_room``,
    ``room_closed``; what `variant_of` refuses."""
    variant_of(wanted)
    is_possible = (
        wanted.stake in rooms()
        and wanted.multiplier in MULTIPLIERS
        and FEWEST_PLACES <= wanted.seats <= MOST_PLACES
        and 0 <= wanted.bots_most <= MOST_BOTS
        and wanted.seconds in turns()
        and wanted.entry in Entry.values
        and (not wanted.pin or is_pin(wanted.pin))
    )
    if not is_possible or (wanted.with_bots and not wanted.bots_most):
        raise Refused("bad_options")
    if wanted.with_bots and wanted.stake != LOWEST:
        raise Refused("bots_in_lowest_room")
    if not rooms()[wanted.stake].is_open:
        raise Refused("room_closed")


def is_pin(text: str) -> bool:
    """Whether this can be the code of a table."""
    return len(text) == PIN_LENGTH and set(text) <= DIGITS


def pin_of(wanted: Wanted) -> str:
    """The code of the new table; empty where none is asked for."""
    if wanted.entry != Entry.CODE:
        return ""
    return wanted.pin or f"{secrets.randbelow(10**PIN_LENGTH):0{PIN_LENGTH}}"
