"""The socket of pages without one of their own: it tells a player's news, and takes no wish."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

from game.live.refused import Refused
from game.sockets import NOT_ALLOWED, GameConsumer


class HereConsumer(GameConsumer):
    """One page of a player's."""

    async def enter(self) -> None:
        if self.user is None:
            await self.close(NOT_ALLOWED)
        self.sees_friends = "friends" in parse_qs(self.scope["query_string"].decode("latin-1"))

    async def show(self) -> None:
        """There is no table."""

    async def fulfil(self, wish: Any) -> None:
        raise Refused("bad_message")
