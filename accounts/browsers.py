"""Which browser asks: a random word in a cookie that outlives sessions, so that a new guest isn't a new browser."""

from __future__ import annotations

import re
import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "browser"
LENGTH = 24
WORD = re.compile(rf"[\w-]{{{LENGTH}}}", re.ASCII)


def known(request: HttpRequest) -> str:
    """The browser's word; empty where it has none, or one that isn't ours."""
    word = request.COOKIES.get(COOKIE, "")
    return word if WORD.fullmatch(word) else ""


def named(request: HttpRequest) -> str:
    """The browser's word, or a new one to `keep`."""
    return known(request) or secrets.token_urlsafe(LENGTH)[:LENGTH]


def keep(response: HttpResponse, word: str) -> None:
    response.set_cookie(
        COOKIE,
        word,
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
