"""What people do at a table beside playing cards: open one, sit down, be ready, order their hand, leave."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from django.conf import settings
from django.db import transaction

from accounts.models import User
from accounts.stakes import LOWEST
from game.bots.names import NAMES
from game.live import deadlines, dealing, endings, gold, hosting, positions, seating
from game.live.change import changing
from game.live.moment import now
from game.live.refused import Refused
from game.live.snapshots import snapshots
from game.models import HandPlayer, HandRecord, Phase, Table, TableSeat
from game.rules.variants import PRESETS, format_variant

CODE_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LENGTH = 8
BOT = "sound"
"""The bot that sits at new tables."""


class Wanted(NamedTuple):
    """What a new table is to be like."""

    preset: str = "online"
    stake: str = LOWEST
    multiplier: int = 1
    seats: int = 4
    with_bots: bool = False
    """Whether bots sit on the other seats until people come; only in the lowest room."""


def sit_down(user: User) -> Table:
    """The user's table, going on if it was waiting for this user; a new one with three bots where there is none."""
    with _one_seat(user) as table:
        if table is None:
            return _open(user, Wanted(with_bots=True))
        ready(table.code, user)
        return table


def create(user: User, wanted: Wanted) -> Table:
    """A new table hosted by ``user``, with bots or waiting for people.

    Refused ``seated_elsewhere``, ``bots_in_lowest_room``, ``not_enough_gold``: with bots, it may be played without.
    """
    with _one_seat(user) as own:
        if own:
            raise Refused("seated_elsewhere", table=own.code)
        if wanted.with_bots and wanted.stake != LOWEST:
            raise Refused("bots_in_lowest_room")
        if not wanted.with_bots:
            seating.check_purse(user, terms_of(wanted))
        return _open(user, wanted)


def terms_of(wanted: Wanted) -> gold.Terms:
    """What would be played for."""
    return gold.terms_of(wanted.stake, wanted.multiplier, PRESETS[wanted.preset], wanted.seats)


def take_seat(code: str, user: User) -> None:
    """A seat for the user at this table; whoever has one already keeps it, whoever left in this hand gets it back.

    Refused ``seated_elsewhere``, ``closed``, ``table_full``, ``not_enough_gold``. Raises Table.DoesNotExist.
    """
    with _one_seat(user) as own:
        if own and own.code != code:
            raise Refused("seated_elsewhere", table=own.code)
        if own is None:
            with changing(code) as table:
                seating.admit(table, user)


@contextmanager
def _one_seat(user: User) -> Iterator[Table | None]:
    """Where the user sits; until the transaction ends nobody else seats this user."""
    with transaction.atomic():
        user.refresh_from_db(from_queryset=User.objects.select_for_update(no_key=True))  # no key: dealing refers to it
        yield open_table(user)


def _open(user: User, wanted: Wanted) -> Table:
    """The table; with bots its first hand is dealt as soon as the seeds are in."""
    table = Table(
        code=_new_code(),
        host=user,
        variant=format_variant(PRESETS[wanted.preset]),
        stake=wanted.stake,
        multiplier=wanted.multiplier,
        places=wanted.seats,
        turn_seconds=settings.PHOM_TURN_SECONDS,
        bot_speed=hosting.bot_speed(user),
    )
    if wanted.with_bots:
        deadlines.arm(table, deadlines.FIRST_HAND, now())
    table.save()
    TableSeat.objects.create(table=table, position=0, user=user, name=user.display_name, ready=wanted.with_bots)
    if wanted.with_bots:
        _add_bots(table)
    return table


def _add_bots(table: Table) -> None:
    """A bot on each place but the first."""
    names = secrets.SystemRandom().sample(NAMES, table.places - 1)
    for position, (name, face) in enumerate(names, start=1):
        TableSeat.objects.create(table=table, position=position, bot=BOT, name=name, face=face)


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
    mine = HandPlayer.objects.filter(hand=hand_id, hand__table__code=code, chair__user=user, chair__left=False)
    mine = mine.filter(chair__user__is_active=True)
    seat = mine.values_list("seat", flat=True).first()
    if seat is None:
        raise Refused("not_seated")
    return seat


def ready(code: str, user: User) -> None:
    """The user wants the next hand; it is dealt as soon as everyone who is here wants it, and at a table that waits for
    players when its host does.

    Nothing in mid-hand or a second time. Refused ``not_seated``, ``stale`` at a closed table.
    """
    chair = _chair(code, user)
    if chair.table.phase == Phase.PLAYING or (chair.ready and chair.table.due_at):
        return
    with changing(code) as table:
        if table.phase == Phase.PLAYING or table.closed_at:
            raise Refused("stale")
        TableSeat.objects.filter(pk=chair.pk).update(ready=True, idle_hands=0)
        if table.phase == Phase.WAITING and table.host_id == user.pk:
            dealing.deal_next(table, now())
        else:
            _deal_if_all_ready(table)


def leave(code: str, user: User) -> None:
    """The user leaves for good: in mid-hand the clock plays on for the seat at once (R10.3), at a table that waits for
    players the seat is free.

    Refused ``not_seated``.
    """
    chair = _chair(code, user)
    with changing(code) as table:
        TableSeat.objects.filter(pk=chair.pk).update(left=True, seen_at=None, ready=False)
        if table.phase == Phase.PLAYING:
            _hand_over(table, chair)
        else:
            if table.phase == Phase.WAITING:
                _vacate(table, chair)
            _go_on_without(table)


def order(code: str, hand_id: int, user: User, cards: str) -> None:
    """Keep the order in which the user wants to see the own hand, ``"KS3H…"``: cards, none twice.

    Nothing if that hand isn't being played any more. This is no change that others see.
    """
    playing = HandRecord.objects.filter(pk=hand_id, ended_at=None, table__code=code).exists()
    if playing and TableSeat.objects.filter(table__code=code, user=user).update(hand_order=cards):
        snapshots.forget(code)


def _chair(code: str, user: User) -> TableSeat:
    sitting = TableSeat.objects.filter(table__code=code, user=user, user__is_active=True, left=False)
    chair = sitting.select_related("table").first()
    if chair is None:
        raise Refused("not_seated")
    return chair


def _deal_if_all_ready(table: Table) -> None:
    """Whoever is away holds nobody up: the countdown that starts here if none runs waits long enough for them."""
    people = table.people()
    if all(chair.ready or chair.seen_at is None for chair in people) and any(chair.ready for chair in people):
        dealing.deal_next(table, now())
    elif table.due_at is None:
        deadlines.arm(table, deadlines.next_hand(), now())


def _vacate(table: Table, chair: TableSeat) -> None:
    """The seat is free, and who has sat longest is host if the leaver was."""
    chair.delete()
    if chair.user_id == table.host_id:
        heir = table.chairs.filter(bot="").order_by("pk").first()
        hosting.hand_over(table, heir.user if heir else None)


def _hand_over(table: Table, chair: TableSeat) -> None:
    """If it is the leaver's turn, it is due now."""
    record = HandRecord.objects.select_related("table").get(table=table, number=table.hand_number)
    turn = positions.of(record).hand.turn
    if HandPlayer.objects.filter(hand=record, seat=turn, chair=chair).exists():
        deadlines.arm(table, deadlines.NONE, now())


def _go_on_without(table: Table) -> None:
    """Between hands: close without people, deal if the leaver was the last to be waited for."""
    people = table.people()
    if not people or all(chair.has_missed(1) for chair in people):
        endings.go_on(table, now())
    elif any(chair.ready for chair in people):
        _deal_if_all_ready(table)
