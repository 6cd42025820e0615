"""What sockets take in, and how long what they send may lie here, for which daphne has no option."""

import asyncio
from functools import partial
from typing import Any

from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

from phom_site import compression

LARGEST = 64 * 1024
"""Bytes. Whoever sends more is hung up on before it is all in memory; the consumer refuses far smaller ones, whole."""

PATIENCE = 10.0
"""Seconds in which whatever waits to be sent has to be taken, where it is much: it fills our memory, and a page that
comes back is shown everything anew."""


class Backlog:
    """What waits to be sent through one connection, beyond what the system takes off us: the transport tells when it is
    much, and when it is all gone. Meanwhile nothing is read, and whoever doesn't take it in time is hung up on.
    """

    def __init__(self, transport: Any) -> None:
        self._transport = transport
        self._end: asyncio.TimerHandle | None = None

    def pauseProducing(self) -> None:
        self._transport.pauseProducing()
        self._end = asyncio.get_running_loop().call_later(PATIENCE, self._transport.abortConnection)

    def resumeProducing(self) -> None:
        self.stopProducing()
        self._transport.resumeProducing()

    def stopProducing(self) -> None:
        """The connection is gone."""
        if self._end:
            self._end.cancel()
            self._end = None


class BoundedProtocol(WebSocketProtocol):  # type: ignore[misc]  # ships no types
    """One socket's connection, bounded both ways; compressed where the browser offers it."""

    def onConnect(self, request: Any) -> Any:
        self.maxFramePayloadSize = self.maxMessagePayloadSize = LARGEST
        self.perMessageCompressionAccept = partial(compression.taken, largest=LARGEST)
        return super().onConnect(request)

    def onOpen(self) -> None:
        super().onOpen()
        self.transport.unregisterProducer()  # the page that it was before it became a socket
        self.transport.registerProducer(Backlog(self.transport), True)

    def onClose(self, wasClean: bool, code: int | None, reason: str | None) -> None:
        """A connection refers to itself, so that it stays until garbage is looked for: but not what is kept to compress
        by, which is by far the most of it."""
        super().onClose(wasClean, code, reason)
        self._perMessageCompress = None
        self.websocket_extensions_in_use: list[Any] = []


def bound() -> None:
    """Every socket accepted from now on is such a one."""
    WebSocketFactory.protocol = BoundedProtocol
