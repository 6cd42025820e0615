"""What the clock plays for a seat whose time ran out (R10.1, R10.2)."""

from __future__ import annotations

from game.rules import melds
from game.rules.actions import DISCARDS, DRAW, MUCK, Action, Lay, Send
from game.rules.cards import POINTS, cards_of
from game.rules.hand import Hand, Phase
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
    return DISCARDS[thrown(seat.cards, seat.held, hand.taken)]


def thrown(cards: int, held: int, taken: int | None) -> int:
    """The card it throws, by what the seat itself knows: the masks of its hand and of the eaten cards there, and the
    card taken in this turn. That one if it was drawn and is loose in a best arrangement, else the loose card with
    most points."""
    best = melds.best(cards, held)
    if taken is not None and not held >> taken & 1 and _may_be_loose(cards, held, taken, best):
        return taken
    loose = best.loose if best else 0
    return max(cards_of(loose or cards & ~held), key=POINTS.__getitem__)


def _may_be_loose(cards: int, held: int, card: int, best: Arrangement | None) -> bool:
    """Whether some best arrangement leaves ``card`` loose, or none is legal, as a mucked seat may have it."""
    rest = melds.best(cards & ~(1 << card), held)
    if best is None or rest is None:
        return best is None
    return (rest.points + POINTS[card], rest.loose.bit_count() + 1) == (best.points, best.loose.bit_count())
