"""A finished hand taken apart into its choices: each with the position it was made in, and the time it took."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from game.rules.actions import Action, parse_action
from game.rules.hand import Hand, apply
from game.rules.record import parse_deal


@dataclass(frozen=True, slots=True)
class Choice:
    """What one seat did, and what it did it in."""

    before: Hand
    action: Action
    by_person: bool
    """Not a bot's, nor what the clock played for somebody."""
    took: int | None
    """Milliseconds since the action before, or the deal; None where that isn't known."""

    @property
    def seat(self) -> int:
        return self.before.turn


def choices_of(record: dict[str, Any]) -> list[Choice]:
    """Every choice of a record (R11) that also has ``people``, whether each seat is a person's, ``times``, and
    ``timed_out``; RuleError as `parse_deal`, or where an action isn't legal."""
    return list(_replayed(parse_deal(record), record))


def _replayed(hand: Hand, record: dict[str, Any]) -> Iterator[Choice]:
    times = record["times"] if len(record["times"]) == len(record["actions"]) else []
    clocks = set(record["timed_out"])
    for index, text in enumerate(record["actions"]):
        action = parse_action(text)
        is_persons = record["people"][hand.turn] and hand.version + 1 not in clocks
        yield Choice(hand, action, is_persons and not (times and times[index] < 0), _took(times, index))
        hand = apply(hand, action)[0]


def _took(times: list[int], index: int) -> int | None:
    if not times:
        return None
    took = abs(times[index]) - (abs(times[index - 1]) if index else 0)
    return took if took >= 0 else None
