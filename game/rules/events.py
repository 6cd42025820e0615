"""What an action made happen, in order, for everyone who tells or shows it.

Events are facts of the whole hand: `game.rules.sight` strips what a viewer may not know.
"""

from __future__ import annotations

from typing import NamedTuple


class Drew(NamedTuple):
    """``seat`` drew from the stock; ``card`` is None for those who may not see it."""

    seat: int
    card: int | None
    kind: str = "drew"


class Ate(NamedTuple):
    """``seat`` ate ``card`` from ``source``, who owes ``units`` for it; ``why`` is R11's word (R8.1)."""

    seat: int
    source: int
    card: int
    units: int
    why: str
    kind: str = "ate"


class Shifted(NamedTuple):
    """Chuyen bai: ``card`` moved from the end of ``source``'s row to the end of ``seat``'s (R4.2)."""

    seat: int
    source: int
    card: int
    kind: str = "shifted"


class Discarded(NamedTuple):
    """``seat`` threw ``card`` in round 1..4 (R3.4, R3.5)."""

    seat: int
    card: int
    round: int
    kind: str = "discarded"


class Laid(NamedTuple):
    """``seat`` laid these phoms, one mask each (R5.2)."""

    seat: int
    phoms: tuple[int, ...]
    kind: str = "laid"


class Sent(NamedTuple):
    """``seat`` sent ``card`` to the phom ``number`` of seat ``to`` (R5.3)."""

    seat: int
    card: int
    to: int
    number: int
    kind: str = "sent"


class Mucked(NamedTuple):
    """The clock gave up laying for ``seat`` (R10.2)."""

    seat: int
    kind: str = "mucked"


class Ended(NamedTuple):
    """The hand is over; ``end`` is R11's word, ``seat`` who made u, None after a normal end."""

    end: str
    seat: int | None
    kind: str = "ended"


Event = Drew | Ate | Shifted | Discarded | Laid | Sent | Mucked | Ended
