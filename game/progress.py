"""How far a browser is in the guide, as it keeps it itself, in a cookie: for the guide's page and its socket."""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings
from django.http import HttpResponse

from game.guide import course

COOKIE = "guide"
"""Its path is the whole site, the socket's address included; the page's script writes it too."""


def read(cookies: Mapping[str, str]) -> int:
    """The number of steps done, whatever the browser says."""
    return course.read(cookies.get(COOKIE))


def keep(response: HttpResponse, at: int) -> None:
    response.set_cookie(COOKIE, str(at), secure=settings.SESSION_COOKIE_SECURE, samesite="Lax")
