"""What the staff does about reports: one claims them, so that no two work at the same, and decides them together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts import sanctions
from accounts.models import Reason, Sanction, User
from accounts.staff import log
from accounts.staff.roles import may_act_on
from game.live import removing
from game.live.moment import now
from game.live.refused import Refused
from game.models import HandPlayer, Message, Report, Table, TableSeat

CLAIMED = timedelta(minutes=30)
"""For so long nobody else may take what one has claimed."""
MOST_TOGETHER = 100
"""Reports decided at once."""


class Penalty(NamedTuple):
    """A sanction that is part of a decision."""

    whom: User
    kind: str
    """Of Sanction.Kind."""
    reason: Reason
    ends_at: datetime | None
    """None: not by itself."""
    texts: Mapping[str, str] = MappingProxyType({})
    """What the player reads, by language, where it isn't what the reason has."""


class Ruling(NamedTuple):
    """What came of reports."""

    outcome: str
    """Of Report.Outcome."""
    why: str
    """For the log; the staff alone reads it."""
    answer: str = ""
    """What the reporters read beside the thanks."""
    hides: bool = False
    """Whether the reported messages are taken away."""
    penalty: Penalty | None = None


# -- which belong together ----------------------------------------------------------------------------


def alike(report: Report) -> QuerySet[Report]:
    """The open reports of the same thing, this one among them."""
    return Report.objects.filter(_same(report) | Q(pk=report.pk), handled_at=None)


def related(report: Report) -> QuerySet[Report]:
    """Other open reports that may be decided with it: of the same thing, about the same player, by the same one."""
    near = _same(report)
    if report.reported_id:
        near |= Q(reported=report.reported_id)
    if report.reporter_id:
        near |= Q(reporter=report.reporter_id)
    return Report.objects.filter(near, handled_at=None).exclude(pk=report.pk).order_by("pk")


def _same(report: Report) -> Q:
    if report.kind == Report.Kind.MESSAGE:
        return Q(message=report.message_id) if report.message_id else Q(pk=report.pk)
    if report.kind == Report.Kind.HAND:
        return Q(kind=Report.Kind.HAND, hand=report.hand_id) if report.hand_id else Q(pk=report.pk)
    return Q(kind=Report.Kind.PLAYER, reported=report.reported_id) if report.reported_id else Q(pk=report.pk)


def holder(report: Report, moment: datetime | None = None) -> User | None:
    """Who has it claimed just now; by ``moment`` where many are asked about, so that none asks the database for it."""
    is_fresh = report.claimed_at is not None and report.claimed_at > (moment or now()) - CLAIMED
    return report.claimed_by if is_fresh and report.handled_at is None else None


# -- claiming -----------------------------------------------------------------------------------------


def claim(pk: int, by: User) -> None:
    """The open report, and those of the same thing that may be dealt with too, are for this one alone for a while.

    Report.DoesNotExist; Refused ``report_decided``, ``report_claimed`` (``by``), ``report_own``.
    """
    with transaction.atomic():
        found = _held({pk, *alike(Report.objects.get(pk=pk)).values_list("pk", flat=True)})
        _check(next(one for one in found if one.pk == pk), by)
        free = [one for one in found if _refusal(one, by) is None]
        for report in free:
            if report.claimed_by_id != by.pk:
                _note(by, "claim_report", report, by.pk)
        Report.objects.filter(pk__in=[one.pk for one in free]).update(claimed_by=by, claimed_at=now())


def release(pk: int, by: User) -> None:
    """Others may take it, and those of the same thing, before the while is over. Report.DoesNotExist."""
    with transaction.atomic():
        own = alike(Report.objects.get(pk=pk)).filter(claimed_by=by)
        found = _held(own.values_list("pk", flat=True))
        for report in found:
            _note(by, "release_report", report, None)
        own.filter(pk__in=[one.pk for one in found]).update(claimed_by=None, claimed_at=None)


def _note(by: User, action: str, report: Report, holder_id: int | None) -> None:
    """Why is clear."""
    before, after = {"claimed_by_id": report.claimed_by_id}, {"claimed_by_id": holder_id}
    log.note(by, action, report, "", before, after, report.reported)


