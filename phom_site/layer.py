"""The channel layer of a server that is alone: what is told in its process is heard there, and nothing is waited for.

Channels' own one looks through all channels at each message, copies it, and can be spoken to on the event loop alone.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import suppress
from itertools import count
from typing import Any, NamedTuple

from channels.layers import BaseChannelLayer

Message = dict[str, Any]


class Listener(NamedTuple):
    """Where the messages of a channel wait, and the event loop that they are heard on."""

    queue: asyncio.Queue[Message]
    loop: asyncio.AbstractEventLoop


class OneProcessLayer(BaseChannelLayer):  # type: ignore[misc]  # channels ships no types
    """Channels are opened, listened to and closed on an event loop; they are told from any thread. Whoever listens
    must not change a message: others may hear the same. A channel of which ``capacity`` messages wait loses what comes
    then, as on every layer."""

    extensions = ("groups", "flush")

    def __init__(self, capacity: int = 10_000, **options: Any) -> None:
        super().__init__(capacity=capacity, **options)
        self._numbers = count(1)
        self._listeners: dict[str, Listener] = {}
        self._groups: defaultdict[str, set[str]] = defaultdict(set)

    def tell(self, group: str, message: Message) -> None:
        """All channels of the group hear it soon. Without waiting, and from any thread."""
        for channel in list(self._groups.get(group, ())):
            self._tell(channel, message)

    async def group_send(self, group: str, message: Message) -> None:
        self.tell(group, message)

    async def send(self, channel: str, message: Message) -> None:
        self._tell(channel, message)

    async def new_channel(self, prefix: str = "specific") -> str:
        channel = f"{prefix}.one!{next(self._numbers)}"
        self._listeners[channel] = Listener(asyncio.Queue(), asyncio.get_running_loop())
        return channel

    async def receive(self, channel: str) -> Message:
        """The next message of a channel that was opened here."""
        return await self._listeners[channel].queue.get()

    async def group_add(self, group: str, channel: str) -> None:
        self._groups[group].add(channel)

    async def group_discard(self, group: str, channel: str) -> None:
        """A channel that is in no group any more is closed."""
        self._groups[group].discard(channel)
        if not any(channel in channels for channels in self._groups.values()):
            self._listeners.pop(channel, None)

    async def flush(self) -> None:
        self._listeners.clear()
        self._groups.clear()

    def _tell(self, channel: str, message: Message) -> None:
        listener = self._listeners.get(channel)
        if listener and listener.queue.qsize() < self.capacity:
            with suppress(RuntimeError):  # the loop is closed
                listener.loop.call_soon_threadsafe(listener.queue.put_nowait, message)
