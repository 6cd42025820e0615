"""A hand in play is called off by a moderator: nobody pays, and the next one is dealt as if it hadn't been."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts import ledger
from accounts.models import User
from accounts.staff import log
from game.live import endings, moderating
from game.live.change import changing
from game.live.moment import now
from game.models import HandRecord, Table

MAY = "game.void_hand"


def void(hand_id: int, by: User, why: str) -> None:
    """One transaction under the table's lock, so that no action comes between; what the gate had computed for the hand
    finds it over. What was set aside is given back.

    HandRecord.DoesNotExist; what `moderating.check` raises; ValidationError where the hand is over already.
    """
    record = HandRecord.objects.select_related("table").get(pk=hand_id)
    with changing(record.table.code) as table:
        why, at = moderating.check(table, by, MAY, why), now()
        if not HandRecord.objects.filter(pk=hand_id, ended_at=None).update(ended_at=at, voided_at=at):
            raise ValidationError(_("This hand is over already."), code="over")
        _release(record)
        _forget(table)
        endings.move_on(table, at)
        _note(record, by, why, at)


def _release(record: HandRecord) -> None:
    """It brought nobody anything."""
    if record.unit:
        ledger.release(record.pk)
    record.players.update(units=0, gold=0 if record.unit else None)


def _forget(table: Table) -> None:
    """What its players were and did in this hand."""
    table.chairs.update(ready=False, acted=None, hand_order="")


def _note(record: HandRecord, by: User, why: str, at: datetime) -> None:
    version = HandRecord.objects.values_list("version", flat=True).get(pk=record.pk)
    log.note(by, "void_hand", record, why, {"version": version, "voided_at": None}, {"voided_at": at.isoformat()})
