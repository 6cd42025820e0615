"""What processes know of a table while others change it: nothing they show stays old, and they read little for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import erasing, ledger
from accounts.ledger import Bill
from accounts.models import User
from accounts.signals import renamed
from game.live import (
    clock,
    freezing,
    house,
    places,
    play,
    positions,
    presence,
    removing,
    scene,
    seeds,
    shutting,
    spectators,
    tables,
    talk,
    voiding,
)
from game.live import snapshots as readings
from game.live.moment import now
from game.live.play import Actor
from game.live.presence import Gone
from game.live.scene import Scene, see_table
from game.live.snapshots import Snapshot, Snapshots
from game.models import Table, TableSeat
from tests.live.build import QUIET, connected, current, dealt, do, people, person, position_of, seated
from tests.live.moderators import moderator

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet")]


class Process:
    """What a server process knows by itself of tables and hands."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch
        self.snapshots, self._positions = Snapshots(), positions.Cache()

    @contextmanager
    def runs(self) -> Iterator[None]:
        """What is done inside happens in this process."""
        with self._patch.context() as patch:
            for module in (play, scene, seeds, tables):
                patch.setattr(module, "snapshots", self.snapshots)
            patch.setattr(positions, "cache", self._positions)
            yield

    def shows(self, code: str) -> Snapshot:
        """The table at the revision that push or watch have just told of."""
        with self.runs():
            return self.snapshots.get(code, Table.objects.get(code=code).revision)


class Place(NamedTuple):
    """A hand in play, known to two processes: four play it, somebody watches."""

    table: Table
    users: list[User]
    watcher: User
    here: Process
    there: Process

    def act(self, process: Process, by: Actor = Actor.PERSON) -> None:
        with process.runs():
            do(self.table, QUIET["actions"][position_of(self.table).version], by)

    def seen(self, snapshot: Snapshot) -> list[Scene]:
        """By everybody."""
        viewers = [*(user.pk for user in self.users), self.watcher.pk, None]
        return [see_table(snapshot, viewer, BEFORE) for viewer in viewers]


BEFORE = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Place:
    users, watcher = people(), person("Hà")
    table = seated([*users])
    connected(*users)
    dealt(table)
    spectators.note(spectators.watcher(table.code, watcher, ""), now())
    found = Place(table, users, watcher, Process(monkeypatch), Process(monkeypatch))
    found.act(found.there)
    for process in (found.here, found.there):
        process.shows(table.code)
    return found


# -- what may change ----------------------------------------------------------------------------------


def order(place: Place) -> None:
    tables.order(place.table.code, current(place.table).pk, place.users[2], "".join(QUIET["pack"][::-1]))


def seed(place: Place) -> None:
    seeds.add(place.table.code, place.users[1], "of a browser")


def name(place: Place) -> None:
    call(place.users[0])


def name_of_who_watches(place: Place) -> None:
    call(place.watcher)


def call(user: User) -> None:
    before, user.display_name = user.display_name, "Khác"
    user.save()
    renamed.send(sender=User, user=user, before=before)


def somebody_goes(place: Place) -> None:
    presence.forget([Gone(place.table.chairs.get(user=place.users[3]).pk, now())])


def somebody_watches(place: Place) -> None:
    spectators.note(spectators.watcher(place.table.code, None, "visitor"), now())


def nobody_watches(place: Place) -> None:
    spectators.forget([Gone(spectators.watcher(place.table.code, place.watcher, ""), now())])


def sits_out(place: Place) -> None:
    places.sit_out(place.table.code, place.users[1])


def leaves(place: Place) -> None:
    tables.leave(place.table.code, place.users[1])


def host(place: Place) -> None:
    house.hand_over(place.table.code, place.users[0], place.users[1].pk)


def chat_frozen(place: Place) -> None:
    freezing.freeze(place.table.code, moderator(), "why")


def last_hand(place: Place) -> None:
    shutting.close_after_hand(place.table.code, moderator(), "why")


def message_removed(place: Place) -> None:
    removing.remove(talk.say(place.table.code, place.users[0], "text", "chào"), moderator(), "why")


def hand_voided(place: Place) -> None:
    voiding.void(current(place.table).pk, moderator(), "why")


def who_watches_is_erased(place: Place) -> None:
    erasing.erase(place.watcher)


def who_left_is_erased(place: Place) -> None:
    tables.leave(place.table.code, place.users[1])
    for process in (place.here, place.there):
        process.shows(place.table.code)
    erasing.erase(place.users[1])


def deadlines(place: Place) -> None:
    clock.rearm(now() + timedelta(hours=1))


