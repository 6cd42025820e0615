"""What waits for the staff: its lists say so where nothing does, and the front page begins with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.safestring import SafeString

if TYPE_CHECKING:
    _Base = admin.ModelAdmin[Any]
else:
    _Base = object

MOST = 100
"""Of what waits, so much is counted: of more it is said that it is more."""

Card = Callable[[HttpRequest], SafeString | str]
_cards: list[tuple[int, Card]] = []


def queue(place: int) -> Callable[[Card], Card]:
    """Register a card of the front page's first row, in that place: a heading, and how much waits; empty: nothing for
    whoever asks."""

    def decorate(card: Card) -> Card:
        _cards.append((place, card))
        return card

    return decorate


def cards(request: HttpRequest) -> list[SafeString | str]:
    """Those for whoever asks, in their order."""
    made = [card(request) for _place, card in sorted(_cards, key=lambda one: one[0])]
    return [card for card in made if card]


def counted(rows: QuerySet[Any]) -> tuple[int, str]:
    """How many there are, counted no further than one above MOST; and how that is said."""
    count = rows.order_by().values("pk")[: MOST + 1].count()
    return count, at_least(min(count, MOST), count > MOST)


def at_least(number: int, are_more: bool) -> str:
    return f"{number}+" if are_more else str(number)


class Queue(_Base):
    """A list of what waits; to stand before ModelAdmin among the bases."""

    nothing: str | Promise
    """What is said where nothing waits."""
    waiting: ClassVar[dict[str, str]] = {}
    """What an address asks for that asks for no more than what waits."""

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        asked = request.GET.dict()
        nothing = self.nothing if asked in ({}, self.waiting) else ""
        return super().changelist_view(request, {"nothing": nothing, **(extra_context or {})})
