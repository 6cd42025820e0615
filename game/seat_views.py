"""Pages of tables to come to: a new one, a seat at another's, the way for others there, what is played for there."""

from __future__ import annotations

import io

import segno
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import guests, ledger, limits
from accounts.house import house, open_rooms
from accounts.models import User
from game import screens
from game.forms import BOTS, SEATS, TableForm
from game.live import gold, invitations, moving, seating, tables
from game.live.options import turns
from game.live.refused import Refused
from game.live.scene import scene
from game.models import Entry, Table, TableSeat
from game.rules.variants import MULTIPLIERS, PRESET_NAMES, parse_variant
from game.screens.options import groups
from game.screens.stakes import worth_html

CONFLICT, GONE, UNPROCESSABLE = 409, 410, 422
DAY = 24 * 60 * 60
FOLDED = ("turn_seconds", "multiplier", "bots_most")
"""The fields of the form that are folded away, beside the rules."""


# -- a new table --------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def create_table(request: HttpRequest) -> HttpResponse:
    """Open a table and come to it; with ``move`` instead of where one sits. The form may come with rules, room and
    entry chosen."""
    if request.method != "POST":
        return _form(request, TableForm(initial=_initial(request)))
    limits.check(request, limits.TABLES)
    form = TableForm(request.POST)
    if not form.is_valid():
        return _form(request, form, status=UNPROCESSABLE)
    try:
        create = moving.open_new if "move" in request.POST else tables.create
        return redirect("table", create(guests.enter(request), form.wanted).code)
    except Refused as refused:
        return _form(request, form, refused, CONFLICT)


def _initial(request: HttpRequest) -> dict[str, object]:
    """What the address chooses already, as far as there is such a thing."""
    there_is = {"preset": PRESET_NAMES, "stake": open_rooms(), "entry": Entry.values}
    return {name: request.GET[name] for name, values in there_is.items() if request.GET.get(name) in values}


def _form(request: HttpRequest, form: TableForm, refused: Refused | None = None, status: int = 200) -> HttpResponse:
    user = request.user if isinstance(request.user, User) else None
    asked = groups(form.written, form.faults)
    shown = {
        "form": form,
        "chosen": form.chosen,
        "written": form.written,
        "groups": asked,
        "is_open": any(field in form.errors for field in FOLDED),
        "is_changed": any(rule.is_touched for group in asked for rule in group.asked),
        "presets": PRESET_NAMES,
        "stakes": open_rooms().values(),
        "multipliers": MULTIPLIERS,
        "seats": SEATS,
        "turns": turns(),
        "bots": BOTS,
        "own": ledger.balance(user.pk) if user else house().welcome,
        "table": tables.open_table(user) if user else None,
        "may_move": user and moving.may(user),
        "refused": refused,
        "words": screens.words(refused.code, refused.data) if refused else "",
    }
    return render(request, "tables/new.html", shown, status=status)


# -- a seat -------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take_seat(request: HttpRequest, code: str) -> HttpResponse:
    """Sit down at a table, as a guest where nobody is signed in; with ``move`` instead of where one sits. Where that
    can't be, a page says why and what can."""
    if request.method != "POST":
        return redirect("table", code)
    table = _table(code)
    try:
        sit = moving.move if "move" in request.POST else tables.take_seat
        sit(code, guests.enter(request), request.POST.get("pin", ""))
    except Refused as refused:
        return _refused(request, table, refused)
    return redirect("table", code)


@require_safe
@never_cache
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Where a table's short link leads: a page whose one button seats its reader, and is pressed by its script.

    Following the link changes nothing: whoever shows previews of links follows it too.
    """
    table = _table(code)
    if _sits(request, table):
        return redirect("table", code)
    if table.closed_at:
        return _refused(request, table, Refused("closed"), GONE)
    people, variant = table.people(), parse_variant(table.variant)
    if isinstance(request.user, User):
        try:
            seating.check_removed(table, request.user)
            seating.check_apart(people, request.user)
        except Refused as refused:
            return _refused(request, table, refused)
    shown = {
        "table": table,
        "host": next((chair.shown_name for chair in people if chair.user_id == table.host_id), ""),
        "people": people,
        "free": max(0, table.places - len(people)),
        "preset": variant.preset,
        "is_changed": not variant.is_preset,
        "unit": gold.terms_of(table.stake, table.multiplier, variant, table.places).unit,
        "asks_code": table.entry == Entry.CODE and not _is_invited(request, table),
    }
    return render(request, "tables/join.html", shown)


def _refused(request: HttpRequest, table: Table, refused: Refused, status: int = CONFLICT) -> HttpResponse:
    shown = {
        "code": table.code,
        "refused": refused,
        "words": screens.words(refused.code, refused.data),
        "is_wrong": refused.code == "wrong_code",
        "may_watch": table.spectators and not table.closed_at,
        "may_move": isinstance(request.user, User) and moving.may(request.user),
    }
    return render(request, "tables/refused.html", shown, status=status)


def _table(code: str) -> Table:
    table = Table.objects.filter(code=code).first()
    if table is None:
        raise Http404
    return table


def _is_invited(request: HttpRequest, table: Table) -> bool:
    return isinstance(request.user, User) and invitations.holds(table, request.user)


def _sits(request: HttpRequest, table: Table) -> bool:
    own = TableSeat.objects.filter(table=table, user=request.user.pk, left=False)
    return isinstance(request.user, User) and own.exists()


# -- the way for others -------------------------------------------------------------------------------


@require_safe
@never_cache
def table_invite(request: HttpRequest, code: str) -> HttpResponse:
    """The link to a table, as letters and as a picture, and its code for those who may tell it; a sheet asks for the
    part that it shows."""
    table = _table(code)
    if table.closed_at:
        return _refused(request, table, Refused("closed"), GONE)
    shown = {
        "code": code,
        "entry": table.entry,
        "pin": table.pin if _sits(request, table) else "",
        "link": _link(request, code),
    }
    return render(request, f"tables/{'invite_sheet' if request.headers.get('HX-Request') else 'invite'}.html", shown)


@require_safe
@cache_control(public=True, max_age=DAY)
def table_qr(request: HttpRequest, code: str) -> HttpResponse:
    """A table's short link as a QR code, dark on light whatever the theme: cameras want it so."""
    _table(code)
    picture = io.BytesIO()
    made = segno.make(_link(request, code), error="m", micro=False)
    plain = {"xmldecl": False, "omitsize": True, "svgclass": None, "lineclass": None}
    made.save(picture, kind="svg", dark="#000", light="#fff", **plain)
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


def _link(request: HttpRequest, code: str) -> str:
    return request.build_absolute_uri(reverse("join", args=[code]))


@require_safe
@never_cache
def table_gold(request: HttpRequest, code: str) -> HttpResponse:
    """What a table plays for, what the reader owns, and relief where it may be had."""
    try:
        seen = scene(code, request.user)
    except Table.DoesNotExist as missing:
        raise Http404 from missing
    except Refused:  # it wants no spectators: what it plays for is on the page that leads to a seat
        return redirect("join", code)
    own = ledger.balance(request.user.pk) if isinstance(request.user, User) else None
    return render(request, "tables/gold.html", {"scene": seen, "own": own, "worth_html": worth_html(seen.gold)})
