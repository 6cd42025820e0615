"""The front page's numbers: what the last days brought, as charts, each with its numbers in a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.house import rooms
from accounts.staff.site import dashboard
from game.live import figures
from game.live.moment import now

HEIGHT, STEP, BAR = 80, 10, 8
"""Of a drawing, in its own units: the highest bar, the room of a day, what of it its bars take."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A chart of one figure, or of two beside each other, for those who have the permission."""

    title: Promise
    series: tuple[tuple[str, Promise], ...]
    """Names of the figures, and what they are called."""
    permission: str
    unit: Promise | str = ""
    sums: bool = True
    """Whether the days add up to something; else their median is told."""
    none: str = ""
    """What is said of a day without a value, where 0 would be one."""


KINDS: tuple[Kind, ...] = (
    Kind(_("Players a day"), (("players", _("players")),), "game.view_handrecord", sums=False),
    Kind(_("Hands a day"), (("hands", _("hands")),), "game.view_handrecord"),
    Kind(_("Reports"), (("reports", _("made")),), "game.view_report"),
    Kind(
        _("Time to decide a report"),
        (("deciding", _("median")),),
        "game.view_report",
        unit=_("minutes"),
        sums=False,
        none="–",
    ),
    Kind(_("Signals"), (("signals", _("found")),), "game.view_signal"),
    Kind(_("Gold"), (("issued", _("issued")), ("burnt", _("burnt"))), "accounts.view_entry"),
    Kind(_("Won from jackpots"), (("jackpots", _("gold")),), "accounts.view_entry"),
    Kind(
        _("How late the clock was"),
        ((figures.LAG, _("at most")),),
        "game.view_table",
        unit=_("milliseconds"),
        sums=False,
    ),
)


@dataclass(frozen=True, slots=True)
class Bar:
    """A value of a day as a rectangle."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Series:
    """One figure, day by day."""

    name: Promise
    values: Sequence[int]
    bars: Sequence[Bar]
    told: int
    """The sum, or the median."""


@dataclass(frozen=True, slots=True)
class Chart:
    """What a template draws."""

    kind: Kind
    days: Sequence[date]
    series: Sequence[Series]
    most: int
    """The highest value."""

    @property
    def width(self) -> int:
        return STEP * len(self.days)

    @property
    def rows(self) -> list[tuple[date, list[int]]]:
        """Newest first, for the table."""
        values = zip(*(series.values for series in self.series), strict=True)
        return [(day, [*row]) for day, row in zip(self.days, values, strict=True)][::-1]


def chart(kind: Kind, days: Sequence[date], found: dict[str, list[int]]) -> Chart:
    """The chart of a kind, its bars as high as the highest value of all its series makes them."""
    most = max((value for name, _name in kind.series for value in found[name]), default=0)
    count = len(kind.series)
    series = [
        Series(name, found[key], _bars(found[key], most, place, count), _told(kind, found[key]))
        for place, (key, name) in enumerate(kind.series)
    ]
    return Chart(kind, days, series, most)


def _bars(values: Sequence[int], most: int, place: int, count: int) -> list[Bar]:
    width = BAR / count
    heights = [HEIGHT * value / most if most else 0.0 for value in values]
    return [
        Bar(round(STEP * day + 1 + place * width, 1), round(HEIGHT - height, 1), width, round(height, 1))
        for day, height in enumerate(heights)
    ]


def _told(kind: Kind, values: Sequence[int]) -> int:
    return sum(values) if kind.sums else figures.middle(values)


@dashboard
def charts(request: HttpRequest) -> SafeString | str:
    """Those that this member of the staff may see, and what is so at this moment."""
    kinds = [kind for kind in KINDS if request.user.has_perm(kind.permission)]
    if not kinds:
        return ""
    moment = now()
    found, days = figures.series(moment), figures.days(moment)
    names = {key: room.name for key, room in rooms().items()}
    shown = [chart(kind, days, found) for kind in kinds]
    context = {
        "charts": shown if any(one.most for one in shown) else [],
        "height": HEIGHT,
        "jackpots": [(names[key], gold) for key, gold in figures.jackpots() if key in names]
        if request.user.has_perm("accounts.view_entry")
        else [],
        "lag": round(figures.lag(moment).total_seconds(), 1),
    }
    return render_to_string("admin/figures.html", context, request)
