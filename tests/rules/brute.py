"""The rules of phom as plainly as they can be said, with sets of cards; slow, and the judge of `game.rules.melds`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

Cards = frozenset[int]


def rank(card: int) -> int:
    return card % 13


def suit(card: int) -> int:
    return card // 13


def is_phom(cards: Cards) -> bool:
    """R1.2."""
    if len(cards) < 3:
        return False
    if len({rank(card) for card in cards}) == 1:
        return True
    ranks = sorted(rank(card) for card in cards)
    return len({suit(card) for card in cards}) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def _all_phoms() -> Iterator[Cards]:
    suits = [[card for card in range(52) if suit(card) == wanted] for wanted in range(4)]
    columns = [[card for card in range(52) if rank(card) == wanted] for wanted in range(13)]
    for group in suits + columns:
        for size in range(3, len(group) + 1):
            yield from filter(is_phom, map(frozenset, combinations(group, size)))


PHOMS = list(_all_phoms())


def phoms_of(hand: Cards) -> list[Cards]:
    return [phom for phom in PHOMS if phom <= hand]


def all_arrangements(hand: Cards) -> Iterator[frozenset[Cards]]:
    """Every choice of disjoint phom, none at all included (R1.3)."""
    yield from _arrangements(hand, phoms_of(hand))


def _arrangements(hand: Cards, phoms: list[Cards]) -> Iterator[frozenset[Cards]]:
    if not phoms:
        yield frozenset()
        return
    first, others = phoms[0], phoms[1:]
    yield from _arrangements(hand, others)
    for arrangement in _arrangements(hand, [phom for phom in others if not phom & first]):
        yield arrangement | {first}


def loose(hand: Cards, arrangement: frozenset[Cards]) -> Cards:
    return hand.difference(*arrangement)


def points(cards: Cards) -> int:
    return sum(rank(card) + 1 for card in cards)


def legal_arrangements(hand: Cards, eaten: Cards) -> list[frozenset[Cards]]:
    """R1.4."""
    return [
        arrangement
        for arrangement in all_arrangements(hand)
        if not loose(hand, arrangement) & eaten and all(len(phom & eaten) <= 1 for phom in arrangement)
    ]


def is_legal(hand: Cards, eaten: Cards) -> bool:
    return bool(legal_arrangements(hand, eaten))


def best(hand: Cards, eaten: Cards) -> tuple[int, int] | None:
    """Points and number of loose cards of a best arrangement; None if none is legal (R1.4)."""
    left = [loose(hand, arrangement) for arrangement in legal_arrangements(hand, eaten)]
    return min(((points(cards), len(cards)) for cards in left), default=None)


def arrangements(hand: Cards, eaten: Cards) -> set[frozenset[Cards]]:
    """R5.2: legal, and no phom among the loose cards."""
    return {made for made in legal_arrangements(hand, eaten) if not phoms_of(loose(hand, made))}


def u_arrangements(hand: Cards, eaten: Cards) -> set[frozenset[Cards]]:
    """R6.3: legal, and at most one loose card."""
    return {made for made in legal_arrangements(hand, eaten) if len(loose(hand, made)) <= 1}


def eat_phoms(hand: Cards, eaten: Cards, card: int) -> set[Cards]:
    """R3.2: where the card may lie once it is eaten."""
    after = legal_arrangements(hand | {card}, eaten | {card})
    return {phom for arrangement in after for phom in arrangement if card in phom}


def discardable(hand: Cards, eaten: Cards) -> Cards:
    """R3.4."""
    return frozenset(card for card in hand - eaten if is_legal(hand - {card}, eaten))


def layoffs(phom: Cards) -> Cards:
    """R5.3."""
    return frozenset(card for card in range(52) if card not in phom and is_phom(phom | {card}))


def is_ca(one: int, other: int) -> bool:
    """R1.5."""
    if rank(one) == rank(other):
        return True
    return suit(one) == suit(other) and abs(rank(one) - rank(other)) <= 2


def partners(card: int, cards: Cards) -> Cards:
    return frozenset(other for other in cards if other != card and is_ca(card, other))


def is_lonely(cards: Cards) -> bool:
    """R6.2: no phom and no ca."""
    return not phoms_of(cards) and not any(is_ca(one, other) for one, other in combinations(cards, 2))
