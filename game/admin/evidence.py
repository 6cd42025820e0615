"""What there is to know about a report, in one place, for whoever decides it."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.urls import reverse

from accounts.models import Sanction, User
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


def _sanctions(user_id: int | None) -> list[Sanction]:
    found = Sanction.objects.filter(user=user_id, user__isnull=False).select_related("reason", "by")
    return list(found.order_by("-pk")[:SHOWN])


def _signals(user_id: int | None, viewer: User) -> list[Signal]:
    if user_id is None:
        return []
    found = shown_to(viewer).filter(Q(user=user_id) | Q(other=user_id))
    return list(found.select_related("user", "other").order_by("-score")[:SHOWN])
