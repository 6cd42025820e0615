"""What all sockets of the game have in common: how much they take, how they refuse, what their frames look like."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import AbstractContextManager, suppress
from typing import Any
from urllib.parse import parse_qs

import orjson
from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import salted_hmac
from django.utils.safestring import SafeString

from accounts import access, languages, sanctions
from accounts.models import User
from game import screens
from game.live import meters, pace, trail, wishes
from game.live.doors import doors
from game.live.ear import ear
from game.live.news import News
from game.live.news import news as beat
from game.live.openings import openings
from game.live.refused import Refused

logger = logging.getLogger(__name__)

NOT_ALLOWED = 4001
ABUSED = 4003
SHUT_OUT = 4004
"""Open pages understand it: they go to the notice that says why."""
SIGNED_OUT = 4005
"""Open pages understand it: they load themselves again, as what their browser is now."""
NO_LAYER = "none"
"""What Channels finds no layer by. It would open a channel for each socket, and none without a layer to open it."""
NEWS = {"calls": "calls", "waiting": "friends", "whereabouts": "whereabouts", "announcements": "announcements"}
"""The parts of pages that hold news, and what the pages are called that they are fetched from."""


class GameConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels ships no types
    """One open page, which is told its player's news: subclasses say what else it shows, and which wishes it takes."""

    channel_layer_alias = NO_LAYER
    shown = 0
    """The revision of a table that the browser has."""
    user: User | None = None
    table_number: int | None = None
    """In the administration."""
    request_id = ""
    _messages = 0
    sees_friends = False
    news = News()
    _informing: asyncio.Task[None] | None = None
    _ending: asyncio.Task[None] | None = None
    _is_counted = False

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Without the thread hop that the base class makes before each message: whatever reads the database
        here cleans up after itself."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"no handler for message type {message['type']}")
        self._messages += 1
        with self.trail():
            try:
                await handler(message)
            except StopConsumer:
                raise
            except Exception:
                logger.exception("a socket failed")
                raise

    def trail(self) -> AbstractContextManager[None]:
        """What is logged within is about this socket and the message it has got last."""
        user = self.user.pk if self.user else None
        return trail.follow(request=f"{self.request_id}.{self._messages}", user=user, table=self.table_number)

    async def connect(self) -> None:
        self.request_id = trail.request_id(_header(self.scope, b"x-request-id"))
        self.language = _language_of(self.scope)
        self._pace = pace.of_wishes(time.monotonic())
        self._patience = pace.of_patience(time.monotonic())
        user = self.scope["user"]
        self.user = user if user.is_authenticated else None
        await self.accept()
        meters.sockets.opened(self)
        if self.user and sanctions.is_shut_out(self.user):
            await self.close(SHUT_OUT)
            return
        if not openings.came(self.who(), time.monotonic()):
            await self.notice("too_fast", {})
            await self.close(ABUSED)
            return
        self._is_counted = True
        if self.user:
            self.entry = access.entry(self.user, self.scope["session"])
            doors.follow(self)
            ear.start()
        await self.enter()
        if self.user:
            self.user_id = self.user.pk
            beat.follow(self)

    def visitor(self) -> str:
        """What a visitor is called who isn't signed in: in all tabs of a browser that has got pages before the same."""
        known = self.scope["cookies"].get(settings.CSRF_COOKIE_NAME) or str((self.scope.get("client") or [""])[0])
        return salted_hmac("visitor", known).hexdigest()[:16]

    def who(self) -> str:
        """The player, or the visitor: by what all sockets of one are counted together."""
        return f"player-{self.user.pk}" if self.user else self.visitor()

    async def enter(self) -> None:
        """The socket is open: show something."""
        raise NotImplementedError

    async def disconnect(self, code: int) -> None:
        meters.sockets.closed(self)
        beat.unfollow(self)
        doors.unfollow(self)
        if self._is_counted:
            self._is_counted = False
            openings.went(self.who())
        if self._informing:
            self._informing.cancel()
        await self.leave()

    async def leave(self) -> None:
        """The socket is closed: let go of what it held; nothing the second time."""

    def shut_out(self) -> None:
        self._end(SHUT_OUT)

    def sign_out(self) -> None:
        self._end(SIGNED_OUT)

    def _end(self, code: int) -> None:
        """Nothing more is told, and nothing done of what was still asked for."""
        beat.unfollow(self)
        doors.unfollow(self)
        if self._ending is None:
            self._ending = asyncio.get_running_loop().create_task(self._leave_and_close(code))

    async def _leave_and_close(self, code: int) -> None:
        await self.leave()
        with suppress(Disconnected):
            await self.close(code)

    # -- wishes ---------------------------------------------------------------------------------------

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self._ending:
            return
        if not self._pace.take(time.monotonic()):
            await self._lose_patience("too_fast")
            return
        try:
            wish = self.read(text_data, bytes_data)
        except Refused as refused:
            await self._lose_patience(refused.code)
            return
        await self._do(wish)

    def read(self, text: str | None, data: bytes | None) -> Any:
        """The wish of a message; Refused."""
        return wishes.parse(text, data)

    async def _do(self, wish: Any) -> None:
        """Do it; the page shows that it is done. A refusal is told, with what the page is about as it is."""
        try:
            if isinstance(wish, wishes.Ping):
                await self.tell({"kind": "pong", "revision": self.shown, "release": settings.PHOM_RELEASE})
            else:
                await self.fulfil(wish)
        except Refused as refused:
            meters.REFUSED.labels(refused.code).inc()
            logger.debug("refused: %s", refused.code, extra=_seen(wish))
            await self.refuse(refused.code, refused.data)
        except (OperationalError, InterfaceError) as error:  # the database is away, busy for too long, or full
            meters.REFUSED.labels("unsaved").inc()
            logger.error("a wish could not be saved: %s", error, extra=_seen(wish))
            await self.refuse("unsaved", {})
        except Exception:
            logger.exception("a wish failed", extra=_seen(wish))
            await self.refuse("failed", {})

    async def fulfil(self, wish: Any) -> None:
        """Do what is wanted, whatever it is but a ping; Refused."""
        raise NotImplementedError

    async def refuse(self, code: str, data: dict[str, object]) -> None:
        await self.notice(code, data)
        await self.show()

    async def _lose_patience(self, code: str) -> None:
        """Tell what is wrong; close the socket of one who goes on like that."""
        meters.REFUSED.labels(code).inc()
        if self._patience.take(time.monotonic()):
            await self.notice(code, {})
        else:
            await self.close(ABUSED)

    # -- what is told ---------------------------------------------------------------------------------

    async def show(self) -> None:
        """Show what the page is about as it is, whatever the browser has; nothing where that is only its news."""
        raise NotImplementedError

    async def notice(self, code: str, data: dict[str, object]) -> None:
        with translation.override(self.language):
            text = self.words(code, data)
        await self.tell(notice_frame(code, text))

    def words(self, code: str, data: dict[str, object]) -> SafeString:
        """The code in words, as HTML, in the active language."""
        return screens.words(code, data)

    async def tell_table(self, revision: int, content: str) -> None:
        self.shown = revision
        await self.tell(table_frame(revision, content))

    def inform(self, news: News) -> None:
        """Of news the page is told only that there are some: it fetches them, with the forms to answer them."""
        calls_differ, announced_differ = self.news.calls != news.calls, self.news.announced != news.announced
        self.news = news
        parts = ["waiting", "whereabouts"] if self.sees_friends else ["calls"]
        told = [news_frame(part) for part in parts if calls_differ or part == "whereabouts"]
        told += [news_frame("announcements")] if announced_differ else []
        self._informing = asyncio.get_running_loop().create_task(self._tell_all(told))

    async def _tell_all(self, frames: list[dict[str, Any]]) -> None:
        for frame in frames:
            await self.tell(frame)

    async def tell(self, message: dict[str, Any]) -> None:
        """Nothing to a browser that has gone: its disconnect is on the way."""
        with suppress(Disconnected):
            await self.send(orjson.dumps(message).decode())


