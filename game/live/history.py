"""The finished hands of one player, newest first: filtered, a page at a time, or all of them as records."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from accounts.days import midnight
from game.models import HandPlayer, HandRecord
from game.rules.variants import PRESET_NAMES

PAGE = 20
BATCH = 100
"""Hands that are read at once for a download."""
NAME_LENGTH = 40
RESULTS: dict[str, Q] = {
    "won": Q(place=1),
    "lost": Q(place__gt=1),
    "u": Q(u__gt=""),
    "mom": Q(mom=True),
    "den": Q(den__gt=0),
}
_HEAVY = ("pack", "actions", "timed_out", "server_seed")


@dataclass(frozen=True, slots=True)
class Filters:
    """Which hands are wanted; what is empty doesn't matter."""

    preset: str = ""
    result: str = ""
    """A key of `RESULTS`."""
    first: date | None = None
    last: date | None = None
    """The days of the hands' ends, both included, as days are in Vietnam."""
    against: str = ""
    """Part of the name of another player, a bot's too."""


def parse(asked: Mapping[str, str]) -> Filters:
    """The filters that an address asks for; what can't be read doesn't matter."""
    return Filters(
        preset=_one_of(PRESET_NAMES, asked.get("preset", "")),
        result=_one_of(RESULTS, asked.get("result", "")),
        first=_day(asked.get("first", "")),
        last=_day(asked.get("last", "")),
        against=unicodedata.normalize("NFC", asked.get("against", "")).replace("\0", "").strip()[:NAME_LENGTH],
    )


def _one_of(known: Collection[str], word: str) -> str:
    return word if word in known else ""


def _day(text: str) -> date | None:
    """A day of this century as ``2026-11-30``."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if 2000 <= day.year < 2100 else None


class Page(NamedTuple):
    """Some hands of one player."""

    hands: tuple[HandPlayer, ...]
    """The player's part in each, with its hand and all of that hand's players."""
    before: int | None
    """What to ask for the next page with; None where there are no more."""


def page_of(user_id: int, filters: Filters, before: int | None = None, size: int = PAGE) -> Page:
    """The player's newest hands that fit, older than the hand with the id ``before``. Two queries."""
    found = fitting(user_id, filters).select_related("hand").defer(*(f"hand__{field}" for field in _HEAVY))
    if before is not None:
        found = found.filter(hand__lt=before)
    players = Prefetch("hand__players", HandPlayer.objects.order_by("seat"))
    hands = tuple(found.order_by("-hand").prefetch_related(players)[: size + 1])
    shown = hands[:size]
    return Page(shown, shown[-1].hand_id if len(hands) > size else None)


def lines_of(user_id: int, filters: Filters) -> Iterator[str]:
    """The records of all the player's hands that fit, oldest first, as `phom-hand/1`: many lines at a time.

    Each with a further key ``viewer``, the player's own seat.
    """
    after, wanted = 0, fitting(user_id, filters).order_by("hand").values_list("hand", "seat")
    while parts := list(wanted.filter(hand__gt=after)[:BATCH]):
        after, seats = parts[-1][0], dict(parts)
        records = HandRecord.objects.filter(pk__in=seats).order_by("pk")
        yield "".join(line_of(record, viewer=seats[record.pk]) for record in records)


def line_of(record: HandRecord, **more: object) -> str:
    """The record of a hand as a line of a `.jsonl` file, with what else is to be told in it."""
    return json.dumps(record.as_record() | more, ensure_ascii=False) + "\n"


def fitting(user_id: int, filters: Filters) -> QuerySet[HandPlayer]:
    """The player's parts in the hands that fit, in no order."""
    found = HandPlayer.objects.filter(user=user_id, units__isnull=False)
    if filters.preset:
        found = found.filter(hand__preset=filters.preset)
    if filters.result:
        found = found.filter(RESULTS[filters.result])
    if filters.first:
        found = found.filter(hand__ended_at__gte=midnight(filters.first))
    if filters.last:
        found = found.filter(hand__ended_at__lt=midnight(filters.last + timedelta(days=1)))
    if filters.against:
        others = HandPlayer.objects.exclude(user=user_id)
        names = _names_like(filters.against, others.filter(hand__players__user=user_id))
        found = found.filter(Exists(others.filter(name__in=names, hand=OuterRef("hand"))))
    return found


def _names_like(part: str, others: QuerySet[HandPlayer]) -> list[str]:
    """The players' names that hold the part, whatever the case and the marks: `dung` finds Dũng and Đựng."""
    wanted = _plain(part)
    names = others.order_by().values_list("name", flat=True).distinct()
    return [name for name in names if wanted in _plain(name)]


def _plain(name: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c)).replace(
        "đ", "d"
    )
