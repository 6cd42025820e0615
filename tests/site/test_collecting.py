"""A serving process leaves alone what it keeps for good, and still finds what nothing refers to any more."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from phom_site import collecting


class Ring:
    """Refers to itself."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture
def begun() -> Iterator[None]:
    thresholds = gc.get_threshold()
    collecting.begin()
    yield
    gc.set_threshold(*thresholds)
    gc.unfreeze()


@pytest.mark.usefixtures("begun")
def test_what_is_there_stays_and_garbage_made_since_is_found() -> None:
    assert gc.get_freeze_count() > 1_000
    first = weakref.ref(Ring())
    rings = 0
    while first() is not None and rings <= collecting.YOUNG:
        Ring()
        rings += 1
    assert first() is None
