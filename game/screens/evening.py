"""The score sheet of a table: who has how much, and hand by hand how it came to that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accounts.models import User
from game.rules.variants import parse_variant
from game.screens.seats import Plate, face_html
from game.screens.words import signed, tone

if TYPE_CHECKING:
    from game.live.evening import Cell, Player, Sheet

NEWEST = 100
"""Hands that are shown at once."""


def shown(sheet: Sheet, viewer: User | None, most: int | None) -> dict[str, object]:
    """What the page shows: the last hand first, at most so many."""
    ranked = sorted(sheet.players, key=lambda player: -player.units)
    lines = sheet.lines[-most:] if most else sheet.lines
    return {
        "table": sheet.table,
        "preset": parse_variant(sheet.table.variant).preset,
        "is_for_gold": sheet.is_for_gold,
        "players": [_player(player, viewer) for player in ranked],
        "columns": [_player(player, viewer) for player in sheet.players],
        "lines": [(line, [_cell(cell) for cell in line.cells]) for line in reversed(lines)],
        "hands": len(sheet.lines),
        "is_cut": len(lines) < len(sheet.lines),
        "began_at": sheet.lines[0].ended_at if sheet.lines else sheet.table.created_at,
    }


def _player(player: Player, viewer: User | None) -> dict[str, object]:
    plate = Plate(0, player.name, player.face, player.is_bot, 0, None, has_left=False)
    is_own = viewer is not None and player.user_id == viewer.pk
    said = {"face": face_html(plate), "units": signed(player.units), "tone": tone(player.units), "is_own": is_own}
    return player._asdict() | said


def _cell(cell: Cell | None) -> dict[str, object] | None:
    if cell is None:
        return None
    return {"units": signed(cell.units), "tone": tone(cell.units), "total": signed(cell.total), "gold": cell.gold}
