"""What `game.rules.melds` looks up: every phom, what goes with what, and the keys of one suit's cards.

A *key* ranks what an arrangement leaves loose as R1.4 does, fewer points first, then fewer cards: points
times `POINT` plus the number of cards. Keys of disjoint cards add up.
"""

from __future__ import annotations

from game.rules.cards import ALL, PACK, cards_of, mask_of

SUIT = (1 << 13) - 1
"""The cards of one suit, spades."""
COLUMN = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The cards of one rank, aces; shifted by another rank, the cards of that rank."""
NOT_LAST = PACK ^ COLUMN << 12
"""The cards with a card above them in their suit."""
NOT_LAST_TWO = NOT_LAST ^ COLUMN << 11
"""The cards with two cards above them in their suit: where a run of three may start."""


def _sets_of(rank: int) -> list[int]:
    whole = COLUMN << rank
    return [whole, *(whole ^ 1 << card for card in cards_of(whole))]


def _runs_of(suit: int) -> list[int]:
    spans = [(low, end) for low in range(11) for end in range(low + 3, 14)]
    return [((1 << end) - (1 << low)) << 13 * suit for low, end in spans]


SETS: tuple[tuple[int, ...], ...] = tuple(tuple(_sets_of(rank)) for rank in range(13))
"""The five sets of each rank, the whole one first."""
PHOMS: tuple[int, ...] = tuple(sorted([*sum(SETS, ()), *sum(map(_runs_of, range(4)), [])]))
"""All 329 phom as masks, ascending (R1.2)."""
IS_PHOM = frozenset(PHOMS)
THROUGH: tuple[tuple[int, ...], ...] = tuple(tuple(phom for phom in PHOMS if phom >> card & 1) for card in ALL)
"""The phom that each card lies in."""


def _pairs_of(card: int) -> tuple[int, ...]:
    return tuple(phom ^ 1 << card for phom in THROUGH[card] if phom.bit_count() == 3)


PAIRS: tuple[tuple[int, ...], ...] = tuple(map(_pairs_of, ALL))
"""The pairs that make a phom of three with each card: three for a set, up to three for a run."""
RUN_PAIRS: tuple[tuple[int, ...], ...] = tuple(
    tuple(pair for pair in PAIRS[card] if not pair & COLUMN << card % 13) for card in ALL
)
"""Those that make a run."""


def _layoffs_of(phom: int) -> int:
    return mask_of(card for card in ALL if not phom >> card & 1 and phom | 1 << card in IS_PHOM)


LAYOFFS: dict[int, int] = {phom: _layoffs_of(phom) for phom in PHOMS}
"""The cards that make a longer phom of each phom (R5.3)."""


def _near(card: int) -> int:
    rank, ace = card % 13, card - card % 13
    neighbours = {rank - 2, rank - 1, rank + 1, rank + 2} & set(range(13))
    return COLUMN << rank ^ 1 << card | mask_of(ace + other for other in neighbours)


NEAR: tuple[int, ...] = tuple(map(_near, ALL))
"""The cards that form a ca with each card (R1.5)."""


def in_runs(cards: int) -> int:
    """The cards that lie in a run of three or more."""
    starts = cards & cards >> 1 & cards >> 2 & NOT_LAST_TWO
    return starts | starts << 1 | starts << 2


def _subsets(mask: int) -> list[int]:
    subsets = [0]
    for card in cards_of(mask):
        subsets += [subset | 1 << card for subset in subsets]
    return subsets


def _sets_worth(held: int, crossed: int) -> list[int]:
    """The whole set, three of four with the other left to a run, none (0); without what another can't be worse than.

    A card that no run crosses is best in the set; and if but one of four is crossed, the other three need it not.
    """
    sets = [held]
    if held.bit_count() == 4:
        sets += [held ^ 1 << card for card in cards_of(crossed)]
    if crossed.bit_count() > held.bit_count() - 3:
        sets.append(0)
    return sets


SETS_WORTH: dict[int, dict[int, list[int]]] = {
    held: {crossed: _sets_worth(held, crossed) for crossed in _subsets(held)} for sets in SETS for held in sets
}
"""By three or four held cards of a rank, then by those of them that lie in runs: the sets worth trying."""

POINT = 1 << 6
"""A point in a key; it outweighs any number of cards."""


def _keys() -> list[int]:
    keys = [0]
    for rank in range(13):
        keys += [key + (rank + 1) * POINT + 1 for key in keys]
    return keys


def _loose_keys() -> list[int]:
    keys = _keys()
    return [keys[cards ^ in_runs(cards)] for cards in range(SUIT + 1)]


LOOSE_KEY: list[int] = _loose_keys()
"""By the 13 bits of one suit: the key of the cards that lie in no run, the least that runs alone can leave."""
