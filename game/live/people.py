"""What becomes of a player at tables and in hands when the account changes: another name, shut out, none any more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q

from accounts import sanctions
from accounts.models import User
from game.fairplay import telling
from game.live import between, history, tables
from game.live.change import changing
from game.live.refused import Refused
from game.models import HandPlayer, Invitation, Message, Onlooker, Report, Spectator, Table, TableSeat


def rename(user: User, **_: Any) -> None:
    """At the tables where the user sits the new name shows; hands keep the one they were played under."""
    for code in _open_tables(user.pk):
        with changing(code):
            TableSeat.objects.filter(table__code=code, user=user).update(name=user.display_name)


def let_go(user_id: int, **_: Any) -> None:
    """The account is about to be erased: the player leaves every table, and no hand tells the name any more.

    A hand in play goes on to its end by the clock, and until then knows whose gold it plays for.
    """
    user = User.objects.get(pk=user_id)
    _lock_tables(user)
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
    for code in _open_tables(user_id):
        with suppress(Refused):
            tables.leave(code, user)


def shut_out(user_id: int, kind: str, **_: Any) -> None:
    """Whoever is shut out leaves every table at once: the clock plays the hand to its end, then the seat is free."""
    if kind not in sanctions.SHUT_OUT:
        return
    for code in _open_tables(user_id):
        with changing(code) as table:
            chair = table.chairs.filter(user=user_id, left=False).first()
            if chair and table.closed_at is None:
                between.let_go(table, chair)


def _lock_tables(user: User) -> None:
    """Hold every open table where something is the user's, in the order in which everyone locks them: whoever changes
    a table holds it before its seats and hands, its spectators and whom it calls."""
    seats, calls = TableSeat.objects.filter(user=user), Invitation.objects.filter(Q(by=user) | Q(whom=user))
    found = (seats, calls, Spectator.objects.filter(user=user))
    own = reduce(or_, (Q(pk__in=rows.values("table")) for rows in found))
    list(Table.objects.select_for_update().filter(own, closed_at=None).order_by("pk"))


def hands_of(user: User) -> tuple[str, Iterator[str]]:
    """The user's hands, for the archive of everything kept of a player."""
    return "hands.jsonl", history.lines_of(user.pk, history.Filters())


def _open_tables(user_id: int) -> list[str]:
    """In the order in which everyone locks them."""
    seats = TableSeat.objects.filter(user=user_id, table__closed_at=None).order_by("table")
    return list(seats.values_list("table__code", flat=True))
