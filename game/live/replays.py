"""Finished hands once more: found by what they are called in links, with every position they went through.

Of a hand in play nothing is found here, for all of it is open; and of one that lies open to its players only, nothing
by others.
"""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from game.live import positions, spectators
from game.live.moment import now
from game.live.positions import Position
from game.live.refused import Refused
from game.models import HandPlayer, HandRecord
from game.rules.actions import parse_action
from game.rules.hand import apply
from game.rules.record import parse_deal
from game.rules.settlement import Result, settle


class Replay(NamedTuple):
    """A finished hand, for everyone."""

    record: HandRecord
    players: tuple[HandPlayer, ...]
    """By seat."""
    positions: tuple[Position, ...]
    """From the deal on, one more for each action."""

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.positions) - 1

    @property
    def result(self) -> Result:
        return settle(self.positions[-1].hand)

    def seat_of(self, user_id: int | None) -> int | None:
        """The seat that the user held."""
        return next((player.seat for player in self.players if user_id and player.user_id == user_id), None)


def find(public_id: str, user_id: int | None, sees_all: bool = False) -> HandRecord:
    """The finished hand that is called so in links; HandRecord.DoesNotExist, also while it is being played. Whoever
    looks after the house sees it anyway.

    Refused ``hands_shut`` where it doesn't lie open to the user, ``opens_soon`` (``seconds``) where it doesn't yet.
    """
    record = HandRecord.objects.select_related("table").get(public_id=public_id, result__isnull=False)
    at = now()
    if sees_all or spectators.is_open_to(record, record.table, user_id, at):
        return record
    opens_in = spectators.opens_in(record, record.table, at)
    raise Refused("hands_shut") if opens_in is None else Refused("opens_soon", seconds=ceil(opens_in.total_seconds()))


def last_at(code: str) -> str | None:
    """What the last finished hand at the table is called in links."""
    finished = HandRecord.objects.filter(table__code=code, result__isnull=False)
    return finished.order_by("-number").values_list("public_id", flat=True).first()


def of_player(hand_id: int, user_id: int) -> HandRecord:
    """The finished hand with that id, in which the user played; HandRecord.DoesNotExist."""
    return HandRecord.objects.get(pk=hand_id, result__isnull=False, players__user=user_id)


def read(public_id: str, user_id: int | None, sees_all: bool = False) -> Replay:
    """The hand with its positions; HandRecord.DoesNotExist and Refused as `find`."""
    record = find(public_id, user_id, sees_all)
    return Replay(record, tuple(record.players.select_related("user")), stages(record))


def stages(record: HandRecord) -> tuple[Position, ...]:
    """Every position that the record's actions lead through."""
    found = [positions.opened(record.pk, record.table.code, parse_deal(record.as_record()))]
    for text in record.actions:
        found.append(found[-1].after(*apply(found[-1].hand, parse_action(text))))
        if found[-1].version in record.timed_out:
            found[-1] = found[-1].by_clock()
    return tuple(found)
