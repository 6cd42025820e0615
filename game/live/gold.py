"""What a table plays for, in gold: what a unit is worth, what is set aside, what the end of a hand costs whom.

A table has a room, whose unit the table's multiplier makes bigger (R8.8). With a bot on any seat gold is real only in
the lowest room; the bots play with the house's, and nothing goes to the jackpot.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts import ledger
from accounts.finished import Finished, Part
from accounts.house import rooms
from accounts.ledger import Bill
from accounts.models import Room
from accounts.stakes import LOWEST
from game.models import MOST_PLACES, HandPlayer, HandRecord, Table, TableSeat
from game.rules.bound import bound
from game.rules.settlement import Result
from game.rules.variants import PRESETS, Variant, parse_variant

U_WHYS = frozenset({"u", "u_tron", "u_khan", "dong_hoa", "u_thong"})
"""What is paid for an u, by R11's words: all that somebody may have to pay for everyone."""
USUAL = "online"
"""The rules by which most people play."""
DEAREST = 10_000_000
"""The most a unit can be worth before a table's multiplier."""
FEE_PART = 20
"""The fee is a unit divided by this, rounded up (R8.4), where no room says otherwise."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played for. Amounts are in gold."""

    room: Room
    unit: int
    """For one unit of the rules."""
    fee: int
    """Of each player dealt in (R8.4)."""
    most: int
    """What a seat can lose in a hand, the fee included: set aside at the deal (R8.9)."""

    @property
    def to_sit(self) -> int:
        """What a player has to own to sit down."""
        return max(self.most, self.room.least)


def terms_of(stake: str, multiplier: int, variant: Variant, seats: int) -> Terms:
    """The terms of a room for so many seats."""
    room = rooms()[stake]
    unit = room.unit * multiplier
    return _terms(room, unit, fee_of(unit, room.fee_part), variant, seats)


def terms_of_hand(hand: HandRecord, variant: Variant, seats: int) -> Terms:
    """The terms that a hand for gold was dealt with, whatever its room has been set to since, for so many seats."""
    return _terms(rooms()[hand.stake], hand.unit, fee_of_hand(hand), variant, seats)


def _terms(room: Room, unit: int, fee: int, variant: Variant, seats: int) -> Terms:
    return Terms(room, unit, fee, bound(variant, seats) * unit + fee)


def fee_of(unit: int, part: int = FEE_PART) -> int:
    """What each player dealt in pays for a hand, where the fee is that part of a unit (R8.4); 0: there is none."""
    return -(-unit // part) if part else 0


def fee_of_hand(hand: HandRecord) -> int:
    """What each player dealt in pays for this hand, as it was at the deal."""
    return fee_of(hand.unit) if hand.fee is None else hand.fee


def most_lost(hand: HandRecord) -> int:
    """What each player dealt in can lose in this hand, the fee included; 0 where it isn't for gold."""
    unit = hand.unit
    return bound(parse_variant(hand.variant), hand.seats) * unit + fee_of_hand(hand) if unit else 0


def check_room(room: Room) -> None:
    """ValidationError where a unit is more than a hand's record can hold; where who may just sit down couldn't cover a
    hand by the usual rules, with everyone dealt in."""
    if room.unit > DEAREST:
        raise ValidationError({"unit": _("%(most)s at most.") % {"most": DEAREST}})
    most = _terms(room, room.unit, fee_of(room.unit, room.fee_part), PRESETS[USUAL], MOST_PLACES).most
    if room.least < most:
        raise ValidationError(
            {"least": _("A hand by the usual rules can cost %(most)s: it takes as much to sit down.") % {"most": most}}
        )


def may_be_real(table: Table, with_bots: bool) -> bool:
    """Whether hands of this table are for gold, with or without bots dealt in."""
    return table.stake == LOWEST or not with_bots


def terms(table: Table, seats: Sequence[TableSeat]) -> Terms | None:
    """The terms of a hand dealt to these seats; None where it can't be for gold."""
    if not may_be_real(table, any(chair.bot for chair in seats)):
        return None
    return terms_of(table.stake, table.multiplier, parse_variant(table.variant), len(seats))


def set_aside(hand: HandRecord, players: Iterable[HandPlayer], terms: Terms) -> None:
    """Set aside what each person can lose; ledger.Short, and nothing is, where somebody can't cover it."""
    ledger.set_aside(hand.pk, {player.user_id: terms.most for player in players if player.user_id})


def can_play_on(seats: Iterable[TableSeat], short: Iterable[int]) -> bool:
    """Whether those short of gold play without it: beside a bot, where no other person is left to play for gold."""
    seats, short = list(seats), set(short)
    return any(chair.bot for chair in seats) and all(chair.bot or chair.user_id in short for chair in seats)


def open_among(hands: Collection[int]) -> Collection[int]:
    """Those of the hands that aren't over: for them gold may lie in reserve."""
    return set(HandRecord.objects.filter(pk__in=hands, ended_at=None).values_list("pk", flat=True))


# -- the end of a hand --------------------------------------------------------------------------------


def settle(hand: HandRecord, variant: Variant, result: Result, players: Sequence[HandPlayer]) -> list[int | None]:
    """Pay what the hand costs; the gold it brought each seat, None where it wasn't for gold."""
    if not hand.unit:
        return [None] * len(players)
    brought = ledger.settle(hand.pk, bill(hand, variant, result, [player.user_id for player in players]))
    return [
        brought.get(player.user_id, 0) if player.user_id else units * hand.unit
        for player, units in zip(players, result.units, strict=True)
    ]


def bill(hand: HandRecord, variant: Variant, result: Result, users: Sequence[int | None]) -> Bill:
    """What the result costs whom; ``users`` by seat, None for a bot."""
    fee, people = fee_of_hand(hand), [user for user in users if user]
    has_jackpot = variant.jackpot and hand.people_only
    return Bill(
        stake=hand.stake,
        payments=tuple(
            (users[payment.payer], users[payment.payee], payment.units * hand.unit)
            for payment in result.payments
            if users[payment.payer] or users[payment.payee]
        ),
        fees=tuple((user, fee) for user in people),
        to_jackpot=len(people) * fee // 2 if has_jackpot else 0,
        jackpot_winner=users[result.winner] if has_jackpot and result.end == "u_khan" else None,
    )


def paid_for_everyone(result: Result, seat: int) -> int:
    """Units that the seat paid for the u as the one who pays for everyone, its own share included; else 0 (R6.8)."""
    if seat != result.den:
        return 0
    return sum(payment.units for payment in result.payments if payment.payer == seat and payment.why in U_WHYS)


def finished(hand: HandRecord, players: Sequence[HandPlayer], now: datetime) -> Finished:
    """What the accounts need to know of a hand whose players have been told what it brought."""
    return Finished(
        hand=hand.pk,
        at=now,
        preset=hand.preset,
        is_preset=hand.is_preset,
        stake=hand.stake,
        parts=tuple(map(_part, players)),
        people_only=hand.people_only,
    )


def _part(player: HandPlayer) -> Part:
    return Part(
        user=player.user_id,
        place=player.place or 0,
        units=player.units or 0,
        gold=player.gold,
        u=player.u,
        mom=player.mom,
        den=player.den,
    )
