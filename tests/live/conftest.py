"""No test sees another's positions, language, traces or lost layer; packs may be chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from asgiref.sync import SyncToAsync
from django.utils import translation
from pytest_django import Settings

from accounts.traces import noted
from game.live import dealing, positions, push
from game.live.hearing import hearing
from game.live.openings import openings
from game.live.presence import sockets
from game.live.snapshots import snapshots
from game.live.spectators import watching
from tests.live.build import QUIET, pack_of

Stack = Callable[[Sequence[dict[str, Any]]], None]


@pytest.fixture(autouse=True)
def nothing_cached() -> Iterator[None]:
    translation.deactivate()  # a page that another test opened may have left its language
    yield
    SyncToAsync.single_thread_executor.submit(int).result()  # what a cancelled task began goes on in its thread
    positions.cache.clear()
    snapshots.clear()
    hearing.clear()
    openings.clear()
    sockets.clear()
    watching.clear()
    push.absence.clear()
    noted.clear()


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch) -> Stack:
    """Make the next hands have the packs of these records, the last one again and again."""

    def use(records: Sequence[dict[str, Any]]) -> None:
        packs = [pack_of(record) for record in records]
        monkeypatch.setattr(dealing, "shuffled_pack", lambda *args: packs.pop(0) if len(packs) > 1 else packs[0])

    return use


@pytest.fixture
def quiet(stack: Stack) -> None:
    """Every hand has a pack without u at the deal."""
    stack([QUIET])


@pytest.fixture
def next_hand_at_once(settings: Settings) -> None:
    settings.PHOM_NEXT_HAND_SECONDS = 0
