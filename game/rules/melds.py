"""Phom, arrangements and legality with eaten cards, exactly and fast (R1.2-R1.6).

Hands are 52-bit masks of any number of cards; ``eaten`` is the part of a hand that was eaten. Two facts
make exact answers cheap:

* Once it is settled which cards go into sets, the longest runs cover every other card that any run could
  cover, and are cut only where one would hold two eaten cards. So the search tries sets alone, and of them
  only those that cross a run.
* A phom with an eaten card contains one of three cards with it. So a hand is legal exactly if each eaten
  card can be given two own cards, and those pairs are listed beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.rules.cards import cards_of, points_of
from game.rules.tables import (
    COLUMN,
    IS_PHOM,
    LAYOFFS,
    LOOSE_KEY,
    NEAR,
    NOT_LAST,
    NOT_LAST_TWO,
    PAIRS,
    PHOMS,
    POINT,
    RUN_PAIRS,
    SETS,
    SETS_WORTH,
    SUIT,
    THROUGH,
    in_runs,
)

__all__ = [
    "PHOMS",
    "Arrangement",
    "arrangements",
    "best",
    "can_eat",
    "discardable",
    "eat_phoms",
    "has_phom",
    "is_legal",
    "is_lonely",
    "is_phom",
    "layoffs",
    "least_points",
    "partners",
    "phoms_in",
    "u_arrangements",
]


class Arrangement(NamedTuple):
    """Disjoint phom of a hand in ascending order, the mask of its loose cards, their points (R1.3)."""

    phoms: tuple[int, ...]
    loose: int
    points: int


def is_phom(mask: int) -> bool:
    """Whether the cards are one phom: a set or a run (R1.2)."""
    return mask in IS_PHOM


def layoffs(phom: int) -> int:
    """The cards that make a longer phom of this one (R5.3); KeyError if it is none."""
    return LAYOFFS[phom]


def partners(card: int, cards: int) -> int:
    """Those of ``cards`` that form a ca with ``card`` (R1.5)."""
    return NEAR[card] & cards


def _set_ranks(cards: int) -> int:
    """The ranks, as bits 0..12, of which three or four cards are there."""
    s, c, d, h = cards & SUIT, cards >> 13 & SUIT, cards >> 26 & SUIT, cards >> 39
    return s & c & (d | h) | d & h & (s | c)


def has_phom(cards: int) -> bool:
    """Whether some of the cards make a phom."""
    return bool(cards & cards >> 1 & cards >> 2 & NOT_LAST_TWO or _set_ranks(cards))


def is_lonely(cards: int) -> bool:
    """Whether the cards make no phom and no ca (R6.2, R1.5)."""
    if cards & cards >> 1 & NOT_LAST or cards & cards >> 2 & NOT_LAST_TWO:
        return False
    s, c, d, h = cards & SUIT, cards >> 13 & SUIT, cards >> 26 & SUIT, cards >> 39
    return not (s & c or d & h or (s | c) & (d | h))


def phoms_in(cards: int) -> list[int]:
    """Every phom that the cards make, sets first."""
    found = [phom for rank in cards_of(_set_ranks(cards)) for phom in SETS[rank] if phom & cards == phom]
    starts = cards & cards >> 1 & cards >> 2 & NOT_LAST_TWO
    while starts:
        low = starts & -starts
        starts ^= low
        run = 7 * low
        while run & cards == run and run in IS_PHOM:
            found.append(run)
            run |= run << 1
    return found


# Legality with eaten cards


def _spared(own: int, eaten: int, pairs: Sequence[Sequence[int]] = PAIRS) -> list[int]:
    """The own cards that remain when each eaten card has got two for a phom; one entry for each way to do it."""
    remains = [own]
    while eaten:
        low = eaten & -eaten
        eaten ^= low
        given = pairs[low.bit_length() - 1]
        remains = [rest ^ pair for rest in remains for pair in given if rest & pair == pair]
    return remains


def is_legal(cards: int, eaten: int) -> bool:
    """Whether a legal arrangement exists: each eaten card in a phom that holds no other (R1.4)."""
    return bool(_spared(cards ^ eaten, eaten))


def can_eat(cards: int, eaten: int, card: int) -> bool:
    """Whether a legal arrangement exists once ``card`` is eaten too (R3.2)."""
    return bool(_spared(cards ^ eaten, eaten | 1 << card))


def eat_phoms(cards: int, eaten: int, card: int) -> tuple[int, ...]:
    """The phom through ``card`` that some legal arrangement holds once it is eaten, ascending (R3.2)."""
    own = cards ^ eaten | 1 << card
    return tuple(phom for phom in THROUGH[card] if phom & own == phom and _spared(own ^ phom, eaten))


def discardable(cards: int, eaten: int) -> int:
    """The own cards whose discard leaves a legal arrangement (R3.4)."""
    thrown = 0
    for rest in _spared(cards ^ eaten, eaten):
        thrown |= rest
    return thrown


# The best arrangement


def least_points(cards: int, eaten: int = 0) -> int | None:
    """The points of a best arrangement (R1.4); None if none is legal."""
    s, c, d, h = cards & SUIT, cards >> 13 & SUIT, cards >> 26 & SUIT, cards >> 39
    sets = s & c & (d | h) | d & h & (s | c)
    if not (sets or eaten):
        return (LOOSE_KEY[s] + LOOSE_KEY[c] + LOOSE_KEY[d] + LOOSE_KEY[h]) // POINT
    rests = _rests(cards, eaten, sets)
    return min(map(_key, rests)) // POINT if rests else None


def best(cards: int, eaten: int = 0) -> Arrangement | None:
    """A best legal arrangement: fewest points, then fewest loose cards (R1.4); None if none is legal."""
    ranks = _set_ranks(cards)
    rest = min(_rests(cards, eaten, ranks), key=_key, default=None) if ranks or eaten else cards
    if rest is None:
        return None
    runs, sets = in_runs(rest), cards ^ rest
    phoms = _cut(runs, eaten) if runs else []
    if sets:
        phoms += [sets & COLUMN << rank for rank in cards_of(_set_ranks(sets))]
    return Arrangement(tuple(sorted(phoms)), rest ^ runs, _key(rest) // POINT)


def _key(rest: int) -> int:
    """The key of what runs alone leave loose of the cards."""
    return LOOSE_KEY[rest & SUIT] + LOOSE_KEY[rest >> 13 & SUIT] + LOOSE_KEY[rest >> 26 & SUIT] + LOOSE_KEY[rest >> 39]


def _rests(cards: int, eaten: int, ranks: int) -> list[int]:
    """What remains for the runs, for every way worth trying to take sets of these ranks."""
    runs = in_runs(cards)
    rests = [cards]
    while ranks:
        low = ranks & -ranks
        ranks ^= low
        held = cards & COLUMN * low
        worth = SETS_WORTH[held][held & runs]
        if held & eaten:
            worth = [taken for taken in worth if (taken & eaten).bit_count() < 2]
        rests = [rest ^ taken for rest in rests for taken in worth]
    return [rest for rest in rests if _runs_hold(rest, rest & eaten)] if eaten else rests


def _runs_hold(rest: int, eaten: int) -> bool:
    """Whether each of the eaten cards can lie in a run that holds no other."""
    return bool(_spared(rest ^ eaten, eaten, RUN_PAIRS))


def _cut(cards: int, eaten: int) -> list[int]:
    """The longest runs that cover the cards, cut where one would hold two eaten cards."""
    runs = []
    for shift in (0, 13, 26, 39):
        suit = cards >> shift & SUIT
        while suit:
            low = suit & -suit
            run = suit & ~(suit + low)
            inside = run & eaten >> shift
            if inside & inside - 1:
                run &= 2 * max(4 * low, inside & -inside) - 1
            suit ^= run
            runs.append(run << shift)
    return runs


# All arrangements


def arrangements(cards: int, eaten: int = 0) -> tuple[Arrangement, ...]:
    """Every legal arrangement that leaves no phom loose, best first (R5.2)."""
    found = [made for made in _all_legal(cards, eaten) if not has_phom(made.loose)]
    return tuple(sorted(found, key=_rank))


def u_arrangements(cards: int, eaten: int = 0) -> tuple[Arrangement, ...]:
    """Every legal arrangement that leaves at most one card loose, best first (R6.3)."""
    s, c, d, h = cards & SUIT, cards >> 13 & SUIT, cards >> 26 & SUIT, cards >> 39
    useless = cards & ~(in_runs(cards) | COLUMN * (s & c & (d | h) | d & h & (s | c)))
    if useless & useless - 1:
        return ()
    found = [made for made in _all_legal(cards, eaten) if not made.loose & made.loose - 1]
    return tuple(sorted(found, key=_rank))


def _rank(made: Arrangement) -> tuple[int, int, tuple[int, ...]]:
    return made.points, made.loose.bit_count(), made.phoms


def _all_legal(cards: int, eaten: int) -> list[Arrangement]:
    """Every choice of disjoint phom, each with at most one eaten card, that leaves no eaten card loose."""
    made: list[tuple[tuple[int, ...], int]] = [((), cards)]
    for phom in sorted(phoms_in(cards)):
        if (phom & eaten).bit_count() < 2:
            made += [((*phoms, phom), rest ^ phom) for phoms, rest in made if rest & phom == phom]
    return [Arrangement(phoms, rest, points_of(rest)) for phoms, rest in made if not rest & eaten]
