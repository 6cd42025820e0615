"""The socket of a table: takes wishes, shows the table as its viewer may see it, tells what is said there."""

from __future__ import annotations

import asyncio
import logging
import time
from datetime import datetime
from typing import Any, NamedTuple

from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation

from accounts import presence as visits
from accounts.models import User
from game import screens
from game.live import meters, peeking, presence, spectators, talk, wishes
from game.live.ear import ear
from game.live.hearing import hearing
from game.live.hop import in_thread
from game.live.moment import now
from game.live.presence import sockets
from game.live.refused import Refused
from game.live.scene import Scene, is_at_hand, scene
from game.live.spectators import Watcher, watching
from game.live.watch import watch
from game.models import Table, TableSeat
from game.screens.talk import frame
from game.sockets import NO_LAYER, NOT_ALLOWED, GameConsumer, notice_frame

logger = logging.getLogger(__name__)

MOMENT = 0.02
"""Seconds by which a timer may be early."""


class Place(NamedTuple):
    """What somebody is at a table: either a sitter or a spectator."""

    chair_id: int | None = None
    watcher: Watcher | None = None
    said_at: datetime | None = None
    """When that was said."""
    table: int | None = None
    """Its number."""


class TableConsumer(GameConsumer):
    """One socket at one table.

    The newest revision it knows of is ``wanted``, the one its browser has is ``shown``. One task at a time
    renders; revisions that come meanwhile are skipped but for the newest. Likewise with what is said: ``said`` is
    the id of the newest message it knows of, ``heard`` that of the newest that its browser has, or needn't have, and
    ``came`` that of the newest when it was opened.
    """

    code = ""
    place = Place()
    wanted = 0
    said = 0
    heard = 0
    came = 0
    _asked = False
    _heard_at: float | None = None
    _task: asyncio.Task[None] | None = None
    _talking: asyncio.Task[None] | None = None
    _opening: asyncio.TimerHandle | None = None
    _by_house: tuple[str, ...] | None = None
    """What it has shown of what moderators did; None before it showed anything."""

    async def enter(self) -> None:
        code = self.scope["url_route"]["kwargs"]["code"]
        try:
            place, said = await in_thread(_come)(code, self.user, self.visitor())
        except Table.DoesNotExist:
            await self.close(NOT_ALLOWED)
            return
        except Refused as refused:
            await self._turn_away(refused)
            return
        self.code, self.table_number = code, place.table
        self._take(place)
        watch.follow(self)
        ear.follow(self)
        await self.show()
        self.came = said
        self.hear(said)

    async def leave(self) -> None:
        if not self.code:
            return
        watch.unfollow(self)
        ear.unfollow(self)
        self._take(Place())
        for running in (self._task, self._talking, self._opening):
            if running:
                running.cancel()

    async def _turn_away(self, refused: Refused) -> None:
        await self.notice(refused.code, refused.data)
        await self.close(NOT_ALLOWED)

    def _take(self, place: Place) -> None:
        """Be connected as this, and no more as what it was before."""
        before, self.place = self.place, place
        if place.chair_id:
            sockets.came(place.chair_id, place.said_at)
        if place.watcher:
            watching.came(place.watcher, place.said_at)
        if before.chair_id:
            sockets.went(before.chair_id, time.monotonic())
        if before.watcher:
            watching.went(before.watcher, time.monotonic())

    async def fulfil(self, wish: wishes.Wish) -> None:
        """Done, it shows by a push; what concerns the asker alone is told at once."""
        if isinstance(wish, wishes.Whole):
            await self.show()
        else:
            answer = await in_thread(wishes.fulfil)(wish, self.code, self.user)
            if answer:
                await self.tell(answer)

    # -- showing the table ----------------------------------------------------------------------------

    def want(self, revision: int) -> None:
        """Show the table at ``revision`` or later, unless that is done."""
        if revision > self.wanted:
            self.wanted, self._heard_at = revision, time.perf_counter()
            self._render_soon()

    async def show(self) -> None:
        self._asked = True
        self._render_soon()

    def _render_soon(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._show_newest())

    async def _show_newest(self) -> None:
        while self._asked or self.shown < self.wanted:
            at_least, self._asked = (None if self._asked else self.wanted), False
            try:
                seen, content = await self._rendered(at_least)
                await self._keep_place(seen)
            except Table.DoesNotExist:
                await self.close(NOT_ALLOWED)
                return
            except Refused as refused:
                await self._turn_away(refused)
                return
            except Exception:
                with self.trail():
                    logger.exception("a table was not shown")
                self.shown = self.wanted
                continue
            self.wanted = max(self.wanted, seen.revision)
            await self.tell_table(seen.revision, content)
            self._note_shown()
            await self._tell_by_house(seen.by_house)
            self._open_later(seen.opens_ms if seen.peek_ms is None else seen.peek_ms)

    def _note_shown(self) -> None:
        """A table asked for by its page isn't measured: nobody moved."""
        if self._heard_at is not None:
            meters.SHOWN_SECONDS.observe(time.perf_counter() - self._heard_at)
            self._heard_at = None

    async def _rendered(self, at_least: int | None) -> tuple[Scene, str]:
        """Here and now where nothing has to be read for it: a thread would take the event loop as long."""
        if is_at_hand(self.code, self.user, at_least):
            return self._render(at_least)
        rendered: tuple[Scene, str] = await in_thread(self._render)(at_least)
        return rendered

    def _render(self, at_least: int | None) -> tuple[Scene, str]:
        with translation.override(self.language):
            seen = scene(self.code, self.user, at_least)
            return seen, str(screens.table_html(seen))

    async def _tell_by_house(self, done: tuple[str, ...]) -> None:
        """What a moderator has just done; whoever comes later reads it in the list of what happened."""
        known, self._by_house = self._by_house, done
        news = [code for code in done if known is not None and code not in known]
        if news:
            with translation.override(self.language):
                words = screens.by_house(*news)
            await self.tell(notice_frame(news[0], words))

    async def _keep_place(self, seen: Scene) -> None:
        """Whoever took a seat by another tab, or lost it, is no longer what this socket was opened as; nor is a
        moderator whose look at all hands is over: from then on he is seen among those who watch."""
        sits = seen.viewer is not None or seen.waits
        was_unseen = self.place.chair_id is None and self.place.watcher is None
        if sits != bool(self.place.chair_id) or (was_unseen and seen.peek_ms is None):
            place, _ = await in_thread(_come)(self.code, self.user, self.visitor())
            self._take(place)

    def _open_later(self, opens_ms: int | None) -> None:
        """Show the table once more when the finished hand opens to its viewer, or a moderator's look at all hands is
        over: no change of the table tells that."""
        if self._opening:
            self._opening.cancel()
            self._opening = None
        if opens_ms is not None:
            self._opening = asyncio.get_running_loop().call_later(opens_ms / 1000 + MOMENT, self._open)

    def _open(self) -> None:
        self._asked = True
        self._render_soon()

    # -- what is said ---------------------------------------------------------------------------------

    def hear(self, last: int) -> None:
        """Tell what was said up to the message with that id, unless that is done."""
        if last > self.said:
            self.said = last
            if self._talking is None or self._talking.done():
                self._talking = asyncio.get_running_loop().create_task(self._tell_newest())

    async def _tell_newest(self) -> None:
        while self.heard < self.said:
            after, last = self.heard, self.said
            try:
                told = await in_thread(self._talk)(after, last)
            except Exception:
                with self.trail():
                    logger.exception("it was not told what was said")
                told = None
            self.heard = last
            if told:
                await self.tell(told)

    def _talk(self, after: int, last: int) -> dict[str, Any] | None:
        """In a frame of its own what was said before the socket was there, which only its reader asks for."""
        is_history = after < self.came
        if is_history:
            said = [message for message in talk.lately(self.code, self.user) if message.pk <= last]
        else:
            said = hearing.get(self.code, self.user, after, last)
        with translation.override(self.language):
            return frame(said, self.user, is_history) if said else None


class NowhereConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels ships no types
    """A socket at an address where there is nothing."""

    channel_layer_alias = NO_LAYER

    async def connect(self) -> None:
        await self.close(NOT_ALLOWED)


def _come(code: str, user: User | None, visitor: str) -> tuple[Place, int]:
    """What the user is at the table, now marked as connected, and the id of what was said there last. A moderator who
    sees all hands is nothing there: nobody is told.

    Table.DoesNotExist; Refused ``no_spectators``.
    """
    table, at = Table.objects.get(code=code), now()
    if user:
        visits.note(user)
    chair = TableSeat.objects.filter(table=table, user=user, left=False).first() if user else None
    watcher = spectators.watcher(code, user, visitor)
    if chair:
        presence.mark(chair.pk, at)
        spectators.sits_down(watcher)
        return Place(chair.pk, None, at, table.pk), table.last_said
    if peeking.until(table, user):
        return Place(table=table.pk), table.last_said
    spectators.check(table, (), None)
    spectators.note(watcher, at)
    return Place(None, watcher, at, table.pk), table.last_said
