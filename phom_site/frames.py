"""Messages as daphne takes them in and sends them out, in two things that it has no option for."""

from collections.abc import Iterable
from typing import Any

from autobahn.websocket.compress import PerMessageDeflateOffer, PerMessageDeflateOfferAccept
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

LARGEST = 64 * 1024
"""Bytes. Whoever sends more is hung up on before it is all in memory; the consumer refuses far smaller ones, whole."""
WINDOW = 14
"""Two to this power: bytes of what was sent before that the next message may refer to, kept for each socket."""


class BoundedProtocol(WebSocketProtocol):  # type: ignore[misc]  # ships no types
    """One socket's connection: bounded, and compressed where the browser offers it. A table is sent whole at every
    change and mostly as before, so it shrinks to a small part."""

    def onConnect(self, request: Any) -> Any:
        self.maxFramePayloadSize = self.maxMessagePayloadSize = LARGEST
        self.perMessageCompressionAccept = compression
        return super().onConnect(request)


def compression(offers: Iterable[Any]) -> Any:
    """What of the browser's offers is taken; None: messages go as they are."""
    offer = next((offer for offer in offers if isinstance(offer, PerMessageDeflateOffer)), None)
    if offer is None or offer.request_max_window_bits:  # browsers ask for no smaller window
        return None
    options = {"window_bits": WINDOW, "mem_level": 5, "max_message_size": LARGEST}
    return PerMessageDeflateOfferAccept(offer, **options)  # type: ignore[no-untyped-call]


def bound() -> None:
    """Every socket accepted from now on is such a one."""
    WebSocketFactory.protocol = BoundedProtocol
