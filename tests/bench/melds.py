"""How long arrangements and legality take, on thousands of different hands of ten cards."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from game.rules import melds
from game.rules.cards import cards_of, mask_of
from tests.bench.measure import Figure, microseconds

HANDS = 4000
Dealer = Callable[[random.Random], int]


def any_hand(rng: random.Random) -> int:
    """Ten cards of the pack."""
    return mask_of(rng.sample(range(52), 10))


def crowded_hand(rng: random.Random) -> int:
    """Ten of the sixteen cards of four neighbouring ranks: many sets and runs that cross."""
    low = rng.randrange(10)
    return mask_of(rng.sample([suit * 13 + low + step for suit in range(4) for step in range(4)], 10))


def figures() -> Iterator[Figure]:
    yield from _without_eaten()
    for kind, dealer in (("random", any_hand), ("crowded", crowded_hand)):
        yield from _with_eaten(kind, dealer)


def _without_eaten() -> Iterator[Figure]:
    rng = random.Random(1)
    for kind, dealer, target in (("random", any_hand, "<= 1.0"), ("crowded", crowded_hand, "<= 3.5")):
        hands = [(dealer(rng),) for _ in range(HANDS)]
        yield Figure(f"least points, {kind} hands", microseconds(melds.least_points, hands), "us", target)
        yield Figure(f"best arrangement, {kind} hands", microseconds(melds.best, hands), "us")
        yield Figure(f"no u, {kind} hands", microseconds(melds.u_arrangements, hands), "us")
        yield Figure(f"all arrangements, {kind} hands", microseconds(melds.arrangements, hands), "us")


def _with_eaten(kind: str, dealer: Dealer) -> Iterator[Figure]:
    hands = list(_fed(dealer, random.Random(2)))
    offers = list(_offers(dealer, random.Random(3)))
    where = f"{kind} hands with 1 to 3 eaten"
    yield Figure(f"least points, {where}", microseconds(melds.least_points, hands), "us", "<= 15")
    yield Figure(f"best arrangement, {where}", microseconds(melds.best, hands), "us", "<= 15")
    yield Figure(f"what may be thrown, {where}", microseconds(melds.discardable, hands), "us")
    yield Figure(
        f"legality of an eat, {kind} hands with 0 to 2 eaten", microseconds(melds.can_eat, offers), "us", "<= 15"
    )


def _fed(dealer: Dealer, rng: random.Random, most: int = 3, least: int = 1) -> Iterator[tuple[int, int]]:
    """Legal hands with eaten cards, each number of them as often."""
    for number in range(HANDS):
        wanted = least + number % (most - least + 1)
        while True:
            cards = dealer(rng)
            eaten = mask_of(rng.sample(list(cards_of(cards)), wanted))
            if melds.is_legal(cards, eaten):
                yield cards, eaten
                break


def _offers(dealer: Dealer, rng: random.Random) -> Iterator[tuple[int, int, int]]:
    """Nine cards, the eaten ones, and a tenth to eat: half of them fit."""
    for number, (cards, eaten) in enumerate(_fed(dealer, rng, most=3, least=1)):
        card = rng.choice(list(cards_of(eaten)))
        offered = card if number % 2 else rng.choice([other for other in range(52) if not cards >> other & 1])
        yield cards & ~(1 << card), eaten & ~(1 << card), offered
