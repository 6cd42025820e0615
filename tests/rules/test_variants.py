"""Variants: the table of the four presets, reading and writing, bounds (R9)."""

from __future__ import annotations

from typing import Any

import pytest

from game.rules.errors import RuleError
from game.rules.variants import FIELDS, PRESETS, Variant, format_variant, parse_variant

NO = None
TABLE: dict[str, tuple[Any, Any, Any, Any]] = {
    # field: online, ky_gui, co_dien, ca_k
    "eat_price": ((1, 2, 4), (1, 2, 3), (0, 0, 0), (1, 2, 4)),
    "chot_price": (4, 3, 0, 4),
    "rank_price": ((1, 2, 3), (1, 2, 3), (1, 2, 3), (1, 2, 3)),
    "two_player_price": (1, 1, 1, 2),
    "mom_price": (4, 4, 4, 4),
    "u_price": (5, 5, 6, 5),
    "u_tron_price": (10, 5, 12, 10),
    "u_khan": (True, False, False, False),
    "u_khan_price": (10, 0, 0, 0),
    "jackpot": (True, False, False, False),
    "dong_hoa": (False, False, False, True),
    "dong_hoa_price": (0, 0, 0, 10),
    "u_thong_price": (0, 0, 0, 2),
    "ca_k_price": (NO, NO, NO, (2, 4, 6, 10)),
    "u_k_price": (NO, NO, NO, (5, 10)),
    "sending": (True, True, False, True),
    "den_three": (True, True, True, True),
    "chot_den": ("none", "tai", "any", "none"),
    "tie_rule": ("laid_first", "laid_first", "last_discard", "last_discard"),
    "leaver_rule": ("first_hand", "next_seat", "next_seat", "next_seat"),
    "timeout_lays": (True, True, True, True),
}


def test_r9_every_field_of_the_table_exists() -> None:
    assert set(TABLE) == set(FIELDS)


@pytest.mark.parametrize("field", TABLE)
def test_r9_presets(field: str) -> None:
    assert tuple(getattr(PRESETS[name], field) for name in ("online", "ky_gui", "co_dien", "ca_k")) == TABLE[field]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_written_as_its_name(preset: str) -> None:
    assert format_variant(PRESETS[preset]) == {"preset": preset}
    assert parse_variant({"preset": preset}) == PRESETS[preset]


def test_only_what_differs_is_written() -> None:
    data = {"preset": "ca_k", "ca_k_price": None, "u_k_price": [3, 6], "chot_den": "tai", "sending": False}
    assert format_variant(parse_variant(data)) == data
    assert format_variant(parse_variant({"preset": "online", "u_price": 5})) == {"preset": "online"}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("u_price", -1),
        ("u_price", 101),
        ("u_price", True),
        ("u_price", 5.0),
        ("u_price", None),
        ("u_khan", 1),
        ("eat_price", [1, 2]),
        ("eat_price", None),
        ("eat_price", 3),
        ("rank_price", [1, 2, "3"]),
        ("ca_k_price", [1, 2, 3]),
        ("chot_den", None),
        ("chot_den", "all"),
        ("tie_rule", ["laid_first"]),
    ],
)
def test_r9_values_have_bounds(field: str, value: object) -> None:
    with pytest.raises(RuleError) as caught:
        parse_variant({"preset": "online", field: value})
    assert (caught.value.code, caught.value.data["field"]) == ("variant_value", field)


@pytest.mark.parametrize("data", [None, [], "online", 3])
def test_a_variant_is_an_object(data: Any) -> None:
    with pytest.raises(RuleError, match="variant_shape"):
        parse_variant(data)


@pytest.mark.parametrize("data", [{}, {"preset": "poker"}, {"preset": ["online"]}, {"preset": None}])
def test_unknown_preset(data: dict[str, Any]) -> None:
    with pytest.raises(RuleError, match="unknown_preset"):
        parse_variant(data)


def test_unknown_preset_made_by_hand() -> None:
    with pytest.raises(RuleError, match="unknown_preset"):
        Variant(preset="poker")


def test_unknown_field() -> None:
    with pytest.raises(RuleError, match=r"unknown_field \(field=bluff\)"):
        parse_variant({"preset": "online", "bluff": True})


def test_a_preset_is_one_until_a_field_differs() -> None:
    assert all(preset.is_preset for preset in PRESETS.values())
    assert not parse_variant({"preset": "ca_k", "sending": False}).is_preset
