"""What deals are checked by: how it is done, and the way from a table to its last hand."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from game.live import replays
from game.models import Table

PROGRAM = settings.BASE_DIR / "static" / "check_deal.py"


@require_safe
def fair(request: HttpRequest) -> HttpResponse:
    """Why no deal can be aimed, and how to check one."""
    return render(request, "fair.html", {"program": PROGRAM.read_text()})


@require_safe
@never_cache
def deal_sheet(request: HttpRequest, code: str) -> HttpResponse:
    """What the sheet at a table is made of; the table itself tells promises and seeds, as they come.

    Whoever opens it as a page is shown how deals are checked.
    """
    if request.headers.get("sec-fetch-dest") == "document":
        return redirect("fair")
    if not Table.objects.filter(code=code).exists():
        raise Http404
    return render(request, "game/deal_sheet.html", {"code": code})


@require_safe
@never_cache
def last_hand(request: HttpRequest, code: str) -> HttpResponse:
    """The replay of the last hand that was played to its end at a table."""
    public_id = replays.last_at(code)
    if public_id is None:
        raise Http404
    return redirect("replay", public_id)
