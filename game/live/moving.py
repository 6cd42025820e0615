"""From the own table to another with one press: not in the middle of a hand, so that it costs nothing."""

from __future__ import annotations

from accounts.models import User
from game.live import between, tables
from game.live.refused import Refused
from game.models import Table


def may(user: User) -> bool:
    """Whether the user has a seat that can be given up for another now."""
    own = tables.open_table(user)
    return own is not None and not _plays(own, user)


def move(code: str, user: User, pin: str = "") -> None:
    """The user leaves the own table, where there is one, and takes a seat at this; where no seat is to be had here,
    the other one is kept.

    Refused ``seated_elsewhere`` in the middle of a hand, and what `tables.take_seat` refuses. Raises
    Table.DoesNotExist.
    """
    with tables.one_seat(user) as own:
        if own and own.code != code:
            list(Table.objects.select_for_update().filter(code__in=(own.code, code)).order_by("pk"))  # as everyone does
            if _plays(Table.objects.get(pk=own.pk), user):
                raise Refused("seated_elsewhere", table=own.code)
            tables.leave(own.code, user)
        tables.take_seat(code, user, pin)


def _plays(own: Table, user: User) -> bool:
    return any(between.plays(own, chair) for chair in own.chairs.filter(user=user, left=False))
