"""What becomes of a player at tables and in hands when the account changes: another name, shut out, none any more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import F, Q, QuerySet

from accounts import sanctions
from accounts.models import User
from game.fairplay import telling
from game.live import between, history, tables
from game.live.change import changing
from game.live.refused import Refused
from game.models import HandPlayer, HandRecord, Invitation, Message, Onlooker, Report, Spectator, Table, TableSeat


def rename(user: User, **_: Any) -> None:
    """At the tables where the user sits or watches the new name shows; hands keep the one they were played under."""
    for code in _open_tables(TableSeat.objects.filter(user=user), Spectator.objects.filter(user=user)):
        with changing(code):
            TableSeat.objects.filter(table__code=code, user=user).update(name=user.display_name)


def let_go(user_id: int, **_: Any) -> None:
    """The account is about to be erased: the player leaves every table, and no hand tells the name any more.

    A hand in play goes on to its end by the clock, and until then knows whose gold it plays for.
    """
    user = User.objects.get(pk=user_id)
    held = _lock_tables(user)
    hands = HandPlayer.objects.filter(user=user)
    hands.update(name="")
    hands.filter(units__isnull=False).update(user=None)
    TableSeat.objects.filter(user=user).update(name="")
    Message.objects.filter(user=user).update(name="", user=None)
    Report.objects.filter(reported=user).update(reported=None)
    Report.objects.filter(reporter=user).update(reporter=None, words="")
    Spectator.objects.filter(user=user).delete()
    Invitation.objects.filter(Q(by=user) | Q(whom=user)).delete()
    Onlooker.objects.filter(user=user).delete()
    telling.let_go(user_id)
    for code in held:
        with suppress(Refused):
            tables.leave(code, user)
        with changing(code):
            """Whoever had no seat there any more was shown there too."""


def shut_out(user_id: int, kind: str, **_: Any) -> None:
    """Whoever is shut out leaves every table at once: the clock plays the hand to its end, then the seat is free."""
    if kind not in sanctions.SHUT_OUT:
        return
    for code in _open_tables(TableSeat.objects.filter(user=user_id)):
        with changing(code) as table:
            chair = table.chairs.filter(user=user_id, left=False).first()
            if chair and table.closed_at is None:
                between.let_go(table, chair)


def _lock_tables(user: User) -> list[str]:
    """Hold every open table where something is the user's, in the order in which everyone locks them: whoever changes
    a table holds it before its seats and hands, its spectators and whom it calls. Their codes."""
    seats, calls = TableSeat.objects.filter(user=user), Invitation.objects.filter(Q(by=user) | Q(whom=user))
    hands = HandRecord.objects.filter(players__user=user, number=F("table__hand_number"))
    own = _at(seats, calls, hands, Spectator.objects.filter(user=user))
    return [table.code for table in Table.objects.select_for_update().filter(own, closed_at=None).order_by("pk")]


def hands_of(user: User) -> tuple[str, Iterator[str]]:
    """The user's hands, for the archive of everything kept of a player."""
    return "hands.jsonl", history.lines_of(user.pk, history.Filters())


def _open_tables(*rows: QuerySet[Any]) -> list[str]:
    """Those of the rows, in the order in which everyone locks them."""
    return list(Table.objects.filter(_at(*rows), closed_at=None).order_by("pk").values_list("code", flat=True))


def _at(*rows: QuerySet[Any]) -> Q:
    """The tables that some of these rows are of."""
    return reduce(or_, (Q(pk__in=found.values("table")) for found in rows))
