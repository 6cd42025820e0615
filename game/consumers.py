"""The socket of a table: takes wishes, shows the table as its viewer may see it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation

from accounts import presence as visits
from accounts.models import User
from game import screens
from game.live import presence, wishes
from game.live.moment import now
from game.live.presence import sockets
from game.live.push import group
from game.live.scene import scene
from game.live.watch import watch
from game.models import Table, TableSeat
from game.sockets import NOT_ALLOWED, GameConsumer

logger = logging.getLogger(__name__)


class TableConsumer(GameConsumer):
    """One socket at one table.

    The newest revision it knows of is ``wanted``, the one its browser has is ``shown``. One task at a time
    renders; revisions that come meanwhile are skipped but for the newest.
    """

    code = ""
    chair_id: int | None = None
    wanted = 0
    _asked = False
    _task: asyncio.Task[None] | None = None

    async def enter(self) -> None:
        user = self.scope["user"]
        self.user: User | None = user if user.is_authenticated else None
        code = self.scope["url_route"]["kwargs"]["code"]
        try:
            self.chair_id = await database_sync_to_async(_come)(code, self.user)
        except Table.DoesNotExist:
            await self.close(NOT_ALLOWED)
            return
        self.code = code
        if self.chair_id:
            sockets.came(self.chair_id)
        await self._regroup(self.channel_layer.group_add)
        watch.follow(self)
        await self.show()

    async def disconnect(self, code: int) -> None:
        if not self.code:
            return
        watch.unfollow(self)
        if self.chair_id:
            sockets.went(self.chair_id, time.monotonic())
        if self._task:
            self._task.cancel()
        await self._regroup(self.channel_layer.group_discard)

    async def _regroup(self, change: Callable[[str, str], Awaitable[None]]) -> None:
        """Join or leave those who are told at once. Without a channel layer, `watch` tells within a second."""
        try:
            await change(group(self.code), self.channel_name)
        except Exception as error:
            logger.error("table %s: no channel layer (%s)", self.code, error)

    async def fulfil(self, wish: wishes.Wish) -> None:
        """Done, it shows by a push; what concerns the asker alone is told at once."""
        if isinstance(wish, wishes.Whole):
            await self.show()
        else:
            answer = await database_sync_to_async(wishes.fulfil)(wish, self.code, self.user)
            if answer:
                await self.tell(answer)

    # -- showing the table ----------------------------------------------------------------------------

    async def table_changed(self, message: dict[str, Any]) -> None:
        """A push: the table is at a revision."""
        self.want(message["revision"])

    def want(self, revision: int) -> None:
        """Show the table at ``revision`` or later, unless that is done."""
        if revision > self.wanted:
            self.wanted = revision
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
                revision, content = await database_sync_to_async(self._render)(at_least)
            except Table.DoesNotExist:
                await self.close(NOT_ALLOWED)
                return
            except Exception:
                logger.exception("table %s: not shown", self.code)
                self.shown = self.wanted
                continue
            self.wanted = max(self.wanted, revision)
            await self.tell_table(revision, content)

    def _render(self, at_least: int | None) -> tuple[int, str]:
        with translation.override(self.language):
            seen = scene(self.code, self.user, at_least)
            return seen.revision, str(screens.table_html(seen))


class NowhereConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels ships no types
    """A socket at an address where there is nothing."""

    async def connect(self) -> None:
        await self.close(NOT_ALLOWED)


def _come(code: str, user: User | None) -> int | None:
    """The id of the user's chair at the table, now marked as connected; Table.DoesNotExist."""
    table = Table.objects.get(code=code)
    if user:
        visits.note(user)
    chair = TableSeat.objects.filter(table=table, user=user, left=False).first() if user else None
    if chair is None:
        return None
    presence.mark(chair.pk, now())
    return chair.pk
