"""What people do at a table beside playing cards: open one, sit down, be ready, order their hand, leave."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.db import transaction

from accounts import sanctions
from accounts.models import User
from accounts.prepared import Select, update
from game.live import between, deadlines, dealing, filling, gold, hosting, options, places, seating
from game.live.change import changing, note_unseen
from game.live.moment import now
from game.live.options import Wanted as Wanted
from game.live.refused import Refused
from game.live.snapshots import snapshots
from game.models import HandPlayer, Phase, Table, TableSeat
from game.rules.variants import format_variant

CODE_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LENGTH = 8


def sit_down(user: User) -> Table:
    """The user's table, going on if it was waiting for this user; a new one with three bots where there is none."""
    with one_seat(user) as table:
        if table is None:
            return _open(user, Wanted(with_bots=True))
        ready(table.code, user)
        return table


def create(user: User, wanted: Wanted) -> Table:
    """A new table hosted by ``user``, with bots or waiting for people.

    Refused ``seated_elsewhere``, what `options.check` refuses, ``not_enough_gold``: beside bots it isn't needed.
    """
    options.check(wanted)
    with one_seat(user) as own:
        if own:
            raise Refused("seated_elsewhere", table=own.code)
        if not wanted.with_bots:
            seating.check_purse(user, terms_of(wanted))
        return _open(user, wanted)


def terms_of(wanted: Wanted) -> gold.Terms:
    """What would be played for."""
    return gold.terms_of(wanted.stake, wanted.multiplier, options.variant_of(wanted), wanted.seats)


def take_seat(code: str, user: User, pin: str = "") -> None:
    """A seat for the user at this table; whoever has one already keeps it, whoever left in this hand gets it back.

    Refused ``seated_elsewhere``, and what `seating.admit` refuses. Raises Table.DoesNotExist.
    """
    with one_seat(user) as own:
        if own and own.code != code:
            raise Refused("seated_elsewhere", table=own.code)
        if own is None:
            with changing(code) as table:
                seating.admit(table, user, pin)
                filling.gather(table, now())


@contextmanager
def one_seat(user: User) -> Iterator[Table | None]:
    """Where the user sits; until the transaction ends nobody else seats this user. Refused ``shut_out``."""
    with transaction.atomic():
        user.refresh_from_db(from_queryset=User.objects.select_for_update(no_key=True))  # no key: dealing refers to it
        if sanctions.is_shut_out(user):
            raise Refused("shut_out")
        yield open_table(user)


def _open(user: User, wanted: Wanted) -> Table:
    """The table; with bots its first hand is dealt as soon as the seeds are in."""
    table = Table(
        code=_new_code(),
        host=user,
        variant=format_variant(options.variant_of(wanted)),
        stake=wanted.stake,
        multiplier=wanted.multiplier,
        places=wanted.seats,
        bots_most=wanted.bots_most,
        entry=wanted.entry,
        pin=options.pin_of(wanted),
        spectators=wanted.spectators,
        open_hands=wanted.open_hands,
        chat=wanted.chat,
        turn_seconds=wanted.seconds,
        bot_speed=hosting.bot_speed(user),
    )
    if wanted.with_bots:
        deadlines.arm(table, deadlines.FIRST_HAND, now())
    table.save()
    TableSeat.objects.create(table=table, position=0, user=user, name=user.display_name, ready=wanted.with_bots)
    seating.add_bots(table, wanted.bots)
    return table


def _new_code() -> str:
    while True:
        code = "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))
        if not Table.objects.filter(code=code).exists():
            return code


def open_table(user: User) -> Table | None:
    """The newest table at which the user still has a seat."""
    return Table.objects.filter(chairs__user=user, chairs__left=False, closed_at=None).order_by("-pk").first()


def seat_in(code: str, hand_id: int, user: User) -> int:
    """The user's seat in a hand of this table; Refused ``not_seated`` without one, after leaving for good, and for
    whoever was shut out since the socket was opened."""
    for seat, is_active, shut_out_until in _MINE.rows(hand_id, code, user.pk):
        if not sanctions.keeps_out(is_active, shut_out_until):
            return int(seat)
    raise Refused("not_seated")


_MINE = Select(
    lambda hand, code, user: HandPlayer.objects.filter(
        hand=hand, hand__table__code=code, chair__user=user, chair__left=False
    ).values_list("seat", "chair__user__is_active", "chair__user__shut_out_until"),
    values=3,
)


def ready(code: str, user: User) -> None:
    """The user wants the next hand, after sitting out too; it is dealt as soon as everyone who is here wants it, and at
    a table that waits for players when its host does.

    Nothing else in mid-hand, nor a second time. Refused ``not_seated``, ``stale`` at a closed table, ``too_few``.
    """
    chair = _sitting(code, user)
    if chair.phase == Phase.PLAYING and chair.sits_out:
        places.come_back(code, user)
    if chair.phase == Phase.PLAYING or (chair.ready and chair.due_at):
        return
    with changing(code) as table:
        if table.phase == Phase.PLAYING or table.closed_at:
            raise Refused("stale")
        update(TableSeat, {"ready": True, "sits_out": False, "idle_hands": 0}, {"id": chair.pk})
        if table.phase == Phase.WAITING and table.host_id == user.pk:
            if table.fills_at is None and len(dealing.who_plays(table.seats())) < dealing.FEWEST:
                raise Refused("too_few")
            dealing.deal_next(table, now())
        else:
            between.deal_if_all_ready(table)


class Sitting(NamedTuple):
    """A user's seat at a table, and where the table stands."""

    pk: int
    ready: bool
    sits_out: bool
    phase: str
    due_at: datetime | None


def _sitting(code: str, user: User) -> Sitting:
    """Refused ``not_seated``."""
    for is_active, shut_out_until, *found in _SITTING.rows(code, user.pk):
        if not sanctions.keeps_out(is_active, shut_out_until):
            return Sitting(*found)
    raise Refused("not_seated")


_SITTING = Select(
    lambda code, user: TableSeat.objects.filter(table__code=code, user=user, left=False).values_list(
        "user__is_active", "user__shut_out_until", "pk", "ready", "sits_out", "table__phase", "table__due_at"
    ),
    values=2,
)


def leave(code: str, user: User) -> None:
    """The user leaves for good: in mid-hand the clock plays on for the seat at once (R10.3), at a table that waits for
    players the seat is free.

    Refused ``closed``, ``not_seated``.
    """
    if not TableSeat.objects.filter(table__code=code, user=user, left=False).exists():
        raise Refused("not_seated")
    with changing(code) as table:
        between.let_go(table, between.sitter(table, user))


def order(code: str, hand_id: int, user: User, cards: str) -> None:
    """Keep the order in which the user wants to see the own hand, ``"KS3H…"``: cards, none twice.

    Nothing if that hand isn't being played any more. This is no change that others see.
    """
    mine = Table.objects.filter(code=code, chairs__user=user, hands=hand_id, hands__ended_at=None)
    with transaction.atomic():
        if note_unseen(mine):
            TableSeat.objects.filter(table__code=code, user=user).update(hand_order=cards)
            transaction.on_commit(partial(snapshots.forget, code))
