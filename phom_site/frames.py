"""What sockets take in, for which daphne has no option."""

from functools import partial
from typing import Any

from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

from phom_site import compression

LARGEST = 64 * 1024
"""Bytes. Whoever sends more is hung up on before it is all in memory; the consumer refuses far smaller ones, whole."""


class BoundedProtocol(WebSocketProtocol):  # type: ignore[misc]  # ships no types
    """One socket's connection, bounded; compressed where the browser offers it."""

    def onConnect(self, request: Any) -> Any:
        self.maxFramePayloadSize = self.maxMessagePayloadSize = LARGEST
        self.perMessageCompressionAccept = partial(compression.taken, largest=LARGEST)
        return super().onConnect(request)


def bound() -> None:
    """Every socket accepted from now on is such a one."""
    WebSocketFactory.protocol = BoundedProtocol
