"""Maintenance, while PHOM_MAINTENANCE is on: the game is away for a while, and no hand goes on.

Static files, the admin pages, the language, and what open pages and installed ones ask for by themselves stay.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.urls import reverse

SOON = 300
"""Seconds after which to ask again."""
STAYS = ("admin:index", "set_language", "worker", "manifest", "offline")
"""Names of addresses that are answered, with all below them."""
TRY_AGAIN_LATER = 4013
"""The close code for sockets, which open tables understand. Daphne refuses to send the one that is registered, 1013."""


class MaintenanceMiddleware:
    """Answers 503 for every page of the game."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not settings.PHOM_MAINTENANCE or any(_is_at(request.path, reverse(name)) for name in STAYS):
            return self.get_response(request)
        page = loader.get_template("503.html").render()
        return HttpResponse(page, status=503, headers={"Retry-After": str(SOON), "Cache-Control": "no-store"})


def _is_at(path: str, address: str) -> bool:
    """Whether the path is the address, or below it where it is a folder's."""
    return path == address or address.endswith("/") and path.startswith(address)


class Unforeseen(logging.Filter):
    """For Django's log of answers: 503 is what maintenance is about, no error."""

    def filter(self, record: logging.LogRecord) -> bool:
        return getattr(record, "status_code", None) != HTTPStatus.SERVICE_UNAVAILABLE


class SocketsAway:
    """Closes every socket at once, saying that it is not for good."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if not settings.PHOM_MAINTENANCE:
            await self.application(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.accept"})  # a code reaches only a page whose socket was open
        await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})
