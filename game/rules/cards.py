"""Cards as ints 0..51 and sets of cards as 52-bit masks (R1.1).

A card is ``suit * 13 + rank``: suits 0..3 are spades, clubs, diamonds, hearts; ranks 0..12 are ace to
king. The mask of a card is ``1 << card``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game.rules.errors import RuleError

RANKS = "A23456789TJQK"
SUITS = "SCDH"
ALL = range(52)
PACK = (1 << 52) - 1

NAMES: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
POINTS: tuple[int, ...] = tuple(card % 13 + 1 for card in ALL)
_BY_NAME = {name: card for card, name in enumerate(NAMES)}


def rank_of(card: int) -> int:
    """0 for an ace to 12 for a king."""
    return card % 13


def suit_of(card: int) -> int:
    """0 spades, 1 clubs, 2 diamonds, 3 hearts."""
    return card // 13


def parse_card(name: str) -> int:
    """The card called ``name``, such as ``"KS"``; RuleError ``unknown_card`` otherwise."""
    try:
        return _BY_NAME[name]
    except (KeyError, TypeError):
        raise RuleError("unknown_card", card=name) from None


def parse_cards(text: str) -> int:
    """The mask of cards written without spaces, ``"3H4H5H"``; RuleError ``unknown_card``, ``repeated_card``."""
    mask = 0
    for start in range(0, len(text), 2):
        card = parse_card(text[start : start + 2])
        if mask >> card & 1:
            raise RuleError("repeated_card", card=NAMES[card])
        mask |= 1 << card
    return mask


def format_cards(mask: int) -> str:
    """The cards of a mask joined in ascending order, ``"3H4H5H"``."""
    return "".join(NAMES[card] for card in cards_of(mask))


def mask_of(cards: Iterable[int]) -> int:
    """The mask that holds the given cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def union(masks: Iterable[int]) -> int:
    """The cards of all these masks together."""
    together = 0
    for mask in masks:
        together |= mask
    return together


def cards_of(mask: int) -> Iterator[int]:
    """The cards of a mask in ascending order: by suit, then by rank."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def points_of(mask: int) -> int:
    """Sum of the points of a mask's cards: ace 1, numbers at face value, J 11, Q 12, K 13 (R1.1)."""
    return sum(POINTS[card] for card in cards_of(mask))
