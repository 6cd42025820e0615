"""What there is to know about a report, in one place, for whoever decides it."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.db.models import Count, F, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import Sanction, User
from accounts.staff.links import listing
from accounts.staff.queues import MOST, at_least
from game.admin.signals import shown_to
from game.live import reports
from game.live.deciding import alike, related
from game.live.talk import text_of
from game.models import HandPlayer, MessageKind, Report, Signal

SHOWN = 8
"""Earlier reports, sanctions and signals that are shown of each kind."""
MOST_NEAR = 50
"""Reports that are offered to be decided together."""


class Said(NamedTuple):
    """A line of the talk around what was reported, as it was then."""

    who: User | None
    text: str
    is_reported: bool
    is_after: bool


class Record(NamedTuple):
    """Earlier reports of a kind: those by a player, or about one."""

    newest: list[Report]
    total: str
    """How many, as it is said; empty where there are none."""
    acted: str
    """How many led to something."""
    nothing: str
    """How many led to nothing."""


class OfPlayer(NamedTuple):
    """What there was of one who played the reported hand, where nobody is named."""

    user: User
    about: Record
    sanctions: list[Sanction]
    all: SafeString
    """The way to all reports about the player."""


class Evidence(NamedTuple):
    """What the page of a report shows."""

    said: list[Said]
    message_text: str
    players: list[HandPlayer]
    replay: str
    """The address of the hand; empty while it is played, or where there is none."""
    about: Record | None
    by: Record | None
    sanctions: list[Sanction]
    """Of the reported player."""
    signals: list[Signal]
    near: list[Report]
    """Open ones that may be decided together."""
    same: set[int]
    """The ids of those among them that are about the same thing."""
    of_each: list[OfPlayer]
    """Of those who played the hand, the viewer left out; empty where somebody is named."""


def of(report: Report, viewer: User) -> Evidence:
    """Without what is about the viewer, or isn't for him to see. A fixed number of queries, whatever the report."""
    hand = report.hand
    is_over = hand is not None and hand.result is not None
    others = Report.objects.exclude(pk=report.pk).exclude(reported=viewer)
    own = Q(reported=viewer) | Q(reporter=viewer) | Q(hand__players__user=viewer)
    near = related(report).exclude(own).select_related("reported", "reporter", "claimed_by")
    return Evidence(
        said=_said(report),
        message_text=reports.said(report),
        players=list(hand.players.select_related("user")) if hand and is_over else [],
        replay=reverse("replay", args=[hand.public_id]) if hand and is_over else "",
        about=_record(others.filter(reported=report.reported_id)) if report.reported_id else None,
        by=_record(others.filter(reporter=report.reporter_id)) if report.reporter_id else None,
        sanctions=_sanctions(report.reported_id),
        signals=_signals(report.reported_id, viewer),
        near=list(near[:MOST_NEAR]),
        same=set(alike(report).values_list("pk", flat=True)),
        of_each=_of_each(report, viewer),
    )


def _said(report: Report) -> list[Said]:
    """The players are named as they are called now."""
    names = User.objects.in_bulk([line["user"] for line in report.around if line.get("user")])
    return [_line(line, names) for line in report.around]


def _line(line: dict[str, Any], names: dict[int, User]) -> Said:
    text = text_of(line.get("kind", MessageKind.TEXT), line.get("text", ""))
    return Said(names.get(line.get("user") or 0), text, bool(line.get("reported")), bool(line.get("after")))


def _record(found: QuerySet[Report]) -> Record:
    outcomes = list(found.order_by().values_list("outcome", flat=True)[: MOST + 1])
    are_more = len(outcomes) > MOST
    total, acted, nothing = (
        at_least(count, are_more) for count in (len(outcomes[:MOST]), *map(outcomes[:MOST].count, ("acted", "nothing")))
    )
    newest = found.select_related("reported", "reporter").order_by("-pk")[:SHOWN]
    return Record(list(newest), total if outcomes else "", acted, nothing)


def _of_each(report: Report, viewer: User) -> list[OfPlayer]:
    """As many queries for four as for one."""
    if report.kind != Report.Kind.HAND or report.reported_id or report.hand is None:
        return []
    played = report.hand.players.exclude(user=None).exclude(user=viewer).select_related("user")
    users = [player.user for player in played if player.user]
    about, imposed = _about(report, users), _imposed(users)
    return [
        OfPlayer(
            user, about[user.pk], imposed[user.pk], listing(Report, _("all"), reported__id__exact=user.pk)
        )
        for user in users
    ]  # fmt: skip


def _about(report: Report, users: list[User]) -> dict[int, Record]:
    """Other reports about each of them."""
    by_player = F("reported")
    counts = {
        "total": Window(Count("pk"), by_player),
        "acted": Window(Count("pk", filter=Q(outcome=Report.Outcome.ACTED)), by_player),
        "led_nowhere": Window(Count("pk", filter=Q(outcome=Report.Outcome.NOTHING)), by_player),
    }
    found = Report.objects.filter(reported__in=users).exclude(pk=report.pk).select_related("reported", "reporter")
    rows = _newest(found.annotate(**counts), by_player)
    return {user.pk: _record_of([row for row in rows if row.reported_id == user.pk]) for user in users}


def _record_of(rows: list[Any]) -> Record:
    if not rows:
        return Record([], "", "", "")
    first = rows[0]
    return Record(rows, *(at_least(count, False) for count in (first.total, first.acted, first.led_nowhere)))


def _imposed(users: list[User]) -> dict[int, list[Sanction]]:
    """The sanctions of each of them."""
    found = Sanction.objects.filter(user__in=users).select_related("reason", "by")
    rows = _newest(found, F("user"))
    return {user.pk: [row for row in rows if row.user_id == user.pk] for user in users}


def _newest(found: QuerySet[Any], by_player: F) -> list[Any]:
    """SHOWN of each player, the newest first."""
    place = Window(RowNumber(), by_player, F("pk").desc())
    return list(found.annotate(newest=place).filter(newest__lte=SHOWN).order_by("-pk"))


def _sanctions(user_id: int | None) -> list[Sanction]:
    found = Sanction.objects.filter(user=user_id, user__isnull=False).select_related("reason", "by")
    return list(found.order_by("-pk")[:SHOWN])


def _signals(user_id: int | None, viewer: User) -> list[Signal]:
    if user_id is None:
        return []
    found = shown_to(viewer).filter(Q(user=user_id) | Q(other=user_id))
    return list(found.select_related("user", "other").order_by("-score")[:SHOWN])