# -- deciding -----------------------------------------------------------------------------------------


def decide(pk: int, others: Collection[int], by: User, ruling: Ruling) -> Sanction | None:
    """Decide the report, and with it others that are `related` to it; their reporters are told. All or nothing.

    Report.DoesNotExist; Refused ``report_decided``, ``report_claimed`` (``by``), ``report_own``; ValidationError and
    PermissionDenied of the sanction, and of removing messages.
    """
    with transaction.atomic():
        near = related(Report.objects.get(pk=pk)).filter(pk__in=others)
        reports = _held({pk, *near.values_list("pk", flat=True)[:MOST_TOGETHER]}, ruling)
        for report in reports:
            _check(report, by)
        if ruling.hides:
            _remove([report.message for report in reports if report.message], by, ruling.why)
        sanction = _impose(ruling.penalty, ruling.why, by) if ruling.penalty else None
        for report in reports:
            _close(report, by, ruling, sanction)
        return sanction


def _held(pks: Iterable[int], ruling: Ruling | None = None) -> list[Report]:
    """The reports, with whom they are by and about, and the tables that the ruling changes: held until the transaction
    ends, players first, then tables, then reports, as everyone does. Report.DoesNotExist where one of them is gone."""
    wanted = set(pks)
    found = Report.objects.filter(pk__in=wanted)
    penalised = ruling.penalty.whom.pk if ruling and ruling.penalty else 0
    pairs = [*found.values_list("reported", "reporter"), (penalised, None)]
    people = {user for pair in pairs for user in pair if user}
    list(User.objects.select_for_update(no_key=True).filter(pk__in=people).order_by("pk"))
    if ruling:
        said_at, sits_at = Q(pk__in=found.values("message__table")), Q(pk__in=_tables_of(penalised))
        list(Table.objects.select_for_update().filter(said_at | sits_at).order_by("pk"))
    rows = found.select_for_update(of=("self",)).select_related(
        "claimed_by", "reported", "message__table", "message__user"
    )
    reports = list(rows.order_by("pk"))
    if len(reports) < len(wanted):
        raise Report.DoesNotExist
    return reports


def _tables_of(user_id: int) -> QuerySet[TableSeat, int]:
    """The ids of the open tables where the player sits."""
    return TableSeat.objects.filter(user=user_id, table__closed_at=None).values_list("table", flat=True)


def is_own(report: Report, by: User) -> bool:
    """Whether it concerns this one too much to deal with it ever: made by oneself, about oneself or those of the same
    or a higher rank, or of a hand that one played."""
    is_above = report.reported is not None and not may_act_on(by, report.reported)
    is_in = Q(hand=report.hand_id, user=by)
    return is_above or by.pk == report.reporter_id or bool(report.hand_id and HandPlayer.objects.filter(is_in).exists())


def _check(report: Report, by: User) -> None:
    """Refused where this one may not deal with it now."""
    if refusal := _refusal(report, by):
        raise refusal


def _refusal(report: Report, by: User) -> Refused | None:
    if report.handled_at:
        return Refused("report_decided")
    if is_own(report, by):
        return Refused("report_own")
    return None if holder(report) in (None, by) else Refused("report_claimed", by=str(report.claimed_by))


def _impose(penalty: Penalty, why: str, by: User) -> Sanction:
    whom, kind, reason, ends_at, texts = penalty
    return sanctions.impose(whom, kind, reason, ends_at, by, texts=texts, note=why)


def _remove(messages: Iterable[Message], by: User, why: str) -> None:
    for message in messages:
        if not message.hidden:
            removing.remove(message, by, why)


def _close(report: Report, by: User, ruling: Ruling, sanction: Sanction | None) -> None:
    before = log.state(report)
    report.outcome, report.answer = ruling.outcome, ruling.answer
    report.decided_by, report.handled_at = by, now()
    report.sanction = sanction if sanction and sanction.user_id == report.reported_id else None
    report.save(update_fields=("outcome", "answer", "decided_by", "handled_at", "sanction"))
    log.note(by, "decide_report", report, ruling.why, before, log.state(report), report.reported)
