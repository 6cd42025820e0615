"""Who is at a table, as a sheet at it shows it: the own seat, the others, what the host may do."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from game.live.company import company
from game.live.house import EXCLUDED
from game.models import Table
from game.screens.company import faces


@require_safe
@never_cache
def company_sheet(request: HttpRequest, code: str) -> HttpResponse:
    """The sheet, or a page of its own, where the way out of the table works without scripts."""
    user = request.user if isinstance(request.user, User) else None
    try:
        here = company(code, user)
    except Table.DoesNotExist as missing:
        raise Http404 from missing
    is_part = "HX-Request" in request.headers
    shown = {
        "company": here,
        "faces": faces(here.sitters),
        "excluded": EXCLUDED.seconds // 60,
        "is_page": not is_part,
        "level": 3 if is_part else 2,  # of headings
    }
    return render(request, "company/sheet.html" if is_part else "company/page.html", shown)
