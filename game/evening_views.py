"""The score sheet of a table, for those who sat there, and the way to play on with the same people."""

from __future__ import annotations

import csv

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import guests, limits
from accounts.models import User
from game import screens
from game.live import evening, tables
from game.live.evening import Sheet
from game.live.refused import Refused
from game.models import Table
from game.screens.evening import NEWEST, shown

FORBIDDEN, CONFLICT = 403, 409
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a name would begin with that a spreadsheet takes for a formula."""


@require_safe
@never_cache
def score_sheet(request: HttpRequest, code: str) -> HttpResponse:
    """Hands, units and gold of everybody at the table, newest hand first; all of them with ``all``."""
    user = request.user if isinstance(request.user, User) else None
    try:
        sheet = _sheet(code, user)
    except Refused as refused:
        return _refused(request, refused, FORBIDDEN)
    own = tables.open_table(user) if user else None
    others = evening.people(sheet.table, user) if user else []
    page = shown(sheet, user, None if "all" in request.GET else NEWEST)
    return render(request, "evening/page.html", page | {"own": own, "others": others})


@require_safe
@never_cache
def score_file(request: HttpRequest, code: str) -> HttpResponse:
    """The same as a file for spreadsheets, from the first hand on."""
    try:
        sheet = _sheet(code, request.user if isinstance(request.user, User) else None)
    except Refused as refused:
        return _refused(request, refused, FORBIDDEN)
    response = HttpResponse(
        "\ufeff", content_type="text/csv; charset=utf-8"
    )  # by its mark spreadsheets read Vietnamese
    response["Content-Disposition"] = f'attachment; filename="phom-{code}.csv"'
    csv.writer(response).writerows(_rows(sheet))
    return response


def _sheet(code: str, user: User | None) -> Sheet:
    try:
        return evening.sheet(code, user)
    except Table.DoesNotExist as missing:
        raise Http404 from missing


def _rows(sheet: Sheet) -> list[list[object]]:
    heads = [gettext("units"), gettext("units in all"), *([gettext("gold")] if sheet.is_for_gold else [])]
    names = [f"{_plain(player.name)}: {head}" for player in sheet.players for head in heads]
    rows: list[list[object]] = [[gettext("hand"), gettext("time"), *names]]
    for line in sheet.lines:
        row: list[object] = [line.number, timezone.localtime(line.ended_at).strftime("%Y-%m-%d %H:%M")]
        for cell in line.cells:
            row += (cell or ("",) * 3)[: len(heads)]
        rows.append(row)
    return rows


def _plain(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(FORMULA) else name


@require_http_methods(["GET", "HEAD", "POST"])
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Play on with the same people at a new table."""
    if request.method != "POST":
        return redirect("score_sheet", code)
    limits.check(request, limits.TABLES)
    try:
        return redirect("table", evening.rematch(code, guests.enter(request)).code)
    except Table.DoesNotExist as missing:
        raise Http404 from missing
    except Refused as refused:
        return _refused(request, refused, CONFLICT)


def _refused(request: HttpRequest, refused: Refused, status: int) -> HttpResponse:
    shown = {"refused": refused, "words": screens.words(refused.code, refused.data)}
    return render(request, "evening/refused.html", shown, status=status)
