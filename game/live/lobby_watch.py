"""In each server process: whoever looks at the lobby is shown it anew when it changes, within a second.

One look at the database a second serves everybody; what several see alike is rendered once, and told to those who
haven't got it yet.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from typing import Protocol

from django.utils import translation

from game.live import lobby
from game.live.beat import Beat
from game.live.hop import in_thread
from game.live.lobby import Kind, Lobby, Looker
from game.live.moment import now
from game.live.presence import Gone, Sockets

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
        here, gone = self._lookers.here(), self._lookers.gone(time)
        self._lookers.said(*await in_thread(_say)(here, gone, self.is_time(time)))
        wanted = {_wanted(follower) for follower in self._followers}
        shown = await in_thread(self._look)(wanted) if wanted else {}
        for follower in list(self._followers):
            if (content := shown.get(_wanted(follower))) is not None:
                follower.see(content)

    def _look(self, wanted: set[Wanted]) -> dict[Wanted, str]:
        at = now()
        gathered = lobby.read(at)
        hidden = lobby.hidden(gathered, {user for _, user, _ in wanted if user}, at)
        seats = lobby.seats(gathered)
        made: dict[tuple[Kind, frozenset[str], str, str], str] = {}
        shown = {}
        for kind, user, language in wanted:
            without, own = hidden.get(user or 0, frozenset()), seats.get(user or 0, "")
            if (kind, without, own, language) not in made:
                with translation.override(language):
                    made[kind, without, own, language] = self._render(lobby.seen(gathered, kind, without, own))
            shown[kind, user, language] = made[kind, without, own, language]
        return shown


def _say(
    here: Collection[Looker], gone: Iterable[Gone[Looker]], everybody: bool
) -> tuple[Collection[Looker], datetime]:
    """Say who is here, and who isn't any more: of whom it was said that they are, and when."""
    lobby.forget(gone)
    at = now()
    return lobby.keep(here, at, everybody), at


def _wanted(follower: Follower) -> Wanted:
    return follower.kind, follower.looker.user_id, follower.language
