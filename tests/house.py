"""The house as it was built: what the staff can set has these values in tests, unless a test sets it."""

from __future__ import annotations

from importlib import import_module
from math import inf
from typing import Any

import pytest
from django.apps import apps

from accounts import house
from accounts.models import House, Room
from game.live import phrases
from game.models import Phrase

_rooms: Any = import_module("accounts.migrations.0016_rooms")
_phrases: Any = import_module("game.migrations.0020_quick_phrases")

WELCOME, RELIEF = House().welcome, House().relief
RELIEFS_A_DAY, BOT_WINS_A_DAY = House().reliefs_a_day, House().bot_wins_a_day
ROOMS = {row[0]: Room(**dict(zip(_rooms.FIELDS, row, strict=True))) for row in _rooms.ROOMS}
PHRASES = {key: Phrase(key=key, text_vi=vi, text_en=en) for key, vi, en in _phrases.PHRASES}

GLANCES: dict[house.Glance[Any], Any] = {
    house._house: House(),
    house._rooms: ROOMS,
    house._reserved: (),
    house._announcements: (),
    phrases._phrases: PHRASES,
}
"""What each process keeps of the house, as it would find it."""


def known() -> None:
    """From now on this process takes the house as it was built, and asks no database for it."""
    for glance, built in GLANCES.items():
        glance._seen = (built, inf)


def furnish(**_: object) -> None:
    """The rows that migrations brought: a database that a test emptied has them again."""
    _rooms.furnish(apps, None)
    _phrases.add(apps, None)


def has_set(patch: pytest.MonkeyPatch, **values: Any) -> None:
    """The house is otherwise set than it was built."""
    patch.setattr(house._house, "_seen", (House(**values), inf))