CHANGES = [
    order,
    seed,
    name,
    name_of_who_watches,
    somebody_goes,
    somebody_watches,
    nobody_watches,
    sits_out,
    leaves,
    host,
    chat_frozen,
    last_hand,
    message_removed,
    hand_voided,
    who_watches_is_erased,
    who_left_is_erased,
    deadlines,
]
UNSEEN = (order, seed)
"""Other pages are told of these by the next change."""


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_what_changes_there_is_shown_here(place: Place, change: Callable[[Place], None]) -> None:
    before = place.seen(place.here.shows(place.table.code))
    with place.there.runs():
        change(place)
    assert place.seen(readings.read(place.table.code)) != before, "somebody sees it"
    if change not in UNSEEN:
        assert_newest(place)
    if change is not hand_voided:
        place.act(place.here, Actor.CLOCK if change in (leaves, who_left_is_erased) else Actor.PERSON)
        assert_newest(place)


def assert_newest(place: Place) -> None:
    newest = place.seen(readings.read(place.table.code))
    assert place.seen(place.here.shows(place.table.code)) == newest
    assert place.seen(place.there.shows(place.table.code)) == newest


def test_what_has_no_revision_is_old_for_seconds_at_most(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """A purse in mid-hand, and the jackpot, to which other tables pay."""
    ledger.set_aside(-1, {place.users[0].pk: 500})
    ledger.settle(-1, Bill("hien_nha", fees=((place.users[0].pk, 500),), to_jackpot=200))
    later = time.monotonic() + 15
    monkeypatch.setattr(time, "monotonic", lambda: later)
    place.act(place.here)
    assert_newest(place)
    assert place.here.shows(place.table.code).jackpot == ledger.jackpot("hien_nha") > 0


def test_whoever_was_removed_may_come_again_when_the_time_is_over(place: Place) -> None:
    tables.leave(place.table.code, place.users[3])
    removed = person("Giang")
    place.table.exclusions.create(user=removed, until=now() + timedelta(minutes=1))
    snapshot = readings.read(place.table.code)
    assert see_table(snapshot, removed.pk, now()).free == 0
    assert see_table(snapshot, removed.pk, now() + timedelta(minutes=2)).free == 1


# -- what it takes ------------------------------------------------------------------------------------


def test_what_was_played_there_is_read_here_by_one_query(place: Place) -> None:
    for _ in range(3):
        place.act(place.there)
    revision = Table.objects.get(pk=place.table.pk).revision
    with place.here.runs(), CaptureQueriesContext(connection) as asked:
        snapshot = place.here.snapshots.get(place.table.code, revision)
    assert len(asked) == 1
    assert snapshot.position == positions.replay(current(place.table))
    assert_newest(place)


def test_whoever_played_last_knows_it(place: Place) -> None:
    place.act(place.there)
    place.here.shows(place.table.code)
    place.act(place.here)
    revision = Table.objects.get(pk=place.table.pk).revision
    assert place.here.snapshots.known(place.table.code, revision) is not None
    assert_newest(place)


def test_the_whole_hand_and_the_next_one_in_turns(place: Place) -> None:
    while current(place.table).ended_at is None:
        place.act(place.here if position_of(place.table).version % 3 else place.there)
        assert_newest(place)
    dealt(place.table)
    assert_newest(place)


def test_an_older_reading_does_not_replace_a_later_one(place: Place) -> None:
    older = readings.read(place.table.code)
    order(place)
    later = place.here.snapshots.read(place.table.code)
    place.here.snapshots._keep(older)
    assert place.here.snapshots.known(place.table.code, 0) is later


def test_only_so_many_are_kept(place: Place) -> None:
    few = Snapshots(kept=1)
    few.read(place.table.code)
    seated(["sound"] * 4, code="another")
    few.read("another")
    assert few.known(place.table.code, 0) is None
    assert few.known("another", 0) is not None


# -- what is written by what is known -----------------------------------------------------------------


def test_a_clock_that_knows_less_forgets_nobody_who_played(place: Place) -> None:
    chair = TableSeat.objects.get(table=place.table, position=0)
    assert chair.acted
    snapshot = place.here.shows(place.table.code)
    player = snapshot.players[0]
    assert player.chair
    player.chair.acted = None
    play._note_act(player, Actor.CLOCK)
    chair.refresh_from_db()
    assert chair.acted


def test_nobody_is_back_unseen(place: Place) -> None:
    """One process says again that somebody is here, just after another has found that he isn't."""
    chair = place.table.chairs.get(user=place.users[3])
    looked: list[str] = []
    at = now()

    def goes(execute: Callable[..., Any], sql: str, *others: Any) -> Any:
        found = execute(sql, *others)
        if not looked:
            looked.append(sql)
            somebody_goes(place)
        return found

    with connection.execute_wrapper(goes):
        presence.keep([chair.pk], at, everybody=True)
    assert [seat.connected for seat in place.seen(place.here.shows(place.table.code))[0].chairs] == [True] * 3 + [False]
    presence.keep([chair.pk], now(), everybody=True)
    assert all(seat.connected for seat in place.seen(place.here.shows(place.table.code))[0].chairs)
    assert_newest(place)
