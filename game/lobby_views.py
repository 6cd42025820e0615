"""The lobby's page, and quick play: a seat among people by one press."""

from __future__ import annotations

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import guests, ledger, limits
from accounts.house import house, open_rooms, rooms
from accounts.models import User
from accounts.stakes import LOWEST
from game import screens
from game.live import lobby, quick, tables
from game.live.filling import WAIT
from game.live.moment import now
from game.live.options import Wanted
from game.live.refused import Refused
from game.rules.variants import PRESET_NAMES
from game.screens.lobby import lobby_html

CONFLICT = 409
USUAL = "online"
"""The rules that are played where nobody chose any."""


@require_safe
@never_cache
def lobby_page(request: HttpRequest) -> HttpResponse:
    """The open tables of the kind that the address names, as they are now; the page's socket tells what changes."""
    user = request.user if isinstance(request.user, User) else None
    kind = lobby.kind(request.GET.get("preset", ""), request.GET.get("stake", ""))
    preset, stake = kind.preset or USUAL, kind.stake if kind.stake in open_rooms() else LOWEST
    shown = {
        "kind": kind,
        "presets": ("", *PRESET_NAMES),
        "stakes": ("", *(key for key in rooms() if key in open_rooms() or key == kind.stake)),
        "preset": preset,
        "stake": rooms()[stake],
        "needed": tables.terms_of(Wanted(preset=preset, stake=stake)).to_sit,
        "own": ledger.balance(user.pk) if user else house().welcome,
        "wait": round(WAIT.total_seconds()),
        "lowest": LOWEST,
        "lowest_least": rooms()[LOWEST].least,
        "lobby_html": lobby_html(lobby.look(now(), kind, user.pk if user else None)),
        "table": tables.open_table(user) if user else None,
    }
    return render(request, "lobby/page.html", shown)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def quick_play(request: HttpRequest) -> HttpResponse:
    """A seat at a public table of the kind that is asked for, as a guest where nobody is signed in. Where that can't
    be, a page says why and what can. Whoever only follows the address comes to the lobby."""
    if request.method != "POST":
        return redirect("lobby")
    limits.check(request, limits.TABLES)
    preset, stake = request.POST.get("preset", USUAL), request.POST.get("stake", LOWEST)
    try:
        return redirect("table", quick.play(guests.enter(request), preset, stake).code)
    except Refused as refused:
        shown = {
            "refused": refused,
            "words": screens.words(refused.code, refused.data),
            "kind": lobby.kind(preset, stake),
            "lowest": LOWEST,
            "may_play_lowest": cast(int, refused.data.get("own", 0)) >= rooms()[LOWEST].least,
        }
        return render(request, "lobby/refused.html", shown, status=CONFLICT)
