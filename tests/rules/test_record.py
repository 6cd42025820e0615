"""Records: the fixture hands, reading back what was written, and every way a record can be wrong (R11)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from game.rules.errors import RuleError
from game.rules.record import differences, format_hand, parse_hand

RECORDS = [json.loads(line) for line in (Path(__file__).parents[1] / "data" / "hands.jsonl").read_text().splitlines()]


@pytest.fixture
def record() -> dict[str, Any]:
    """A played hand, free to be spoilt."""
    return json.loads(json.dumps(RECORDS[0]))


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_fixture_hands_replay_to_their_results(number: int) -> None:
    assert differences(RECORDS[number]) == []


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_r11_parse_undoes_format(number: int) -> None:
    hand = parse_hand(RECORDS[number])
    written = json.loads(json.dumps(format_hand(hand)))
    assert parse_hand(written) == hand
    assert differences(written) == []


def test_r11_rules_version_is_one_where_absent(record: dict[str, Any]) -> None:
    record.pop("rules", None)
    assert format_hand(parse_hand(record))["rules"] == 1


def test_r11_unknown_keys_are_ignored(record: dict[str, Any]) -> None:
    assert differences(record | {"times": [1, 2], "spectators": None}) == []


def test_r11_order_of_payments_means_nothing(record: dict[str, Any]) -> None:
    record["result"]["payments"].reverse()
    assert differences(record) == []


def test_r11_an_unfinished_hand_has_no_result(record: dict[str, Any]) -> None:
    record["actions"].pop()
    assert [difference.field for difference in differences(record)] == ["result"]
    del record["result"]
    assert differences(record) == []
    assert "result" not in format_hand(parse_hand(record))


def test_a_finished_hand_must_have_a_result(record: dict[str, Any]) -> None:
    record["result"] = None
    assert [difference.field for difference in differences(record)] == ["result"]


def test_actions_after_the_end_are_wrong(record: dict[str, Any]) -> None:
    record["actions"].append("draw")
    with pytest.raises(RuleError) as caught:
        differences(record)
    assert caught.value.code == "record_action"
    assert caught.value.data["cause"] == "hand_over"
    assert caught.value.data["index"] == len(record["actions"]) - 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("end", "u"),
        ("winner", 0),
        ("den", 1),
        ("order", [1, 2, 3, 0]),
        ("mom", [0, 0, 0, 0]),
        ("points", None),
        ("payments", []),
        ("payments", None),
        ("payments", [3]),
        ("units", [-3, -5, 7, 1.0]),
    ],
)
def test_differences_name_their_field(record: dict[str, Any], field: str, value: object) -> None:
    truth = record["result"][field]
    record["result"][field] = value
    assert differences(record) == [(f"result.{field}", truth, value)]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("format", "phom-hand/2"),
        ("format", None),
        ("rules", 2),
        ("rules", True),
        ("rules", None),
        ("seats", 5),
        ("seats", True),
        ("seats", [4]),
        ("leader", 4),
        ("leader", -1),
        ("leader", None),
        ("u_before", 4),
        ("u_before", "0"),
        ("actions", None),
        ("actions", "draw"),
        ("pack", None),
        ("pack", ["KS"]),
        ("pack", ["KS"] * 52),
    ],
)
def test_unreadable_fields_are_named(record: dict[str, Any], field: str, value: object) -> None:
    with pytest.raises(RuleError) as caught:
        parse_hand(record | {field: value})
    assert (caught.value.code, caught.value.data["field"]) == ("record_shape", field)


def test_unreadable_cards_and_variants(record: dict[str, Any]) -> None:
    with pytest.raises(RuleError, match="unknown_card"):
        parse_hand(record | {"pack": ["1S", *record["pack"][1:]]})
    with pytest.raises(RuleError, match="unknown_preset"):
        parse_hand(record | {"variant": {}})


@pytest.mark.parametrize(("action", "cause"), [("eat", "already_taken"), ("jump", "unknown_action"), (None, "unknown")])
def test_illegal_and_unreadable_actions_are_named(record: dict[str, Any], action: object, cause: str) -> None:
    record["actions"][0] = action
    with pytest.raises(RuleError) as caught:
        parse_hand(record)
    assert (caught.value.code, caught.value.data["index"]) == ("record_action", 0)
    assert str(caught.value.data["cause"]).startswith(cause)
