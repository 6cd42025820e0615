"""A clock that is told to end: a step that has begun ends first."""

from __future__ import annotations

import asyncio
import threading
from datetime import timedelta

import pytest

from game.live import clock
from game.live.clock import Clock
from game.live.moment import now
from game.models import TableSeat
from tests.live.build import dealt, people, seated

HOUR = timedelta(hours=1)


async def test_it_ends_between_two_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, may_end, ended = threading.Event(), threading.Event(), threading.Event()

    def step(own: Clock) -> float:
        begun.set()
        may_end.wait(5)
        ended.set()
        return 60.0

    monkeypatch.setattr(clock, "_step", step)
    clock.start()
    while not begun.is_set():
        await asyncio.sleep(0.01)
    stopping = asyncio.create_task(clock.stop())
    await asyncio.sleep(0.05)
    assert not stopping.done()
    may_end.set()
    await asyncio.wait_for(stopping, 5)
    assert ended.is_set()
    await clock.stop()


@pytest.mark.django_db
@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_nobody_is_missed_by_a_jump_of_the_wall_clock(quiet: None, jump: timedelta) -> None:
    table = seated([*people()])
    dealt(table)
    TableSeat.objects.update(seen_at=now())
    own = Clock()
    own.step(now(), 100.0)
    own.step(now() + jump, 115.0)
    assert not TableSeat.objects.filter(seen_at=None).exists()
    TableSeat.objects.update(seen_at=now() + jump)
    own.step(now() + jump + HOUR, 115.0 + HOUR.total_seconds())
    assert not TableSeat.objects.exclude(seen_at=None).exists(), "later they are missed as ever"
