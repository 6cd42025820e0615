"""The clock stands still while the site is away, in every process, and goes on as if nobody had gone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts import house
from accounts.models import House
from game.live import clock, presence
from game.live.clock import Clock
from game.live.moment import now
from game.models import Table, TableSeat
from tests.house import has_set
from tests.live.build import connected, current, dealt, people, seated

pytestmark = pytest.mark.django_db

AWAY = timedelta(minutes=30)
Step = Callable[[timedelta], float]


@pytest.fixture
def step() -> Step:
    """A step of one clock, so long after the beginning."""
    own, begun = Clock(), now()
    own.step(begun, 100.0)
    return lambda after: own.step(begun + after, 100.0 + after.total_seconds())


@pytest.fixture
def table(quiet: None) -> Table:
    table = seated(people())
    dealt(table)
    return table


def due_at(table: Table) -> timedelta:
    due = Table.objects.get(pk=table.pk).due_at
    assert due
    return due - now()


def test_nobody_is_played_for_meanwhile(table: Table, step: Step, monkeypatch: pytest.MonkeyPatch) -> None:
    has_set(monkeypatch, maintenance=True)
    assert step(AWAY) == clock.LOOK.total_seconds()
    assert current(table).version == 0


@pytest.mark.parametrize("left", [timedelta(seconds=2), -timedelta(seconds=2), -AWAY])
def test_whose_turn_it_was_gets_the_whole_time_again(
    table: Table, step: Step, monkeypatch: pytest.MonkeyPatch, left: timedelta
) -> None:
    revision = Table.objects.get(pk=table.pk).revision
    back = timedelta(seconds=table.turn_seconds) - left
    has_set(monkeypatch, maintenance=True)
    step(timedelta(seconds=1))
    has_set(monkeypatch)
    step(back)
    assert current(table).version == 0
    assert (due_at(table) - back).total_seconds() == pytest.approx(table.turn_seconds, abs=1)
    assert Table.objects.get(pk=table.pk).revision > revision, "browsers learn of it"
    step(back + timedelta(seconds=table.turn_seconds + 1))
    assert current(table).version == 1


def test_a_second_clock_that_comes_back_later_leaves_turns_alone(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, begun = Clock(), Clock(), now()
    has_set(monkeypatch, maintenance=True)
    for one in (first, second):
        one.step(begun, 100.0)
    has_set(monkeypatch)
    back = begun + AWAY
    first.step(back, 100.0 + AWAY.total_seconds())
    due = Table.objects.get(pk=table.pk).due_at
    second.step(back + timedelta(seconds=1), 101.0 + AWAY.total_seconds())
    assert Table.objects.get(pk=table.pk).due_at == due


def test_nobody_is_missed_before_they_could_come_back(
    table: Table, step: Step, monkeypatch: pytest.MonkeyPatch
) -> None:
    connected(*(chair.user for chair in table.people() if chair.user))
    has_set(monkeypatch, maintenance=True)
    step(timedelta(seconds=1))
    has_set(monkeypatch)
    step(AWAY)
    assert here(table) == 4
    step(AWAY + timedelta(seconds=clock.COMING_BACK) + presence.FORGOTTEN)
    assert here(table) == 0


def here(table: Table) -> int:
    return TableSeat.objects.filter(table=table, seen_at__isnull=False).count()


def test_another_process_hears_of_it_by_the_database(table: Table, step: Step) -> None:
    House.objects.update(maintenance=True)
    house._house.forget()  # as after a second
    step(AWAY)
    assert current(table).version == 0
