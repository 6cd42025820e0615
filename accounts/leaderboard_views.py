"""The leaderboards, and where on them whoever looks is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import leaderboards
from accounts.boards import KINDS, PRESETS, Board, board
from accounts.faces import Face, face_of
from accounts.leaderboards import Row
from accounts.listing import skill_of
from accounts.models import Rating, Score, Standing, User
from accounts.skill import is_away

LINES, PAGES = 25, 40
"""A page, and how many there are at most: who comes further down finds the own place with its neighbours."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row with what is shown of its player."""

    row: Row
    user: User
    face: Face
    away_since: datetime | None
    """On boards of ratings: when the last hand was rated, if that is long ago."""
    is_own: bool


@require_safe
@never_cache
def leaderboards_page(request: HttpRequest) -> HttpResponse:
    """One leaderboard, a page of it, and the own place."""
    now = timezone.now()
    asked = _asked(request.GET, now)
    size = leaderboards.size(asked)
    pages = max(1, min(PAGES, -(-size // LINES)))
    number = min(_number(request.GET.get("page", "")), pages)
    rows = leaderboards.page(asked, (number - 1) * LINES, LINES)
    own = _own(request, asked)
    around = _missing(leaderboards.around(asked, own), rows) if own else []
    shown = {
        "board": asked,
        "kinds": KINDS,
        "periods": KINDS[asked.kind],
        "presets": ("", *PRESETS),
        "size": size,
        "pages": pages,
        "page": number,
        "near": _near(number, pages),
        "lines": _lines(asked, rows, own, now),
        "around": _lines(asked, around, own, now),
        "own": own,
        "own_place": leaderboards.place(asked, own.value) if own else None,
        "own_rating": _own_rating(request, asked),
        "is_hidden": _is_hidden(request),
    }
    return render(request, "leaderboards/page.html", shown)


def _asked(query: QueryDict, now: datetime) -> Board:
    """The board asked for; the usual one where there is no such."""
    kind = query.get("board", "")
    kind = kind if kind in KINDS else next(iter(KINDS))
    period, preset = query.get("period", ""), query.get("variant", "")
    period = period if period in KINDS[kind] else KINDS[kind][0]
    return board(kind, period, preset if preset in PRESETS else "", now)


def _number(text: str) -> int:
    """The number of a page; 1 for what is none."""
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 9 else 1


def _near(number: int, pages: int) -> list[int | None]:
    """The pages to choose from: the first, the last, those beside this one; None for those between."""
    shown = sorted({1, pages, *range(max(1, number - 1), min(pages, number + 1) + 1)})
    found: list[int | None] = []
    for page in shown:
        if found and found[-1] != page - 1:
            found.append(None)
        found.append(page)
    return found


def _missing(around: list[Row], rows: list[Row]) -> list[Row]:
    """The own line with its neighbours', unless the page has them all."""
    return around if {row.score for row in around} - {row.score for row in rows} else []


def _own(request: HttpRequest, asked: Board) -> Score | None:
    """The score of whoever looks, if it has a place."""
    if not isinstance(request.user, User):
        return None
    return Score.objects.select_related("user").filter(user=request.user, board=asked.key, listed=True).first()


def _own_rating(request: HttpRequest, asked: Board) -> Rating | None:
    """The rating of whoever looks that would be compared on this board, if it is too uncertain yet."""
    if asked.kind != "rating" or not isinstance(request.user, User):
        return None
    rating = Rating.objects.filter(user=request.user, preset=asked.preset).first()
    return rating if rating and skill_of(rating).is_provisional else None


def _is_hidden(request: HttpRequest) -> bool:
    """Whether whoever looks has been taken off the leaderboards."""
    return isinstance(request.user, User) and Standing.objects.filter(user=request.user, hidden=True).exists()


def _lines(asked: Board, rows: Iterable[Row], own: Score | None, now: datetime) -> list[Line]:
    rows = list(rows)
    away = _away(asked, rows, now)
    return [_line(row, away.get(row.score.user_id), row.score == own) for row in rows]


def _line(row: Row, away_since: datetime | None, is_own: bool) -> Line:
    user = row.score.user
    return Line(row, user, face_of(user.pk, user.display_name), away_since, is_own)


def _away(asked: Board, rows: Iterable[Row], now: datetime) -> dict[int, datetime]:
    """Since when those players of a board of ratings are away who are."""
    if asked.kind != "rating":
        return {}
    users = [row.score.user_id for row in rows]
    rated = Rating.objects.filter(user__in=users, preset=asked.preset).values_list("user_id", "rated_at")
    return {user: at for user, at in rated if is_away(at, now)}
