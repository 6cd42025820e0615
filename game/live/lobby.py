"""The lobby: the public tables that are open, for whoever looks for one, and how many people are online.

What is read serves everybody who looks; what one of them isn't offered is left out afterwards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import BooleanField, Case, Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When, Window
from django.db.models.fields.json import KT
from django.db.models.functions import RowNumber

from accounts import blocks
from accounts.house import rooms
from game.live import filling
from game.live.presence import FORGOTTEN, Gone
from game.models import Entry, Exclusion, Onlooker, Spectator, Table, TableSeat, people_at
from game.rules.variants import PRESET_NAMES

MOST = 50
"""Tables that are shown; of the others only how many."""
COMING = timedelta(seconds=30)
"""Who has just sat down or reloads counts as connected for so long."""


class Kind(NamedTuple):
    """What is looked for; empty: any."""

    preset: str = ""
    stake: str = ""


def kind(preset: str, stake: str) -> Kind:
    """The kind of these names; what there isn't is any."""
    return Kind(preset if preset in PRESET_NAMES else "", stake if stake in rooms() else "")


class Sitter(NamedTuple):
    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A table, as the lobby shows it."""

    code: str
    preset: str
    is_changed: bool
    """Whether its rules differ from the preset's."""
    stake: str
    multiplier: int
    unit: int
    """In gold."""
    people: tuple[Sitter, ...]
    bots: int
    free: int
    """Places that somebody may take, bots' included."""
    phase: str
    number: int
    """Of the hand, 0 before any."""
    fills: bool
    """Whether bots come soon if nobody else does."""
    may_watch: bool


@dataclass(frozen=True, slots=True)
class Lobby:
    """What one looker is shown."""

    kind: Kind
    offers: tuple[Offer, ...]
    more: int
    """Tables of this kind that aren't shown."""
    tables: int
    """Of every kind, wherever somebody plays in public."""
    online: int
    own: str = ""
    """The code of the table among them where the looker sits."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """What is read for everybody."""

    offers: tuple[Offer, ...]
    totals: Mapping[Kind, int]
    online: int


def gathering(now: datetime) -> QuerySet[Table, Table]:
    """The open public tables at which somebody is, or has just sat down."""
    here = people_at(OuterRef("pk")).filter(Q(seen_at__isnull=False) | Q(away_since__gt=now - COMING))
    return Table.objects.filter(Exists(here), closed_at=None, entry=Entry.PUBLIC)


def with_people(tables: QuerySet[Table, Table]) -> QuerySet[Table, Any]:
    """The tables, with the number of their people as ``people_here``."""
    count = people_at(OuterRef("pk")).order_by().values("table").annotate(count=Count("pk")).values("count")
    return tables.annotate(people_here=Subquery(count))


# -- reading ------------------------------------------------------------------------------------------


def read(now: datetime) -> Gathered:
    """The lobby at ``now``: of every kind as many tables as are shown at most, those with free places first."""
    found = gathering(now)
    totals = found.order_by().values_list("stake", KT("variant__preset")).annotate(count=Count("pk"))
    return Gathered(
        offers=tuple(_offers(found)),
        totals={Kind(preset, stake): count for stake, preset, count in totals},
        online=online(now),
    )


def _offers(found: QuerySet[Table, Table]) -> Iterable[Offer]:
    is_full = Case(When(people_here__gte=F("places"), then=Value(True)), default=False, output_field=BooleanField())
    order = (F("is_full").asc(), F("people_here").desc(), F("pk").desc())
    row = Window(RowNumber(), partition_by=[F("stake"), KT("variant__preset")], order_by=order)
    tables = list(with_people(found).annotate(is_full=is_full, row=row).filter(row__lte=MOST).order_by(*order))
    chairs: dict[int, list[TableSeat]] = defaultdict(list)
    for chair in TableSeat.objects.filter(table__in=[table.pk for table in tables], left=False):
        chairs[chair.table_id].append(chair)
    return [_offer(table, chairs[table.pk]) for table in tables]


def _offer(table: Table, chairs: list[TableSeat]) -> Offer:
    people = tuple(Sitter(chair.user_id, chair.shown_name) for chair in chairs if chair.user_id)
    return Offer(
        code=table.code,
        preset=table.variant["preset"],
        is_changed=len(table.variant) > 1,
        stake=table.stake,
        multiplier=table.multiplier,
        unit=rooms()[table.stake].unit * table.multiplier,
        people=people,
        bots=sum(not chair.is_person for chair in chairs),
        free=max(0, table.places - len(people)),
        phase=table.phase,
        number=table.hand_number,
        fills=filling.waits(table),
        may_watch=table.spectators,
    )


# -- what one looker is shown -------------------------------------------------------------------------


def seen(gathered: Gathered, kind: Kind, hidden: frozenset[str] = frozenset(), own: str = "") -> Lobby:
    """What is looked for, without the tables that aren't offered to the looker, who sits at the one called ``own``."""
    of_kind = [offer for offer in gathered.offers if _is_of(Kind(offer.preset, offer.stake), kind)]
    offers = tuple(offer for offer in of_kind if offer.code not in hidden)
    total = sum(count for of, count in gathered.totals.items() if _is_of(of, kind))
    return Lobby(
        kind=kind,
        offers=offers[:MOST],
        more=max(0, total - (len(of_kind) - len(offers)) - len(offers[:MOST])),
        tables=sum(gathered.totals.values()) - sum(offer.code in hidden for offer in gathered.offers),
        online=gathered.online,
        own=own,
    )


