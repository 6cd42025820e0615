"""Pages of tables to come to: a new one, a seat at another's, what is played for there."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import guests, ledger
from accounts.models import User
from accounts.stakes import STAKES
from game import screens
from game.forms import SEATS, TableForm
from game.live import tables
from game.live.refused import Refused
from game.live.scene import scene
from game.models import Table
from game.rules.variants import MULTIPLIERS, PRESET_NAMES
from game.screens.stakes import worth_html

CONFLICT, UNPROCESSABLE = 409, 422


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def create_table(request: HttpRequest) -> HttpResponse:
    """Open a table and come to it; whoever opens it shares its address. The form may come with a room chosen."""
    if request.method != "POST":
        room = request.GET.get("stake", "")
        return _form(request, TableForm(initial={"stake": room} if room in STAKES else {}))
    form = TableForm(request.POST)
    if not form.is_valid():
        return _form(request, form, status=UNPROCESSABLE)
    try:
        return redirect("table", tables.create(guests.enter(request), form.wanted).code)
    except Refused as refused:
        return _form(request, form, refused, CONFLICT)


def _form(request: HttpRequest, form: TableForm, refused: Refused | None = None, status: int = 200) -> HttpResponse:
    user = request.user if isinstance(request.user, User) else None
    shown = {
        "form": form,
        "chosen": form.chosen,
        "presets": PRESET_NAMES,
        "stakes": STAKES.values(),
        "multipliers": MULTIPLIERS,
        "seats": SEATS,
        "own": ledger.balance(user.pk) if user else ledger.WELCOME,
        "table": tables.open_table(user) if user else None,
        "refused": refused,
        "words": screens.words(refused.code, refused.data) if refused else "",
    }
    return render(request, "tables/new.html", shown, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take_seat(request: HttpRequest, code: str) -> HttpResponse:
    """Sit down at a table, as a guest where nobody is signed in. Where that can't be, a page says why and what can."""
    if request.method != "POST":
        return redirect("table", code)
    if not Table.objects.filter(code=code).exists():
        raise Http404
    try:
        tables.take_seat(code, guests.enter(request))
    except Refused as refused:
        shown = {"code": code, "refused": refused, "words": screens.words(refused.code, refused.data)}
        return render(request, "tables/refused.html", shown, status=CONFLICT)
    return redirect("table", code)


@require_safe
@never_cache
def table_gold(request: HttpRequest, code: str) -> HttpResponse:
    """What a table plays for, what the reader owns, and relief where it may be had."""
    try:
        seen = scene(code, request.user)
    except Table.DoesNotExist as missing:
        raise Http404 from missing
    except Refused:
        return redirect("table", code)
    own = ledger.balance(request.user.pk) if isinstance(request.user, User) else None
    return render(request, "tables/gold.html", {"scene": seen, "own": own, "worth_html": worth_html(seen.gold)})
