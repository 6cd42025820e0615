"""Browsers at the whole application: pages by Django's client, sockets by Channels' communicator."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

from accounts.models import User
from game.models import Table
from phom_site.asgi import application

ORIGIN = "http://localhost"


class Browser:
    """One tab of one person, or of somebody not signed in. Every frame it received is in ``frames``."""

    def __init__(self, user: User | None, language: str = "vi", origin: str = ORIGIN) -> None:
        self.user = user
        self.client = Client(headers={"accept-language": language})
        if user:
            self.client.force_login(user)
        self.client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        self.origin = origin
        self.frames: list[dict[str, Any]] = []
        self.pages: list[str] = []
        self.shown = 0
        """The revision of the newest table received."""
        self.content = ""

    def headers(self) -> list[tuple[bytes, bytes]]:
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in self.client.cookies.items())
        return [(b"origin", self.origin.encode()), (b"host", b"localhost"), (b"cookie", cookies.encode())]

    async def open(self, code: str, asked: str = "") -> bool:
        """Connect; whether the server agreed. ``asked`` is what the address asks for besides the table."""
        self.socket = WebsocketCommunicator(application, f"/ws/t/{code}/{asked}", self.headers())
        connected, _ = await self.socket.connect(timeout=5)
        return bool(connected)

    async def close(self) -> None:
        await self.socket.disconnect()

    async def send(self, **message: object) -> None:
        await self.socket.send_to(text_data=json.dumps(message))

    async def next(self) -> dict[str, Any]:
        """The next frame."""
        frame: dict[str, Any] = json.loads(await self.socket.receive_from(timeout=5))
        self.frames.append(frame)
        if frame["kind"] == "table":
            self.shown, self.content = frame["revision"], frame["content"]
        return frame

    async def reach(self, revision: int) -> None:
        """Receive until the table has been shown at ``revision`` or later."""
        while self.shown < revision:
            await self.next()

    async def next_of(self, kind: str) -> dict[str, Any]:
        """The next frame of this kind; others before it are only noted."""
        while (frame := await self.next())["kind"] != kind:
            pass
        return frame

    async def at(self, revision: int) -> dict[str, Any]:
        """The first frame that shows the table at ``revision`` or later."""
        while (frame := await self.next_of("table"))["revision"] < revision:
            pass
        return frame

    async def closed(self) -> int:
        """The code with which the server closes; frames before it are noted."""
        while True:
            output = await self.socket.receive_output(timeout=5)
            if output["type"] == "websocket.close":
                return int(output["code"])
            self.frames.append(json.loads(output["text"]))

    async def quiet(self, seconds: float = 0.1) -> bool:
        """Whether nothing comes."""
        return bool(await self.socket.receive_nothing(timeout=seconds))

    async def page(self, address: str) -> str:
        """A page's text."""
        response = await sync_to_async(self.client.get)(address)
        content: str = response.content.decode()
        self.pages.append(content)
        return content


async def opened(table: Table, *users: User | None, language: str = "vi") -> list[Browser]:
    """A browser for each, all showing the table as it is when all are there."""
    browsers = [await sync_to_async(Browser)(user, language) for user in users]
    for browser in browsers:
        assert await browser.open(table.code)
    revision = await sync_to_async(lambda: Table.objects.get(pk=table.pk).revision)()
    await asyncio.gather(*(browser.at(revision) for browser in browsers))
    return browsers


async def revision_of(table: Table) -> int:
    return int(await sync_to_async(lambda: Table.objects.get(pk=table.pk).revision)())
