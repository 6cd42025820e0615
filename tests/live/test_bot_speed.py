"""Bots take the time that the table's host gives them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from pytest_django import Settings

from accounts import preferences
from accounts.models import User
from game.live import deadlines, tables
from game.live.tables import Wanted
from game.models import HandPlayer, Table
from tests.live.build import dealt, people, position_of, seated

pytestmark = pytest.mark.django_db

BOT = HandPlayer(bot="sound")


def given(table: Table) -> timedelta:
    table.refresh_from_db()
    return deadlines.to_act(table, position_of(table).hand, BOT)


def test_slow_bots_take_longer_and_fast_ones_less(settings: Settings, quiet: None) -> None:
    settings.PHOM_BOT_DELAY = 1
    table = seated([people(1)[0], "sound"])
    dealt(table)
    times = {}
    for speed in ("slow", "normal", "fast"):
        Table.objects.update(bot_speed=speed)
        times[speed] = given(table)
    assert times["slow"] > times["normal"] > times["fast"] > timedelta()
    settings.PHOM_BOT_DELAY = 0
    assert given(table) == timedelta()


def test_a_new_table_has_its_hosts_speed(quiet: None) -> None:
    host = people(1)[0]
    first = tables.create(host, Wanted(with_bots=True))
    assert first.bot_speed == "normal"
    tables.leave(first.code, host)
    preferences.keep_of(host, {"bots": "fast"})
    assert tables.create(host, Wanted(with_bots=True)).bot_speed == "fast"


def test_it_is_the_one_kept_last_whatever_the_request_knows(quiet: None) -> None:
    host = people(1)[0]
    preferences.keep_of(User.objects.get(pk=host.pk), {"bots": "fast"})
    assert tables.sit_down(host).bot_speed == "fast"


def test_what_the_host_changes_holds_at_once_and_at_the_hosts_open_tables_only(settings: Settings, quiet: None) -> None:
    settings.PHOM_BOT_DELAY = 1
    host, guest = people(2)
    table = seated([host, guest, "sound"])
    dealt(table)
    closed = seated([guest, "sound"], code="closed", closed_at="2026-01-01T00:00Z")
    before = given(table)
    preferences.keep_of(guest, {"bots": "slow"})
    assert given(table) == before
    revision = table.revision
    preferences.keep_of(host, {"bots": "slow"})
    assert given(table) > before
    assert table.revision == revision, "nothing that anybody sees"
    closed.refresh_from_db()
    assert closed.bot_speed == "normal"


def test_another_host_brings_another_speed(quiet: None) -> None:
    host, heir = people(2)
    preferences.keep_of(heir, {"bots": "fast"})
    table = seated([host, heir, "sound"])
    tables.leave(table.code, host)
    dealt(table)
    table.refresh_from_db()
    assert (table.host, table.bot_speed) == (heir, "fast")
