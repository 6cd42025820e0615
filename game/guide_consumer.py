"""The socket of the guide: the table's messages, answered from a script. It keeps nothing but the number of steps done.

The browser keeps that number in a cookie, so that the guide goes on where it was after a reload or a restart.
"""

from __future__ import annotations

import asyncio
import json
from typing import NamedTuple

from django.conf import settings
from django.utils import translation
from django.utils.safestring import SafeString

from game import progress
from game.guide import course
from game.guide.course import Stand, stand
from game.guide.script import VISITOR
from game.live import wishes
from game.live.refused import Refused
from game.rules.actions import Action
from game.rules.cards import parse_card
from game.rules.errors import RuleError
from game.rules.hand import check
from game.screens.coach import other_first
from game.screens.guide import guide_html
from game.sockets import GameConsumer

DRAW_PACE, THROW_PACE = 0.6, 1.0
"""How long the others take, in bots' delays."""
LONGEST_TURN = 64
"""Characters of a message that only turns pages."""


class Turn(NamedTuple):
    """Turn pages: ``next``, ``back`` or ``again``."""

    to: str


class GuideConsumer(GameConsumer):
    """One visitor's guide. The others play by themselves, after a pause each."""

    at = 0
    order: tuple[int, ...] = ()
    _others: asyncio.Task[None] | None = None

    async def enter(self) -> None:
        await self._go(progress.read(self.scope["cookies"]))

    async def leave(self) -> None:
        if self._others:
            self._others.cancel()

    # -- wishes ---------------------------------------------------------------------------------------

    def read(self, text: str | None, data: bytes | None) -> Turn | wishes.Wish:
        return _page_turned(text) or wishes.parse(text, data)

    async def fulfil(self, wish: Turn | wishes.Wish) -> None:
        """What doesn't belong to where the guide is, being late or for another table, only shows it."""
        now = stand(self.at)
        match wish:
            case Turn("back"):
                await self._go(course.back(self.at))
            case Turn("again"):
                await self._go(0)
            case Turn("next") | wishes.Ready() if _pressed(wish) == (now.step and now.step.action):
                await self._go(self.at + 1)
            case wishes.Order(hand, cards):
                if hand == now.lesson:
                    self.order = tuple(parse_card(cards[at : at + 2]) for at in range(0, len(cards), 2))
            case wishes.Act(hand, version, action) if (hand, version) == (now.lesson, now.hand.version):
                await self._act(now, action)
            case _:
                await self.show()

    async def _act(self, now: Stand, action: Action) -> None:
        """Go on, if it is what is wanted; else say why not: against the rules, or only not yet."""
        if now.is_visitors and now.wants(action):
            await self._go(self.at + 1)
            return
        try:
            check(now.hand, action, VISITOR)
        except RuleError as error:
            raise Refused.by_rule(error) from error
        raise Refused("other_first")

    def words(self, code: str, data: dict[str, object]) -> SafeString:
        return other_first(stand(self.at)) if code == "other_first" else super().words(code, data)

    # -- where it stands --------------------------------------------------------------------------------

    async def _go(self, at: int) -> None:
        """Stand there, show it, and let the others play on."""
        if stand(at).lesson != stand(self.at).lesson:
            self.order = ()
        self.at = at
        if self._others:
            self._others.cancel()
        await self.show()
        self._others = asyncio.get_running_loop().create_task(self._let_others_play())

    async def _let_others_play(self) -> None:
        while (step := stand(self.at).step) and step.by != "visitor":
            pace = DRAW_PACE if step.action == "draw" else THROW_PACE
            await asyncio.sleep(settings.PHOM_BOT_DELAY * pace)
            self.at += 1
            await self.show()

    async def show(self) -> None:
        with translation.override(self.language):
            content = str(guide_html(stand(self.at), self.order))
        await self.tell_table(self.at, content)


def _pressed(wish: Turn | wishes.Ready) -> str:
    """The step of the script that it is."""
    return "next" if isinstance(wish, Turn) else "deal"


def _page_turned(text: str | None) -> Turn | None:
    """The page turned, if the message says so; what else it may be is for `wishes.parse` to judge."""
    if text is None or len(text) > LONGEST_TURN:
        return None
    try:
        kind = json.loads(text)["type"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return Turn(kind) if kind in ("next", "back", "again") else None
