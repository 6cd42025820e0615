"""Dealing a hand and moving it on: a position and a legal action make the next position (R2–R6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.rules import melds
from game.rules.actions import Action, Discard, Draw, Eat, Lay, Muck, Send
from game.rules.cards import mask_of, rank_of, suit_of, union
from game.rules.events import Ate, Discarded, Drew, Ended, Event, Laid, Mucked, Sent, Shifted
from game.rules.legality import check, legal_actions
from game.rules.melds import Arrangement
from game.rules.position import ROUNDS, Ending, Hand, Meal, Phase, Seat
from game.rules.variants import Variant

__all__ = ["Ending", "Hand", "Meal", "Phase", "Seat", "apply", "check", "deal", "legal_actions"]

KING = 12
DEALT = 9

Step = tuple[Hand, tuple[Event, ...]]


def deal(
    variant: Variant,
    seats: int,
    leader: int,
    pack: Sequence[int],
    u_before: int | None = None,
    dealt: int = DEALT,
) -> Hand:
    """The position after the deal: over at once if someone has u khan or the leader has u (R6.2, R6.3).

    ``pack`` is in dealing order: one card more for the leader than the ``dealt`` ones of everyone else,
    then the stock (R2.2, R2.5), which needs ``4 * seats - 1`` cards (R3.6).
    """
    cards, start = [0] * seats, 0
    for step in range(seats):
        end = start + dealt + (step == 0)
        cards[(leader + step) % seats] = mask_of(pack[start:end])
        start = end
    hand = Hand(
        variant, tuple(pack), leader, u_before, tuple(map(Seat, cards)), leader, Phase.PLAY, first=leader, stock=start
    )
    if ending := _dealt_ending(hand):
        return _end(hand, ending)
    return hand


def apply(hand: Hand, action: Action, seat: int | None = None) -> Step:
    """The position after ``action`` and what happened; RuleError as `check` raises it."""
    check(hand, action, seat)
    after, events = _MOVES[type(action)](hand._replace(actions=(*hand.actions, action)), action)
    if after.ending:
        events += (Ended(after.ending.end, after.ending.seat),)
    return after, events


def _end(hand: Hand, ending: Ending) -> Hand:
    return hand._replace(phase=Phase.OVER, ending=ending)


def _with_seat(seats: tuple[Seat, ...], number: int, seat: Seat) -> tuple[Seat, ...]:
    return (*seats[:number], seat, *seats[number + 1 :])


# -- taking -------------------------------------------------------------------------------------------


def _draw(hand: Hand, action: Draw) -> Step:
    card = hand.pack[hand.stock]
    return _taken(hand._replace(stock=hand.stock + 1), card), (Drew(hand.turn, card),)


def _eat(hand: Hand, action: Eat) -> Step:
    """The eaten card leaves the row it lay in, and the rows close up (R4.2)."""
    eater, source = hand.turn, hand.source
    seats = list(hand.seats)
    card = seats[source].row[-1]
    meal = _meal(hand, card)
    seats[source] = seats[source]._replace(row=seats[source].row[:-1])
    events: tuple[Event, ...] = (Ate(eater, source, card, meal.units, meal.why),)
    if source != hand.first:
        moved = seats[hand.first].row[-1]
        seats[hand.first] = seats[hand.first]._replace(row=seats[hand.first].row[:-1])
        seats[source] = seats[source]._replace(row=(*seats[source].row, moved))
        events += (Shifted(source, hand.first, moved),)
    seats[eater] = seats[eater]._replace(eaten=(*seats[eater].eaten, card))
    after = hand._replace(
        seats=tuple(seats),
        lying=hand.lying - 1,
        first=(hand.first + 1) % len(seats),
        meals=(*hand.meals, meal),
    )
    return _taken(after, card), events


def _meal(hand: Hand, card: int) -> Meal:
    """What the discard just thrown costs its seat (R8.1, R8.6)."""
    variant, eater = hand.variant, hand.turn
    round = (hand.lying - 1) // len(hand.seats) + 1
    if variant.ca_k_price is not None and rank_of(card) == KING:
        units, why = variant.ca_k_price[round - 1], "ca_k"
    elif round == ROUNDS:
        units, why = variant.chot_price, "chot"
    else:
        units, why = variant.eat_price[len(hand.seats[eater].eaten)], "eat"
    return Meal(eater, hand.source, card, round, units, why, hand.laid_order)


def _taken(hand: Hand, card: int) -> Hand:
    """The card is in hand; if that makes u, the hand is over (R6.3)."""
    seat = hand.seats[hand.turn]
    seat = seat._replace(cards=seat.cards | 1 << card)
    after = hand._replace(seats=_with_seat(hand.seats, hand.turn, seat), taken=card, phase=Phase.PLAY)
    ending = _u(after)
    return _end(after, ending) if ending else after


# -- u ------------------------------------------------------------------------------------------------


def _dealt_ending(hand: Hand) -> Ending | None:
    """U khan, nearest from the leader on, goes before the leader's u (R6.2)."""
    if hand.variant.u_khan:
        for number in hand.order:
            if melds.is_lonely(hand.seats[number].cards):
                return Ending("u_khan", number)
    return _u(hand)


