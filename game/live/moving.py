"""From the own table to another with one press: not in the middle of a hand, so that it costs nothing."""

from __future__ import annotations

from contextlib import suppress

from accounts.models import User
from game.live import between, tables
from game.live.refused import Refused
from game.live.tables import Wanted
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
            _give_up(user, own, code)
        tables.take_seat(code, user, pin)


def open_new(user: User, wanted: Wanted) -> Table:
    """The user leaves the own table, where there is one, for a new one; where that can't be opened, it is kept.

    Refused ``seated_elsewhere`` in the middle of a hand, and what `tables.create` refuses.
    """
    with tables.one_seat(user) as own:
        if own:
            _give_up(user, own)
        return tables.create(user, wanted)


def _give_up(user: User, own: Table, code: str = "") -> None:
    """Leave it, for the table with the code: both are locked, in the order in which everyone does."""
    list(Table.objects.select_for_update().filter(code__in=(own.code, code)).order_by("pk"))
    if _plays(Table.objects.get(pk=own.pk), user):
        raise Refused("seated_elsewhere", table=own.code)
    with suppress(Refused):  # it has just closed, or the seat was freed
        tables.leave(own.code, user)


def _plays(own: Table, user: User) -> bool:
    return any(between.plays(own, chair) for chair in own.chairs.filter(user=user, left=False))
