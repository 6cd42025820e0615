"""A server that ends: sockets are told to come back, what has begun ends, nothing waits for ever."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import ApplicationCommunicator, WebsocketCommunicator

from game.live import clock
from phom_site import away, draining
from phom_site.away import RESTARTING, SocketsAway
from phom_site.draining import Serving

SHUT = {"type": "websocket.close", "code": RESTARTING}


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(away, "is_on", lambda: False)


async def page_or_socket(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """A socket that stays until it is closed; a page that takes as long as its event is unset."""
    if scope["type"] == "http":
        await scope["event"].wait()
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


@pytest.fixture
def serving() -> Serving:
    sockets = SocketsAway(page_or_socket)

    async def route(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await (sockets if scope["type"] == "websocket" else page_or_socket)(scope, receive, send)

    return Serving(route, sockets)


async def opened(serving: Serving) -> WebsocketCommunicator:
    socket = WebsocketCommunicator(serving, "/ws/")
    assert (await socket.connect())[0]
    return socket


async def test_sockets_are_told_to_come_back_and_so_are_late_ones(serving: Serving) -> None:
    open_one = await opened(serving)
    ending = asyncio.create_task(serving.finish())
    assert await open_one.receive_output() == SHUT
    late = await opened(serving)
    assert await late.receive_output() == SHUT
    await late.wait()
    assert not ending.done(), "the first has yet to go"
    await open_one.send_input({"type": "websocket.disconnect"})
    await asyncio.wait_for(ending, 5)
    await open_one.wait()


async def test_a_page_that_is_being_made_is_waited_for(serving: Serving) -> None:
    event = asyncio.Event()
    page = ApplicationCommunicator(serving, {"type": "http", "event": event})
    await page.send_input({"type": "http.request"})
    await asyncio.sleep(0)
    ending = asyncio.create_task(serving.finish())
    await asyncio.sleep(3 * draining.LOOK)
    assert not ending.done()
    event.set()
    await asyncio.wait_for(ending, 5)
    await page.wait()


async def test_but_not_for_ever(serving: Serving) -> None:
    page = ApplicationCommunicator(serving, {"type": "http", "event": asyncio.Event()})
    await page.send_input({"type": "http.request"})
    await asyncio.sleep(0)
    await asyncio.wait_for(serving.finish(patience=0.1), 5)
    page.stop(exceptions=False)


async def test_what_a_thread_has_begun_is_waited_for(serving: Serving) -> None:
    goes_on, done = threading.Event(), []
    work = asyncio.create_task(sync_to_async(lambda: done.append(goes_on.wait(5)))())
    await asyncio.sleep(0)
    ending = asyncio.create_task(serving.finish())
    await asyncio.sleep(3 * draining.LOOK)
    assert not ending.done()
    goes_on.set()
    await asyncio.wait_for(ending, 5)
    assert done == [True]
    await work


async def test_the_clock_ends_too(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[str] = []

    async def stop() -> None:
        ended.append("clock")

    monkeypatch.setattr(clock, "stop", stop)
    await serving.finish()
    assert ended == ["clock"]


class Reactor:
    """As much of Twisted's as is asked of it."""

    def __init__(self) -> None:
        self.running = True
        self.port = SimpleNamespace(stopListening=lambda: self.done.append("no more connections"))
        self.done: list[str] = []

    def getReaders(self) -> list[object]:
        return [self.port, object()]

    def stop(self) -> None:
        self.running = False
        self.done.append("stopped")


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not condition():
            await asyncio.sleep(0.01)


async def test_the_first_sigterm_drains_and_the_second_stops_at_once(serving: Serving) -> None:
    reactor = Reactor()
    socket = await opened(serving)
    draining._begin(serving, reactor)
    assert await socket.receive_output() == SHUT
    assert reactor.done == ["no more connections"]
    draining._begin(serving, reactor)
    assert reactor.done == ["no more connections", "stopped"]
    await socket.send_input({"type": "websocket.disconnect"})
    await socket.wait()
    await until(lambda: len(asyncio.all_tasks()) == 1)
    assert reactor.done == ["no more connections", "stopped"], "once"
