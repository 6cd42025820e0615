"""Who paid whom in a hand, units of both directions against each other."""

from __future__ import annotations

from typing import Any


def paid(record: dict[str, Any]) -> list[tuple[int, int, int]]:
    """For each pair of people's seats, lower first: units from the lower to the higher, less those back."""
    seats = [seat for seat, is_person in enumerate(record["people"]) if is_person]
    net = {(low, high): 0 for low in seats for high in seats if low < high}
    for payment in record["result"]["payments"]:
        payer, payee = payment["from"], payment["to"]
        pair = (min(payer, payee), max(payer, payee))
        if pair in net:
            net[pair] += payment["units"] if payer < payee else -payment["units"]
    return [(low, high, units) for (low, high), units in net.items()]
