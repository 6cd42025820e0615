"""Which arrangement to lay and where to send what is left, so that the fewest points stay in hand (R5)."""

from __future__ import annotations

from collections.abc import Sequence

from game.bots.reading import Reading
from game.rules import melds
from game.rules.actions import Lay, Send
from game.rules.cards import POINTS, cards_of, points_of


def best_lay(reading: Reading, lays: Sequence[Lay]) -> Lay:
    """The lay that leaves fewest points after its sends and a discard; of equal ones the first."""
    return min(lays, key=lambda lay: _points_after(reading, lay))


def _points_after(reading: Reading, lay: Lay) -> int:
    """The points left in hand; -1 where at most one card stays before the discard, which is u (R6.4)."""
    left = reading.cards & ~sum(lay.phoms)
    if reading.sight.variant.sending:
        left = after_sends(left, (*reading.table, *lay.phoms))
    return -1 if left.bit_count() <= 1 else points_of(left) - top_points(left)


def top_points(cards: int) -> int:
    """The points of the most expensive card; 0 of none."""
    return max((POINTS[card] for card in cards_of(cards)), default=0)


def after_sends(loose: int, phoms: Sequence[int]) -> int:
    """What stays of loose cards once everything is sent that fits these phom, or fits after another was sent.

    Two cards never want the same place, so no send hinders another and no order has to be searched. Only
    where a card fits several phom does it matter which it joins: the one it opens for another own card.
    """
    places = list(phoms)
    while fitting := _fitting(loose, places):
        card, number = min(fitting, key=lambda send: _opens(loose, send[0], places[send[1]]))
        loose ^= 1 << card
        places[number] |= 1 << card
    return loose


def best_send(reading: Reading, sends: Sequence[Send]) -> Send:
    """The legal send after which most can follow (see `after_sends`)."""
    seats = reading.sight.seats
    return min(sends, key=lambda send: _opens(reading.cards, send.card, seats[send.to].phoms[send.number]))


def _fitting(loose: int, phoms: Sequence[int]) -> list[tuple[int, int]]:
    """Each card that fits a phom, and the phom's number."""
    return [(card, number) for number, phom in enumerate(phoms) for card in cards_of(melds.layoffs(phom) & loose)]


def _opens(loose: int, card: int, phom: int) -> tuple[int, int]:
    """Less is better: a place that opens one for another own card, else one that opens few for the others."""
    opened = melds.layoffs(phom | 1 << card) & ~melds.layoffs(phom)
    return -(opened & loose).bit_count(), opened.bit_count()
