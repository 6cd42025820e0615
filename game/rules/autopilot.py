"""What the clock plays for a seat whose time ran out (R10.1, R10.2)."""

from __future__ import annotations

from game.rules import melds
from game.rules.actions import DISCARDS, DRAW, MUCK, Action, Lay, Send
from game.rules.cards import POINTS, cards_of
from game.rules.hand import Hand, Phase, Seat
from game.rules.melds import Arrangement


def timeout_action(hand: Hand) -> Action:
    """The next action of the seat to act, played until its turn is over: it never eats and never sends."""
    seat = hand.seats[hand.turn]
    if hand.phase is Phase.TAKE:
        return DRAW
    if hand.is_final and not seat.mucked:
        if not hand.variant.timeout_lays and not isinstance(hand.actions[-1], (Lay, Send)):
            return MUCK
        if melds.has_phom(seat.cards):
            return Lay(melds.arrangements(seat.cards, seat.held)[0].phoms)
    return DISCARDS[_thrown(seat, hand.taken)]


def _thrown(seat: Seat, taken: int | None) -> int:
    """The card just drawn if it is loose in a best arrangement, else the loose card with most points."""
    best = melds.best(seat.cards, seat.held)
    if taken is not None and not seat.held >> taken & 1 and _may_be_loose(seat, taken, best):
        return taken
    loose = best.loose if best else 0
    return max(cards_of(loose or seat.cards & ~seat.held), key=POINTS.__getitem__)


def _may_be_loose(seat: Seat, card: int, best: Arrangement | None) -> bool:
    """Whether some best arrangement leaves ``card`` loose, or none is legal, as a mucked seat may have it."""
    rest = melds.best(seat.cards & ~(1 << card), seat.held)
    if best is None or rest is None:
        return best is None
    return (rest.points + POINTS[card], rest.loose.bit_count() + 1) == (best.points, best.loose.bit_count())
