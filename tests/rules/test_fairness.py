"""Whether packs are shuffled fairly, by chi-square; and whether these tests would notice if they weren't.

Three things are counted in many packs made of fixed seeds, so that a run today finds what a run tomorrow finds:
each card at each place, each card before each other one in its pack, and each card where another one was in the pack
before, with the same seed and the next hand's number. Each is a table of 52 × 52 counts. For a fair shuffle the
statistics below have a chi-square distribution with 51 · 51 = 2,601 degrees of freedom, closely enough: mean 2,601,
standard deviation √(2 · 2,601) = 72.1 (150 runs of 1,040 packs by Python's own shuffle had means of 2,600 to 2,605 and
deviations of 69 to 76). The limits lie four deviations from the mean: a fair shuffle passes one of them with a
probability of 99.99 %, and each of those that are biased here fails by much more than that.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

import pytest

from game.rules import shuffle

Pack = Sequence[int]

PACKS = 10_400
LEAST, MOST = 2601 - 4 * 72.1, 2601 + 4 * 72.1
SEED = hashlib.sha256(b"a fixed seed").digest()


def packs(number: int = PACKS) -> list[Pack]:
    """Of one server, hand after hand, with players' seeds that change."""
    return [shuffle.shuffled_pack(SEED, (f"player {hand // 4}", ""), hand) for hand in range(number)]


def chi_square(pairs: Iterable[tuple[int, int]], cells: int, scale: float = 1.0) -> float:
    """How far the counts of the pairs are from being equal in so many cells; 0 is just equal."""
    counts = [[0] * 52 for _ in range(52)]
    for one, other in pairs:
        counts[one][other] += 1
    expected = sum(map(sum, counts)) / cells
    squares = sum(seen * seen for row in counts for seen in row)
    return scale * (squares / expected - expected * cells)


def by_place(packs: Sequence[Pack]) -> float:
    """Each card at each place. A card is at one place of a pack only, so the sum is 52/51 too large."""
    return chi_square((pair for pack in packs for pair in enumerate(pack)), 52 * 52, 51 / 52)


def by_neighbour(packs: Sequence[Pack]) -> float:
    """Each card just before each other one."""
    return chi_square((pair for pack in packs for pair in pairwise(pack)), 52 * 51)


def by_hand_before(packs: Sequence[Pack]) -> float:
    """Each card where each other one, or itself, was in the hand before."""
    places = (pair for before, after in pairwise(packs) for pair in zip(before, after, strict=True))
    return chi_square(places, 52 * 52, 51 / 52)


TESTS = (by_place, by_neighbour, by_hand_before)


def failed(packs: Sequence[Pack]) -> set[str]:
    """The names of the tests that the packs don't pass."""
    return {test.__name__ for test in TESTS if not LEAST < test(packs) < MOST}


def test_packs_are_shuffled_fairly() -> None:
    assert failed(packs()) == set()


# -- shuffles that are not fair -----------------------------------------------------------------------


def numbers(hand: int) -> Iterator[int]:
    """The bytes that the real shuffle has for a hand."""
    return shuffle._stream(SEED, shuffle._message(("player", ""), hand))


def fisher_yates(hand: int, below: Callable[[int, Iterator[int]], int], shortest: int = 1) -> Pack:
    stream, pack = numbers(hand), list(range(52))
    for last in range(51, 0, -1):
        other = below(last + shortest, stream)
        pack[last], pack[other] = pack[other], pack[last]
    return pack


def without_skipping(hand: int) -> Pack:
    """The remainder of whatever byte comes: low numbers come more often, 0 to 47 of 52 by a quarter."""
    return fisher_yates(hand, lambda bound, stream: next(stream) % bound)


def never_in_place(hand: int) -> Pack:
    """One too few to choose from, so that no card stays where it was."""
    return fisher_yates(hand, shuffle._below, shortest=0)


def any_two_change(hand: int) -> Pack:
    """Each place with any other: 52 to the power of 52 ways aren't a multiple of 52!, so some packs come more often."""
    stream, pack = numbers(hand), list(range(52))
    for place in range(52):
        other = shuffle._below(52, stream)
        pack[place], pack[other] = pack[other], pack[place]
    return pack


def only_cut(hand: int) -> Pack:
    """Each card is as often at each place, but all in one order."""
    cut = shuffle._below(52, numbers(hand))
    return [*range(cut, 52), *range(cut)]


def every_other_turned(hand: int) -> Pack:
    """Fair packs, but that every other one is the one before upside down."""
    pack = shuffle.shuffled_pack(SEED, (), hand // 2)
    return pack[::-1] if hand % 2 else pack


@pytest.mark.parametrize(
    ("biased", "noticed"),
    [
        (without_skipping, "by_place"),
        (never_in_place, "by_place"),
        (any_two_change, "by_place"),
        (only_cut, "by_neighbour"),
        (every_other_turned, "by_hand_before"),
    ],
)
def test_a_biased_shuffle_is_noticed(biased: Callable[[int], Pack], noticed: str) -> None:
    assert noticed in failed([biased(hand) for hand in range(PACKS)])


def test_what_one_test_notices_another_may_not() -> None:
    """That is why there are three."""
    assert failed([only_cut(hand) for hand in range(PACKS)]) >= {"by_neighbour"}
    assert failed([every_other_turned(hand) for hand in range(PACKS)]) == {"by_hand_before"}


def test_the_seeds_of_two_servers_make_packs_that_have_nothing_in_common() -> None:
    """Each card where each other one is in the pack of the same hand by another seed."""
    others = [hashlib.sha256(str(number).encode()).digest() for number in range(2)]
    both = (shuffle.shuffled_pack(seed, ("player",), hand) for hand in range(PACKS // 2) for seed in others)
    assert "by_hand_before" not in failed(list(both))
