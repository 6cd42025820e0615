"""The sound bot: counts what it has not seen, looks one take ahead, and weighs points against units.

Everything is weighed in points of loose cards; lower is better. Units are turned into points by `UNIT`.
"""

from __future__ import annotations

from random import Random
from statistics import fmean

from game.bots.laying import after_sends, best_lay, best_send, top_points
from game.bots.reading import Reading, chance_to_eat, meal_price, price_if_eaten, read
from game.rules import melds
from game.rules.actions import DRAW, EAT, Action, Discard, Lay, Send
from game.rules.cards import POINTS, cards_of, points_of
from game.rules.hand import Phase
from game.rules.melds import Arrangement
from game.rules.position import ROUNDS
from game.rules.sight import Sight

UNIT = 5.0
"""Points that one unit is worth: about what lies between two places, which are a unit or two apart."""
MOM = 20.0
"""Points that having no phom costs beside the loose ones: a mom pays more than a last."""
FED = 5.0
"""Points that it costs to give the next seat a phom, beside the price of the card."""
ARRIVALS = 2.0
"""Cards that a round offers: one may be drawn, one may be eaten."""
U_BY_ANOTHER = 0.03
"""How likely another makes u after a chot was eaten, for which its eater may have to pay (R6.7)."""
TURN = 4.0
"""Points that one more turn saves. An eat gives one to the seat that opened the round, by moving its card (R4.2)."""


def choose(sight: Sight, rng: Random) -> Action:
    """The move of the seat whose sight it is, in its turn; ``rng`` decides between equal discards."""
    reading = read(sight)
    if sight.phase is Phase.TAKE:
        return _take(reading)
    if lays := [action for action in sight.legal if isinstance(action, Lay)]:
        return best_lay(reading, lays)
    if sends := [action for action in sight.legal if isinstance(action, Send)]:
        return best_send(reading, sends)
    discards = [action for action in sight.legal if isinstance(action, Discard)]
    return min(discards, key=lambda discard: (_cost(reading, discard.card), rng.random()))


# Taking: eat where that is better than what a draw brings on the average


def _take(reading: Reading) -> Action:
    if EAT not in reading.sight.legal or reading.sight.last is None:
        return DRAW
    return EAT if _after_eating(reading, reading.sight.last[1]) <= _after_drawing(reading) else DRAW


def _after_eating(reading: Reading, card: int) -> float:
    round = reading.round_of_last
    units = meal_price(reading.sight.variant, card, round, len(reading.me.eaten)) - _den_risk(reading, round)
    turn = TURN if reading.sight.first == reading.me.seat else 0.0
    hand = _after_throw(reading, reading.cards | 1 << card, reading.held | 1 << card, final=round == ROUNDS)
    return hand - UNIT * units - turn


def _after_drawing(reading: Reading) -> float:
    final = reading.sight.round == ROUNDS
    draws = [_after_throw(reading, reading.cards | 1 << card, reading.held, final) for card in cards_of(reading.unseen)]
    return fmean(draws)


def _den_risk(reading: Reading, round: int) -> float:
    """Units that eating a card of this round may be expected to cost (R6.7)."""
    variant = reading.sight.variant
    if round < ROUNDS or variant.chot_den == "none":
        return 0.0
    return U_BY_ANOTHER * variant.u_price * reading.others


# Throwing: what remains, what it may become, and what it costs if the next seat eats the card


def _cost(reading: Reading, card: int) -> float:
    return _after_discard(reading, reading.cards & ~(1 << card)) + _danger(reading, card)


def _after_discard(reading: Reading, rest: int) -> float:
    if reading.sight.final:
        return points_of(rest) if reading.me.phoms else 0.0
    made = melds.best(rest, reading.held)
    assert made is not None, "a legal discard leaves a legal arrangement"
    now = made.points + _mom(reading, made)
    return now - reading.takes_left * ARRIVALS * _hope(reading, rest, now, made.points)


def _danger(reading: Reading, card: int) -> float:
    """Points that the next seat may be expected to cost by eating the card."""
    return chance_to_eat(reading, card) * (UNIT * price_if_eaten(reading, card) + FED)


def _hope(reading: Reading, rest: int, now: float, points: int) -> float:
    """Points that the next card may be expected to save by completing a ca or joining a phom.

    Only unseen cards can come, so a ca whose cards lie on the table is worth nothing.
    """
    saved = 0.0
    for card in cards_of(reading.unseen):
        cards = rest | 1 << card
        least = melds.least_points(cards, reading.held)
        if least is not None and least < points + POINTS[card]:
            saved += now - _after_throw(reading, cards, reading.held)
    return saved / reading.unseen.bit_count()


# What a hand is worth


def _after_throw(reading: Reading, cards: int, held: int, final: bool = False) -> float:
    """What a hand after its take is worth once all is sent and its most expensive loose card is thrown."""
    made = melds.best(cards, held)
    assert made is not None, "a legal take leaves a legal arrangement"
    loose = made.loose
    if final and reading.sight.variant.sending and (made.phoms or reading.me.phoms):
        loose = after_sends(loose, (*reading.table, *made.phoms))
    if loose.bit_count() <= 1:
        return -UNIT * reading.sight.variant.u_price * reading.others
    return points_of(loose) - top_points(loose) + _mom(reading, made)


def _mom(reading: Reading, made: Arrangement) -> float:
    return 0.0 if made.phoms or reading.me.phoms else MOM
