"""The game's pages."""

from __future__ import annotations

from contextlib import suppress

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import guests, ledger, limits
from accounts.house import house, open_rooms
from accounts.models import User
from game import progress, screens
from game.guide import course
from game.live import freeing, lobby, tables
from game.live.moment import now
from game.live.refused import Refused
from game.live.scene import Scene, scene
from game.models import Table
from game.rules.variants import PRESETS
from game.screens.guide import guide_html
from game.screens.guide import scene as guide_scene
from game.screens.prices import prices_html
from game.screens.rules import overview_page, variant_page
from game.screens.stakes import worth_html

FORBIDDEN = 403


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Where to begin: a press, with bots or people, a room, or the way back to one's table."""
    own = ledger.holdings(request.user.pk) if isinstance(request.user, User) else house().welcome
    shown = {"table": _own_table(request), "own": own, "stakes": open_rooms().values(), "online": lobby.online(now())}
    return render(request, "home.html", shown)


@require_safe
@never_cache
def help(request: HttpRequest) -> HttpResponse:
    return render(request, "help.html", _way_back(request))


@require_safe
@never_cache
def rules(request: HttpRequest) -> HttpResponse:
    """What all ways to play have in common, and where they differ."""
    return render(request, "rules/overview.html", overview_page() | _way_back(request))


@require_safe
@never_cache
def rules_of(request: HttpRequest, preset: str) -> HttpResponse:
    """The rules of one preset."""
    if preset not in PRESETS:
        raise Http404
    return render(request, "rules/variant.html", variant_page(PRESETS[preset]) | _way_back(request))


@require_safe
@never_cache
def guide(request: HttpRequest) -> HttpResponse:
    """A hand with prompts, where this browser left it; from the start for whoever has been through."""
    at = progress.read(request.COOKIES) % course.LAST
    stand = course.stand(at)
    shown = _table_page(guide_scene(stand), guide_html(stand, is_whole=True)) | {"cookie": progress.COOKIE}
    response = render(request, "guide/page.html", shown)
    progress.keep(response, at)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest) -> HttpResponse:
    """Sit down with three bots, as a guest where nobody is signed in; back to the table one already has.

    Whoever only follows the address, from a bookmark or a link, comes to where the button is.
    """
    if request.method != "POST":
        return redirect("home")
    limits.check(request, limits.TABLES)
    return redirect("table", tables.sit_down(guests.enter(request)).code)


@require_safe
@never_cache
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The page of a table, for its players and for whoever watches; where nobody may watch, the way to a seat."""
    try:
        seen = _scene(request, code)
    except Refused as refused:
        if Table.objects.filter(code=code).exclude(closed_at=None).exists():
            return redirect("join", code)  # which tells that it is closed, and the ways on
        words = screens.words(refused.code, refused.data)
        shown = {"code": code, "words": words, "freed": freeing.why(code, request.user.pk)}
        return render(request, "talk/no_spectators.html", shown, status=FORBIDDEN)
    page = _table_page(seen, screens.table_html(seen, is_whole=True))
    return render(request, "game/page.html", page | {"code": code})


@require_safe
@never_cache
def table_fragment(request: HttpRequest, code: str) -> HttpResponse:
    """What the socket sends as a table, for browsers whose socket doesn't open."""
    try:
        return HttpResponse(screens.table_html(_scene(request, code)))
    except Refused as refused:
        return HttpResponse(screens.words(refused.code, refused.data), status=FORBIDDEN)


@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Leave the table for good; nothing happens to whoever has no seat there, or only follows the address."""
    if request.method != "POST":
        return redirect("table", code)
    if isinstance(request.user, User):
        with suppress(Refused):
            tables.leave(code, request.user)
            messages.info(request, gettext("You have left the table."))
    return redirect("home")


def _own_table(request: HttpRequest) -> Table | None:
    return tables.open_table(request.user) if isinstance(request.user, User) else None


def _way_back(request: HttpRequest) -> dict[str, object]:
    """What the reader may have come from to read: the own table, else the guide that this browser is in."""
    is_in_guide = progress.COOKIE in request.COOKIES and progress.read(request.COOKIES) < course.LAST
    return {"table": _own_table(request), "is_in_guide": is_in_guide}


def _table_page(seen: Scene, content: str) -> dict[str, object]:
    """What the page around a table shows."""
    kept = {"prices_html": prices_html(seen.variant), "worth_html": worth_html(seen.gold)}
    return {"scene": seen, "table_html": mark_safe(content), **kept}


def _scene(request: HttpRequest, code: str) -> Scene:
    try:
        return scene(code, request.user)
    except Table.DoesNotExist as missing:
        raise Http404 from missing
