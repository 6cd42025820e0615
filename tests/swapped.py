"""What a server would tell that swapped its seed after the promise."""

from __future__ import annotations

from typing import Any

from game.rules.cards import NAMES
from game.rules.shuffle import commitment, shuffled_pack


def with_another_seed(record: dict[str, Any]) -> dict[str, Any]:
    """The record of another deal in the hand's place, which agrees with itself."""
    seed = bytes(32)
    deal = record["deal"] | {"server_seed": seed.hex(), "commitment": commitment(seed)}
    pack = shuffled_pack(seed, deal["player_seeds"], deal["hand_number"])
    return record | {"deal": deal, "pack": [NAMES[card] for card in pack]}
