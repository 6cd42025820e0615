"""The only sender: tells every socket of a table, in all processes, at which revision the table is now, and up to
which message something was said there.

What a socket then shows it renders itself from the database. A message that is lost does no harm:
`game.live.watch` compares both once a second.
"""

from __future__ import annotations

import logging
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

CHANGED = "table.changed"
SAID = "table.said"


def group(code: str) -> str:
    """The channel layer's name for the sockets of a table."""
    return f"table.{code}"


def tell(code: str, revision: int) -> None:
    """Say that the table is at ``revision``. To be called after the commit; never raises."""
    _send(code, {"type": CHANGED, "revision": revision})


def tell_said(code: str, last: int) -> None:
    """Say that the message with the id ``last`` was said at the table, and nothing of it. As `tell`."""
    _send(code, {"type": SAID, "last": last})


def _send(code: str, message: dict[str, Any]) -> None:
    """Runs on the event loop that the calling thread serves, because the in-memory layer belongs to it."""
    try:
        layer = get_channel_layer()
        if layer is not None:
            async_to_sync(layer.group_send)(group(code), message)
    except Exception:
        logger.exception("table %s: %s not told", code, message)
