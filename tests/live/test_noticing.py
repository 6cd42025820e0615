"""Beside the clock: looks go on after one that failed, and end with the clock."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from game.live import clock, noticing

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 20
"""Seconds."""


async def ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def test_after_a_look_that_failed_the_next_one_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    told: list[str] = []
    enough = asyncio.Event()
    loop = asyncio.get_running_loop()

    def look() -> bool:
        looks.append(1)
        if len(looks) == 1:
            raise RuntimeError("the database is away")
        if len(looks) == 3:
            loop.call_soon_threadsafe(enough.set)
        return True

    monkeypatch.setattr(noticing, "look", look)
    monkeypatch.setattr(noticing.logger, "exception", told.append)
    monkeypatch.setattr(noticing, "PAUSE", 0.001)
    monkeypatch.setattr(noticing, "BREATH", 0.001)
    task = asyncio.create_task(noticing.run())
    await asyncio.wait_for(enough.wait(), PATIENCE)
    await ended(task)
    assert told == ["nothing could be noticed"]


async def test_it_begins_and_ends_with_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, over = asyncio.Event(), asyncio.Event()

    async def run() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            over.set()

    monkeypatch.setattr(noticing, "run", run)
    monkeypatch.setattr(clock, "_step", lambda running: 1.0)
    task = asyncio.create_task(clock.run())
    await asyncio.wait_for(begun.wait(), PATIENCE)
    assert not over.is_set()
    await ended(task)
    await asyncio.wait_for(over.wait(), PATIENCE)
