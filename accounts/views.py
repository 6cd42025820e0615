"""Pages of what belongs to people."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import preferences, screens
from accounts.returning import way_back

SAVED, UNPROCESSABLE = 204, 422


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """What may be chosen: a page, or the sheet alone for a script. One or all of it is kept, of a user or a browser.

    If some of it can't be had, nothing is kept, and everything else that was chosen stays so on the page.
    """
    if request.method != "POST":
        return _form(request, preferences.of(request))
    wanted = request.POST.dict()
    if refused := preferences.refused(wanted):
        return _refusal(request, wanted, refused)
    back = way_back(request.POST)
    response = HttpResponse(status=SAVED) if _is_fragment(request) else HttpResponseRedirect(back)
    preferences.keep(request, response, wanted)
    return response


def _form(request: HttpRequest, chosen: preferences.Preferences) -> HttpResponse:
    template = "settings/sheet.html" if _is_fragment(request) else "settings/page.html"
    return render(request, template, {"groups": screens.shown(chosen), "back": way_back(request.GET)})


def _refusal(request: HttpRequest, wanted: dict[str, str], refused: tuple[str, ...]) -> HttpResponse:
    """The sentence alone for a script, which has the form already."""
    known: dict[str, object] = {"refused": [screens.label(name) for name in refused]}
    if _is_fragment(request):
        return render(request, "settings/refused.txt", known, "text/plain; charset=utf-8", UNPROCESSABLE)
    chosen = preferences.changed(preferences.of(request), wanted)
    known |= {"groups": screens.shown(chosen), "back": way_back(request.POST)}
    return render(request, "settings/page.html", known, status=UNPROCESSABLE)


def _is_fragment(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))
