"""What sockets take in and hold back: what unpacks into too much is not unpacked, who takes nothing is hung up on."""

from __future__ import annotations

import asyncio
import weakref
import zlib
from types import SimpleNamespace
from typing import Any

import pytest
from autobahn.exception import PayloadExceededError
from autobahn.websocket.compress import PerMessageDeflate, PerMessageDeflateOffer
from daphne.ws_protocol import WebSocketProtocol

from phom_site import compression, frames
from phom_site.frames import LARGEST, Backlog, BoundedProtocol

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


class Transport:
    """A connection, as far as a backlog deals with it."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def pauseProducing(self) -> None:
        self.done.append("reads nothing")

    def resumeProducing(self) -> None:
        self.done.append("reads")

    def abortConnection(self) -> None:
        self.done.append("hung up")


async def test_who_takes_nothing_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "PATIENCE", 0.01)
    transport = Transport()
    Backlog(transport).pauseProducing()
    assert transport.done == ["reads nothing"]
    await asyncio.sleep(0.05)
    assert transport.done == ["reads nothing", "hung up"]


async def test_who_takes_it_in_time_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "PATIENCE", 0.01)
    transport = Transport()
    backlog = Backlog(transport)
    for _ in range(2):
        backlog.pauseProducing()
        backlog.resumeProducing()
    backlog.stopProducing()
    await asyncio.sleep(0.05)
    assert transport.done == ["reads nothing", "reads"] * 2


def test_a_closed_connection_keeps_nothing_to_compress_by(
    connected: BoundedProtocol, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WebSocketProtocol, "onClose", lambda protocol, clean, code, reason: None)
    kept = PerMessageDeflate.create_from_offer_accept(True, connected.perMessageCompressionAccept([OFFER]))
    connected._perMessageCompress, connected.websocket_extensions_in_use = kept, [kept]
    gone = weakref.ref(kept)
    del kept
    connected.onClose(False, None, None)
    assert gone() is None