def _is_of(one: Kind, wanted: Kind) -> bool:
    return wanted.preset in ("", one.preset) and wanted.stake in ("", one.stake)


def hidden(gathered: Gathered, user_ids: Iterable[int], now: datetime) -> dict[int, frozenset[str]]:
    """The codes of the tables that aren't offered to these users: somebody there and the user keep apart, or its host
    has removed the user. Users to whom everything is offered aren't named."""
    users = set(user_ids)
    found: dict[int, set[str]] = defaultdict(set)
    where: dict[int, set[str]] = defaultdict(set)
    for offer in gathered.offers:
        for sitter in offer.people:
            where[sitter.user_id].add(offer.code)
    for user, other in blocks.apart(users):
        found[user] |= where.get(other, set())
    excluded = Exclusion.objects.filter(user__in=users, until__gt=now, table__closed_at=None)
    for user, code in excluded.values_list("user_id", "table__code"):
        found[user].add(code)
    return {user: frozenset(codes) for user, codes in found.items() if codes}


def seats(gathered: Gathered) -> dict[int, str]:
    """The code of the table where somebody sits, by user id."""
    return {sitter.user_id: offer.code for offer in gathered.offers for sitter in offer.people}


def look(now: datetime, kind: Kind, user_id: int | None) -> Lobby:
    """What one user is shown, at once."""
    gathered = read(now)
    codes = hidden(gathered, [user_id], now).get(user_id, frozenset()) if user_id else frozenset()
    return seen(gathered, kind, codes, seats(gathered).get(user_id or 0, ""))


# -- who is online ------------------------------------------------------------------------------------


class Looker(NamedTuple):
    """Somebody who looks at the lobby, over all tabs of a player."""

    key: str
    user_id: int | None


def online(now: datetime) -> int:
    """How many people are at tables, watch, or look at the lobby; each player counts once."""
    since = now - FORGOTTEN
    seats = TableSeat.objects.filter(seen_at__gte=since, left=False, bot="").order_by()
    rows = (
        seats.values_list("user", Value("")),
        _once(Spectator.objects.filter(seen_at__gte=since)),
        _once(Onlooker.objects.filter(seen_at__gte=since)),
    )
    return rows[0].union(*rows[1:]).count()


def _once(rows: QuerySet[Any, Any]) -> QuerySet[Any, Any]:
    """By user; visitors by their keys."""
    return rows.values_list("user", Case(When(user=None, then=F("key")), default=Value("")))


def keep(lookers: Collection[Looker], now: datetime, everybody: bool) -> Collection[Looker]:
    """They look at the lobby at ``now``. It is said of everybody, or of those alone of whom it isn't known: of whom is
    returned. Who was there and died with a server process is forgotten."""
    known = Onlooker.objects.filter(key__in=[looker.key for looker in lookers]).values_list("key", flat=True)
    apart = set() if everybody or not lookers else set(known)
    said = [looker for looker in lookers if looker.key not in apart]
    if said:
        rows = [Onlooker(key=looker.key, user_id=looker.user_id, seen_at=now) for looker in said]
        Onlooker.objects.bulk_create(rows, update_conflicts=True, unique_fields=["key"], update_fields=["seen_at"])
        Onlooker.objects.filter(seen_at__lt=now - FORGOTTEN).delete()
    return said


def forget(gone: Iterable[Gone[Looker]]) -> None:
    """These don't look any more, if nothing newer was said of them elsewhere."""
    for one in gone:
        Onlooker.objects.filter(key=one.who.key, seen_at__lte=one.said_at).delete()
