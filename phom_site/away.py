"""Maintenance, while PHOM_MAINTENANCE or the staff's own switch is on: the game is away, and no hand goes on.

The environment wins where it is on. Static files, the admin pages with the way in, the language, and what open pages
and installed ones ask for by themselves stay. Sockets close within a second or two, in every process.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.urls import reverse

from accounts.house import house

SOON = 300
"""Seconds after which to ask again."""
LOOK = 1.0
"""Seconds between two looks, in a process with open sockets, at whether the game is still there."""
STAYS = (
    "admin:index",
    "account_login",
    "account_logout",
    "account_reauthenticate",
    "mfa_index",
    "set_language",
    "worker",
    "manifest",
    "offline",
)
"""Names of addresses that are answered, with all below them."""
TRY_AGAIN_LATER = 4013
"""The close code for sockets, which open tables understand. Daphne refuses to send the one that is registered, 1013."""
RESTARTING = 4012
"""The same where another process takes over: pages connect again, as after a lost connection. Registered is 1012."""

logger = logging.getLogger(__name__)


def is_on() -> bool:
    """Whether the game is away."""
    return settings.PHOM_MAINTENANCE or house().maintenance


class MaintenanceMiddleware:
    """Answers 503 for every page of the game."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not is_on() or any(_is_at(request.path, reverse(name)) for name in STAYS):
            return self.get_response(request)
        told = "" if settings.PHOM_MAINTENANCE else house().told  # the database may be away then
        page = loader.get_template("503.html").render({"told": told})
        return HttpResponse(page, status=503, headers={"Retry-After": str(SOON), "Cache-Control": "no-store"})


def _is_at(path: str, address: str) -> bool:
    """Whether the path is the address, or below it where it is a folder's."""
    return path == address or address.endswith("/") and path.startswith(address)


class Door:
    """One open socket, which can be shut from outside: the server tells the application then that it is closed."""

    def __init__(self, send: Any) -> None:
        self._send = send
        self._is_shut = False

    async def send(self, message: dict[str, Any]) -> None:
        """What the application still says to a shut door is lost, as to one that the network has closed."""
        if not self._is_shut:
            await self._send(message)

    async def shut(self, code: int = TRY_AGAIN_LATER) -> None:
        """Say that it is not for good."""
        if not self._is_shut:
            self._is_shut = True
            await self._send({"type": "websocket.close", "code": code})


class SocketsAway:
    """Closes every socket at once, and those that are open as soon as the game goes away."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self._doors: set[Door] = set()
        self._watch: asyncio.Task[None] | None = None
        self._is_restarting = False

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if self._is_restarting or await database_sync_to_async(is_on)():
            await receive()
            await send({"type": "websocket.accept"})  # a code reaches only a page whose socket was open
            await send({"type": "websocket.close", "code": RESTARTING if self._is_restarting else TRY_AGAIN_LATER})
            return
        door = Door(send)
        self._doors.add(door)
        self._keep_watch()
        try:
            await self.application(scope, receive, door.send)
        finally:
            self._doors.discard(door)

    async def restart(self) -> None:
        """Shut all, and whatever is opened from now on: this process ends, another goes on."""
        self._is_restarting = True
        await self._shut_all(RESTARTING)

    async def _shut_all(self, code: int) -> None:
        await asyncio.gather(*(door.shut(code) for door in list(self._doors)), return_exceptions=True)

    def _keep_watch(self) -> None:
        loop = asyncio.get_running_loop()
        if self._watch is None or self._watch.done() or self._watch.get_loop() is not loop:
            self._watch = loop.create_task(self._run(), name="away")

    async def _run(self) -> None:
        """While there are open sockets in this process."""
        while self._doors:
            await asyncio.sleep(LOOK)
            try:
                if self._doors and await database_sync_to_async(is_on)():
                    await self._shut_all(TRY_AGAIN_LATER)
            except Exception:
                logger.exception("nobody knows whether the site is away")
