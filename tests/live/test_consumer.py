"""The socket of a table: what it takes, what it shows, what it refuses."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
from asgiref.sync import sync_to_async
from autobahn.exception import Disconnected
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.conf import settings

from accounts.models import User
from game import screens
from game.consumers import TableConsumer
from game.live import presence, push, tables
from game.live.presence import sockets
from game.live.watch import watch
from game.models import Table, TableSeat
from phom_site.asgi import application
from tests.live.browsers import Browser, opened, revision_of
from tests.live.build import QUIET, current, dealt, do, do_all, people, person, seated
from tests.live.test_wishes import GARBAGE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet")]

FIRST = QUIET["actions"][0]


class House:
    """A table with four people whose hand has been dealt, and their browsers."""

    def __init__(self) -> None:
        self.users = people()
        self.table = seated([*self.users])
        self.hand = dealt(self.table)
        self.browsers: list[Browser] = []

    async def open(self, *users: User | None) -> list[Browser]:
        browsers = await opened(self.table, *users)
        self.browsers += browsers
        return browsers

    async def act(self, browser: Browser, action: str, version: int = 0) -> None:
        await browser.send(type="act", hand=str(self.hand.pk), version=str(version), action=action)


@pytest.fixture
async def house(quiet: None) -> AsyncIterator[House]:
    house = await sync_to_async(House)()
    yield house
    for browser in house.browsers:
        await browser.close()


async def version_of(table: Table) -> int:
    return int((await sync_to_async(current)(table)).version)


# -- connecting ---------------------------------------------------------------------------------------


async def test_who_connects_gets_the_whole_table(house: House) -> None:
    [browser] = await house.open(house.users[0])
    frame = browser.frames[-1]
    assert (frame["kind"], frame["target"], frame["swap"]) == ("table", "#table", "outerMorph")
    assert frame["content"].startswith("<main") and frame["content"].endswith("</main>")
    assert frame["revision"] == await revision_of(house.table)


async def test_a_frame_is_what_the_page_shows(house: House) -> None:
    [browser] = await house.open(house.users[0])
    fragment = await browser.page(f"/t/{house.table.code}/fragment/")
    mat = fragment.index('id="mat"')
    assert browser.frames[-1]["content"][-200:] == fragment[-200:]
    assert fragment[mat : mat + 200] in browser.frames[-1]["content"]


async def test_who_reconnects_gets_the_whole_table_as_it_is_by_then(house: House) -> None:
    [browser] = await house.open(house.users[0])
    await browser.close()
    await sync_to_async(do)(house.table, FIRST)
    assert await browser.open(house.table.code)
    assert (await browser.next_of("table"))["revision"] == await revision_of(house.table)


@pytest.mark.parametrize("origin", ["https://evil.example", "http://localhost:9999", "null", "http://[", ""])
async def test_a_foreign_origin_is_refused(house: House, origin: str) -> None:
    browser = await sync_to_async(Browser)(house.users[0], origin=origin)
    assert not await browser.open(house.table.code)


@pytest.mark.parametrize("path", ["/", "/ws/", "/ws/t/", "/ws/t/%00/"])
async def test_an_address_where_nothing_is_denies(path: str) -> None:
    headers = [(b"origin", b"http://localhost"), (b"host", b"localhost")]
    connected, _ = await WebsocketCommunicator(application, path, headers).connect()
    assert not connected


async def test_no_table_no_socket(house: House) -> None:
    browser = await sync_to_async(Browser)(house.users[0])
    assert await browser.open("nothing")
    assert await browser.closed() == 4001
    await browser.close()


@pytest.mark.parametrize(("language", "word"), [("vi", "Bàn chơi"), ("en", "Table")])
async def test_it_speaks_the_language_of_the_browsers_pages(house: House, language: str, word: str) -> None:
    browser = await sync_to_async(Browser)(house.users[0], language)
    await browser.open(house.table.code)
    house.browsers.append(browser)
    assert f'aria-label="{word}"' in (await browser.next_of("table"))["content"]


@pytest.mark.parametrize(
    ("asked", "word"), [("vi", "Bàn chơi"), ("en", "Table"), ("%00", "Table"), ("vi&language=en", "Bàn chơi")]
)
async def test_the_language_of_the_page_goes_before_what_was_chosen_since(house: House, asked: str, word: str) -> None:
    browser = await sync_to_async(Browser)(house.users[0], "en")
    await browser.open(house.table.code, f"?language={asked}")
    house.browsers.append(browser)
    assert f'aria-label="{word}"' in (await browser.next_of("table"))["content"]
    await house.act(browser, "draw")
    known = screens.words("already_taken", {})
    assert ((await browser.next_of("notice"))["content"] == known) is (word == "Bàn chơi")


# -- acting -------------------------------------------------------------------------------------------


async def test_an_action_is_shown_to_everybody(house: House) -> None:
    browsers = await house.open(*house.users, None)
    await house.act(browsers[0], FIRST)
    revision = browsers[0].frames[-1]["revision"] + 1
    for browser in browsers:
        assert (await browser.at(revision))["revision"] == revision
        assert await browser.quiet(0.02)
    assert await version_of(house.table) == 1


async def test_a_stale_action_is_answered_in_words_with_the_table(house: House) -> None:
    [browser] = await house.open(house.users[0])
    await sync_to_async(do)(house.table, FIRST)
    await browser.at(await revision_of(house.table))
    await house.act(browser, FIRST, version=0)
    notice, table = await browser.next(), await browser.next()
    assert (notice["kind"], notice["code"], notice["target"]) == ("notice", "stale", "#notice")
    assert notice["content"] == screens.words("stale", {})
    assert (table["kind"], table["revision"]) == ("table", await revision_of(house.table))


@pytest.mark.parametrize(
    ("action", "code"),
    [("draw", "already_taken"), ("eat", "already_taken"), ("muck", "muck_is_the_clocks"), ("lay 2S3S4S", "not_in_hand"),
     ("send 6H 0.1", "not_in_hand")],
)  # fmt: skip
async def test_an_illegal_action_is_answered_with_the_reason(house: House, action: str, code: str) -> None:
    [browser] = await house.open(house.users[0])
    await house.act(browser, action)
    notice = await browser.next()
    assert notice["kind"] == "notice"
    assert notice["code"] in (code, "not_final_turn")
    assert (await browser.next())["kind"] == "table"
    assert await version_of(house.table) == 0


async def test_nobody_acts_out_of_turn_or_for_another(house: House) -> None:
    browsers = await house.open(house.users[1], await sync_to_async(person)("Em"), None)
    for browser, code in zip(browsers, ("not_your_turn", "not_seated", "not_seated"), strict=True):
        await house.act(browser, FIRST)
        assert (await browser.next_of("notice"))["code"] == code
    assert browser.frames[-1]["content"] == "Bạn chỉ đang xem bàn này."
    assert await version_of(house.table) == 0


async def test_a_hand_of_another_table_is_out_of_reach(house: House) -> None:
    def elsewhere() -> tuple[User, Table]:
        user = person("Em")
        other = seated([user, "sound"], code="other")
        dealt(other)
        return user, other

    user, other = await sync_to_async(elsewhere)()
    [browser] = await opened(other, user)
    house.browsers.append(browser)
    await house.act(browser, FIRST)
    assert (await browser.next_of("notice"))["code"] == "not_seated"


async def test_who_left_for_good_only_watches(house: House) -> None:
    [browser] = await house.open(house.users[0])
    await sync_to_async(tables.leave)(house.table.code, house.users[0])
    shown = await browser.at(await revision_of(house.table))
    assert FIRST.split()[1] not in shown["content"]
    await house.act(browser, FIRST)
    assert (await browser.next_of("notice"))["code"] == "not_seated"


async def test_of_two_tabs_one_wins_and_both_show_it(house: House) -> None:
    one, other = await house.open(house.users[0], house.users[0])
    other_card = f"discard {QUIET['pack'][1 if QUIET['pack'][0] in FIRST else 0]}"
    await asyncio.gather(house.act(one, FIRST), house.act(other, other_card))
    await asyncio.sleep(0.2)
    revision = await revision_of(house.table)
    for tab in (one, other):
        while not await tab.quiet(0.05):
            await tab.next()
        assert [frame for frame in tab.frames if frame["kind"] == "table"][-1]["revision"] == revision
    notices = [frame["code"] for tab in (one, other) for frame in tab.frames if frame["kind"] == "notice"]
    assert notices == ["stale"]
    assert await version_of(house.table) == 1


async def test_ready_and_order_are_taken(house: House) -> None:
    [browser] = await house.open(house.users[0])
    await browser.send(type="order", hand=str(house.hand.pk), cards="KS3H")
    await browser.send(type="ready")
    await browser.send(type="ping")
    assert (await browser.next())["kind"] == "pong"
    chair = await sync_to_async(lambda: house.table.chairs.get(position=0))()
    assert (chair.hand_order, chair.ready) == ("KS3H", False), "in mid-hand everyone is ready already"


async def test_the_table_is_sent_when_asked_for(house: House) -> None:
    [browser] = await house.open(house.users[0])
    await browser.send(type="table")
    assert (await browser.next())["kind"] == "table"
    await browser.send(type="ping")
    pong = {"kind": "pong", "revision": browser.frames[0]["revision"], "release": settings.PHOM_RELEASE}
    assert await browser.next() == pong


# -- misuse -------------------------------------------------------------------------------------------


async def test_garbage_is_answered_and_survived(house: House) -> None:
    [browser] = await house.open(house.users[0])
    for text in GARBAGE[1:20]:
        await browser.socket.send_to(text_data=text)
        notice = await browser.next()
        assert (notice["kind"], notice["code"]) == ("notice", "bad_message")
        await asyncio.sleep(0.06)
    await browser.send(type="ping")
    assert (await browser.next())["kind"] == "pong"


async def test_bytes_and_long_messages_are_refused(house: House) -> None:
    [browser] = await house.open(house.users[0])
    await browser.socket.send_to(bytes_data=b"\x00\xff")
    assert (await browser.next())["code"] == "bad_message"
    await browser.socket.send_to(text_data="x" * 5000)
    assert (await browser.next())["code"] == "too_big"


async def test_too_many_messages_are_refused_and_going_on_ends_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "PHOM_LIMITS", 1)
    [browser] = await house.open(house.users[0])
    for _ in range(60):
        await browser.send(type="ping")
    assert await browser.closed() == 4003
    codes = [frame["code"] for frame in browser.frames if frame["kind"] == "notice"]
    assert codes and set(codes) == {"too_fast"}
    house.browsers.remove(browser)
    await browser.close()


async def test_what_fails_inside_is_answered_and_survived(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise ZeroDivisionError

    [browser] = await house.open(house.users[0])
    monkeypatch.setattr("game.live.wishes.act", fail)
    await house.act(browser, FIRST)
    assert (await browser.next())["code"] == "failed"
    monkeypatch.undo()
    await house.act(browser, FIRST)
    assert await browser.at(browser.frames[0]["revision"] + 1)


async def test_a_table_that_cant_be_shown_is_shown_at_its_next_change(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> str:
        raise ZeroDivisionError

    [browser] = await house.open(house.users[0])
    with monkeypatch.context() as broken:
        broken.setattr(screens, "table_html", fail)
        await browser.send(type="table")
        assert await browser.quiet()
    await house.act(browser, FIRST)
    assert await browser.at(browser.frames[0]["revision"] + 1)


# -- keeping up ---------------------------------------------------------------------------------------


async def test_of_revisions_that_come_at_once_the_newest_is_shown(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    [browser] = await house.open(None)
    with monkeypatch.context() as lost:
        lost.setattr(push, "get_channel_layer", lambda: None)
        await sync_to_async(do_all)(house.table, QUIET["actions"][:12])
    last, layer = await revision_of(house.table), get_channel_layer()
    for revision in range(last - 11, last + 1):
        await layer.group_send(push.GROUP, {"code": house.table.code, "revision": revision})
    await browser.at(last)
    assert len(browser.frames) <= 3


async def test_a_lost_push_is_made_good_by_the_watch(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    browsers = await house.open(*house.users)
    monkeypatch.setattr(push, "get_channel_layer", lambda: None)
    await sync_to_async(do)(house.table, FIRST)
    assert await browsers[0].quiet()
    await watch.look(time.monotonic())
    revision = await revision_of(house.table)
    for browser in browsers:
        assert (await browser.at(revision))["revision"] == revision


async def test_the_watch_looks_by_itself(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    [browser] = await house.open(house.users[0])
    monkeypatch.setattr(push, "get_channel_layer", lambda: None)
    await sync_to_async(do)(house.table, FIRST)
    assert await browser.at(await revision_of(house.table))


async def test_nothing_is_sent_when_nothing_changed(house: House) -> None:
    [browser] = await house.open(house.users[0])
    await watch.look(time.monotonic())
    assert await browser.quiet()


async def test_others_see_who_comes_and_goes(house: House) -> None:
    def connected() -> list[bool]:
        return [chair.seen_at is not None for chair in TableSeat.objects.filter(table=house.table)]

    [other] = await house.open(house.users[3])
    browsers = await house.open(house.users[0], house.users[0])
    assert await sync_to_async(connected)() == [True, False, False, True]
    await browsers[0].close()
    await watch.look(time.monotonic() + presence.GRACE + 1)
    assert await sync_to_async(connected)() == [True, False, False, True]
    await browsers[1].close()
    house.browsers = [other]
    await watch.look(time.monotonic() + presence.GRACE + 1)
    assert await sync_to_async(connected)() == [False, False, False, True]
    assert await other.at(await revision_of(house.table))
    assert sockets.here() and not sockets.is_idle


async def test_a_browser_that_has_gone_is_no_error(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its server says so when it is sent something, before it says that it is disconnected."""

    async def gone(*args: object) -> None:
        raise Disconnected("Attempt to send on a closed protocol")

    [browser] = await house.open(house.users[0])
    monkeypatch.setattr(TableConsumer, "send", gone)
    await browser.send(type="ping")
    await house.act(browser, FIRST)
    assert await browser.quiet()
    assert await version_of(house.table) == 1 and not caplog.records
