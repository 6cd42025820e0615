"""The one address in front of all servers: it passes connections on to a server that takes them, and can be told to cut
them, to let nothing more through without a word, and to muddle what pages send."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from contextlib import suppress

CHUNK = 65536
TEXT = 1


class Muddle:
    """What happens to the messages that pages send: each comes late by up to ``late`` seconds, so that they overtake
    each other, and ``twice``, a share, come a second time, up to ``again`` seconds later."""

    def __init__(self, late: float, twice: float, again: float, chance: random.Random) -> None:
        self._late, self._twice, self._again, self._chance = late, twice, again, chance
        self.delayed = self.doubled = 0

    def times(self) -> list[float]:
        """When a message is passed on, in seconds from now."""
        self.delayed += 1
        times = [self._chance.uniform(0, self._late)]
        if self._chance.random() < self._twice:
            self.doubled += 1
            times.append(self._chance.uniform(0, self._again))
        return times


class Passage:
    """One connection through the front."""

    def __init__(self) -> None:
        self.is_frozen = False
        self._writers: list[asyncio.StreamWriter] = []

    async def run(
        self,
        page: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        server: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        muddle: Muddle | None,
    ) -> None:
        """Pass on until one side has ended. A frozen one stays open and silent."""
        self._writers = [page[1], server[1]]
        up = self._muddled(page[0], server[1], muddle) if muddle else self._straight(page[0], server[1])
        tasks = [asyncio.ensure_future(each) for each in (up, self._straight(server[0], page[1]))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            while self.is_frozen:
                await asyncio.sleep(0.1)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.cut()

    def cut(self) -> None:
        """Both sides find the connection lost."""
        for writer in self._writers:
            writer.transport.abort()

    async def _straight(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(CHUNK):
            if not self.is_frozen:
                writer.write(data)
                await writer.drain()

    async def _muddled(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, muddle: Muddle) -> None:
        """The request goes as it is but for the offer to compress, since compressed messages depend on their order."""
        head = await reader.readuntil(b"\r\n\r\n")
        lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"sec-websocket-extensions:")]
        writer.write(b"\r\n".join(lines))
        if b"upgrade: websocket" not in head.lower():
            await self._straight(reader, writer)
            return
        loop = asyncio.get_running_loop()
        while True:
            frame = await _frame(reader)
            is_text = frame[0] & 15 == TEXT
            for seconds in muddle.times() if is_text else [0.0]:
                loop.call_later(seconds, _write, writer, frame)


def _write(writer: asyncio.StreamWriter, frame: bytes) -> None:
    if not writer.is_closing():
        writer.write(frame)


async def _frame(reader: asyncio.StreamReader) -> bytes:
    """The next frame of a page, whole, as RFC 6455 has it; asyncio.IncompleteReadError at the end."""
    frame = await reader.readexactly(2)
    length = frame[1] & 127
    if length >= 126:
        more = await reader.readexactly(2 if length == 126 else 8)
        length, frame = int.from_bytes(more), frame + more
    return frame + await reader.readexactly(4 + length)


class Front:
    """Listens on a free port, for as long as the block lasts. ``ports`` are those of the servers."""

    def __init__(self, ports: Sequence[int], chance: random.Random | None = None) -> None:
        self.ports = list(ports)
        self.muddle: Muddle | None = None
        """Of connections from now on."""
        self._chance = chance or random.Random()
        self._passages: set[Passage] = set()

    async def __aenter__(self) -> Front:
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0, backlog=1024)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._server.close()
        self.thaw()
        self.cut()
        while self._passages:
            await asyncio.sleep(0.01)

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        passage = Passage()
        self._passages.add(passage)
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                await passage.run((reader, writer), await self._server_that_takes_it(), self.muddle)
        finally:
            writer.transport.abort()
            self._passages.discard(passage)

    async def _server_that_takes_it(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """One after the other is tried, beginning with any; OSError where none takes it."""
        for port in self._chance.sample(self.ports, len(self.ports)):
            with suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", port)
        raise OSError("no server takes connections")

    def cut(self) -> None:
        """All connections are lost at once."""
        for passage in list(self._passages):
            passage.cut()

    def freeze(self) -> None:
        """Nothing passes any more through the connections that are open, and neither side is told."""
        for passage in self._passages:
            passage.is_frozen = True

    def thaw(self) -> None:
        """What was frozen is lost now."""
        for passage in list(self._passages):
            if passage.is_frozen:
                passage.is_frozen = False
                passage.cut()
