"""The only sender: tells all processes at which revision a table is now, and up to which message something was said
there, and whose sessions may have ended; `game.live.ear` hears it there for the sockets that it is about.

What a socket then shows it renders itself from the database. A message that is lost does no harm:
`game.live.watch` compares both once a second.
"""

from __future__ import annotations

import asyncio
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.utils.crypto import salted_hmac

from game.live.absence import Absence

GROUP = "tables"
"""The channel layer's name for all who hear."""
NOBODY = "nobody"
"""The same for those whom there are none of."""
PATIENCE = 0.5
"""Seconds that a message may take to be sent: whoever moved waits for it."""
absence = Absence("the channel layer")


def tell(code: str, revision: int) -> None:
    """Say that the table is at ``revision``. To be called after the commit; never raises."""
    _send({"code": code, "revision": revision})


def tell_said(code: str, last: int) -> None:
    """Say that the message with the id ``last`` was said at the table, and nothing of it. As `tell`."""
    _send({"code": code, "last": last})


def tell_player(user_id: int) -> None:
    """Say that the player may not be let in any more, or not by every session. As `tell`."""
    _send({"player": user_id})


def tell_session(key: str) -> None:
    """Say that the session with this key has ended; nobody learns the key by it. As `tell`."""
    _send({"session": sign_of(key)})


def sign_of(key: str) -> str:
    """What tells one session from others, and is no secret as its key is."""
    return salted_hmac("game.live.push", key).hexdigest()


def _send(message: dict[str, Any]) -> None:
    """A layer within the process is told from here; to one between processes the event loop speaks that the calling
    thread serves, because its connections belong to that."""
    if absence.is_on:
        return
    try:
        layer = get_channel_layer()
        if hasattr(type(layer), "tell"):  # of the layer itself, that of Redis would ask a running loop
            layer.tell(GROUP, message)
        else:
            async_to_sync(_send_in_time)(message)
    except Exception as error:
        absence.begin(error)


async def _send_in_time(message: dict[str, Any], group: str = GROUP) -> None:
    layer = get_channel_layer()
    if layer is not None:
        async with asyncio.timeout(PATIENCE):
            await layer.group_send(group, message)


def gets_through() -> bool:
    """Whether the channel layer takes a message now: it is tried by one that nobody hears."""
    try:
        async_to_sync(_send_in_time)({}, NOBODY)
    except Exception:
        return False
    return True
