"""What a bot makes of its sight: masks of what it holds and hasn't seen, chances and prices."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from game.rules.cards import PACK, mask_of, rank_of
from game.rules.position import ROUNDS
from game.rules.sight import SeatSight, Sight
from game.rules.tables import PAIRS
from game.rules.variants import Variant

KING = 12
PASSED_UP = 0.25
"""How likely the next seat is to hold a pair that would have eaten an earlier discard, against any other pair.
It would have eaten it then, but may have got the pair since."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One seat's knowledge; masks of cards where not said otherwise."""

    sight: Sight
    me: SeatSight
    next: SeatSight
    """The seat that may eat what this one throws."""
    cards: int
    """In hand."""
    held: int
    """Those of them that were eaten."""
    unseen: int
    """In the stock or in another hand, as far as this seat knows."""

    @property
    def takes_left(self) -> int:
        """How many takes come after this turn, at least."""
        return ROUNDS - self.sight.round

    @property
    def others(self) -> int:
        """How many other seats there are."""
        return len(self.sight.seats) - 1

    @property
    def lying(self) -> int:
        """How many discards lie on the table, R3.5's k."""
        return sum(len(seat.row) for seat in self.sight.seats)

    @property
    def round_of_last(self) -> int:
        """The round in which the latest discard was thrown (R3.5)."""
        return (self.lying - 1) // len(self.sight.seats) + 1

    @property
    def is_last_discard(self) -> bool:
        """Whether the discard of this turn ends the hand, so that nobody can eat it (R3.5)."""
        return self.lying == ROUNDS * len(self.sight.seats) - 1

    @property
    def table(self) -> tuple[int, ...]:
        """Every phom on the table."""
        return tuple(phom for seat in self.sight.seats for phom in seat.phoms)


def read(sight: Sight) -> Reading:
    """What the viewer knows; ValueError for a spectator, who has no hand."""
    if sight.viewer is None:
        raise ValueError("expected the sight of a seat, received a spectator's")
    me = sight.seats[sight.viewer]
    cards = mask_of(me.cards or ())
    seen = cards
    for seat in sight.seats:
        seen |= mask_of(seat.row) | mask_of(seat.eaten) | sum(seat.phoms)
    return Reading(
        sight=sight,
        me=me,
        next=sight.seats[(me.seat + 1) % len(sight.seats)],
        cards=cards,
        held=mask_of(me.eaten) & cards,
        unseen=PACK & ~seen,
    )


def chance_to_eat(reading: Reading, card: int) -> float:
    """How likely the next seat could eat ``card``: that it holds one of the pairs that make a phom of it.

    A pair counts only if this seat has seen neither card of it. The next seat's eaten cards make none: no
    phom holds two (R1.4).
    """
    if reading.is_last_discard or reading.next.mucked:
        return 0.0
    chance = _chance_of_pair(reading)
    passed_up = {pair for thrown in reading.me.row for pair in PAIRS[thrown]}
    return 1 - prod(
        1 - chance * (PASSED_UP if pair in passed_up else 1) for pair in PAIRS[card] if pair & reading.unseen == pair
    )


def _chance_of_pair(reading: Reading) -> float:
    """How likely the next seat holds two given unseen cards."""
    on_table = sum(reading.next.phoms)
    known = sum(1 for card in reading.next.eaten if not on_table >> card & 1)
    hidden, unseen = reading.next.count - known, reading.unseen.bit_count()
    return hidden * (hidden - 1) / (unseen * (unseen - 1)) if hidden > 1 else 0.0


def meal_price(variant: Variant, card: int, round: int, eaten: int) -> int:
    """Units for ``card``, thrown in ``round``, to one who has eaten so many cards before (R8.1, R8.6)."""
    if variant.ca_k_price is not None and rank_of(card) == KING:
        return variant.ca_k_price[round - 1]
    return variant.chot_price if round == ROUNDS else variant.eat_price[eaten]


def price_if_eaten(reading: Reading, card: int) -> int:
    """Units that it costs this seat if the next one eats what it throws; a third eat is u (R6.6, R8.3)."""
    variant, eaten = reading.sight.variant, len(reading.next.eaten)
    price = meal_price(variant, card, reading.sight.round, eaten)
    if eaten < 2:
        return price
    return price + variant.u_price * (reading.others if variant.den_three else 1)
