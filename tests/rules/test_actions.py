"""Actions and their text (R11)."""

from __future__ import annotations

import pytest

from game.rules.actions import DISCARDS, DRAW, EAT, MUCK, Lay, Send, format_action, parse_action
from game.rules.cards import parse_card, parse_cards
from game.rules.errors import RuleError

TEXTS = {
    "draw": DRAW,
    "eat": EAT,
    "muck": MUCK,
    "discard KS": DISCARDS[parse_card("KS")],
    "lay 3H4H5H": Lay((parse_cards("3H4H5H"),)),
    "lay 7S7C7D 3H4H5H": Lay((parse_cards("7S7C7D"), parse_cards("3H4H5H"))),
    "send 6H 0.1": Send(parse_card("6H"), 0, 1),
}


@pytest.mark.parametrize("text", TEXTS)
def test_r11_actions_and_text_are_one_to_one(text: str) -> None:
    assert parse_action(text) == TEXTS[text]
    assert format_action(TEXTS[text]) == text


def test_r11_cards_of_a_phom_may_come_in_any_order() -> None:
    assert parse_action("lay 5H3H4H") == TEXTS["lay 3H4H5H"]


@pytest.mark.parametrize(
    "text",
    ["", "Draw", "draw ", "discard", "discard KS QS", "lay", "lay ", "lay 3H4H5H ", "send 6H", "send 6H 4.0",
     "send 6H 0.١", "send 6H 0", "send 6H 0.1 x", "fold", None, 7, ["draw"]],
)  # fmt: skip
def test_unknown_action(text: object) -> None:
    with pytest.raises(RuleError, match="unknown_action"):
        parse_action(text)  # type: ignore[arg-type]


@pytest.mark.parametrize(("text", "code"), [("discard 1S", "unknown_card"), ("lay 3H4H3H", "repeated_card")])
def test_unreadable_cards(text: str, code: str) -> None:
    with pytest.raises(RuleError, match=code):
        parse_action(text)
