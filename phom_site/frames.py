"""How much of one message daphne takes in: the consumer refuses far smaller ones, but only once they are whole."""

from typing import Any

from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

LARGEST = 64 * 1024
"""Bytes. Whoever sends more is hung up on before it is all in memory."""


class BoundedProtocol(WebSocketProtocol):  # type: ignore[misc]  # ships no types
    """One socket's connection, with a limit that daphne has no option for."""

    def onConnect(self, request: Any) -> Any:
        self.maxFramePayloadSize = self.maxMessagePayloadSize = LARGEST
        return super().onConnect(request)


def bound() -> None:
    """Every socket accepted from now on has the limit."""
    WebSocketFactory.protocol = BoundedProtocol
