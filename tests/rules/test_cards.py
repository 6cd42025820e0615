"""Cards, their names and points."""

from __future__ import annotations

import pytest

from game.rules.cards import (
    ALL,
    NAMES,
    PACK,
    cards_of,
    format_cards,
    mask_of,
    parse_card,
    parse_cards,
    points_of,
    rank_of,
    suit_of,
)
from game.rules.errors import RuleError


def test_names_and_cards_are_one_to_one() -> None:
    assert [parse_card(name) for name in NAMES] == list(ALL)
    assert (NAMES[0], NAMES[12], NAMES[13], NAMES[51]) == ("AS", "KS", "AC", "KH")


def test_rank_and_suit() -> None:
    assert (rank_of(parse_card("TD")), suit_of(parse_card("TD"))) == (9, 2)


def test_r1_1_points() -> None:
    assert [points_of(parse_cards(name)) for name in ("AS", "2C", "TD", "JH", "QS", "KC")] == [1, 2, 10, 11, 12, 13]
    assert points_of(PACK) == 4 * 91


def test_masks_and_their_text() -> None:
    assert mask_of(cards_of(PACK)) == PACK
    assert format_cards(parse_cards("5H3H4H")) == "3H4H5H"
    assert parse_cards("") == 0


@pytest.mark.parametrize("name", ["", "K", "ks", "10S", "KX", None, 3, ["KS"], "KS "])
def test_unknown_card(name: object) -> None:
    with pytest.raises(RuleError, match="unknown_card"):
        parse_card(name)  # type: ignore[arg-type]


def test_repeated_card() -> None:
    with pytest.raises(RuleError, match=r"repeated_card \(card=3H\)"):
        parse_cards("3H4H3H")


def test_an_error_without_data_reads_as_its_code() -> None:
    assert str(RuleError("hand_over")) == "hand_over"
