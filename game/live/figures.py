"""What the days brought, in numbers for the staff: those of a day that is over are counted once and kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from math import ceil
from statistics import median

from django.core.cache import cache
from django.db.models import Min, QuerySet, Sum
from django.db.models.functions import Abs, Coalesce, Greatest

from accounts.days import day_of, midnight
from accounts.house import rooms
from accounts.ledger import books
from accounts.models.gold import AccountKind, Entry, EntryKind
from game.live.deadlines import LOOK
from game.models import Figure, HandPlayer, HandRecord, Report, Signal, Table

DAYS = 30
"""As many are shown."""
FRESH = 60
"""Seconds for which the numbers of today are as they were."""
LATE = timedelta(hours=1)
"""After midnight; by then the hands begun the day before are over, and the day is counted."""
LAG = "clock_lag"
"""By how many milliseconds the clock was late at most; noted now and then, not counted."""

Span = tuple[datetime, datetime]
"""From, and up to: a day."""


def _hands(span: Span) -> int:
    return HandRecord.objects.filter(started_at__gte=span[0], started_at__lt=span[1], result__isnull=False).count()


def _players(span: Span) -> int:
    """People who finished a hand."""
    parts = HandPlayer.objects.filter(hand__started_at__gte=span[0], hand__started_at__lt=span[1], user__isnull=False)
    return parts.filter(units__isnull=False).values("user").distinct().count()


def _moved(span: Span, **which: object) -> int:
    """Gold, as a whole number without a sign."""
    entries = Entry.objects.filter(at__gte=span[0], at__lt=span[1], **which)
    return entries.aggregate(gold=Abs(Sum("amount")))["gold"] or 0


def _issued(span: Span) -> int:
    return _moved(span, account__kind=AccountKind.HOUSE, amount__lt=0)


def _burnt(span: Span) -> int:
    return _moved(span, account__kind=AccountKind.HOUSE, amount__gt=0)


def _jackpots(span: Span) -> int:
    """Paid out of jackpots."""
    return _moved(span, account__kind=AccountKind.JACKPOT, kind=EntryKind.JACKPOT, amount__lt=0)


def _reports(span: Span) -> int:
    return Report.objects.filter(made_at__gte=span[0], made_at__lt=span[1]).count()


def _signals(span: Span) -> int:
    return Signal.objects.filter(found_at__gte=span[0], found_at__lt=span[1]).count()


def _deciding(span: Span) -> int:
    """The median time from a report to its decision, of those decided that day, in minutes, begun ones whole; 0: none
    was."""
    young = Report.objects.filter(made_at__gte=span[0] - timedelta(days=DAYS))
    decided = young.filter(handled_at__gte=span[0], handled_at__lt=span[1])
    times = [(then - made).total_seconds() / 60 for made, then in decided.values_list("made_at", "handled_at") if then]
    return max(1, ceil(median(times))) if times else 0


COUNTED: dict[str, Callable[[Span], int]] = {
    "players": _players,
    "hands": _hands,
    "issued": _issued,
    "burnt": _burnt,
    "jackpots": _jackpots,
    "reports": _reports,
    "deciding": _deciding,
    "signals": _signals,
}
"""What is counted of a day, by the name it is kept under."""


def _span(day: date) -> Span:
    return midnight(day), midnight(day + timedelta(days=1))


def days(now: datetime) -> list[date]:
    """The last ones, today at the end."""
    return [day_of(now) - timedelta(days=back) for back in range(DAYS - 1, -1, -1)]


def keep(now: datetime) -> date | None:
    """Count the newest day that is over and isn't kept yet; which one, None if all are."""
    over = [day for day in days(now) if day < day_of(now - LATE)]
    kept = set(Figure.objects.filter(day__gte=over[0], name="hands").values_list("day", flat=True))
    missing = [day for day in over if day not in kept]
    if not missing:
        return None
    rows = [Figure(day=missing[-1], name=name, value=count(_span(missing[-1]))) for name, count in COUNTED.items()]
    Figure.objects.bulk_create(rows, ignore_conflicts=True)
    return missing[-1]


def series(now: datetime) -> dict[str, list[int]]:
    """By name, a number for each of `days`; 0 where nothing is kept. Those of days that aren't over are counted, at
    most once a minute."""
    shown = days(now)
    found = {name: dict.fromkeys(shown, 0) for name in (*COUNTED, LAG)}
    for figure in Figure.objects.filter(day__gte=shown[0], name__in=found):
        if figure.day in found[figure.name]:
            found[figure.name][figure.day] = figure.value
    for day in (day for day in shown if day >= day_of(now - LATE)):
        for name, value in _just_now(day).items():
            found[name][day] = value
    return {name: list(by_day.values()) for name, by_day in found.items()}


def _just_now(day: date) -> dict[str, int]:
    return cache.get_or_set(f"figures-{day}", lambda: _count(day), FRESH) or {}


def _count(day: date) -> dict[str, int]:
    return {name: count(_span(day)) for name, count in COUNTED.items()}


def jackpots() -> list[tuple[str, int]]:
    """What lies in each room's jackpot, by the room's key."""
    return [(key, books.jackpot(key)) for key in rooms()]


# The clock's lag


def lag(now: datetime) -> timedelta:
    """How long what the clock should do waits for one at most: since its deadline is over, or since the lease of a
    clock that failed there; none where nothing waits."""
    free = Table.objects.filter(due_at__lte=now).exclude(lease_until__gt=now)
    since = free.aggregate(first=Min(Greatest("due_at", Coalesce("lease_until", "due_at"))))["first"]
    return now - since if since else timedelta()


def note_lag(now: datetime) -> None:
    """Remember the most of the day."""
    late = round(lag(now) / timedelta(milliseconds=1))
    if late <= LOOK / timedelta(milliseconds=1):
        return
    mine: QuerySet[Figure] = Figure.objects.filter(day=day_of(now), name=LAG)
    Figure.objects.bulk_create([Figure(day=day_of(now), name=LAG, value=late)], ignore_conflicts=True)
    mine.filter(value__lt=late).update(value=late)


def middle(values: Sequence[int]) -> int:
    """The median of those that aren't 0; 0 where none is."""
    known = [value for value in values if value]
    return round(median(known)) if known else 0
