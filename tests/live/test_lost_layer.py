"""The channel layer is away: sockets open all the same, and are told by the watch until it is back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator

import pytest
from asgiref.sync import sync_to_async
from channels.layers import channel_layers
from channels.testing import WebsocketCommunicator
from channels_redis.pubsub import RedisPubSubChannelLayer

from game.live import absence, push
from game.live.ear import Ear, ear
from game.live.watch import watch
from phom_site.asgi import application
from tests.live.browsers import Browser, revision_of
from tests.live.build import QUIET, do
from tests.live.test_consumer import House

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet")]

FIRST, SECOND = QUIET["actions"][:2]
METHODS = ("new_channel", "group_add", "group_send", "group_discard", "receive", "flush")


async def unreachable(*args: object) -> None:
    raise ConnectionError("no Redis here")


async def endless(*args: object) -> None:
    await asyncio.sleep(3600)


def lose(patch: pytest.MonkeyPatch) -> None:
    """The layer is one between processes, and away."""
    layer = channel_layers["default"]
    patch.delattr(type(layer), "tell", raising=False)
    for name in METHODS:
        patch.setattr(layer, name, unreachable)


@pytest.fixture
async def house(quiet: None) -> AsyncIterator[House]:
    house = await sync_to_async(House)()
    yield house
    for browser in house.browsers:
        await browser.close()


@pytest.fixture
def lost() -> Iterator[pytest.MonkeyPatch]:
    """Undone, it is back."""
    with pytest.MonkeyPatch.context() as patch:
        lose(patch)
        yield patch


@pytest.fixture
def no_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "look", lambda time: asyncio.sleep(0))


async def test_a_table_opens_and_is_told_by_the_watch(house: House, lost: pytest.MonkeyPatch) -> None:
    mover, other = await house.open(house.users[0], None)
    await house.act(mover, FIRST)
    revision = await revision_of(house.table)
    for browser in (mover, other):
        await browser.reach(max(revision, browser.shown + 1))
        assert 'data-version="1"' in browser.content
    await mover.send(type="say", kind="phrase", text="luck")
    assert "Chúc may mắn!" in (await other.next_of("talk"))["html"]


async def test_when_it_is_back_those_who_came_meanwhile_are_told_at_once(
    house: House, lost: pytest.MonkeyPatch, no_watch: None
) -> None:
    [early] = await house.open(house.users[0])
    await sync_to_async(do)(house.table, FIRST)
    assert push.absence.is_on and await early.quiet()
    lost.undo()
    await asyncio.sleep(Ear.period + 0.2)
    assert not push.absence.is_on
    [late] = await house.open(house.users[1])
    await sync_to_async(do)(house.table, SECOND)
    for browser in (early, late):
        assert await browser.at(await revision_of(house.table))


async def test_whoever_has_left_the_table_is_told_nothing_more(house: House) -> None:
    first, second = await house.open(*house.users[:2])
    assert {socket.code for socket in ear._at[house.table.code]} == {house.table.code}
    for browser in (first, second):
        await browser.close()
    house.browsers.clear()
    assert house.table.code not in ear._at and not ear._followers


@pytest.mark.parametrize(
    ("path", "origin", "is_open"),
    [
        ("/ws/lobby/", "http://localhost", True),
        ("/ws/guide/", "http://localhost", True),
        ("/ws/here/", "http://localhost", True),
        ("/ws/nowhere/", "http://localhost", False),
        ("/ws/lobby/", "http://evil.example", False),
        ("/ws/lobby/", "http://elsewhere", False),
    ],
)
async def test_other_sockets_need_none(
    house: House, lost: pytest.MonkeyPatch, path: str, origin: str, is_open: bool
) -> None:
    browser = await sync_to_async(Browser)(house.users[0], origin=origin)
    host = b"elsewhere" if "elsewhere" in origin else b"localhost"
    headers = [*(header for header in browser.headers() if header[0] != b"host"), (b"host", host)]
    socket = WebsocketCommunicator(application, path, headers)
    assert (await socket.connect(timeout=5))[0] is is_open
    await socket.disconnect()


def test_what_fails_is_not_tried_again_for_a_while_and_said_once(
    lost: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried: list[str] = []

    async def fail(group: str, message: object) -> None:
        tried.append(group)
        raise ConnectionError("no Redis here")

    lost.setattr(channel_layers["default"], "group_send", fail)
    caplog.set_level("ERROR", logger="game")
    for _ in range(3):
        push.tell("testtable", 2)
    assert tried == [push.GROUP]
    push.absence.end()
    push.tell_said("testtable", 1)
    assert tried == [push.GROUP] * 2
    assert [record.getMessage() for record in caplog.records if record.name == absence.__name__] == [
        "the channel layer is away (no Redis here)"
    ]


def test_nobody_waits_for_long_for_a_layer_that_swallows_everything(lost: pytest.MonkeyPatch) -> None:
    lost.setattr(channel_layers["default"], "group_send", endless)
    start = time.monotonic()
    for _ in range(10):
        push.tell("testtable", 2)
    assert time.monotonic() - start < 2 * push.PATIENCE


def test_the_layer_between_processes_is_told_from_a_thread_without_a_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """That of Redis takes whatever it is asked for from a connection of the running loop."""
    told: list[tuple[str, object]] = []

    class Remote(RedisPubSubChannelLayer):  # type: ignore[misc]  # it ships no types
        async def group_send(self, group: str, message: object) -> None:
            told.append((group, message))

    layer = Remote()
    monkeypatch.setattr(push, "get_channel_layer", lambda: layer)
    push.tell("testtable", 7)
    assert told == [(push.GROUP, {"code": "testtable", "revision": 7})]
    assert not push.absence.is_on
