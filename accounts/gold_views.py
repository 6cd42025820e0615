"""Pages of gold: the statement, and relief for the broke."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import browsers, ledger, statement
from accounts.house import house
from accounts.models import User
from accounts.models.gold import EntryKind
from accounts.numerals import an_id, grouped
from accounts.returning import way_back

FILTERS: tuple[tuple[str, Promise], ...] = (
    ("", _("Everything")),
    ("payments", _("Wins and losses")),
    ("fees", _("Fees")),
    ("jackpot", _("Jackpot")),
    ("aside", _("Set aside")),
    ("given", _("From the house")),
)
ICONS = {
    EntryKind.WELCOME: "smile",
    EntryKind.RELIEF: "hand",
    EntryKind.RESERVE: "lock",
    EntryKind.RELEASE: "rotate-ccw",
    EntryKind.PAYMENT: "coins",
    EntryKind.FEE: "minus",
    EntryKind.JACKPOT: "star",
    EntryKind.CORRECTION: "wrench",
}


@require_safe
@never_cache
def gold(request: HttpRequest) -> HttpResponse:
    """The own statement; only the next entries for whoever has scrolled to the end of some."""
    only, before = request.GET.get("only", ""), an_id(request.GET.get("before")) or None
    only = only if only in statement.FILTERS else ""
    is_part = before is not None and "HX-Request" in request.headers
    shown: dict[str, object] = {"only": only, "filters": FILTERS, "rules": house()}
    if not isinstance(request.user, User):  # signed out elsewhere while scrolling: the whole page, not a part
        return HttpResponse(headers={"HX-Refresh": "true"}) if is_part else render(request, "gold/visitor.html", shown)
    ledger.welcome(request.user)
    shown |= _rows(request.user, only, before)
    if is_part:
        return render(request, "gold/rows.html", shown)
    return render(request, "gold/page.html", shown | _sums(request.user) | {"is_continued": before is not None})


def _rows(user: User, only: str, before: int | None) -> dict[str, object]:
    page = statement.page_of(user.pk, only, before)
    return {"rows": [(row, ICONS[EntryKind(row.entry.kind)]) for row in page.rows], "before": page.before}


def _sums(user: User) -> dict[str, object]:
    purse = ledger.balance(user.pk)
    return {
        "purse": purse,
        "aside": ledger.holdings(user.pk) - purse,
        "from_bots": ledger.left_from_bots(user.pk),
    }


@require_POST
@never_cache
def relief(request: HttpRequest) -> HttpResponse:
    """Relief, if it is due; back to where it was asked for."""
    response = HttpResponseRedirect(way_back(request.POST, otherwise="statement"))
    if not isinstance(request.user, User):
        return response
    browser = browsers.named(request)
    if given := ledger.relief(request.user, browser):
        messages.success(request, gettext("%(gold)s gold for you: play on.") % {"gold": grouped(given)})
    else:
        messages.warning(request, gettext("No relief is due to you now."))
    browsers.keep(response, browser)
    return response
