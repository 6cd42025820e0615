"""What each discard was for the next seat: how likely it could be eaten as far as its thrower saw, and what came of it.

The likelihood is only a place to look up: among all players, of discards that looked alike so and so many were eaten.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from game.bots.reading import chance_to_eat, read
from game.fairplay.replaying import Choice
from game.rules import melds
from game.rules.actions import Discard, Eat
from game.rules.sight import see

STEPS = (0.001, 0.03, 0.06, 0.09, 0.12, 0.16, 0.2, 0.25, 0.3, 0.4)
"""Likelihoods between which discards count as alike."""


class Thrown(NamedTuple):
    """One discard of a person that somebody could think of eating."""

    feeder: int
    eater: int
    cell: str
    """What it depends on: the round, how much the eater has eaten, how likely it seemed."""
    could: bool
    """Whether the next seat could eat it."""
    ate: bool
    by_people: bool
    """Whether a person also chose whether to eat it."""


def thrown(choices: Sequence[Choice]) -> Iterator[Thrown]:
    """Every discard of a person but one that ended the hand."""
    for one, then in zip(choices, choices[1:], strict=False):
        if one.by_person and isinstance(one.action, Discard):
            yield _thrown(one, one.action.card, then)


def _thrown(one: Choice, card: int, then: Choice) -> Thrown:
    eater = then.before.seats[then.seat]
    return Thrown(
        feeder=one.seat,
        eater=then.seat,
        cell=_cell(one, card),
        could=not eater.mucked and melds.can_eat(eater.cards, eater.held, card),
        ate=isinstance(then.action, Eat),
        by_people=then.by_person,
    )


def _cell(one: Choice, card: int) -> str:
    reading = read(see(one.before, one.seat))
    step = bisect(STEPS, chance_to_eat(reading, card))
    return f"{one.before.round}.{len(reading.next.eaten)}.{step}"
