"""Real processes on a real file: killed without warning, and several at once."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from game.rules.record import differences
from tests.browser.server import ROOT, running, variables
from tests.live.wire import Visitor

SETTINGS = {"PHOM_TURN_SECONDS": "1", "PHOM_BOT_DELAY": "0.05"}


class Kept(NamedTuple):
    """The one hand as the file has it; without actions before it is dealt."""

    version: int
    actions: list[str]
    record: dict[str, Any]
    units: list[int | None]
    scores: list[int]
    due: bool


def kept(folder: Path) -> Kept:
    with closing(sqlite3.connect(folder / "phom.sqlite3", timeout=20)) as file:
        row = file.execute("SELECT version, variant, seats, leader, pack, actions, result FROM game_handrecord")
        version, variant, seats, leader, pack, actions, result = row.fetchone() or (0, "{}", 0, 0, "[]", "[]", None)
        units = [row[0] for row in file.execute("SELECT units FROM game_handplayer ORDER BY seat")]
        scores = [row[0] for row in file.execute("SELECT score FROM game_tableseat ORDER BY position")]
        due = file.execute("SELECT due_at FROM game_table").fetchone()[0]
    record = {"format": "phom-hand/1", "variant": json.loads(variant), "seats": seats, "leader": leader}
    record |= {"pack": json.loads(pack), "actions": json.loads(actions)}
    record |= {"result": json.loads(result)} if result else {}
    return Kept(version, json.loads(actions), record, units, scores, due is not None)


def wait_for(condition: Callable[[], bool], seconds: float = 40) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.02)


def is_sound(hand: Kept) -> bool:
    """Whether the file holds one whole hand, paid once."""
    return (
        "result" in hand.record
        and not differences(hand.record)
        and hand.units == hand.scores == hand.record["result"]["units"]
    )


def test_killed_in_mid_hand_and_started_again_the_hand_goes_on_where_it_was(tmp_path: Path) -> None:
    """Twice, wherever that happens to hit; the block's end is kill -9."""
    before: list[str] = []
    for run in range(2):
        with running(tmp_path, **SETTINGS) as address:
            if run == 0:
                Visitor(address).play()
            goal = len(before) + 4
            wait_for(lambda goal=goal: kept(tmp_path).version >= goal or is_sound(kept(tmp_path)))  # type: ignore[misc]
        after = kept(tmp_path)
        assert after.actions[: len(before)] == before
        assert after.version == len(after.actions)
        before = after.actions
    with running(tmp_path, **SETTINGS):
        wait_for(lambda: is_sound(kept(tmp_path)))
    assert kept(tmp_path).actions[: len(before)] == before
    assert not kept(tmp_path).due, "nobody came, so the table waits for its player"


@contextmanager
def clock(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "manage.py", "runclock"]
    process = subprocess.Popen(command, cwd=ROOT, env=variables(folder, **SETTINGS))
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.mark.full
def test_a_clock_beside_a_server_without_one_is_followed_by_its_sockets(tmp_path: Path) -> None:
    """Without Redis the clock's pushes reach nobody: the server's watch sees what the file says."""
    with running(tmp_path, PHOM_CLOCK="off", **SETTINGS) as address:
        visitor = Visitor(address)
        code = visitor.play()
        wire = visitor.watch(code)
        assert 'class="table is-waiting' in wire.next()["content"]
        wire.send(type="seed", seed="of a browser without a screen")
        while wire.next()["kind"] != "seed":
            pass
        wire.send(type="ping")
        while wire.next()["kind"] != "pong":
            pass
        if not is_sound(kept(tmp_path)):
            version = kept(tmp_path).version
            time.sleep(1.5)
            assert kept(tmp_path).version == version, "no clock runs"
        with clock(tmp_path), clock(tmp_path):
            wait_for(lambda: is_sound(kept(tmp_path)))
            while 'class="table is-result' not in (message := wire.next())["content"]:
                assert message["kind"] == "table"
        wire.close()
