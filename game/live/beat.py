"""In each server process: one look at the database every now and then serves all sockets that follow something.

So a lost message, or a change made by a process that can't reach this one, is told within a second. Runs on the event
loop while there is anybody to serve.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextvars import Context
from typing import ClassVar, Generic, TypeVar

from game.live.presence import REFRESH

logger = logging.getLogger(__name__)

Follower = TypeVar("Follower")


class Beat(Generic[Follower]):
    """The followers of one kind in this process; subclasses say what `look` finds and tells."""

    period: ClassVar[float]
    """Seconds between two looks."""

    def __init__(self) -> None:
        self._followers: set[Follower] = set()
        self._task: asyncio.Task[None] | None = None
        self._refreshed = 0.0

    def follow(self, follower: Follower) -> None:
        """Keep the follower up to date from now on."""
        self._followers.add(follower)
        self.start()

    def start(self) -> None:
        """Run, unless it does, for as long as there is anybody to serve."""
        loop = asyncio.get_running_loop()
        if self._task is None or self._task.done() or self._task.get_loop() is not loop:
            self._task = loop.create_task(self._run(), name=type(self).__name__, context=Context())  # of no follower's

    def unfollow(self, follower: Follower) -> None:
        """The follower has gone; nothing if it didn't follow."""
        self._followers.discard(follower)

    @property
    def is_idle(self) -> bool:
        """Whether there is nobody to serve, and nothing left to note of those who went."""
        return not self._followers

    def is_time(self, time: float) -> bool:
        """Whether it is to be said again who is here; then not again for a while."""
        if time - self._refreshed < REFRESH:
            return False
        self._refreshed = time
        return True

    async def look(self, time: float) -> None:
        """One look; followers behind it are told."""
        raise NotImplementedError

    async def _run(self) -> None:
        while not self.is_idle:
            try:
                await self.look(time.monotonic())
            except Exception:
                logger.exception("%s stumbled", type(self).__name__)
            await asyncio.sleep(self.period)
