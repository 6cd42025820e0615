"""The thread's connection is looked at once a second, and where a query has failed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import NamedTuple

import pytest
from django.db import Error, OperationalError, connection

from game.live import hop
from game.live.hop import in_thread


class Looks(NamedTuple):
    """When it was looked at, by a clock that a test sets."""

    made: list[float]
    clock: list[float]


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Looks:
    looks = Looks([], [100.0])
    monkeypatch.setattr(hop, "time", SimpleNamespace(monotonic=lambda: looks.clock[0]))
    monkeypatch.setattr(hop, "close_old_connections", lambda: looks.made.append(looks.clock[0]))
    monkeypatch.setattr(hop, "_looks", hop._Looks())
    return looks


async def test_once_a_second(looks: Looks) -> None:
    for looks.clock[0] in (100.0, 100.4, 100.9, 101.5, 102.0, 103.0):
        assert await in_thread(lambda word: word)("done") == "done"
    assert looks.made == [100.0, 101.5, 103.0]


async def test_after_a_query_that_failed(looks: Looks) -> None:
    def fail() -> None:
        raise OperationalError("gone")

    await in_thread(int)()
    with pytest.raises(Error, match="gone"):
        await in_thread(fail)()
    assert looks.made == [100.0, 100.0]


async def test_after_a_failure_that_was_caught(looks: Looks) -> None:
    def fail_within() -> None:
        connection.errors_occurred = True

    await in_thread(fail_within)()
    await in_thread(setattr)(connection, "errors_occurred", False)
    assert looks.made == [100.0, 100.0]
