"""The four rooms: what a unit is worth there, and what one has to own to sit down (R8.8, R8.9)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stake:
    """A room. Amounts are in gold."""

    key: str
    unit: int
    """Gold for one unit, before the table's multiplier."""
    least: int
    """What a player has to own to sit down, where the table doesn't set aside more."""


STAKES: dict[str, Stake] = {
    stake.key: stake
    for stake in (
        Stake("hien_nha", 100, 5_000),
        Stake("san_dinh", 500, 50_000),
        Stake("pho_phuong", 2_000, 200_000),
        Stake("cung_dinh", 10_000, 1_000_000),
    )
}
LOWEST = "hien_nha"
"""The only room in which gold is real at a table with bots."""
