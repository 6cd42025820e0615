"""Pages that make the site a thing to install and to open without a network."""

from __future__ import annotations

import json

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

SHELL = {"css", "js", "vendor", "img"}
"""The folders of static/ that pages are made of …"""
KINDS = (".css", ".js", ".svg", ".woff2")
"""… and the kinds of files in them that the browser keeps beforehand: all but pictures of our own, for others."""


@require_safe
@never_cache
def manifest(request: HttpRequest) -> JsonResponse:
    """What an installed Chiếu Phỏm looks like, in the visitor's language."""
    return JsonResponse(
        {
            "id": "/",
            "name": "Chiếu Phỏm",
            "short_name": "Phỏm",
            "description": gettext("Play Phỏm (Tá Lả) in the browser, with bots at once."),
            "lang": translation.get_language(),
            "dir": "ltr",
            "start_url": reverse("home"),
            "scope": "/",
            "display": "standalone",
            "background_color": "#1b100d",
            "theme_color": "#1b100d",
            "categories": ["games", "cards"],
            "icons": _icons(),
            "shortcuts": [
                _shortcut(gettext("Play now"), reverse("home")),
                _shortcut(gettext("How to play"), reverse("help")),
            ],
        },
        content_type="application/manifest+json",
        json_dumps_params={"ensure_ascii": False},
    )


def _icons() -> list[dict[str, str]]:
    return [
        {"src": static("img/favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
        {"src": static("img/icon-192.png"), "sizes": "192x192", "type": "image/png"},
        {"src": static("img/icon-512.png"), "sizes": "512x512", "type": "image/png"},
        {"src": static("img/icon-maskable.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    ]


def _shortcut(name: str, url: str) -> dict[str, object]:
    return {"name": name, "url": url, "icons": _icons()[1:2]}


@require_safe
@never_cache
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker: its code is a static file, what this release consists of comes from here."""
    facts = {
        "release": settings.PHOM_RELEASE,
        "files": f"{settings.STATIC_URL}v-" if not settings.DEBUG else None,
        "shell": [] if settings.DEBUG else [static(name) for name in shell()],
        "offline": {code: f"{reverse('offline')}?language={code}" for code, _ in settings.LANGUAGES},
    }
    script = f"const FACTS = {json.dumps(facts)};\nimportScripts({json.dumps(static('js/worker.js'))});\n"
    return HttpResponse(script, content_type="text/javascript")


def shell() -> list[str]:
    """The static files that a browser keeps, so that all pages open with what comes from the network only."""
    found = (name for finder in finders.get_finders() for name, _ in finder.list(None) if name.split("/")[0] in SHELL)
    return sorted({name for name in found if name.endswith(KINDS)})


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What a browser shows by itself when no page comes. Made to be kept: it says nothing of who asked."""
    language = request.GET.get("language")
    if language in dict(settings.LANGUAGES):
        with translation.override(language):
            return render(request, "offline.html")
    return render(request, "offline.html")
