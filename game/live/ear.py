"""In each server process: hears what `push` tells, and passes it on to the sockets that it is about: at a table, or of
a player who may be let in no more.

One channel serves them all, so that a socket needs none. While there is no channel layer, `watch` tells them within a
second; the ear tries again and again, and hears for all of them as soon as there is one.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import suppress
from typing import Any

from channels.layers import get_channel_layer

from game.live import push
from game.live.beat import Beat
from game.live.doors import doors
from game.live.watch import Follower

LONGEST = 60 * 60
"""Seconds after which it joins anew: the in-memory layer lets nobody stay for longer than a day."""


class Ear(Beat[Follower]):
    """The sockets of this process that are told at once. One look listens for as long as it can."""

    period = 1.0

    def __init__(self) -> None:
        super().__init__()
        self._at: defaultdict[str, set[Follower]] = defaultdict(set)

    def follow(self, follower: Follower) -> None:
        self._at[follower.code].add(follower)
        super().follow(follower)

    def unfollow(self, follower: Follower) -> None:
        super().unfollow(follower)
        self._at[follower.code].discard(follower)
        if not self._at[follower.code]:
            del self._at[follower.code]

    @property
    def is_idle(self) -> bool:
        return super().is_idle and doors.is_idle

    async def look(self, time: float) -> None:
        """Listen. A layer that failed is made like new: it would keep every channel that could not be opened."""
        layer = get_channel_layer()
        try:
            async with asyncio.timeout(LONGEST):
                await self._listen(layer)
        except TimeoutError:
            return
        except Exception as error:
            push.absence.begin(error)
            with suppress(Exception):
                await layer.flush()

    async def _listen(self, layer: Any) -> None:
        channel = await layer.new_channel()
        try:
            await layer.group_add(push.GROUP, channel)
            push.absence.end()
            while True:
                self._pass_on(await layer.receive(channel))
        finally:
            await layer.group_discard(push.GROUP, channel)

    def _pass_on(self, message: dict[str, Any]) -> None:
        """What a message doesn't tell, a revision or the last of what was said, is nothing new to anybody."""
        if "code" not in message:
            doors.knock(message)
            return
        for follower in list(self._at.get(message["code"], ())):
            follower.want(message.get("revision", 0))
            follower.hear(message.get("last", 0))


ear = Ear()
