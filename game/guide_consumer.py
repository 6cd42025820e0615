"""The socket of the guide: the table's messages, answered from a script. It keeps nothing but the number of steps done.

The browser keeps that number in a cookie, so that the guide goes on where it was after a reload or a restart.
"""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation
from django.utils.html import escape

from game import screens
from game.consumers import ABUSED, language_of
from game.guide import course
from game.guide.course import Stand, stand
from game.live import wishes
from game.live.pace import Bucket
from game.live.refused import Refused
from game.rules.cards import parse_card
from game.rules.errors import RuleError
from game.rules.hand import check
from game.screens.guide import guide_html, other_first

DRAW_PACE, THROW_PACE = 0.6, 1.0
"""How long the others take, in bots' delays."""
LONGEST_TURN = 64
"""Characters of a message that only turns pages."""


class GuideConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels ships no types
    """One visitor's guide. The others play by themselves, after a pause each."""

    at = 0
    order: tuple[int, ...] = ()
    _others: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        self.language = language_of(self.scope)
        self._pace = Bucket(size=20, rate=10, time=time.monotonic())
        self._patience = Bucket(size=30, rate=0.5, time=time.monotonic())
        await self.accept()
        await self._go(course.read(self.scope["cookies"].get(course.COOKIE)))

    async def disconnect(self, code: int) -> None:
        if self._others:
            self._others.cancel()

    # -- wishes ---------------------------------------------------------------------------------------

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if not self._pace.take(time.monotonic()):
            await self._lose_patience("too_fast")
        elif (page := _page_turned(text_data)) is not None:
            await self._turn(page)
        else:
            try:
                await self._do(wishes.parse(text_data, bytes_data))
            except Refused as refused:
                await self._lose_patience(refused.code)

    async def _do(self, wish: wishes.Wish) -> None:
        now = stand(self.at)
        match wish:
            case wishes.Ping():
                await self._tell({"kind": "pong", "revision": self.at})
            case wishes.Order(hand, cards):
                if hand == now.lesson:
                    self.order = tuple(parse_card(cards[at : at + 2]) for at in range(0, len(cards), 2))
            case wishes.Ready() if now.step and now.step.action == "deal":
                await self._go(self.at + 1)
            case wishes.Act(hand, version, action) if (hand, version) == (now.lesson, now.hand.version):
                if now.is_visitors and now.wants(action):
                    await self._go(self.at + 1)
                else:
                    await self._refuse(now, action)
            case _:
                await self._show()

    async def _refuse(self, now: Stand, action: Any) -> None:
        """Say why not: against the rules, or only not yet; and show the table as it is."""
        try:
            check(now.hand, action, 0)
            with translation.override(self.language):
                await self._notice("other_first", other_first(now))
        except RuleError as error:
            with translation.override(self.language):
                await self._notice(error.code, screens.words(error.code, error.data))
        await self._show()

    async def _turn(self, page: str) -> None:
        now = stand(self.at)
        if page == "next" and now.step and now.step.action == "next":
            await self._go(self.at + 1)
        elif page in ("back", "again"):
            await self._go(course.back(self.at) if page == "back" else 0)

    async def _lose_patience(self, code: str) -> None:
        """Tell what is wrong; close the socket of one who goes on like that."""
        if self._patience.take(time.monotonic()):
            with translation.override(self.language):
                await self._notice(code, screens.words(code, {}))
        else:
            await self.close(ABUSED)

    # -- where it stands --------------------------------------------------------------------------------

    async def _go(self, at: int) -> None:
        """Stand there, show it, and let the others play on."""
        if stand(at).lesson != stand(self.at).lesson:
            self.order = ()
        self.at = at
        if self._others:
            self._others.cancel()
        await self._show()
        self._others = asyncio.get_running_loop().create_task(self._let_others_play())

    async def _let_others_play(self) -> None:
        while (step := stand(self.at).step) and step.by != "visitor":
            pace = DRAW_PACE if step.action == "draw" else THROW_PACE
            await asyncio.sleep(settings.PHOM_BOT_DELAY * pace)
            self.at += 1
            await self._show()

    async def _show(self) -> None:
        with translation.override(self.language):
            content = str(guide_html(stand(self.at), self.order))
        await self._tell(
            {"kind": "table", "revision": self.at, "target": "#table", "swap": "outerMorph", "content": content}
        )

    async def _notice(self, code: str, text: str) -> None:
        await self._tell(
            {"kind": "notice", "code": code, "target": "#notice", "swap": "innerMorph", "content": escape(text)}
        )

    async def _tell(self, message: dict[str, Any]) -> None:
        await self.send(json.dumps(message, ensure_ascii=False))


def _page_turned(text: str | None) -> str | None:
    """``next``, ``back`` or ``again``, if the message says that; what else it may be is for `wishes.parse` to judge."""
    if text is None or len(text) > LONGEST_TURN:
        return None
    try:
        kind = json.loads(text)["type"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return kind if kind in ("next", "back", "again") else None
