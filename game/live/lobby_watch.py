"""In each server process: whoever looks at the lobby is shown it anew when it changes, within a second.

One look at the database a second serves everybody; what several see alike is rendered once, and told to those who
haven't got it yet.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Protocol

from channels.db import database_sync_to_async
from django.utils import translation

from game.live import lobby
from game.live.beat import Beat
from game.live.lobby import Kind, Lobby, Looker
from game.live.moment import now
from game.live.presence import REFRESH, Sockets

Wanted = tuple[Kind, "int | None", str]
"""What one follower is shown: of which kind, without what isn't offered to which user, in which language."""


class Follower(Protocol):
    """A socket of the lobby."""

    kind: Kind
    looker: Looker
    language: str

    def see(self, content: str) -> None:
        """The lobby is this now."""


class LobbyWatch(Beat[Follower]):
    """The followers of this process. ``render`` makes HTML of a lobby in the active language, once of equal ones."""

    period = 0.8

    def __init__(self, render: Callable[[Lobby], str]) -> None:
        super().__init__()
        self._render = render
        self._lookers: Sockets[Looker] = Sockets()
        self._known: set[Looker] = set()
        self._refreshed = 0.0

    def follow(self, follower: Follower) -> None:
        self._lookers.came(follower.looker)
        super().follow(follower)

    def unfollow(self, follower: Follower) -> None:
        if follower in self._followers:
            super().unfollow(follower)
            self._lookers.went(follower.looker, time.monotonic())

    @property
    def is_idle(self) -> bool:
        return super().is_idle and self._lookers.is_idle

    async def look(self, time: float) -> None:
        """One look at the database, which is told who is here; followers are told what has changed."""
        here, gone = set(self._lookers.here()), self._lookers.gone(time)
        is_time = time - self._refreshed >= REFRESH
        if is_time:
            self._refreshed = time
        noted = here if is_time else here - self._known
        self._known = here
        wanted = {_wanted(follower) for follower in self._followers}
        shown = await database_sync_to_async(self._look)(wanted, noted, gone)
        for follower in list(self._followers):
            if (content := shown.get(_wanted(follower))) is not None:
                follower.see(content)

    def _look(self, wanted: set[Wanted], here: Iterable[Looker], gone: Iterable[Looker]) -> dict[Wanted, str]:
        at = now()
        if gone:
            lobby.forget(gone)
        if here:
            lobby.note(here, at)
        if not wanted:
            return {}
        gathered = lobby.read(at)
        hidden = lobby.hidden(gathered, {user for _, user, _ in wanted if user}, at)
        made: dict[tuple[Kind, frozenset[str], str], str] = {}
        shown = {}
        for kind, user, language in wanted:
            without = hidden.get(user or 0, frozenset())
            if (kind, without, language) not in made:
                with translation.override(language):
                    made[kind, without, language] = self._render(lobby.seen(gathered, kind, without))
            shown[kind, user, language] = made[kind, without, language]
        return shown


def _wanted(follower: Follower) -> Wanted:
    return follower.kind, follower.looker.user_id, follower.language
