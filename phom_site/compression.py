"""How sockets compress what they send: a table is sent whole at every change and mostly as before, so it shrinks to a
small part."""

from collections.abc import Iterable
from typing import Any

from autobahn.websocket.compress import PerMessageDeflateOffer, PerMessageDeflateOfferAccept

WINDOW = 14
"""Two to this power: bytes of what was sent before that the next message may refer to, kept for each socket."""
MEMORY = 5
"""zlib's level of memory for a socket's compressor."""


def taken(offers: Iterable[Any], largest: int) -> Any:
    """What of the browser's offers is taken, for messages of so many bytes; None: they go as they are."""
    offer = next((offer for offer in offers if isinstance(offer, PerMessageDeflateOffer)), None)
    if offer is None or offer.request_max_window_bits:  # browsers ask for no smaller window
        return None
    options = {"window_bits": WINDOW, "mem_level": MEMORY, "max_message_size": largest}
    return PerMessageDeflateOfferAccept(offer, **options)  # type: ignore[no-untyped-call]
