"""The page for when something is wrong with the site. It needs neither the database nor to know who asks."""

from __future__ import annotations

import logging
import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template import loader

logger = logging.getLogger(__name__)

LAST_WORDS = """<!doctype html><html lang="vi"><meta charset="utf-8"><title>Chiếu Phỏm</title>
<h1>Chiếu Phỏm</h1><p>Có gì đó hỏng ở phía chúng tôi. Ván đang chơi vẫn còn nguyên.</p>
<p lang="en">Something broke on our side. A running hand is safe.</p><p><a href="/">Chiếu Phỏm</a></p></html>"""


SOON = 5
"""Seconds after which to ask again, where the database is away."""


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500, in plain words where even our own page for it fails; 503 where it is the database that is away."""
    try:
        page = loader.get_template("500.html").render()
    except Exception:
        logger.exception("the page of an error could not be shown")
        page = LAST_WORDS
    if isinstance(sys.exc_info()[1], (OperationalError, InterfaceError)):
        return HttpResponse(page, status=503, headers={"Retry-After": str(SOON)})
    return HttpResponse(page, status=500)
