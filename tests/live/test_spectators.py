"""Who watches a table: counted over all processes, named, refused where the host wants none."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from game.live import dealing, presence, spectators, tables
from game.live.moment import now
from game.live.presence import Gone
from game.live.refused import Refused
from game.live.scene import scene
from game.live.spectators import OPENS_AFTER, Watching
from game.models import HandRecord, Spectator, Table, TableSeat
from tests.live.browsers import Browser, opened
from tests.live.build import QUIET, current, dealt, do_all, people, person, seated

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]


@pytest.fixture
def table() -> Table:
    return seated([*people()])


def revision() -> int:
    return Table.objects.get().revision


def watching(table: Table, viewer: User | None = None) -> Watching:
    return scene(table.code, viewer).watching


# -- who ------------------------------------------------------------------------------------------------------


def test_players_are_named_and_visitors_counted(table: Table) -> None:
    before = revision()
    for user, visitor in ((person("Em"), ""), (person("Giang"), ""), (None, "one"), (None, "two")):
        spectators.note(spectators.watcher(table.code, user, visitor), now())
    assert watching(table) == Watching(4, ("Em", "Giang"))
    assert watching(table).others == 2
    assert revision() == before + 4, "each is shown at the table"


def test_somebody_in_two_tabs_is_one_and_stays_fresh(table: Table) -> None:
    em = person("Em")
    spectators.note(spectators.watcher(table.code, em, "visitor"), now())
    before, later = revision(), now() + timedelta(seconds=15)
    spectators.note(spectators.watcher(table.code, em, "visitor"), later)
    assert (Spectator.objects.get().seen_at, revision()) == (later, before)


def test_who_goes_is_forgotten_once(table: Table) -> None:
    watcher = spectators.watcher(table.code, None, "visitor")
    spectators.note(watcher, now())
    before = revision()
    said_at = now()
    spectators.forget([Gone(watcher, said_at - timedelta(seconds=1))])
    assert watching(table).total == 1, "another process has said since that somebody is there"
    spectators.forget([Gone(watcher, said_at)])
    spectators.forget([Gone(watcher, said_at)])
    assert (watching(table), revision()) == (Watching(), before + 1)


def test_who_was_taken_away_by_another_process_is_there_again(table: Table) -> None:
    here = [spectators.watcher(table.code, None, "one"), spectators.watcher(table.code, person("Em"), "")]
    spectators.note(here[0], now())
    before = revision()
    assert spectators.keep(here, now(), everybody=False) == here[1:]
    assert spectators.keep(here, now(), everybody=False) == []
    assert (watching(table).total, revision()) == (2, before + 1)
    later = now() + timedelta(seconds=15)
    assert spectators.keep(here, later, everybody=True) == here
    assert set(Spectator.objects.values_list("seen_at", flat=True)) == {later}
    spectators.sits_down(here[1])
    assert watching(table).total == 1


def test_who_watched_by_a_process_that_died_is_swept(table: Table) -> None:
    moment = now()
    spectators.note(spectators.watcher(table.code, person("Em"), "visitor"), moment)
    spectators.sweep(moment + presence.FORGOTTEN)
    assert watching(table).total == 1
    before = revision()
    spectators.sweep(moment + presence.FORGOTTEN + timedelta(seconds=1))
    assert (watching(table).total, revision()) == (0, before + 1)


def test_who_sits_down_watches_no_more(table: Table) -> None:
    em = person("Em")
    spectators.note(spectators.watcher(table.code, em, "visitor"), now())
    TableSeat.objects.filter(position=3).update(user=em)
    assert watching(table).total == 0


def test_many_are_counted_and_some_named(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spectators, "NAMED", 1)
    for name in ("Em", "Giang"):
        spectators.note(spectators.watcher(table.code, person(name), "visitor"), now())
    assert watching(table) == Watching(2, ("Em",))


def test_nobody_watches_a_table_that_is_gone() -> None:
    spectators.note(spectators.watcher("nothing", None, "visitor"), now())
    assert not Spectator.objects.exists()


# -- where none are wanted ------------------------------------------------------------------------------------


def test_where_none_are_wanted_only_sitters_see_the_table(table: Table) -> None:
    Table.objects.update(spectators=False)
    for user in people_of(table):
        assert scene(table.code, user).viewer is not None
    for stranger in (person("Em"), None):
        with pytest.raises(Refused, match="no_spectators"):
            scene(table.code, stranger)
    leaver = people_of(table)[1]
    tables.leave(table.code, leaver)
    with pytest.raises(Refused, match="no_spectators"):
        scene(table.code, leaver)


def people_of(table: Table) -> list[User]:
    return [chair.user for chair in table.chairs.select_related("user") if chair.user]


# -- finished hands -------------------------------------------------------------------------------------------


def finished(table: Table) -> HandRecord:
    dealt(table)
    do_all(table, QUIET["actions"])
    return current(table)


def ended_before(hand: HandRecord, ago: timedelta) -> None:
    HandRecord.objects.filter(pk=hand.pk).update(ended_at=now() - ago)


def open_cards(table: Table, viewer: User | None) -> list[bool]:
    sight = scene(table.code, viewer).sight
    assert sight
    return [seat.cards is not None for seat in sight.seats]


def test_hands_open_to_spectators_a_while_after_the_end(table: Table) -> None:
    hand = finished(table)
    em, player = person("Em"), people_of(table)[2]
    assert open_cards(table, player) == [True] * 4
    for viewer in (em, None):
        seen = scene(table.code, viewer)
        assert open_cards(table, viewer) == [False] * 4
        assert seen.is_shut and seen.opens_ms and seen.opens_ms <= 5000 and not seen.replay
    ended_before(hand, OPENS_AFTER)
    for viewer in (em, None):
        seen = scene(table.code, viewer)
        assert open_cards(table, viewer) == [True] * 4
        assert (seen.is_shut, seen.opens_ms, seen.replay) == (False, None, hand.public_id)


def test_and_never_where_the_host_wants_that(table: Table) -> None:
    Table.objects.update(open_hands=False)
    ended_before(finished(table), timedelta(days=1))
    seen = scene(table.code, None)
    assert open_cards(table, None) == [False] * 4
    assert (seen.is_shut, seen.opens_ms, seen.replay) == (True, None, "")
    assert open_cards(table, people_of(table)[0]) == [True] * 4


def test_who_sat_down_after_the_deal_watches_that_hand(table: Table) -> None:
    TableSeat.objects.filter(position=3).delete()
    hand = finished_by_three(table)
    em = person("Em")
    tables.take_seat(table.code, em)
    assert open_cards(table, em) == [False] * 3
    assert not spectators.is_open_to(hand, table, em.pk, now())


def finished_by_three(table: Table) -> HandRecord:
    dealing.next_hand(table.code, after=0)
    hand = current(table)
    HandRecord.objects.filter(pk=hand.pk).update(ended_at=now())
    return hand


def test_an_unknown_end_is_none(table: Table) -> None:
    hand = finished(table)
    hand.ended_at = None
    assert spectators.opens_in(hand, table, now()) is None
    assert not spectators.is_open_to(hand, table, people_of(table)[0].pk, now())


# -- by sockets -----------------------------------------------------------------------------------------------


@pytest.fixture
async def house(transactional_db: None, quiet: None) -> Table:
    return await sync_to_async(lambda: seated([*people()]))()


async def users_of(table: Table) -> list[User]:
    return await sync_to_async(people_of)(table)


async def until(browser: Browser, words: str) -> None:
    while words not in browser.content:
        await browser.next_of("table")


async def test_coming_is_seen_by_those_who_are_there(house: Table) -> None:
    users = await users_of(house)
    [player] = await opened(house, users[0])
    em = await sync_to_async(person)("Em")
    others = await opened(house, em, None)
    await until(player, "<bdi>Em</bdi>, 1 khách")
    for browser in (player, *others):
        await browser.close()


async def test_a_socket_at_a_table_without_spectators_says_why_and_closes(house: Table) -> None:
    await sync_to_async(lambda: Table.objects.update(spectators=False))()
    browser = await sync_to_async(Browser)(None)
    await browser.open(house.code)
    assert await browser.closed() == 4001
    assert [frame["code"] for frame in browser.frames] == ["no_spectators"]
    await browser.close()


async def test_who_loses_the_seat_watches_or_where_that_is_not_wanted_is_turned_away(house: Table) -> None:
    users = await users_of(house)
    first, second = await opened(house, *users[:2])
    await sync_to_async(tables.leave)(house.code, users[0])
    await until(second, "<bdi>An</bdi>")
    await sync_to_async(lambda: Table.objects.update(spectators=False))()
    await sync_to_async(tables.leave)(house.code, users[1])
    assert await second.closed() == 4001
    assert await first.closed() == 4001
    for browser in (first, second):
        await browser.close()


async def test_the_hands_open_by_themselves(house: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spectators, "OPENS_AFTER", timedelta(seconds=1))
    await sync_to_async(dealt)(house)
    [browser] = await opened(house, None)
    await sync_to_async(do_all)(house, QUIET["actions"])
    await until(browser, "Bài sắp mở.")
    shut = browser.shown
    while "Bài sắp mở." in browser.content:
        await browser.next_of("table")
    assert browser.shown >= shut and "loose-cards" in browser.content
    await asyncio.gather(browser.close())
