"""Pages of what belongs to people."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import options, preferences

UNPROCESSABLE = 422


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """What may be chosen: a page, or the sheet alone for htmx. One or all of it is kept, of a user or a browser.

    If some of it can't be had, nothing is kept, and everything else that was chosen stays so on the page.
    """
    if request.method != "POST":
        return _sheet(request, preferences.of(request))
    chosen, refused = preferences.changed(preferences.of(request), request.POST.dict())
    if refused:
        return _sheet(request, chosen, refused)
    response = _sheet(request, chosen) if _is_fragment(request) else redirect(_back(request, request.POST))
    preferences.keep(request, response, request.POST.dict())
    return response


def _sheet(request: HttpRequest, chosen: preferences.Preferences, refused: tuple[str, ...] = ()) -> HttpResponse:
    template = "settings/sheet.html" if _is_fragment(request) else "settings/page.html"
    known = {"groups": options.shown(chosen), "back": _back(request, request.GET or request.POST)}
    if refused:
        names = ", ".join(options.label(name) for name in refused)
        known["refused"] = gettext("This can't be chosen: %(names)s. Nothing has been saved.") % {"names": names}
    return render(request, template, known, status=UNPROCESSABLE if refused else None)


def _is_fragment(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def _back(request: HttpRequest, asked: QueryDict) -> str:
    """Where the reader came from, on this site; else the first page."""
    to = asked.get("next", "")
    safe = url_has_allowed_host_and_scheme(to, {request.get_host()}, require_https=request.is_secure())
    return to if safe else reverse("home")
