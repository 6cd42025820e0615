"""How many hands of four can be played at random, by the public API with all rules and payments."""

from __future__ import annotations

import random
from collections.abc import Iterator

from game.rules.hand import apply, deal, legal_actions
from game.rules.settlement import Result, settle
from game.rules.variants import PRESETS, Variant
from tests.bench.measure import RUNS, Figure, per_second

HANDS = 300


def play_out(variant: Variant, pack: list[int], rng: random.Random) -> Result:
    """Deal, choose any legal action until the end, settle."""
    hand = deal(variant, 4, 0, pack)
    while not hand.is_over:
        hand, _ = apply(hand, rng.choice(legal_actions(hand)))
    return settle(hand)


def figures() -> Iterator[Figure]:
    for name, variant in PRESETS.items():
        rng = random.Random(4)
        batches = [[(variant, rng.sample(range(52), 52), rng) for _ in range(HANDS)] for _ in range(RUNS)]
        yield Figure(f"random play-outs of four, {name}", per_second(play_out, batches), "hands/s", ">= 1,900")
