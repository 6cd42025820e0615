"""Node counts on tiny packs: how many ways there are to play so many actions.

The counts were made once by the slow way, which tries every conceivable action against `check`; the same
slow way runs here on the smaller trees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from game.rules import melds
from game.rules.actions import DISCARDS, DRAW, EAT, Action, Lay, Send
from game.rules.cards import ALL, parse_card
from game.rules.errors import RuleError
from game.rules.hand import Hand, apply, check, deal, legal_actions
from tests.rules.build import variant

# The leader is dealt one card more than the other; seven cards are left to draw.
PACKS = {
    "runs": (2, "3H 4H 9S 5H 8C 6H 7H 2H AH 8D 8S 9C"),
    "sets": (2, "8S 8C 2D 8D 2S 8H 2C 2H 9S 9C 9D 9H"),
    "mixed": (4, "3H 4H 9S 9C KD 5H 6H 8S 8C 9D 8D 7H 8H 9H 2H AH"),
}


def tiny(name: str) -> Hand:
    dealt, pack = PACKS[name]
    return deal(variant(den_three=False), 2, 0, [parse_card(card) for card in pack.split()], dealt=dealt)


def count(hand: Hand, depth: int, moves: Callable[[Hand], Iterable[Action]] = legal_actions) -> int:
    """Leaves of the tree of all ways to play ``depth`` more actions, or fewer to the end."""
    if depth == 0 or hand.is_over:
        return 1
    return sum(count(apply(hand, action)[0], depth - 1, moves) for action in moves(hand))


def slow_moves(hand: Hand) -> list[Action]:
    """Every conceivable action that `check` lets pass; of a lay, one order."""
    found: list[Action] = []
    lays = [Lay(made.phoms) for made in melds.arrangements(hand.seats[hand.turn].cards) if made.phoms]
    sends = [Send(card, to, index) for card in ALL for to in (0, 1) for index in (0, 1, 2)]
    for action in (DRAW, EAT, *DISCARDS, *lays, *sends):
        try:
            check(hand, action)
        except RuleError:
            continue
        found.append(action)
    return found


PERFT = {
    ("runs", 1): 3,
    ("runs", 4): 10,
    ("runs", 8): 92,
    ("runs", 12): 784,
    ("runs", 20): 6_744,
    ("sets", 1): 3,
    ("sets", 4): 11,
    ("sets", 8): 101,
    ("sets", 12): 805,
    ("sets", 20): 6_693,
    ("mixed", 1): 5,
    ("mixed", 4): 33,
    ("mixed", 8): 851,
    ("mixed", 12): 22_502,
}


@pytest.mark.parametrize(("name", "depth"), PERFT)
def test_node_counts(name: str, depth: int) -> None:
    assert count(tiny(name), depth) == PERFT[name, depth]


@pytest.mark.parametrize("depth", [4, 8])
@pytest.mark.parametrize("name", PACKS)
def test_the_slow_way_finds_as_many(name: str, depth: int) -> None:
    assert count(tiny(name), depth, slow_moves) == PERFT[name, depth]
