"""A serving process leaves alone what it keeps for good, and still finds what nothing refers to any more."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator

import pytest

from phom_site import collecting


class Ring:
    """Refers to itself."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture
async def begun(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    monkeypatch.setattr(collecting, "WHOLE", 0.01)
    thresholds = gc.get_threshold()
    collecting.begin()
    yield
    gc.set_threshold(*thresholds)
    gc.unfreeze()
    monkeypatch.setattr(collecting, "_later", lambda: None)


@pytest.mark.usefixtures("begun")
async def test_what_is_there_stays() -> None:
    assert gc.get_freeze_count() > 1_000
    assert gc.get_threshold()[0] == collecting.YOUNG


@pytest.mark.usefixtures("begun")
async def test_garbage_made_since_is_found_again_and_again() -> None:
    for _ in range(2):
        ring = weakref.ref(Ring())
        async with asyncio.timeout(10):
            while ring() is not None:
                await asyncio.sleep(0.01)
