"""The game's pages."""

from __future__ import annotations

from contextlib import suppress

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import guests
from accounts.models import User
from game import screens
from game.live import tables
from game.live.refused import Refused
from game.live.scene import Scene, scene
from game.models import Table


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    own = tables.open_table(request.user) if isinstance(request.user, User) else None
    return render(request, "home.html", {"table": own})


@require_safe
def help(request: HttpRequest) -> HttpResponse:
    return render(request, "help.html")


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Sit down with three bots, as a guest where nobody is signed in; back to the table one already has."""
    return redirect("table", tables.sit_down(guests.enter(request)).code)


@require_safe
@never_cache
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The page of a table, for its players and for whoever watches."""
    seen = _scene(request, code)
    return render(
        request, "game/page.html", {"scene": seen, "code": code, "table_html": mark_safe(screens.table_html(seen))}
    )


@require_safe
@never_cache
def table_fragment(request: HttpRequest, code: str) -> HttpResponse:
    """What the socket sends as a table, for browsers whose socket doesn't open."""
    return HttpResponse(screens.table_html(_scene(request, code)))


@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Leave the table for good; nothing happens to whoever has no seat there."""
    if isinstance(request.user, User):
        with suppress(Refused):
            tables.leave(code, request.user)
    return redirect("home")


def _scene(request: HttpRequest, code: str) -> Scene:
    try:
        return scene(code, request.user)
    except Table.DoesNotExist as missing:
        raise Http404 from missing
