"""Recorded moments that tests of the page look for: a turn to take a card, a change and what happened in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from game.rules.actions import Discard
from game.rules.events import Event
from game.rules.hand import Hand, Phase, legal_actions
from game.rules.sight import see
from game.screens.risks import risks
from tests.screens.scenes import Moment, find, hands


def my_turn() -> Moment:
    """Seat 0 is to take a card."""
    return find(lambda position: position.turn == 0 and position.phase is Phase.TAKE)


def throws(position: Hand) -> list[int]:
    """The cards that the player may throw."""
    return [action.card for action in legal_actions(position) if isinstance(action, Discard)]


def risky(position: Hand) -> list[int]:
    """Those whose throw the player may be asked about."""
    return sorted(risks(see(position, position.turn), ("An", "Bình", "Chi", "Dung")))


def done(moment: Moment) -> list[Event]:
    """What the last action made happen."""
    return [event for version, event in moment.log if version == moment.hand.version]


def changes() -> Iterator[tuple[Moment, Moment]]:
    """Every recorded change at a table of four: the moments before and after it."""
    for moments in hands():
        if len(moments[0].hand.seats) == 4:
            yield from pairwise(moments)


def change(test: Callable[[list[str], Moment, Moment], bool]) -> tuple[Moment, Moment]:
    """The first change that passes the test, which is given the kinds of its events too."""
    return next((before, end) for before, end in changes() if test([event.kind for event in done(end)], before, end))


def happening(
    kind: str, test: Callable[[Hand, Event], bool] = lambda hand, event: True
) -> tuple[Moment, Moment, Event]:
    """The first change with an event of that kind, and this; the test is given the position that it led to."""
    return next(
        (before, end, event)
        for before, end in changes()
        for event in done(end)
        if event.kind == kind and test(end.hand, event)
    )
