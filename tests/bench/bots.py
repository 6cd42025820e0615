"""How long bots think about one move, in hands of four that they play among themselves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from statistics import fmean, median
from time import perf_counter

from game.bots import BOTS, Bot
from game.rules.hand import apply, deal
from game.rules.sight import see
from game.rules.variants import PRESETS
from tests.bench.measure import RUNS, Figure

HANDS = 20


def figures() -> Iterator[Figure]:
    for key, bot in BOTS.items():
        runs = [list(_milliseconds(bot, seed)) for seed in range(RUNS)]
        yield Figure(f"a move of the {key} bot, on the average", median(map(fmean, runs)), "ms")
        yield Figure(f"its longest move in {HANDS} hands", median(map(max, runs)), "ms", "<= 5")


def _milliseconds(bot: Bot, seed: int) -> Iterator[float]:
    """The time of every move, without that of the sight."""
    rng = random.Random(seed)
    for number in range(HANDS):
        hand = deal(PRESETS["online"], 4, number % 4, rng.sample(range(52), 52))
        while not hand.is_over:
            sight = see(hand, hand.turn)
            start = perf_counter()
            action = bot(sight, rng)
            yield (perf_counter() - start) * 1e3
            hand, _ = apply(hand, action)
