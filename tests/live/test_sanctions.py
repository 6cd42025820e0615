"""Whoever is shut out: every open page closes, the seat goes to the clock, nothing can be done any more."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from accounts import sanctions
from accounts.models import LogEntry, Reason, Sanction, User
from accounts.stakes import LOWEST
from game.live import clock, house, invitations, news, quick, seeds, tables, talk
from game.live.clock import Clock
from game.live.moment import now
from game.live.refused import Refused
from game.live.tables import Wanted
from game.models import Freed, Message, Phase, Table
from game.sockets import SHUT_OUT
from phom_site.asgi import application
from tests.live.browsers import Browser, opened
from tests.live.build import QUIET, connected, current, dealt, do_all, people, person, seated

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet")]
DAY = timedelta(days=1)


def boss() -> User:
    """Whoever may act on players."""
    return User.objects.create(username="boss", display_name="Người nhà", is_staff=True, is_superuser=True)


def punish(user: User, kind: str = "suspend", lasts: timedelta | None = DAY) -> Sanction:
    reason = Reason.objects.get_or_create(name_vi="Chửi bới", name_en="Insults", text_vi="Đã chửi.", text_en="Insults.")
    by = User.objects.filter(is_superuser=True).first() or boss()
    return sanctions.impose(user, kind, reason[0], now() + lasts if lasts else None, by)


class Elsewhere(Browser):
    """A page that isn't a table's."""

    async def enter(self, path: str) -> bool:
        self.socket = WebsocketCommunicator(application, path, self.headers())
        is_open, _ = await self.socket.connect(timeout=5)
        return bool(is_open)


@pytest.fixture
async def sitters() -> list[User]:
    return await sync_to_async(people)()


@pytest.fixture
async def table(sitters: list[User]) -> AsyncIterator[Table]:
    made = await sync_to_async(lambda: seated([*sitters]))()
    await sync_to_async(dealt)(made)
    yield made


# -- open sockets -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", sanctions.SHUT_OUT)
async def test_every_open_page_of_the_player_closes_and_nobody_elses(
    table: Table, sitters: list[User], kind: str
) -> None:
    own, other = await opened(table, sitters[1], sitters[2])
    pages = [await sync_to_async(Elsewhere)(sitters[1]) for _ in range(3)]
    for page, path in zip(pages, ("/ws/here/", "/ws/lobby/", "/ws/guide/"), strict=True):
        assert await page.enter(path)
    await sync_to_async(punish)(sitters[1], kind)
    assert [await page.closed() for page in (own, *pages)] == [SHUT_OUT] * 4
    await other.send(type="ping")
    assert (await other.next_of("pong"))["kind"] == "pong"
    await other.close()


async def test_a_page_opened_later_is_closed_at_once(table: Table, sitters: list[User]) -> None:
    await sync_to_async(punish)(sitters[1])
    browser = await sync_to_async(Browser)(sitters[1])
    assert await browser.open(table.code)
    assert await browser.closed() == SHUT_OUT
    assert not browser.frames, "it is shown nothing"


async def test_a_mute_closes_nothing_and_is_told_on_any_page(sitters: list[User]) -> None:
    page = await sync_to_async(Elsewhere)(sitters[0], language="en")
    assert await page.enter("/ws/here/")
    await sync_to_async(punish)(sitters[0], "mute")
    assert 'hx-get="/calls/"' in (await page.next_of("news"))["content"]
    assert "You can't write in chats until" in await page.page("/calls/")
    await page.send(type="ping")
    assert (await page.next_of("pong"))["kind"] == "pong"
    await page.close()


def test_what_follows_while_nothing_was_read_or_between_two_looks_is_news_too() -> None:
    [an] = people(1)

    def told() -> frozenset[tuple[object, ...]]:
        return news.read([an.pk], [], now())[an.pk].calls

    made = punish(an, "mute")
    before = told()
    sanctions.lift(made, User.objects.get(is_superuser=True), "A mistake.")
    assert len(told()) == 1 and told() != before, "still one that isn't read, but not the same"
    before = told()
    sanctions.read(an, [made.pk])
    punish(an, "warn", None)
    assert len(told()) == 1 and told() != before


# -- the seat -----------------------------------------------------------------------------------------


def table_of(sitters: list[User]) -> Table:
    table = seated([*sitters])
    connected(*sitters)
    dealt(table)
    return table


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def test_the_seat_goes_to_the_clock_at_once_and_is_freed_after_the_hand() -> None:
    users = people()
    table = table_of(users)
    punish(users[0])
    assert fresh(table).due_at is not None and fresh(table).due_at <= now(), "it is that player's turn"
    assert fresh(table).host == users[1], "whoever is host can't stay away for good"
    with pytest.raises(Refused, match="not_seated"):
        tables.seat_in(table.code, current(table).pk, users[0])
    do_all(table, QUIET["actions"])
    assert current(table).players.get(seat=0).units == QUIET["result"]["units"][0], "the hand is paid as ever"
    dealt(table)
    assert [chair.user for chair in table.chairs.all()] == users[1:]
    assert fresh(table).freed.get(str(users[0].pk), "") not in Freed.values


def test_the_clock_plays_the_turn() -> None:
    users = people()
    table = table_of(users)
    version = current(table).version
    punish(users[0], "ban", None)
    clock.tick(now())
    assert current(table).version > version


def test_a_table_that_waits_has_a_free_seat() -> None:
    users = people(2)
    table = seated([*users])
    punish(users[1])
    assert [chair.user for chair in table.chairs.all()] == users[:1]


def test_a_mute_leaves_the_seat() -> None:
    users = people()
    table = table_of(users)
    punish(users[0], "mute")
    assert table.chairs.get(user=users[0]).left is False
    assert tables.seat_in(table.code, current(table).pk, users[0]) == 0


# -- what can't be done -------------------------------------------------------------------------------


def test_whoever_is_shut_out_gets_no_seat_anywhere() -> None:
    an, binh = people(2)
    table = tables.create(binh, Wanted())
    punish(an)
    deeds: list[Callable[[], Any]] = [
        lambda: tables.sit_down(an),
        lambda: tables.create(an, Wanted()),
        lambda: tables.take_seat(table.code, an),
        lambda: quick.play(an, "online", LOWEST),
    ]
    for deed in deeds:
        with pytest.raises(Refused, match="shut_out"):
            deed()
    with pytest.raises(Refused, match="no_such_player"):
        invitations.invite(table, binh, an)


def test_who_was_shut_out_while_a_socket_lives_on_can_do_nothing_at_the_table() -> None:
    """The moment between the sanction and the closing; the seat is put back here as if nobody had freed it."""
    users = people()
    table = table_of(users)
    punish(users[0])
    table.chairs.filter(user=users[0]).update(left=False)
    Table.objects.filter(pk=table.pk).update(host=users[0], phase=Phase.RESULT)
    deeds: list[Callable[[], Any]] = [
        lambda: tables.seat_in(table.code, current(table).pk, users[0]),
        lambda: tables.ready(table.code, users[0]),
        lambda: tables.leave(table.code, users[0]),
        lambda: talk.say(table.code, users[0], "text", "chào"),
        lambda: house.add_bot(table.code, users[0]),
        lambda: seeds.add(table.code, users[0], "abc"),
    ]
    for deed in deeds:
        with pytest.raises(Refused, match="not_seated|talkers_sit|not_host"):
            deed()
    assert not Message.objects.exists()


def test_whoever_is_muted_plays_and_says_nothing_until_it_ends() -> None:
    users = people()
    table = table_of(users)
    made = punish(users[0], "mute", timedelta(hours=1))
    for kind, text in (("text", "chào"), ("phrase", "hello"), ("emote", "laugh")):
        with pytest.raises(Refused, match="muted"):
            talk.say(table.code, users[0], kind, text)
    talk.say(table.code, users[1], "text", "chào")
    past(made)
    talk.say(table.code, users[0], "text", "chào")


# -- it ends ------------------------------------------------------------------------------------------


def past(made: Sanction) -> None:
    """Its end was a moment ago."""
    at = now() - timedelta(seconds=1)
    Sanction.objects.filter(pk=made.pk).update(ends_at=at)
    User.objects.filter(pk=made.user_id, muted_until__isnull=False).update(muted_until=at)
    User.objects.filter(pk=made.user_id, shut_out_until__isnull=False).update(shut_out_until=at)


def test_time_alone_lets_in_again_and_the_clock_notes_it() -> None:
    [an] = people(1)
    made = punish(an)
    past(made)
    tables.sit_down(an)
    Clock().step(now(), 1000.0)
    made.refresh_from_db()
    an.refresh_from_db()
    assert made.lapsed and an.shut_out_until is None
    assert [(entry.action, entry.by) for entry in LogEntry.objects.order_by("pk")][-1] == ("lapse", None)


async def test_lifted_the_player_comes_back_to_the_hand(table: Table, sitters: list[User]) -> None:
    made = await sync_to_async(punish)(sitters[1])
    by = await sync_to_async(User.objects.get)(is_superuser=True)
    await sync_to_async(sanctions.lift)(made, by, "Nhầm người")
    await sync_to_async(tables.take_seat)(table.code, sitters[1])
    [browser] = await opened(table, sitters[1])
    assert "hand" in browser.content
    await browser.close()


def test_somebody_at_no_table_is_shut_out_too() -> None:
    nobody = person("Em")
    punish(nobody, "ban", None)
    assert sanctions.is_shut_out(nobody)
