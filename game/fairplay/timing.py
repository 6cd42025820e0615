"""How evenly a person takes time. People's times differ by times, a machine's by little; some are shorter than a look.

Times are compared as logarithms, apart for taking, which often needs no thought, and for throwing.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from game.fairplay.replaying import Choice
from game.rules.actions import Discard, Draw, Eat

QUICK = 200
"""Milliseconds. Nobody sees what was thrown and has pressed so soon after it, again and again."""
LONGEST = 120_000
"""Milliseconds after which somebody wasn't looking."""
KINDS: dict[type, str] = {Draw: "take", Eat: "take", Discard: "throw"}


def times(choices: Sequence[Choice]) -> dict[int, dict[str, float]]:
    """By seat, for takes and throws of people: how many, the sum of the logarithms, the sum of their squares; how many
    takes were quick."""
    found: dict[int, dict[str, float]] = {}
    for choice in choices:
        kind = KINDS.get(type(choice.action))
        if kind and choice.by_person and choice.took is not None and choice.took < LONGEST:
            add(found.setdefault(choice.seat, {}), kind, max(1, choice.took))
    return found


def add(sums: dict[str, float], kind: str, took: int) -> None:
    """One more time, in milliseconds from 1."""
    for name, value in ((kind, 1.0), (f"{kind}_log", log(took)), (f"{kind}_square", log(took) ** 2)):
        sums[name] = sums.get(name, 0.0) + value
    if kind == "take" and took < QUICK:
        sums["quick"] = sums.get("quick", 0.0) + 1