def table_frame(revision: int, content: str) -> dict[str, Any]:
    """A table, as htmx swaps it in."""
    return {"kind": "table", "revision": revision, "target": "#table", "swap": "outerMorph", "content": content}


def notice_frame(code: str, text: str) -> dict[str, Any]:
    """Words that everybody hears for a moment."""
    return {"kind": "notice", "code": code, "target": "#notice", "swap": "innerMorph", "content": text}


def news_frame(part: str) -> dict[str, Any]:
    """Has the page fetch the part called so anew."""
    content = render_to_string("friends/news.html", {"part": part, "address": reverse(NEWS[part])})
    return {"kind": "news", "target": f"#{part}", "swap": "beforeend", "content": content}


def _language_of(scope: dict[str, Any]) -> str:
    """That of the page, which names it in the socket's address; else the one that the browser would get a page in."""
    named = parse_qs(scope["query_string"].decode("latin-1")).get("language", [""])[0]
    accepted = _header(scope, b"accept-language")
    return languages.chosen(scope["cookies"].get(settings.LANGUAGE_COOKIE_NAME), accepted, named)


def _header(scope: dict[str, Any], name: bytes) -> str:
    value: bytes = dict(scope["headers"]).get(name, b"")
    return value.decode("latin-1")


def _seen(wish: Any) -> dict[str, object]:
    """The hand and the version that a wish was made for, where it was for one."""
    return {name: getattr(wish, name) for name in ("hand", "version") if hasattr(wish, name)}
