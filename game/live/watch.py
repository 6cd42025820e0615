"""In each server process: once a second, sockets that fell behind the database catch up, with tables and talk.

So a lost message, or a change made by a process that can't reach this one, is seen within a second. One query
serves all tables; presence is told in the same breath. Runs on the event loop while there is anybody to serve.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable
from typing import Protocol

from channels.db import database_sync_to_async

from game.live import presence, spectators
from game.live.moment import now
from game.live.presence import sockets
from game.live.spectators import Watcher, watching
from game.models import Table

logger = logging.getLogger(__name__)

PERIOD = 1.0


class Follower(Protocol):
    """A socket at a table."""

    code: str
    wanted: int
    """The newest revision it knows of."""
    said: int
    """The id of the newest message it knows of."""

    def want(self, revision: int) -> None:
        """Show the table at ``revision`` or later."""

    def hear(self, last: int) -> None:
        """Tell what was said up to the message with that id."""


class Watch:
    """The followers of this process."""

    def __init__(self) -> None:
        self._followers: set[Follower] = set()
        self._task: asyncio.Task[None] | None = None
        self._refreshed = 0.0

    def follow(self, follower: Follower) -> None:
        """Keep the follower up to date from now on."""
        self._followers.add(follower)
        loop = asyncio.get_running_loop()
        if self._task is None or self._task.done() or self._task.get_loop() is not loop:
            self._task = loop.create_task(self._run(), name="watch")

    def unfollow(self, follower: Follower) -> None:
        self._followers.discard(follower)

    async def _run(self) -> None:
        while self._followers or not (sockets.is_idle and watching.is_idle):
            await asyncio.sleep(PERIOD)
            try:
                await self.look(time.monotonic())
            except Exception:
                logger.exception("the watch stumbled")

    async def look(self, time: float) -> None:
        """One look at the database; followers behind it are told, and it is told who is connected."""
        codes = {follower.code for follower in self._followers}
        is_time = time - self._refreshed >= presence.REFRESH
        if is_time:
            self._refreshed = time
        here = (sockets.here(), watching.here()) if is_time else ((), ())
        found = await database_sync_to_async(_look)(codes, *here, sockets.gone(time), watching.gone(time))
        for follower in list(self._followers):
            revision, said = found.get(follower.code, (0, 0))
            if follower.wanted < revision:
                follower.want(revision)
            if follower.said < said:
                follower.hear(said)


def _look(
    codes: set[str],
    here: Iterable[int],
    watchers: Iterable[Watcher],
    gone: Iterable[int],
    gone_watchers: Iterable[Watcher],
) -> dict[str, tuple[int, int]]:
    """The revision and the last message of each table, after it was told who is connected and who isn't any more."""
    for chair_id in gone:
        presence.mark(chair_id, None)
    for watcher in gone_watchers:
        spectators.forget(watcher)
    if here:
        presence.refresh(here, now())
    for watcher in watchers:
        spectators.note(watcher, now())
    tables = Table.objects.filter(code__in=codes).values_list("code", "revision", "last_said")
    return {code: (revision, said) for code, revision, said in tables}


watch = Watch()
