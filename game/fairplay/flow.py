"""Who paid whom in a hand, units of both directions against each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple


class Paid(NamedTuple):
    """Units from one seat to another, less those back."""

    payer: int
    payee: int
    units: int
    cell: str
    """What it depends on, to be looked up: whoever throws before somebody pays for what that one eats."""
    sign: int
    """1 where the payee is the next seat, -1 where the payer is; 0 else, or where both are."""


def paid(record: dict[str, Any]) -> Iterator[Paid]:
    """For each two seats of people, once."""
    seats = [seat for seat, is_person in enumerate(record["people"]) if is_person]
    net = {(low, high): 0 for low in seats for high in seats if low < high}
    for payment in record["result"]["payments"]:
        payer, payee = payment["from"], payment["to"]
        pair = (min(payer, payee), max(payer, payee))
        if pair in net:
            net[pair] += payment["units"] if payer < payee else -payment["units"]
    cell = f"flow.{record['variant'].get('preset', '')}.{record['seats']}"
    yield from (Paid(low, high, units, cell, _sign(high - low, record["seats"])) for (low, high), units in net.items())


def _sign(steps: int, seats: int) -> int:
    return (steps == 1) - (steps == seats - 1)
