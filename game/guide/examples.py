"""What the rules pages draw: cards that are what they are shown for, and whole hands for every variant's payments."""

from __future__ import annotations

from game.guide.script import FIRST, SEATS, SECOND, VISITOR, Lesson, others, pack, press
from game.rules.actions import Send, parse_action
from game.rules.cards import parse_cards
from game.rules.hand import Hand, apply, deal
from game.rules.variants import Variant

SET = parse_cards("7S7C7H")
RUN = parse_cards("4D5D6D")
PAIR = parse_cards("9S9H")
NEIGHBOURS = parse_cards("3C5C")
NO_RUN = parse_cards("QHKHAH")
CLEVER = parse_cards("4S5S6S7S4C5C6C4D4H")
"""Nine cards that all find a phỏm, if one looks twice (R1.6)."""
U = parse_cards("7S7C7HJDQDKD4S5S6S9C")
U_TRON = parse_cards("7S7C7H7DJDQDKD4S5S6S")
U_KHAN = parse_cards("AS4S8S2CJC6D9DTHKH")
DONG_HOA = parse_cards("2H3H4H7H8H9HTHJHQH5C")
KINGS = parse_cards("KSKCKH")

FED = Lesson(
    pack(
        "7S 7C 4D 5D QH QC AS 9C TD KS",
        "2S 5S 8C JC KC 3D 8D TH 3H",
        "3S 6S 9S JS 2C 4C 7D 9D KH",
        "7H 6D QS AH 4H 5C 8H TC QD",
        "2H 3C 8S JD 5H 9H KD 6C AD 4S TS AC 2D 6H JH",
    ),
    (
        *press("discard KS", ""),
        *others("", "draw, discard 2H", "draw, discard 3C", "draw, discard 7H"),
        *press("eat", ""),
        *press("discard TD", ""),
        *others("", "draw, discard JD", "draw, discard 5H", "draw, discard 6D"),
        *press("eat", ""),
        *press("discard 9C", ""),
        *others("", "draw, discard KD", "draw, discard 6C", "draw, discard QS"),
        *press("eat", ""),
    ),
)
"""Three cards fed by one player (R6.6)."""

CHOT = Lesson(
    pack(
        "4D 5D 6D 8S 8C 8H QH QC 2C KS",
        "5S 5C 5H 9H 2S 3D 7C TD JC",
        "9S 9C 3H 4H 6S 7D TS JH KC",
        "AS 2D 4C 4S 6C 7H JD QS KH",
        "3S 7S AC 3C TC AD JS AH KD 6H 9D TH 2H 8D QD",
    ),
    (
        *press("discard KS", ""),
        *others("", "draw, discard 3S", "draw, discard 7S", "draw, discard AC"),
        *others("", "draw, discard 3C", "draw, discard TC", "draw, discard AD", "draw, discard JS"),
        *others("", "draw, discard AH", "draw, discard KD", "draw, discard 6H", "draw, discard 9D"),
        *others("", "draw, lay 4D5D6D 8S8C8H, discard TH", "draw, lay 5S5C5H, discard 9H"),
        *others("", "eat, lay 9S9C9H, discard KC", "draw, discard 8D", "draw"),
    ),
)
"""A chốt eaten, which gives the first to lay another turn, and an ù (R5.4, R6.7)."""

FOUR_ROUNDS, WITH_U = FIRST, SECOND


def played(lesson: Lesson, variant: Variant, steps: int | None = None) -> Hand:
    """The position after so many of the lesson's steps, or all, by the variant's rules.

    Cards are sent only where the variant has it.
    """
    hand = deal(variant, SEATS, VISITOR, lesson.pack)
    for step in lesson.steps[:steps]:
        if step.is_played:
            action = parse_action(step.action)
            if variant.sending or not isinstance(action, Send):
                hand, _events = apply(hand, action)
    return hand


def before(lesson: Lesson, prompt: str) -> int:
    """The number of steps before what is explained under this name."""
    return next(at for at, step in enumerate(lesson.steps) if step.prompt == prompt)
