"""The socket of a table: takes wishes, shows the table as its viewer may see it."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation
from django.utils.html import escape

from accounts import languages
from accounts.models import User
from game import screens
from game.live import presence, wishes
from game.live.moment import now
from game.live.pace import Bucket
from game.live.presence import sockets
from game.live.push import group
from game.live.refused import Refused
from game.live.scene import scene
from game.live.watch import watch
from game.models import Table, TableSeat

logger = logging.getLogger(__name__)

NOT_ALLOWED = 4001
ABUSED = 4003


class TableConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels ships no types
    """One socket at one table.

    The newest revision it knows of is ``wanted``, the one its browser has is ``shown``. One task at a time
    renders; revisions that come meanwhile are skipped but for the newest.
    """

    code = ""
    chair_id: int | None = None
    wanted = 0
    shown = 0
    _asked = False
    _task: asyncio.Task[None] | None = None

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Without the thread hop that the base class makes before each message: whatever reads the database
        here cleans up after itself."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"no handler for message type {message['type']}")
        await handler(message)

    async def connect(self) -> None:
        user = self.scope["user"]
        self.user: User | None = user if user.is_authenticated else None
        self.language = language_of(self.scope)
        self._pace = Bucket(size=20, rate=10, time=time.monotonic())
        self._patience = Bucket(size=30, rate=0.5, time=time.monotonic())
        await self.accept()
        await self._enter(self.scope["url_route"]["kwargs"]["code"])

    async def _enter(self, code: str) -> None:
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
        self.show()

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

    # -- wishes ---------------------------------------------------------------------------------------

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if not self._pace.take(time.monotonic()):
            await self._lose_patience("too_fast")
            return
        try:
            wish = wishes.parse(text_data, bytes_data)
        except Refused as refused:
            await self._lose_patience(refused.code)
            return
        await self._do(wish)

    async def _do(self, wish: wishes.Wish) -> None:
        """Do it; the table shows by a push that it is done. A refusal is told, with the table as it is."""
        try:
            match wish:
                case wishes.Ping():
                    await self._tell({"kind": "pong", "revision": self.shown, "release": settings.PHOM_RELEASE})
                case wishes.Whole():
                    self.show()
                case _:
                    await database_sync_to_async(wishes.fulfil)(wish, self.code, self.user)
        except Refused as refused:
            await self._refuse(refused.code, refused.data)
        except Exception:
            logger.exception("table %s: a wish failed", self.code)
            await self._refuse("failed", {})

    async def _lose_patience(self, code: str) -> None:
        """Tell what is wrong; close the socket of one who goes on like that."""
        if self._patience.take(time.monotonic()):
            await self._notice(code, {})
        else:
            await self.close(ABUSED)

    async def _refuse(self, code: str, data: dict[str, object]) -> None:
        await self._notice(code, data)
        self.show()

    async def _notice(self, code: str, data: dict[str, object]) -> None:
        with translation.override(self.language):
            content = escape(screens.words(code, data))
        await self._tell(
            {"kind": "notice", "code": code, "target": "#notice", "swap": "innerMorph", "content": content}
        )

    # -- showing the table ----------------------------------------------------------------------------

    async def table_changed(self, message: dict[str, Any]) -> None:
        """A push: the table is at a revision."""
        self.want(message["revision"])

    def want(self, revision: int) -> None:
        """Show the table at ``revision`` or later, unless that is done."""
        if revision > self.wanted:
            self.wanted = revision
            self._render_soon()

    def show(self) -> None:
        """Show the table as it is, whatever the browser has."""
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
            self.shown, self.wanted = revision, max(self.wanted, revision)
            await self._tell(
                {"kind": "table", "revision": revision, "target": "#table", "swap": "outerMorph", "content": content}
            )

    def _render(self, at_least: int | None) -> tuple[int, str]:
        with translation.override(self.language):
            seen = scene(self.code, self.user, at_least)
            return seen.revision, str(screens.table_html(seen))

    async def _tell(self, message: dict[str, Any]) -> None:
        await self.send(json.dumps(message, ensure_ascii=False))


class NowhereConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels ships no types
    """A socket at an address where there is nothing."""

    async def connect(self) -> None:
        await self.close(NOT_ALLOWED)


def _come(code: str, user: User | None) -> int | None:
    """The id of the user's chair at the table, now marked as connected; Table.DoesNotExist."""
    table = Table.objects.get(code=code)
    chair = TableSeat.objects.filter(table=table, user=user, left=False).first() if user else None
    if chair is None:
        return None
    presence.mark(chair.pk, now())
    return chair.pk


def language_of(scope: dict[str, Any]) -> str:
    """The language that the same browser's pages have."""
    headers = dict(scope["headers"])
    accepted = headers.get(b"accept-language", b"").decode("latin-1")
    return languages.chosen(scope["cookies"].get(settings.LANGUAGE_COOKIE_NAME), accepted)