def _u(hand: Hand) -> Ending | None:
    """The u that the seat to act has with the cards in hand, if any (R6.3, R6.5)."""
    seat = hand.seats[hand.turn]
    made = melds.u_arrangements(seat.cards, seat.held)
    if not made or seat.mucked:
        return None
    return Ending(_u_kind(hand.variant, seat, made), hand.turn)


def _u_kind(variant: Variant, seat: Seat, made: Sequence[Arrangement]) -> str:
    if variant.dong_hoa and any(_one_suit((*seat.phoms, *arrangement.phoms)) for arrangement in made):
        return "dong_hoa"
    if not seat.sent and any(not arrangement.loose for arrangement in made):
        return "u_tron"
    return "u"


def _one_suit(phoms: Sequence[int]) -> bool:
    """Whether all these cards are of one suit."""
    together = union(phoms)
    lowest, highest = (together & -together).bit_length() - 1, together.bit_length() - 1
    return suit_of(lowest) == suit_of(highest)


# -- laying, sending, discarding ----------------------------------------------------------------------


def _lay(hand: Hand, action: Lay) -> Step:
    turn, seat = hand.turn, hand.seats[hand.turn]
    seat = seat._replace(
        cards=seat.cards & ~union(action.phoms), phoms=seat.phoms + action.phoms, laid=seat.laid + action.phoms
    )
    order = hand.laid_order if turn in hand.laid_order else (*hand.laid_order, turn)
    after = hand._replace(seats=_with_seat(hand.seats, turn, seat), laid_order=order)
    return after, (Laid(turn, action.phoms),)


def _send(hand: Hand, action: Send) -> Step:
    """The card joins the phom; with at most one card left the sender has made u (R5.3, R6.4)."""
    turn, bit = hand.turn, 1 << action.card
    seat = hand.seats[turn]
    seat = seat._replace(cards=seat.cards & ~bit, sent=seat.sent + 1)
    seats = _with_seat(hand.seats, turn, seat)
    phoms = list(seats[action.to].phoms)
    phoms[action.number] |= bit
    seats = _with_seat(seats, action.to, seats[action.to]._replace(phoms=tuple(phoms)))
    after = hand._replace(seats=seats)
    if seat.cards.bit_count() <= 1:
        after = _end(after, Ending("u", turn, by_sending=True))
    return after, (Sent(turn, action.card, action.to, action.number),)


def _muck(hand: Hand, action: Muck) -> Step:
    seat = hand.seats[hand.turn]._replace(mucked=True)
    return hand._replace(seats=_with_seat(hand.seats, hand.turn, seat)), (Mucked(hand.turn),)


def _discard(hand: Hand, action: Discard) -> Step:
    """The card ends the turn, and with the last place of round 4 the hand (R3.4, R3.5)."""
    turn, seat = hand.turn, hand.seats[hand.turn]
    seat = seat._replace(cards=seat.cards & ~(1 << action.card), row=(*seat.row, action.card))
    events = (Discarded(turn, action.card, hand.round),)
    after = hand._replace(seats=_with_seat(hand.seats, turn, seat), lying=hand.lying + 1, taken=None)
    if after.lying == ROUNDS * len(after.seats):
        return _end(after, Ending("points")), events
    return after._replace(turn=(turn + 1) % len(after.seats), phase=Phase.TAKE), events


_MOVES: dict[type[Action], Callable[[Hand, Any], Step]] = {
    Draw: _draw,
    Eat: _eat,
    Lay: _lay,
    Send: _send,
    Muck: _muck,
    Discard: _discard,
}
