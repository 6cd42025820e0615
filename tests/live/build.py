"""Tables to test with: people or bots on the chairs, and packs whose play is known."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from django.db import transaction

from accounts.models import User
from game.live import dealing, positions, tables
from game.live.moment import now
from game.live.play import Actor, act
from game.live.positions import Position
from game.live.tables import Wanted
from game.models import HandRecord, Table, TableSeat, new_seed
from game.rules.actions import Action, parse_action
from game.rules.cards import parse_card
from game.rules.variants import PRESETS, format_variant

RECORDS = Path(__file__).parent.parent / "data" / "hands.jsonl"


@cache
def recorded(line: int) -> dict[str, Any]:
    """The recorded hand on a line of hands.jsonl, from 1."""
    record: dict[str, Any] = json.loads(RECORDS.read_text().splitlines()[line - 1])
    return record


QUIET = recorded(84)
"""Four seats, seat 0 leads, two eats, three lay, four rounds to the end."""
SENDING = recorded(35)
"""Four seats, seat 0 leads, five sends."""


def pack_of(record: dict[str, Any]) -> tuple[int, ...]:
    return tuple(parse_card(name) for name in record["pack"])


def person(name: str) -> User:
    return User.objects.create(username=name, display_name=name)


def people(count: int = 4) -> list[User]:
    return [person(name) for name in ("An", "Binh", "Chi", "Dung")[:count]]


def seated(sitters: list[User | str], preset: str = "online", **fields: Any) -> Table:
    """A table of people and bots (by key) in this order, hosted by the first person; nothing dealt."""
    host = next((sitter for sitter in sitters if isinstance(sitter, User)), None)
    fields = {"variant": format_variant(PRESETS[preset]), "code": "testtable"} | fields
    table = Table.objects.create(host=host, **fields)
    for position, sitter in enumerate(sitters):
        sit(table, position, sitter)
    return table


def sit(table: Table, position: int, sitter: User | str) -> TableSeat:
    if isinstance(sitter, str):
        return TableSeat.objects.create(table=table, position=position, bot=sitter, name=f"Bot {position}")
    return TableSeat.objects.create(table=table, position=position, user=sitter, name=sitter.display_name)


def connected(*users: User) -> None:
    """They are here, as a server says it of those with an open socket."""
    TableSeat.objects.filter(user__in=users).update(seen_at=now())


def with_bots(user: User, preset: str = "online", seats: int = 4) -> Table:
    """The user's new table with bots, its first hand dealt, as if no browser had added anything to it."""
    table = tables.create(user, Wanted(preset=preset, seats=seats, with_bots=True))
    dealt(table)
    return Table.objects.get(pk=table.pk)


def dealt(table: Table) -> HandRecord:
    """The next hand at the table, dealt; by another seed, if the first would end it with its deal."""
    number = Table.objects.get(pk=table.pk).hand_number
    with transaction.atomic():
        assert dealing.next_hand(table.code, after=number)
        if current(table).ended_at is None:
            return current(table)
        transaction.set_rollback(True)
    Table.objects.filter(pk=table.pk).update(next_seed=new_seed())
    assert dealing.next_hand(table.code, after=number)
    return current(table)


def current(table: Table) -> HandRecord:
    """The table's hand as the database has it."""
    return HandRecord.objects.select_related("table").order_by("-number").filter(table=table).first() or HandRecord()


def position_of(table: Table) -> Position:
    return positions.of(current(table))


def do(table: Table, action: str | Action, by: Actor = Actor.PERSON) -> None:
    """An action of the seat to act."""
    position = position_of(table)
    parsed = parse_action(action) if isinstance(action, str) else action
    act(position.hand_id, position.version, position.hand.turn, parsed, by)


def do_all(table: Table, actions: list[str]) -> None:
    for action in actions:
        do(table, action)
