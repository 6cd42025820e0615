"""What is said, and who watches, passes between server processes that know of each other by the database alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.server import running
from tests.live.wire import Visitor, Wire


def until(wire: Wire, kind: str, words: str) -> dict[str, Any]:
    while (message := wire.next())["kind"] != kind or words not in message.get("content", message.get("html", "")):
        pass
    return message


@pytest.mark.full
def test_two_servers_without_redis(tmp_path: Path) -> None:
    with running(tmp_path) as one, running(tmp_path, PHOM_CLOCK="off") as other:
        player = Visitor(one)
        code = player.play()
        here, there = player.watch(code), Visitor(other).watch(code)
        until(here, "table", 'id="watchers"')
        here.send(type="say", kind="emote", text="heart")
        heard = until(there, "talk", "#heart")
        assert not heard["history"]
        late = Visitor(other).watch(code)
        assert until(late, "talk", "#heart")["history"]
        for wire in (here, there, late):
            wire.close()
