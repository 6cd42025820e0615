"""Hands from before they had links and a history get both."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps

from game.models import PUBLIC_LENGTH, PUBLIC_SIGNS, HandPlayer, HandRecord
from tests.live.build import recorded
from tests.live.past import BEGINNING

BEFORE = [("game", "0003_bot_speed")]
U, POINTS = recorded(39), recorded(84)


@pytest.fixture
def old(transactional_db: None) -> Iterator[StateApps]:
    """The models of the game as they were; they are as they are again after the test."""
    executor = MigrationExecutor(connection)
    executor.migrate(BEFORE)
    yield executor.loader.project_state(BEFORE).apps
    migrate()


def migrate() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def keep(old: StateApps, number: int, record: dict[str, object]) -> None:
    """The hand as it was kept then, played by bots."""
    table, _ = old.get_model("game", "Table").objects.get_or_create(code="oldtable", defaults={"variant": {}})
    fields = ("variant", "seats", "leader", "u_before", "pack", "actions", "result")
    kept = {name: record.get(name) for name in fields} | {"rules": 1, "server_seed": "00" * 32}
    hand = old.get_model("game", "HandRecord").objects.create(
        table=table, number=number, started_at=BEGINNING, ended_at=BEGINNING, **kept
    )
    units = record["result"]["units"]  # type: ignore[index]
    for seat, brought in enumerate(units):
        old.get_model("game", "HandPlayer").objects.create(
            hand=hand, seat=seat, position=seat, bot="sound", name=f"Bot {seat}", units=brought
        )


def test_old_hands_are_found_by_links_and_filters(old: StateApps) -> None:
    keep(old, 1, U)
    keep(old, 2, POINTS)
    migrate()
    made, played = HandRecord.objects.order_by("number")
    assert made.public_id != played.public_id
    assert len(made.public_id) == PUBLIC_LENGTH and set(made.public_id) <= set(PUBLIC_SIGNS)
    assert (made.preset, made.is_preset, made.people_only) == (U["variant"]["preset"], True, False)
    winner = HandPlayer.objects.get(hand=made, place=1)
    assert (winner.seat, winner.u) == (U["result"]["winner"], U["result"]["end"])
    assert [player.den > 0 for player in made.players.all()] == [seat == U["result"]["den"] for seat in range(4)]
    assert {player.place for player in played.players.all()} == {1, 2, 3, 4}
    assert [player.mom for player in played.players.all()] == POINTS["result"]["mom"]
