"""Hands that were played before: finished records in the database, without anybody having to play them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from accounts.models import User
from game.live.gold import paid_for_everyone
from game.models import HandPlayer, HandRecord, Phase, Table
from game.rules.record import parse_hand
from game.rules.settlement import places, settle
from game.rules.variants import PRESETS, parse_variant
from tests.live.build import sit

BEGINNING = datetime(2026, 11, 1, 12, tzinfo=UTC)


def at_table(sitters: list[User | str], code: str = "pasttable") -> Table:
    """A table at which these sit, between two hands."""
    host = next((sitter for sitter in sitters if isinstance(sitter, User)), None)
    table = Table.objects.create(code=code, host=host, variant={"preset": "online"}, phase=Phase.RESULT)
    for position, sitter in enumerate(sitters):
        sit(table, position, sitter)
    return table


def finished(table: Table, record: dict[str, Any], ended_at: datetime | None = None, **fields: Any) -> HandRecord:
    """The recorded hand as played by those at the table, in their order; later than those before, by an hour each."""
    hand = parse_hand(record)
    variant = parse_variant(record["variant"])
    table.hand_number += 1
    table.save()
    at = ended_at or BEGINNING + timedelta(hours=table.hand_number)
    kept = HandRecord.objects.create(
        table=table,
        number=table.hand_number,
        **{name: record.get(name) for name in ("variant", "seats", "leader", "u_before", "pack", "actions", "result")},
        rules=1,
        version=len(record["actions"]),
        server_seed="00" * 32,
        preset=variant.preset,
        is_preset=variant == PRESETS[variant.preset],
        started_at=at - timedelta(minutes=4),
        ended_at=at,
        **fields,
    )
    result = settle(hand)
    for seat, chair in enumerate(table.chairs.all()[: record["seats"]]):
        HandPlayer.objects.create(
            hand=kept,
            seat=seat,
            position=chair.position,
            chair=chair,
            user=chair.user,
            bot=chair.bot,
            name=chair.name,
            face=chair.face,
            units=result.units[seat],
            place=places(hand, result)[seat],
            u=result.end if result.points is None and result.winner == seat else "",
            mom=result.mom[seat],
            den=paid_for_everyone(result, seat),
            gold=result.units[seat] * kept.unit if kept.unit else None,
        )
    return kept
