"""Rows of everything that the administration lists, many of each."""

from __future__ import annotations

from datetime import timedelta

from accounts import ledger
from accounts.models import Block, Friendship, Lapse, Mute, User
from game.live.moment import now
from game.models import (
    Exclusion,
    HandPlayer,
    HandRecord,
    Invitation,
    Message,
    Peek,
    Spectator,
    Table,
    TableSeat,
)
from game.rules.variants import PRESETS, format_variant
from tests.live.build import person

VARIANT = format_variant(PRESETS["online"])


def users(count: int, name: str) -> list[User]:
    """Players with gold."""
    found = [person(f"{name} {number}") for number in range(count)]
    for user in found:
        ledger.welcome(user)
    return found


def fill(count: int, name: str = "Em") -> list[User]:
    """So many of each kind of row; the players they are of."""
    players = users(count + 1, name)
    for number, (user, other) in enumerate(zip(players, players[1:], strict=False)):
        table = Table.objects.create(code=f"{name.lower()}{number}", host=user, variant=VARIANT)
        _around(table, user, other)
        _played(table, user, other)
        _known(user, other)
    return players


def _around(table: Table, user: User, other: User) -> None:
    """Who sits, watches, talks and is called at a table."""
    TableSeat.objects.create(table=table, position=0, user=user, name=str(user))
    TableSeat.objects.create(table=table, position=1, bot="sound", name="Gà")
    Spectator.objects.create(table=table, key=f"player-{other.pk}", user=other, seen_at=now())
    Exclusion.objects.create(table=table, user=other, until=now())
    Invitation.objects.create(table=table, by=user, whom=other)
    Message.objects.create(table=table, user=user, name=str(user), text=f"Chào {other}")
    Peek.objects.create(table=table, user=other, why="x", until=now() + timedelta(minutes=30))


def _played(table: Table, user: User, other: User) -> HandRecord:
    """A finished hand that was for gold."""
    hand = HandRecord.objects.create(
        table=table, number=1, rules=1, variant=VARIANT, seats=2, leader=0, pack=[], server_seed="00" * 32,
        started_at=now(), ended_at=now(), unit=100, result={"end": "points", "winner": 0},
    )  # fmt: skip
    for seat, (player, gold) in enumerate(((user, 500), (other, -500))):
        HandPlayer.objects.create(
            hand=hand, seat=seat, position=seat, user=player, name=str(player), units=gold // 100, gold=gold,
            place=seat + 1,
        )  # fmt: skip
    ledger.set_aside(hand.pk, {user.pk: 1000, other.pk: 1000})
    ledger.release(hand.pk)
    return hand


def _known(user: User, other: User) -> None:
    Friendship.objects.create(asker=user, asked=other)
    Block.objects.create(by=user, whom=other)
    Mute.objects.create(by=user, whom=other)
    Lapse.objects.create(user=user, kind=Lapse.Kind.LEFT)
