"""Findings become signals. What is found again renews the signal that nobody has judged yet; what was judged isn't told
again from the same hands: only weeks after count from then on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts import keeping
from game.fairplay import sharing
from game.fairplay.books import Book, week_of
from game.fairplay.finding import LEAST, PAIRS, PLAYERS, THRESHOLDS, Facts, of_pair, of_player
from game.models import Signal, Tally

Pair = tuple[int, int]


class Finding(NamedTuple):
    """Something about a player, or one towards another, that chance does seldom."""

    kind: str
    user: int
    other: int | None
    score: float
    facts: Facts
    hands: list[int]


def tell(hands: Sequence[Collection[int]], now: datetime) -> int:
    """Look at what is known of the players of these hands, and of each two of one; how many signals were written."""
    users, pairs = set[int]().union(*hands), {pair for players in hands for pair in sharing.pairs(players)}
    book, judged = Book(users, now), _Judged(users)
    found = [*_of_players(book, judged, users), *_of_pairs(book, judged, pairs), *_shared(book, judged, pairs)]
    strong = [one for one in found if one.score >= THRESHOLDS[one.kind]]
    for one in strong:
        _write(one, now)
    return len(strong)


class _Judged:
    """Up to which week of what a person has judged."""

    def __init__(self, users: Collection[int]) -> None:
        self._weeks: dict[tuple[str, int, int | None], date] = {}
        for row in Signal.objects.filter(user__in=users, judged_at__isnull=False).order_by("judged_at"):
            if row.judged_at:
                self._weeks[row.kind, row.user_id, row.other_id] = week_of(row.judged_at)

    def until(self, kind: str, user: int, other: int | None) -> date | None:
        return self._weeks.get((kind, user, other))


def _of_players(book: Book, judged: _Judged, users: Iterable[int]) -> Iterator[Finding]:
    for user in users:
        for kind in PLAYERS:
            until = judged.until(kind, user, None)
            score, facts = of_player(kind, book.sums(user, after=until))
            yield Finding(kind, user, None, score, facts, book.hands(kind, user, None, until))


def _of_pairs(book: Book, judged: _Judged, pairs: Iterable[Pair]) -> Iterator[Finding]:
    for user, other in (way for one, two in pairs for way in ((one, two), (two, one))):
        own, others = book.sums(user), book.sums(other)
        for kind in PAIRS:
            until = judged.until(kind, user, other)
            score, facts = of_pair(kind, book.sums(user, other, until), own, others)
            yield Finding(kind, user, other, score, facts, book.hands(kind, user, other, until))


def _shared(book: Book, judged: _Judged, pairs: Collection[Pair]) -> Iterator[Finding]:
    """Those who come from the same place and have played enough hands together since that was judged."""
    places, players = sharing.Places({user for pair in pairs for user in pair}), None
    for one, other in map(sorted, pairs):
        shared, sums = places.shared(one, other), book.sums(one, other, judged.until("shared", one, other))
        if any(shared) and sums.get("flow_hands", 0.0) >= LEAST["shared"]:
            players = players or sharing.all_players()
            facts = {"hands": sums["flow_hands"], "gold": sums["flow_gold"], "players": float(players)}
            facts |= {f"same_{name}": float(many) for name, many in shared._asdict().items() if many}
            hands = [*book.hands("gold", one, other), *book.hands("gold", other, one)]
            yield Finding("shared", one, other, sharing.strength(shared, players), facts, hands)


def _write(found: Finding, now: datetime) -> None:
    """Renew the open signal, or begin one. Whoever was erased meanwhile gets none."""
    numbers = {"score": found.score, "facts": found.facts, "hands": found.hands, "renewed_at": now}
    is_open = Signal.objects.filter(kind=found.kind, user=found.user, other=found.other, judged_at=None)
    if not is_open.update(**numbers):
        begun = Signal(kind=found.kind, user_id=found.user, other_id=found.other, found_at=now, **numbers)
        try:
            with transaction.atomic():
                begun.save()
        except IntegrityError:  # another process was faster, or the player is gone
            is_open.update(**numbers)


def let_go(user_id: int) -> None:
    """Nothing is noticed of whoever is erased, nor counted."""
    is_in = Q(user=user_id) | Q(other=user_id)
    Signal.objects.filter(is_in).delete()
    Tally.objects.filter(is_in).delete()


def forget(now: datetime) -> int:
    """Remove signals as old as the privacy page says; how many."""
    return Signal.objects.filter(renewed_at__lt=now - keeping.SIGNALS).delete()[0]
