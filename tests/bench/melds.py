"""How long arrangements and legality take, on thousands of different hands of ten cards."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from game.rules import melds
from game.rules.cards import PACK, cards_of, mask_of
from game.rules.tables import COLUMN
from tests.bench.measure import Figure, microseconds

HANDS = 4000
Pool = Callable[[random.Random], int]


def whole_pack(rng: random.Random) -> int:
    """The cards of a random hand."""
    return PACK


def four_ranks(rng: random.Random) -> int:
    """The cards of a crowded hand: sixteen of four neighbouring ranks, with many sets and runs that cross."""
    return COLUMN * 0b1111 << rng.randrange(10)


def figures() -> Iterator[Figure]:
    yield from _without_eaten("random hands", whole_pack, "<= 1.0")
    yield from _without_eaten("crowded hands", four_ranks, "<= 3.5")
    yield from _with_eaten("random hands", whole_pack)
    yield from _with_eaten("crowded hands", four_ranks)


def _without_eaten(kind: str, pool: Pool, target: str) -> Iterator[Figure]:
    rng = random.Random(1)
    hands = [(_filled(0, pool(rng), rng),) for _ in range(HANDS)]
    yield Figure(f"points of the best arrangement, {kind}", microseconds(melds.least_points, hands), "us", target)
    yield Figure(f"best arrangement with its phom, {kind}", microseconds(melds.best, hands), "us")
    yield Figure(f"all arrangements, {kind}", microseconds(melds.arrangements, hands), "us")
    yield Figure(f"whether u, {kind}", microseconds(melds.u_arrangements, hands), "us")


def _with_eaten(kind: str, pool: Pool) -> Iterator[Figure]:
    rng = random.Random(2)
    hands = [_fed(pool(rng), 1 + number % 3, rng) for number in range(HANDS)]
    offers = [_offer(cards, eaten, number % 2 == 0, rng) for number, (cards, eaten) in enumerate(hands)]
    yield Figure(
        f"points of the best arrangement, {kind}, 1-3 eaten", microseconds(melds.least_points, hands), "us", "<= 15"
    )
    yield Figure(f"best arrangement with its phom, {kind}, 1-3 eaten", microseconds(melds.best, hands), "us", "<= 15")
    yield Figure(f"what may be thrown, {kind}, 1-3 eaten", microseconds(melds.discardable, hands), "us")
    yield Figure(f"legality of an eat, {kind}, 0-2 eaten", microseconds(melds.can_eat, offers), "us", "<= 15")


def _filled(cards: int, pool: int, rng: random.Random) -> int:
    """Ten cards: these and others of the pool."""
    return cards | mask_of(rng.sample(list(cards_of(pool & ~cards)), 10 - cards.bit_count()))


def _fed(pool: int, wanted: int, rng: random.Random) -> tuple[int, int]:
    """A legal hand of the pool's cards with so many eaten ones."""
    triples = [phom for phom in melds.phoms_in(pool) if phom.bit_count() == 3]
    cards = eaten = 0
    while eaten.bit_count() < wanted:
        phom = rng.choice(triples)
        if not phom & cards:
            cards |= phom
            eaten |= 1 << rng.choice(list(cards_of(phom)))
    return _filled(cards, pool, rng), eaten


def _offer(cards: int, eaten: int, fits: bool, rng: random.Random) -> tuple[int, int, int]:
    """The hand before its last eat, and a card to eat: that one, or any other."""
    last = rng.choice(list(cards_of(eaten)))
    offered = last if fits else rng.choice(list(cards_of(PACK & ~cards)))
    return cards & ~(1 << last), eaten & ~(1 << last), offered
