"""Who is connected, told to the table when it changes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from game.live import presence
from game.live.moment import now
from game.live.presence import FORGOTTEN, GRACE, Sockets
from game.models import Table, TableSeat
from tests.live.build import person, seated


def test_a_chair_is_gone_when_its_last_socket_is() -> None:
    sockets, said_at = Sockets(), timezone.now()
    sockets.came(1, said_at)
    sockets.came(1, said_at)
    sockets.went(1, 10.0)
    assert sockets.gone(100.0) == []
    sockets.went(1, 100.0)
    assert sockets.here() == []
    assert [gone.who for gone in sockets.gone(100.0 + GRACE)] == [1]
    assert sockets.gone(100.0 + 2 * GRACE) == [], "it is told once"
    assert sockets.is_idle


def test_a_reload_is_no_absence() -> None:
    sockets = Sockets()
    sockets.came(1)
    sockets.went(1, 10.0)
    assert sockets.gone(10.0 + GRACE / 2) == []
    assert not sockets.is_idle
    sockets.came(1)
    assert sockets.gone(10.0 + 2 * GRACE) == []
    assert sockets.here() == [1]


@pytest.fixture
def chair(db: None) -> TableSeat:
    return seated([person("An"), "sound"]).chairs.get(position=0)


def seen_at(chair: TableSeat) -> object:
    return TableSeat.objects.get(pk=chair.pk).seen_at


def revision() -> int:
    return Table.objects.get().revision


def test_coming_and_going_raises_the_revision_once(chair: TableSeat) -> None:
    before, moment = revision(), now()
    presence.mark(chair.pk, moment)
    presence.mark(chair.pk, moment + timedelta(seconds=1))
    assert (seen_at(chair), revision()) == (moment + timedelta(seconds=1), before + 1)
    presence.mark(chair.pk, None)
    since = TableSeat.objects.get(pk=chair.pk).away_since
    assert since >= moment
    presence.mark(chair.pk, None)
    assert (seen_at(chair), revision()) == (None, before + 2)
    assert TableSeat.objects.get(pk=chair.pk).away_since == since


def test_who_left_or_never_sat_is_not_marked(chair: TableSeat) -> None:
    TableSeat.objects.update(left=True)
    presence.mark(chair.pk, now())
    presence.mark(chair.pk + 100, now())
    assert seen_at(chair) is None


def test_refreshed_it_stays_and_comes_back_where_another_process_thought_it_gone(chair: TableSeat) -> None:
    before, moment = revision(), now()
    assert presence.keep([chair.pk], moment, everybody=False) == [chair.pk]
    assert (seen_at(chair), revision()) == (moment, before + 1)
    assert presence.keep([chair.pk], moment + timedelta(seconds=1), everybody=False) == []
    presence.keep([chair.pk], moment + timedelta(seconds=15), everybody=True)
    assert (seen_at(chair), revision()) == (moment + timedelta(seconds=15), before + 1)


def test_a_process_takes_back_only_what_it_has_said_itself(chair: TableSeat) -> None:
    sockets: Sockets[int] = Sockets()
    presence.mark(chair.pk, now())
    sockets.came(chair.pk, now())
    presence.mark(chair.pk, now())  # by another process, to which the player went on
    sockets.went(chair.pk, 10.0)
    presence.forget(sockets.gone(10.0 + GRACE))
    assert seen_at(chair)


def test_what_it_has_said_last_it_takes_back(chair: TableSeat) -> None:
    sockets: Sockets[int] = Sockets()
    sockets.came(chair.pk, now())
    presence.mark(chair.pk, now())
    moment = now()
    sockets.said(presence.keep(sockets.here(), moment, everybody=True), moment)
    sockets.went(chair.pk, 10.0)
    presence.forget(sockets.gone(10.0 + GRACE))
    assert seen_at(chair) is None


def test_who_was_connected_to_a_killed_process_is_forgotten(chair: TableSeat) -> None:
    moment = now()
    presence.mark(chair.pk, moment)
    presence.sweep(moment + FORGOTTEN)
    assert seen_at(chair)
    presence.sweep(moment + FORGOTTEN + timedelta(seconds=1))
    assert seen_at(chair) is None
