"""The only sender: tells every socket of a table, in all processes, at which revision the table is now.

What a socket then shows it renders itself from the database. A message that is lost does no harm:
`game.live.watch` compares revisions once a second.
"""

from __future__ import annotations

import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

CHANGED = "table.changed"


def group(code: str) -> str:
    """The channel layer's name for the sockets of a table."""
    return f"table.{code}"


def tell(code: str, revision: int) -> None:
    """Say that the table is at ``revision``. To be called after the commit; never raises.

    Runs on the event loop that the calling thread serves, because the in-memory layer belongs to it.
    """
    try:
        layer = get_channel_layer()
        if layer is not None:
            async_to_sync(layer.group_send)(group(code), {"type": CHANGED, "revision": revision})
    except Exception:
        logger.exception("table %s: revision %d not told", code, revision)
