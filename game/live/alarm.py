"""Wakes this process's clock from any thread, so that whoever plays next needn't wait for its next look."""

from __future__ import annotations

import asyncio
from contextlib import suppress


class Alarm:
    """An event of one event loop that every thread may ring."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._event: asyncio.Event | None = None

    def ring(self) -> None:
        """End the running wait, or the next one; nothing where nobody waits in this process."""
        loop, event = self._loop, self._event
        if loop and event:
            with suppress(RuntimeError):  # the loop closed meanwhile
                loop.call_soon_threadsafe(event.set)

    def listen(self) -> None:
        """Take the running loop as the one to wake."""
        self._loop, self._event = asyncio.get_running_loop(), asyncio.Event()

    async def wait(self, seconds: float) -> None:
        """Return when rung, at the latest after ``seconds``."""
        if not self._event:
            raise RuntimeError("expected listen() before wait()")
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):  # wait_for would swallow a cancellation that comes with the ring
                await self._event.wait()
        self._event.clear()


alarm = Alarm()
