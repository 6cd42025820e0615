"""What a player may do with the own seat: change places, sit out and come back, leave when the hand is over."""

from __future__ import annotations

from accounts.models import User
from game.live import between, dealing
from game.live.change import changing
from game.live.refused import Refused
from game.models import Phase, Table, TableSeat

ASIDE = 1000
"""Where nobody sits: for the moment in which two change places."""


def swap(code: str, user: User, position: int) -> None:
    """The user moves to this position: at once where nobody sits or a bot, else when its player wants to swap as well.

    Refused ``closed``, ``not_seated``, ``in_hand``, ``stale`` where there is no such place.
    """
    with changing(code) as table:
        own = between.sitter(table, user)
        between.check(table)
        if max(own.position, position) >= table.places:
            raise Refused("stale")
        other = table.chairs.filter(position=position).exclude(pk=own.pk).first()
        if other and other.is_person and not other.left and other.wants != own.position:
            TableSeat.objects.filter(pk=own.pk).update(wants=position)
        else:
            _change(table, own, position, other)


def _change(table: Table, own: TableSeat, position: int, other: TableSeat | None) -> None:
    """They change places. Whoever wanted one of the two wanted it of whoever sat there."""
    before = own.position
    _put(own, ASIDE)
    if other:
        _put(other, before)
    _put(own, position)
    table.chairs.filter(wants__in=(before, position)).update(wants=None)


def _put(chair: TableSeat, position: int) -> None:
    TableSeat.objects.filter(pk=chair.pk).update(position=position, wants=None)


def stay(code: str, user: User) -> None:
    """The user keeps the place: whoever wanted it is refused, and what the user wanted is wanted no more."""
    with changing(code) as table:
        own = between.sitter(table, user)
        table.chairs.filter(wants=own.position).update(wants=None)
        TableSeat.objects.filter(pk=own.pk).update(wants=None)


def sit_out(code: str, user: User) -> None:
    """From the next hand on the user isn't dealt in, and keeps the seat for some hands."""
    with changing(code) as table:
        own = between.sitter(table, user)
        TableSeat.objects.filter(pk=own.pk).update(sits_out=True, ready=False, idle_hands=0)
        if table.phase != Phase.PLAYING:
            between.go_on_without(table)


def come_back(code: str, user: User) -> None:
    """From the next hand on the user is dealt in again; nobody waits for whoever comes back between two hands."""
    with changing(code) as table:
        own = between.sitter(table, user)
        is_next = table.phase == Phase.RESULT
        TableSeat.objects.filter(pk=own.pk).update(sits_out=False, ready=is_next, idle_hands=0)
        if is_next and len(dealing.who_plays(table.seats())) >= dealing.FEWEST:
            between.deal_if_all_ready(table)


def leave_after(code: str, user: User) -> None:
    """The user leaves when this hand is over; where it is over already, or the user isn't in it, at once."""
    with changing(code) as table:
        own = between.sitter(table, user)
        if between.plays(table, own):
            TableSeat.objects.filter(pk=own.pk).update(leaves=True)
        else:
            between.let_go(table, own)


def stay_on(code: str, user: User) -> None:
    """The user doesn't leave after this hand. Refused ``closed``, ``not_seated`` when that has happened."""
    with changing(code) as table:
        TableSeat.objects.filter(pk=between.sitter(table, user).pk).update(leaves=False)
