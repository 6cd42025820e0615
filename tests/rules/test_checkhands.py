"""`manage.py checkhands`: one line a difference, a count, an exit status."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from game.rules.hand import deal
from game.rules.record import format_hand
from game.rules.shuffle import commitment, shuffled_pack
from game.rules.variants import PRESETS

HANDS = Path(__file__).parents[1] / "data" / "hands.jsonl"


def check(*files: Path) -> tuple[list[str], int]:
    out, status = io.StringIO(), 0
    try:
        call_command("checkhands", *map(str, files), stdout=out, stderr=io.StringIO())
    except SystemExit as stop:
        status = int(str(stop.code))
    return out.getvalue().splitlines(), status


@pytest.fixture
def record() -> dict[str, Any]:
    with HANDS.open() as lines:
        return dict(json.loads(lines.readline()))


def test_the_fixture_hands_are_all_right() -> None:
    lines, status = check(HANDS)
    assert (len(lines), status) == (1, 0)
    assert re.fullmatch(r"413 hands, 0 differ, \d+ hands/s", lines[0])


def test_several_files_are_counted_together(tmp_path: Path, record: dict[str, Any]) -> None:
    path = tmp_path / "one.jsonl"
    path.write_text(json.dumps(record))
    lines, _ = check(HANDS, path)
    assert lines[-1].startswith("414 hands, 0 differ")


def test_hands_without_their_deal_are_told_of(tmp_path: Path, record: dict[str, Any]) -> None:
    """Somebody may have cut it off, and with it the only proof of where the pack came from."""
    path, told = tmp_path / "cut.jsonl", io.StringIO()
    path.write_text(json.dumps(record))
    call_command("checkhands", str(path), stdout=io.StringIO(), stderr=told)
    assert told.getvalue().startswith("1 came without their deal")


def test_each_difference_has_a_line(tmp_path: Path, record: dict[str, Any]) -> None:
    record["result"]["winner"] = 0
    record["result"]["units"] = [0, 0, 0, 0]
    path = tmp_path / "bad.jsonl"
    path.write_text("\n" + json.dumps(record) + "\n")
    lines, status = check(path)
    assert status == 1
    assert lines[:2] == [
        f"{path}:2: result.winner: expected 2, got 0",
        f"{path}:2: result.units: expected [-3, -5, 7, 1], got [0, 0, 0, 0]",
    ]
    assert lines[2].startswith("1 hands, 1 differ")


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"actions": ["jump\n"]}, r'actions\[0\]: expected a legal action, got "jump\\n" \(unknown_action.*\)'),
        ({"actions": ["\ud800"]}, r'actions\[0\]: expected a legal action, got "\\ud800" \(unknown_action.*\)'),
        ({"seats": 9}, "seats: expected 2, 3 or 4, got 9"),
        ({"pack": ["ZZ"] * 52}, 'pack: expected cards like KS, got "ZZ"'),
        ({"variant": {"preset": "online", "bluff": 1}}, "variant: expected known house rules, got unknown_field.*"),
        ({"result": {}}, 'result.end: expected "points", got null'),
    ],
)
def test_wrong_records_are_told_on_one_line(
    tmp_path: Path, record: dict[str, Any], change: dict[str, Any], line: str
) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(json.dumps(record | change))
    lines, status = check(path)
    assert status == 1
    assert re.fullmatch(f"{re.escape(str(path))}:1: {line}", lines[0])


# -- hands that say what their pack was made of -------------------------------------------------------

SEED = "5e" * 32


@pytest.fixture
def dealt() -> dict[str, Any]:
    """A hand that is over with the deal, its pack made of seeds."""
    for number in range(1, 100_000):
        pack = shuffled_pack(bytes.fromhex(SEED), ("a seed", ""), number)
        hand = deal(PRESETS["online"], 2, 0, pack)
        if hand.is_over:
            seeds = {"server_seed": SEED, "player_seeds": ["a seed", ""], "hand_number": number}
            return format_hand(hand) | {"deal": seeds | {"commitment": commitment(bytes.fromhex(SEED))}}
    raise AssertionError("no hand ends with its deal")


def lines_of(tmp_path: Path, record: dict[str, Any]) -> list[str]:
    """What is told of the record, without where it stands."""
    path = tmp_path / "deal.jsonl"
    path.write_text(json.dumps(record))
    lines, status = check(path)
    assert status == (len(lines) > 1)
    return [line.removeprefix(f"{path}:1: ") for line in lines[:-1]]


def test_a_pack_as_its_seeds_make_it_is_right(tmp_path: Path, dealt: dict[str, Any]) -> None:
    assert lines_of(tmp_path, dealt) == []


def test_a_broken_promise_is_told(tmp_path: Path, dealt: dict[str, Any]) -> None:
    dealt["deal"]["commitment"] = "00" * 32
    promised = commitment(bytes.fromhex(SEED))
    assert lines_of(tmp_path, dealt) == [f'deal.commitment: expected "{promised}", got "{"00" * 32}"']


@pytest.mark.parametrize(
    "change", [{"server_seed": "5f" * 32}, {"player_seeds": ["a seed", "b"]}, {"hand_number": 1 << 40}]
)
def test_a_pack_of_other_seeds_is_told_by_its_first_card(
    tmp_path: Path, dealt: dict[str, Any], change: dict[str, Any]
) -> None:
    dealt["deal"] |= change
    lines = lines_of(tmp_path, dealt)
    assert len(lines) == 1 + ("server_seed" in change)
    assert re.fullmatch(r'pack\[\d+\]: expected "[A2-9TJQK][SCDH]", got "[A2-9TJQK][SCDH]"', lines[-1])


@pytest.mark.parametrize(
    ("deal", "line"),
    [
        (None, "deal: expected an object, got null"),
        ([], "deal: expected an object, got []"),
        ({"server_seed": "5E" * 32}, f'deal.server_seed: expected 64 hexadecimal digits, got "{"5E" * 32}"'),
        ({"server_seed": 7}, "deal.server_seed: expected 64 hexadecimal digits, got 7"),
        ({"player_seeds": ["a"]}, 'deal.player_seeds: expected an ASCII text for each seat, or none at all, got ["a"]'),
        ({"player_seeds": ["\ud800", ""]}, r'deal.player_seeds: expected an ASCII text .*, got \["\\ud800", ""\]'),
        ({"player_seeds": [1, 2]}, "deal.player_seeds: expected an ASCII text .*, got [1, 2]"),
        ({"hand_number": 0}, "deal.hand_number: expected a number from 1, got 0"),
        ({"hand_number": True}, "deal.hand_number: expected a number from 1, got true"),
        ({"hand_number": 1 << 64}, "deal.hand_number: expected a number from 1, got 18446744073709551616"),
    ],
)
def test_what_can_not_be_read_of_a_deal_is_told(tmp_path: Path, dealt: dict[str, Any], deal: Any, line: str) -> None:
    dealt["deal"] = dealt["deal"] | deal if isinstance(deal, dict) else deal
    (told,) = lines_of(tmp_path, dealt)
    assert told == line or re.fullmatch(line.replace("[1, 2]", r"\[1, 2\]"), told)


@pytest.mark.parametrize("rubbish", [b"{", b"[1]", b"\xff\xfe", b"[" * 100_000, b"1" * 5_000, b"{}", b'"\\ud800"'])
def test_rubbish_is_counted_and_does_not_stop(tmp_path: Path, record: dict[str, Any], rubbish: bytes) -> None:
    path = tmp_path / "mixed.jsonl"
    path.write_bytes(rubbish + b"\n" + json.dumps(record).encode() + b"\n")
    lines, status = check(path)
    assert status == 1
    assert lines[0].startswith(f"{path}:1: ")
    assert lines[-1].startswith("2 hands, 1 differ")


@pytest.mark.parametrize("depth", range(900, 1000, 7))
def test_no_depth_of_nesting_stops_it(tmp_path: Path, record: dict[str, Any], depth: int) -> None:
    good = json.dumps(record)
    nested = good[:-1] + ', "actions": [' + "[" * depth + "]" * depth + "]}"
    path = tmp_path / "deep.jsonl"
    path.write_text(f"{nested}\n{good}\n")
    lines, status = check(path)
    assert status == 1
    assert lines[0].startswith(f"{path}:1: ")
    assert lines[-1].startswith("2 hands, 1 differ")


def test_truncated_and_overlong_hands_differ(tmp_path: Path, record: dict[str, Any]) -> None:
    path = tmp_path / "length.jsonl"
    short, long = record | {"actions": record["actions"][:-1]}, record | {"actions": [*record["actions"], "draw"]}
    path.write_text(f"{json.dumps(short)}\n{json.dumps(long)}\n")
    lines, status = check(path)
    assert status == 1
    assert [line.split(": ")[1] for line in lines[:2]] == ["result", "actions[48]"]
    assert lines[-1].startswith("2 hands, 2 differ")


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    lines, status = check(tmp_path / "none.jsonl", HANDS)
    assert status == 1
    assert lines[0].endswith("none.jsonl:0: file: expected a readable file, got No such file or directory")
    assert lines[-1].startswith("414 hands, 1 differ")
