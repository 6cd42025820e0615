"""Hands that are over: the own ones, those on a profile, and each once more."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import TypeVar

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.numerals import an_id
from game import screens
from game.live import history as hands
from game.live import replays
from game.live.refused import Refused
from game.models import HandRecord
from game.screens import history as rows
from game.screens import replay as screen

_Response = TypeVar("_Response", bound=HttpResponseBase)

LINES = "application/x-ndjson"
FORBIDDEN = 403
OF_A_PROFILE = 10
"""So many of a player's last hands anybody may see there."""


@require_safe
@never_cache
def history(request: HttpRequest) -> HttpResponse:
    """The own hands; only the next rows for whoever has scrolled to the end of some."""
    filters = hands.parse(request.GET)
    page = hands.Page((), None)
    if isinstance(request.user, User):
        page = hands.page_of(request.user.pk, filters, an_id(request.GET.get("before")) or None)
    shown = rows.page(page, filters, request.GET)
    return render(request, "history/rows.html" if _is_part(request) else "history/page.html", shown)


@require_safe
@never_cache
def download(request: HttpRequest) -> HttpResponseBase:
    """All own hands that fit the filters, as they come from the database."""
    if not isinstance(request.user, User):
        return redirect("history")
    lines = hands.lines_of(request.user.pk, hands.parse(request.GET))
    body = _in_turn(lines) if isinstance(request, ASGIRequest) else lines
    return _file(StreamingHttpResponse(body, content_type=LINES), "hands.jsonl")


async def _in_turn(parts: Iterator[str]) -> AsyncIterator[str]:
    """The same, where the server wouldn't wait for one but ask for all."""
    while part := await sync_to_async(_next)(parts):
        yield part


def _next(parts: Iterator[str]) -> str:
    """Empty after the last, since no StopIteration gets through a coroutine."""
    return next(parts, "")


@require_safe
@never_cache
def hands_of(request: HttpRequest, pk: int) -> HttpResponse:
    """The last hands of a player, for the profile."""
    player = get_object_or_404(User, pk=pk, erased_at=None, is_active=True)
    page = hands.page_of(player.pk, hands.Filters(), size=OF_A_PROFILE)
    template = "history/of_player.html" if _is_part(request) else "history/player.html"
    return render(request, template, {"rows": rows.rows(page), "player": player})


@require_safe
@never_cache
def hand_of(request: HttpRequest, pk: int) -> HttpResponse:
    """From an own hand's number to its replay."""
    if not isinstance(request.user, User):
        raise Http404
    try:
        return redirect("replay", replays.of_player(pk, request.user.pk).public_id)
    except HandRecord.DoesNotExist as missing:
        raise Http404 from missing


# -- one hand once more -------------------------------------------------------------------------------


@require_safe
@never_cache
def replay(request: HttpRequest, public_id: str) -> HttpResponse:
    """A finished hand at a step, for anybody who has the link."""
    try:
        stage = _stage(request, public_id)
    except Refused as refused:
        shown = {"words": screens.words(refused.code, refused.data)}
        response = render(request, "replay/shut.html", shown, status=FORBIDDEN)
        if "seconds" in refused.data:  # the page asks again by itself
            response.headers["Refresh"] = response.headers["Retry-After"] = str(refused.data["seconds"])
        return response
    step = min(an_id(request.GET.get("step")), stage.replay.last)
    return render(request, "replay/page.html", screen.page(stage, step))


@require_safe
@never_cache
def steps(request: HttpRequest, public_id: str) -> JsonResponse:
    """The table at every step: a hand is small, and stepping then waits for nothing."""
    try:
        return JsonResponse({"steps": list(screen.boards(_stage(request, public_id)))})
    except Refused:
        return JsonResponse({}, status=FORBIDDEN)


@require_safe
@never_cache
def hand_record(request: HttpRequest, public_id: str) -> HttpResponse:
    """The record of a finished hand."""
    try:
        line = hands.line_of(replays.find(public_id, request.user.pk, _sees_all(request)))
    except HandRecord.DoesNotExist as missing:
        raise Http404 from missing
    except Refused as refused:
        return HttpResponse(screens.words(refused.code, refused.data), status=FORBIDDEN)
    response = HttpResponse(line, content_type=LINES)
    return _file(response, f"hand-{public_id}.jsonl")


def _stage(request: HttpRequest, public_id: str) -> screen.Stage:
    try:
        return screen.stage(replays.read(public_id, request.user.pk, _sees_all(request)), request.user.pk)
    except HandRecord.DoesNotExist as missing:
        raise Http404 from missing


def _sees_all(request: HttpRequest) -> bool:
    """Whether the reader looks at what was reported, and so at every hand that is over."""
    return isinstance(request.user, User) and request.user.is_staff and request.user.has_perm("game.decide_report")


def _is_part(request: HttpRequest) -> bool:
    """Whether a page that is there asks for a part of it."""
    return "HX-Request" in request.headers


def _file(response: _Response, name: str) -> _Response:
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
