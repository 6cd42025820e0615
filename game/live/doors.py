"""In each server process: open sockets close as soon as what they were let in by holds no more.

At once where the ear hears of it, which `push` tells; else at the next look.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any, Protocol

from channels.db import database_sync_to_async

from accounts import access
from accounts.access import End, Entry
from game.live import push
from game.live.beat import Beat
from game.live.moment import now


class Door(Protocol):
    """A socket of a player."""

    entry: Entry

    def sign_out(self) -> None:
        """The session has ended: close."""

    def shut_out(self) -> None:
        """The player is shut out: close."""


class Doors(Beat[Door]):
    """The sockets of players in this process."""

    period = 2.0

    def __init__(self) -> None:
        super().__init__()
        self._looking: set[asyncio.Task[None]] = set()

    async def look(self, time: float) -> None:
        """One look at the database; those that are to be closed are told."""
        await self._look_at(list(self._followers))

    def knock(self, message: dict[str, Any]) -> None:
        """What `push` tells of a session or a player: those whom it is about are looked at now."""
        concerned = [door for door in self._followers if _is_about(message, door.entry)]
        if concerned:
            task = asyncio.get_running_loop().create_task(self._look_at(concerned))
            self._looking.add(task)
            task.add_done_callback(self._looking.discard)

    async def _look_at(self, doors: Collection[Door]) -> None:
        ended = await database_sync_to_async(_ended)({door.entry for door in doors})
        for door in doors:
            match ended.get(door.entry):
                case End.SIGNED_OUT:
                    door.sign_out()
                case End.SHUT_OUT:
                    door.shut_out()


def session_ended(key: str, **_: Any) -> None:
    """To be called when a session is gone."""
    push.tell_session(key)


def access_changed(user_id: int, **_: Any) -> None:
    """To be called when a player may not be let in any more, or not by all that let in before."""
    push.tell_player(user_id)


def _is_about(message: dict[str, Any], entry: Entry) -> bool:
    return entry.user_id == message.get("player") or push.sign_of(entry.session) == message.get("session")


def _ended(entries: Collection[Entry]) -> dict[Entry, End]:
    return access.ended(entries, now()) if entries else {}


doors = Doors()
