"""What makes the site open without a network: the service worker, and the page it shows then."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from phom_site import tags

SHELL = {"css", "js", "vendor", "img"}
"""The folders of static/ that pages are made of …"""
KINDS = (".css", ".js", ".svg", ".woff2")
"""… and the kinds of files in them that the browser keeps beforehand: all but pictures of our own, for others …"""
UNSEEN = ("style", "admin")
"""… and but what only the templates in these folders load, to whose pages no other leads."""
_LOADED = re.compile(r'"((?:css|js)/[^"]+\.(?:css|js))"')


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


@lru_cache(maxsize=1)
def shell() -> tuple[str, ...]:
    """The static files that a browser keeps, so that all pages open with what comes from the network only."""
    found = (name for finder in finders.get_finders() for name, _ in finder.list(None) if name.split("/")[0] in SHELL)
    return tuple(sorted({name for name in found if name.endswith(KINDS)} - _unseen()))


def _unseen() -> set[str]:
    """The stylesheets and modules that no page loads but those of the building blocks and of the staff."""
    folder = settings.BASE_DIR / "templates"
    templates = set(folder.rglob("*.html"))
    unseen = {path for name in UNSEEN for path in (folder / name).rglob("*.html")}
    return _loaded(unseen) - _loaded(templates - unseen)


def _loaded(templates: set[Path]) -> set[str]:
    """The stylesheets and modules that the templates name, with all those build on."""
    named = {name for path in templates for name in _LOADED.findall(path.read_text(encoding="utf-8"))}
    return {other for name in named for other in tags.needed(name)}


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What a browser shows by itself when no page comes. Made to be kept: it says nothing of who asked."""
    language = request.GET.get("language")
    if language in dict(settings.LANGUAGES):
        with translation.override(language):
            return render(request, "offline.html")
    return render(request, "offline.html")
