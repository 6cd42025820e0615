"""`manage.py checkhands`: one line a difference, a count, an exit status."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

HANDS = Path(__file__).parents[1] / "data" / "hands.jsonl"


def check(*files: Path) -> tuple[list[str], int]:
    out, status = io.StringIO(), 0
    try:
        call_command("checkhands", *map(str, files), stdout=out)
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
