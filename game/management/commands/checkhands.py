"""Replay recorded hands (`phom-hand/1`), repeat their shuffles, and report where record and rules differ."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError

from game.models import HandRecord
from game.rules.errors import RuleError
from game.rules.record import differences

CHUNK = 500
"""Hands that are read at once."""


class Command(BaseCommand):
    help = (
        'Replay the hands of phom-hand/1 files, one JSON object a line, and repeat the shuffle of those with a "deal". '
        "Prints FILE:LINE: FIELD: expected …, got … "
        "for each difference and a count at the end, and on stderr how many came without the deal that their packs "
        "can be held to; exit status 1 if any hand differs or can't be read."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="*", metavar="FILE", type=Path)
        parser.add_argument("--kept", action="store_true", help="check all hands of the database too, as hand NUMBER")

    def handle(self, *args: Any, files: list[Path], kept: bool, **options: Any) -> None:
        if not files and not kept:
            raise CommandError("expected a FILE or --kept")
        hands = differ = deals = 0
        started = time.perf_counter()
        for place, checked in chain(*map(_check_file, files), _check_kept() if kept else ()):
            hands += 1
            differ += bool(checked.complaints)
            deals += checked.has_deal
            for complaint in checked.complaints:
                self.stdout.write(f"{place}: {complaint}")
        speed = hands / max(time.perf_counter() - started, 1e-9)
        self.stdout.write(f"{hands} hands, {differ} differ, {speed:.0f} hands/s")
        if deals < hands:
            self.stderr.write(f"{hands - deals} came without their deal: nothing shows where their packs came from")
        if differ:
            raise SystemExit(1)


class Checked(NamedTuple):
    """One recorded hand."""

    complaints: list[str]
    """What is wrong about it, in the words ``FIELD: expected …, got …``."""
    has_deal: bool = False
    """Whether it tells the seeds, without which nothing shows where its pack came from."""


def _check_file(path: Path) -> Iterator[tuple[str, Checked]]:
    """Each hand's place in the file with what is wrong about it; a file that can't be read counts as one."""
    try:
        with path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield f"{path}:{number}", check_line(line)
    except OSError as error:
        yield f"{path}:0", Checked([f"file: expected a readable file, got {error.strerror}"])


def _check_kept() -> Iterator[tuple[str, Checked]]:
    """Each hand of the database, running ones too, with what is wrong about it."""
    for hand in HandRecord.objects.order_by("pk").iterator(chunk_size=CHUNK):
        yield f"hand {hand.pk}", Checked(_complaints(hand.as_record() | {"deal": hand.as_deal()}), has_deal=True)


def check_line(line: bytes) -> Checked:
    """The recorded hand of a line, compared with the rules."""
    try:
        return _check_line(line)
    except RecursionError:
        return Checked(["line: expected a JSON object, got one nested too deeply"])


def _check_line(line: bytes) -> Checked:
    try:
        data = json.loads(line)
    except ValueError as error:
        return Checked([f"line: expected a JSON object, got {error}"])
    if not isinstance(data, Mapping):
        return Checked([f"line: expected a JSON object, got {_short(data)}"])
    return Checked(_complaints(data), "deal" in data)


def _complaints(data: Mapping[str, Any]) -> list[str]:
    try:
        found = differences(data)
    except RuleError as error:
        return [_explain(error)]
    return [f"{field}: expected {_short(expected)}, got {_short(got)}" for field, expected, got in found]


def _explain(error: RuleError) -> str:
    data = error.data
    match error.code:
        case "record_action":
            got = f"{_short(data['action'])} ({_plain(data['cause'])})"
            return f"actions[{data['index']}]: expected a legal action, got {got}"
        case "record_shape":
            return f"{data['field']}: expected {data['expected']}, got {_short(data['got'])}"
        case "unknown_card":
            return f"pack: expected cards like KS, got {_short(data['card'])}"
        case _:
            return f"variant: expected known house rules, got {_plain(error)}"


def _short(value: object, limit: int = 200) -> str:
    text = json.dumps(value, default=str)
    return text if len(text) <= limit else text[: limit - 3] + "..."


def _plain(value: object) -> str:
    """The value's text on one line that any terminal can show."""
    return _short(str(value))[1:-1]
