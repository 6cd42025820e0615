"""What a move costs the server besides the network: the gate with its transaction, then four people's frames.

The processor's time, over whole hands with their deals and ends, on a database of the settings' kind.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count
from time import process_time
from unittest.mock import patch

import orjson
from django.utils import translation

from accounts.models import User
from game.live import positions, push, tables, wishes
from game.live.scene import scene
from game.models import HandRecord, Table
from game.rules.hand import legal_actions
from game.screens import table_html
from game.sockets import table_frame
from tests.bench.measure import Figure
from tests.live.build import connected, people, seated

HANDS = 12
"""The first of them only fills what is kept of earlier frames."""


def figures() -> Iterator[Figure]:
    with translation.override("vi"), patch.object(push, "_send"):
        users = people()
        table = seated(list(users))
        connected(*users)
        hands = [_hand(table.code, users, number) for number in range(HANDS)][1:]
    moves = sum(moves for moves, _, _ in hands)
    yield Figure("a move at the gate, committed", sum(spent for _, spent, _ in hands) / moves * 1e3, "ms", "<= 0.5")
    yield Figure("four people's frames of it", sum(spent for _, _, spent in hands) / moves * 1e3, "ms", "<= 0.6")


def _hand(code: str, users: list[User], number: int) -> tuple[int, float, float]:
    """Moves of a hand, and the seconds spent at the gate and on frames."""
    chance, at_gate, on_frames = random.Random(number), 0.0, 0.0
    start = process_time()
    for user in users:
        tables.ready(code, user)
    at_gate += process_time() - start
    record = HandRecord.objects.get(table__code=code, number=Table.objects.get(code=code).hand_number)
    seats = {player.seat: player.user for player in record.players.select_related("user")}
    for version in count():
        on_frames += _show(code, users)
        hand = positions.at(record.pk, version).hand if version == 0 else positions.cache.get(record.pk).hand
        if hand.is_over:
            return version, at_gate, on_frames
        wish = wishes.Act(record.pk, version, chance.choice(legal_actions(hand)))
        start = process_time()
        wishes.fulfil(wish, code, seats[hand.turn])
        at_gate += process_time() - start
    raise AssertionError("a hand without an end")


def _show(code: str, users: list[User]) -> float:
    """The seconds that it takes to make what each of them is sent."""
    revision = Table.objects.values_list("revision", flat=True).get(code=code)
    start = process_time()
    for user in users:
        seen = scene(code, user, revision)
        orjson.dumps(table_frame(seen.revision, str(table_html(seen))))
    return process_time() - start
