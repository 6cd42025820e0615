"""The guide's two hands: their packs, what every seat does in them, and what the coach explains where.

Seat 0 is the visitor. Words are elsewhere: here a step only names what is explained at it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from game.rules.cards import parse_card

VISITOR = 0
SEATS = 4

By = Literal["visitor", "coach", "others"]


class Step(NamedTuple):
    """One thing that happens."""

    by: By
    """The visitor presses it; the coach plays it for the visitor; the others play it."""
    action: str
    """An action of the rules as records write it, or ``next`` or ``deal``: pressed to go on, or for the next hand."""
    prompt: str
    """What the coach says until it has happened."""

    @property
    def is_played(self) -> bool:
        """Whether it is an action of the rules."""
        return self.action not in ("next", "deal")


class Lesson(NamedTuple):
    """One hand, led by the visitor."""

    pack: tuple[int, ...]
    steps: tuple[Step, ...]


def pack(*hands_and_stock: str) -> tuple[int, ...]:
    """A pack in dealing order (R2.5)."""
    return tuple(parse_card(name) for cards in hands_and_stock for name in cards.split())


def press(action: str, prompt: str) -> tuple[Step, ...]:
    """The visitor does it."""
    return (Step("visitor", action, prompt),)


def others(prompt: str, *turns: str) -> tuple[Step, ...]:
    """Whole turns of others, a text each."""
    return tuple(Step("others", action, prompt) for turn in turns for action in turn.split(", "))


def coach(prompt: str, turn: str) -> tuple[Step, ...]:
    """A whole turn that the coach plays for the visitor."""
    return tuple(step._replace(by="coach") for step in others(prompt, turn))


FIRST = Lesson(
    pack(
        "4D 5D 6D 8S 9H JH TS KC AS 2C",
        "5S 5C 5H 2H 3H KS 7C TC JC",
        "9S 9C 9D AD 2S 4H 6S QH TD",
        "3S JS 4C 6C QC 7D JD 6H 8H",
        "3D 3C AH 8C 4S 7S TH KD AC 2D KH 7H QD 8D QS",
    ),
    (
        *press("next", "phom"),
        *press("discard KC", "throw"),
        *others("watch", "draw, discard KS", "draw, discard QH", "draw, discard QC"),
        *press("draw", "draw"),
        *press("discard JH", "ca"),
        *others("watch", "draw, discard JC", "draw, discard TD", "draw, discard 8H"),
        *press("eat", "eat"),
        *press("discard TS", "shift"),
        *others("round", "draw, discard KD", "draw, discard 7S", "draw, discard JD"),
        *coach("round", "draw, discard KH"),
        *others("laying", "draw, lay 5S5C5H, discard TC", "draw, lay 9S9C9D, discard QD", "draw, discard JS"),
        *press("draw", "last"),
        *press("lay 4D5D6D 8S8C8H", "lay"),
        *press("send 9H 2.0", "send"),
        *press("discard QS", "last_throw"),
        *press("deal", "result"),
    ),
)

SECOND = Lesson(
    pack(
        "7S 7C 7H JD QD KD 4S 5S 9C TH",
        "AS AC 3D 4H 6C 8D 9D JS QC",
        "2S 2H 5C 6D 8H TC JH QS KH",
        "3C 3H 5D 6S 7D 9S TD QH KS",
        "8C 4D KC AD AH 2C 2D 3S 4C 5H 6H 8S 9H TS JC",
    ),
    (
        *press("discard TH", "near_u"),
        *others("watch", "draw, discard QC", "draw, discard KH", "draw, discard 6S"),
        *press("eat", "u"),
    ),
)

LESSONS = (FIRST, SECOND)
STEPS = tuple(step for lesson in LESSONS for step in lesson.steps)
END = "end"
"""What is explained when nothing is left to do."""
