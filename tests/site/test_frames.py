"""What sockets take in: a message that unpacks into too much is not unpacked."""

from __future__ import annotations

import zlib
from types import SimpleNamespace
from typing import Any

import pytest
from autobahn.exception import PayloadExceededError
from autobahn.websocket.compress import PerMessageDeflate, PerMessageDeflateOffer
from daphne.ws_protocol import WebSocketProtocol

from phom_site import compression
from phom_site.frames import LARGEST, BoundedProtocol

OFFER = PerMessageDeflateOffer()


@pytest.fixture
def connected(monkeypatch: pytest.MonkeyPatch) -> BoundedProtocol:
    """A connection of a browser."""
    monkeypatch.setattr(WebSocketProtocol, "onConnect", lambda protocol, request: None)
    protocol = BoundedProtocol()
    protocol.onConnect(SimpleNamespace())
    return protocol


def unpacked(accepted: Any, size: int) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = packer.compress(bytes(size)) + packer.flush(zlib.Z_SYNC_FLUSH)
    receiver = PerMessageDeflate.create_from_offer_accept(True, accepted)
    receiver.start_decompress_message()
    return bytes(receiver.decompress_message_data(packed))


def test_a_socket_is_bounded(connected: BoundedProtocol) -> None:
    assert connected.maxFramePayloadSize == connected.maxMessagePayloadSize == LARGEST
    accepted = connected.perMessageCompressionAccept([OFFER])
    assert len(unpacked(accepted, LARGEST)) == LARGEST
    with pytest.raises(PayloadExceededError):
        unpacked(accepted, LARGEST + 1)


def test_what_no_browser_offers_is_not_taken() -> None:
    assert compression.taken([], LARGEST) is None
    assert compression.taken(["something"], LARGEST) is None
    smaller = PerMessageDeflateOffer(request_max_window_bits=9)
    assert compression.taken([smaller], LARGEST) is None
