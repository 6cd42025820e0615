"""Real server processes on a real Redis, which goes and comes back."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as NoConnection

from game.live.push import GROUP
from tests.browser.server import running
from tests.live.test_processes import wait_for
from tests.live.test_talk_processes import until
from tests.live.wire import Visitor, Wire

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not shutil.which("redis-server"), reason="Redis isn't installed"),
]


def listeners(path: Path) -> int:
    """How many processes hear what is pushed; -1 without Redis."""
    try:
        with Redis(unix_socket_path=str(path)) as client:
            return int(client.pubsub_numsub(f"asgi__group__{GROUP}")[0][1])
    except NoConnection:
        return -1


@contextmanager
def redis(path: Path) -> Iterator[None]:
    """One on this socket, killed at the end of the block."""
    command = ["redis-server", "--port", "0", "--unixsocket", str(path), "--save", "", "--appendonly", "no"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        wait_for(lambda: listeners(path) >= 0)
        yield
    finally:
        process.kill()
        process.wait()


def say(here: Wire, there: Wire, emote: str) -> None:
    here.send(type="say", kind="emote", text=emote)
    for wire in (here, there):
        until(wire, "talk", f"#{emote}")


def test_servers_go_on_without_redis_and_hear_each_other_when_it_is_back(tmp_path: Path) -> None:
    path = tmp_path / "redis.sock"
    settings = {"REDIS_URL": f"unix://{path}", "PHOM_CLOCK": "off"}
    with running(tmp_path, **settings) as one, running(tmp_path, **settings) as two:
        player, watcher = Visitor(one), Visitor(two)
        code = player.play()
        here, there = player.watch(code), watcher.watch(code)
        say(here, there, "heart")
        with redis(path):
            wait_for(lambda: listeners(path) == 2)
            say(here, there, "clap")
        late, lobby = watcher.watch(code), watcher.lobby()
        say(here, late, "cry")
        assert lobby.next()["kind"] == "lobby"
        with redis(path):
            wait_for(lambda: listeners(path) == 2)
            say(here, late, "wow")
        for wire in (here, there, late, lobby):
            wire.close()
