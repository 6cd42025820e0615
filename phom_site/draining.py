"""SIGTERM ends a server so that nobody notices more than a reconnect: it takes no more connections, shuts its sockets
with a code after which pages connect again, lets what has begun end, the clock's step too, and stops.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
from typing import Any

from asgiref.sync import SyncToAsync

from game.live import clock
from phom_site.away import SocketsAway

PATIENCE = 10.0
"""Seconds after which what still runs is cut off."""
LOOK = 0.05


class Serving:
    """Counts what this process serves now, pages and sockets, and can bring it to its end."""

    def __init__(self, application: Any, sockets: SocketsAway) -> None:
        self._application = application
        self._sockets = sockets
        self._now = 0
        self.ends = False
        """Whether it has been told to come to its end."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self._now += 1
        try:
            await self._application(scope, receive, send)
        finally:
            self._now -= 1

    async def finish(self, patience: float = PATIENCE) -> None:
        """Return when nothing is served any more, no clock runs here and the thread that works for all of them has
        nothing left to do, at the latest after so many seconds."""
        self.ends = True
        end = time.monotonic() + patience
        await asyncio.wait(
            [asyncio.ensure_future(each) for each in (self._sockets.restart(), clock.stop())], timeout=patience
        )
        while self._now and time.monotonic() < end:
            await asyncio.sleep(LOOK)
        last = SyncToAsync.single_thread_executor.submit(int)
        await asyncio.wait([asyncio.wrap_future(last)], timeout=max(0, end - time.monotonic()))


def on_sigterm(serving: Serving) -> None:
    """Drain at the first SIGTERM and stop at once at the second, under daphne, whose reactor cuts everything off.

    To be called once the reactor runs, which has a handler of its own by then. When it has stopped, the process is
    over: a thread that still has something to tell its sockets would wait for ever for a loop that doesn't run.
    """
    if threading.current_thread() is threading.main_thread():
        reactor: Any = sys.modules["twisted.internet.reactor"]
        reactor.addSystemEventTrigger("after", "shutdown", os._exit, 0)
        signal.signal(signal.SIGTERM, lambda *_: reactor.callFromThread(_begin, serving, reactor))


def _begin(serving: Serving, reactor: Any) -> None:
    if serving.ends:
        _stop(reactor)
        return
    for reader in reactor.getReaders():
        if hasattr(reader, "stopListening"):
            reader.stopListening()
    task = asyncio.ensure_future(serving.finish())
    task.add_done_callback(lambda _: _stop(reactor))


def _stop(reactor: Any) -> None:
    if reactor.running:
        reactor.stop()
