"""Everything that one finished hand tells, as JSON values: what a process of its own makes, so that nobody waits."""

from __future__ import annotations

from typing import Any

from game.fairplay.feeding import thrown
from game.fairplay.flow import paid
from game.fairplay.replaying import choices_of
from game.fairplay.seeing import lucks
from game.fairplay.timing import times


def weigh(record: dict[str, Any]) -> dict[str, Any]:
    """By name: ``thrown`` (`feeding.Thrown`), ``paid`` (`flow.Paid`), ``lucks`` (`seeing.Luck`), ``times`` by seat.

    ``record`` as for `replaying.choices_of`, of a hand that is over; RuleError if it can't be replayed.
    """
    choices = choices_of(record)
    return {
        "thrown": [list(one) for one in thrown(choices)],
        "paid": [list(one) for one in paid(record)],
        "lucks": [list(one) for one in lucks(choices)],
        "times": [[seat, sums] for seat, sums in times(choices).items()],
    }
