"""The socket of the lobby: tells its page what changes there, and takes no wish but to be told anew."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import parse_qs

from accounts import presence as visits
from game.live import lobby, wishes
from game.live.hop import in_thread
from game.live.lobby import Looker
from game.live.lobby_watch import LobbyWatch
from game.live.refused import Refused
from game.screens.lobby import lobby_html
from game.sockets import GameConsumer

watch = LobbyWatch(lobby_html)


class LobbyConsumer(GameConsumer):
    """One browser in the lobby. What it is to see is ``content``, what it has been told ``told``; what comes while it
    is being told skips what came before."""

    content = ""
    told = ""
    _task: asyncio.Task[None] | None = None

    async def enter(self) -> None:
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        preset, stake = query.get("preset", [""])[0], query.get("stake", [""])[0]
        self.kind = await in_thread(lobby.kind)(preset, stake)
        self.looker = Looker(f"player-{self.user.pk}", self.user.pk) if self.user else Looker(self.visitor(), None)
        if self.user:
            await in_thread(visits.note)(self.user)
        watch.follow(self)

    async def leave(self) -> None:
        watch.unfollow(self)
        if self._task:
            self._task.cancel()

    def see(self, content: str) -> None:
        """The lobby is this now."""
        self.content = content
        if content != self.told and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._tell_newest())

    async def _tell_newest(self) -> None:
        while self.told != self.content:
            self.told = self.content
            await self.show()

    async def show(self) -> None:
        await self.tell({"kind": "lobby", "target": "#lobby", "swap": "outerMorph", "content": self.told})

    async def fulfil(self, wish: Any) -> None:
        if not isinstance(wish, wishes.Whole):
            raise Refused("bad_message")
        if self.told:
            await self.show()
