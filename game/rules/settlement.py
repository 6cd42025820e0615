"""Who won a finished hand, and who pays whom how many units for what (R6.6–R6.8, R7, R8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from game.rules import melds
from game.rules.cards import POINTS, cards_of, mask_of, points_of
from game.rules.hand import KING, Hand, Seat
from game.rules.position import ROUNDS
from game.rules.variants import Variant

KINGS = mask_of(card for card in range(52) if POINTS[card] == KING + 1)


class Payment(NamedTuple):
    """``units`` (never 0) from one seat to another; ``why`` is a word of R11."""

    payer: int
    payee: int
    units: int
    why: str


class Result(NamedTuple):
    """A finished hand's outcome, as R11 records it. Units are signed, by seat, and sum to zero."""

    end: str
    winner: int
    den: int | None
    """The seat that pays for everyone (R6.8)."""
    order: tuple[int, ...]
    """The final order (R4.5)."""
    mom: tuple[bool, ...]
    points: tuple[int, ...] | None
    """Points left in each hand; None after an u."""
    payments: tuple[Payment, ...]
    units: tuple[int, ...]


@lru_cache(maxsize=256)
def settle(hand: Hand) -> Result:
    """The result of a hand that is over; ValueError while it is not. Whoever is shown its end asks for it."""
    if hand.ending is None:
        raise ValueError("expected a hand that is over, received one in play")
    maker = hand.ending.seat
    den = None if maker is None else _den(hand, maker)
    ranking = _ranking(hand) if maker is None else (maker,)
    paid = [*_meals(hand)]
    paid += _by_rank(hand, ranking) if maker is None else _for_u(hand, maker, hand.ending.end, den)
    paid += _for_kings(hand, den)
    payments = tuple(payment for payment in paid if payment.units)
    return Result(
        end=hand.ending.end,
        winner=ranking[0],
        den=den,
        order=hand.order,
        mom=tuple(maker is None and not seat.phoms for seat in hand.seats),
        points=tuple(points_of(seat.cards) for seat in hand.seats) if maker is None else None,
        payments=payments,
        units=_balance(len(hand.seats), payments),
    )


def owed(hand: Hand) -> tuple[int, ...]:
    """What each seat has won or lost so far, in units: the cards eaten (R8.1), at the end everything."""
    if hand.is_over:
        return settle(hand).units
    return _balance(len(hand.seats), tuple(_meals(hand)))


def places(hand: Hand, result: Result) -> tuple[int, ...]:
    """The place of each seat of a hand that is over, 1 for the winner; who fares alike shares the better place.

    Without an u by R7, all other moms sharing one place. After an u all losers share the second; who pays for
    everyone is last.
    """
    if result.points is None:
        seats = range(len(hand.seats))
        return tuple(1 if seat == result.winner else len(hand.seats) if seat == result.den else 2 for seat in seats)
    ranking = _ranking(hand)
    first_mom = next((place for place, seat in enumerate(ranking, 1) if place > 1 and result.mom[seat]), 0)
    place_of = {seat: first_mom if place > 1 and result.mom[seat] else place for place, seat in enumerate(ranking, 1)}
    return tuple(place_of[seat] for seat in range(len(hand.seats)))


def _balance(seats: int, payments: tuple[Payment, ...]) -> tuple[int, ...]:
    units = [0] * seats
    for payment in payments:
        units[payment.payer] -= payment.units
        units[payment.payee] += payment.units
    return tuple(units)


def _meals(hand: Hand) -> Iterator[Payment]:
    """Eaten cards are owed whatever comes after (R8.1, R6.8)."""
    for meal in hand.meals:
        yield Payment(meal.source, meal.eater, meal.units, meal.why)


# -- four rounds played -------------------------------------------------------------------------------


def _ranking(hand: Hand) -> tuple[int, ...]:
    """The seats from the winner down (R7)."""
    order = hand.order
    tie_order = hand.laid_order if hand.variant.tie_rule == "laid_first" else order
    laid = [number for number in order if hand.seats[number].phoms]
    laid.sort(key=lambda number: (points_of(hand.seats[number].cards), tie_order.index(number)))
    return (*laid, *(number for number in order if not hand.seats[number].phoms))


def _by_rank(hand: Hand, ranking: tuple[int, ...]) -> Iterator[Payment]:
    """What each lower place pays the winner (R8.2)."""
    variant, winner = hand.variant, ranking[0]
    for place, loser in enumerate(ranking[1:]):
        if not hand.seats[loser].phoms:
            yield Payment(loser, winner, variant.mom_price, "mom")
        elif len(ranking) == 2:
            yield Payment(loser, winner, variant.two_player_price, "rank")
        else:
            yield Payment(loser, winner, variant.rank_price[place], "rank")


# -- u ------------------------------------------------------------------------------------------------


def _den(hand: Hand, maker: int) -> int | None:
    """The seat that pays for everyone: three eaten goes before chot (R6.6–R6.8).

    A third eat is u at once, so that whoever makes u by sending has eaten fewer (R6.4).
    """
    if hand.variant.den_three and len(hand.seats[maker].eaten) == 3:
        return (maker - 1) % len(hand.seats)
    if hand.variant.chot_den == "none":
        return None
    chots = [meal for meal in hand.meals if meal.round == ROUNDS and meal.eater != maker]
    if chots and (hand.variant.chot_den == "any" or maker in chots[-1].laid):
        return chots[-1].eater
    return None


def _for_u(hand: Hand, maker: int, end: str, den: int | None) -> Iterator[Payment]:
    """Each loser's share of the u and of u thong, all from ``den`` if there is one (R8.3, R8.5)."""
    price = _u_price(hand.variant, end)
    thong = hand.variant.u_thong_price if hand.u_before == maker else 0
    for loser in range(len(hand.seats)):
        if loser != maker:
            payer = loser if den is None else den
            yield Payment(payer, maker, price, end)
            yield Payment(payer, maker, thong, "u_thong")


def _u_price(variant: Variant, end: str) -> int:
    prices = {
        "u": variant.u_price,
        "u_tron": variant.u_tron_price,
        "u_khan": variant.u_khan_price,
        "dong_hoa": variant.dong_hoa_price,
    }
    return prices[end]


# -- u K (R8.7) ---------------------------------------------------------------------------------------


def _for_kings(hand: Hand, den: int | None) -> Iterator[Payment]:
    """What each other player pays for a set with three or four own kings."""
    prices = hand.variant.u_k_price
    if prices is None:
        return
    for number, seat in enumerate(hand.seats):
        kings = 0 if seat.mucked or number == den else _own_kings(hand, number, seat)
        if kings >= 3:
            for other in range(len(hand.seats)):
                if other != number:
                    yield Payment(other, number, prices[kings - 3], "u_k")


def _own_kings(hand: Hand, number: int, seat: Seat) -> int:
    """The most own kings in one set that counts for this seat at the end; 0 if there is none."""
    sets = [phom for phom in seat.laid if not phom & ~KINGS]
    sets += [kings for kings in _king_sets(seat.cards) if _counts(hand, number, seat, kings)]
    own = ~mask_of(seat.eaten)
    return max(((kings & own).bit_count() for kings in sets), default=0)


def _king_sets(cards: int) -> Iterator[int]:
    """Each set of three or four kings among the cards."""
    kings = [1 << king for king in cards_of(cards & KINGS)]
    for size in range(3, len(kings) + 1):
        yield from map(sum, combinations(kings, size))


def _counts(hand: Hand, number: int, seat: Seat, kings: int) -> bool:
    """Whether a set still in hand counts: only after an u, as part of an arrangement that would stand.

    A set with two eaten kings has at most two own ones, too few to be paid for anyway.
    """
    ending = hand.ending
    if ending is None or ending.seat is None or ending.by_sending and number == ending.seat:
        return False
    if number != ending.seat:
        return melds.is_legal(seat.cards & ~kings, seat.held & ~kings)
    made = melds.u_arrangements(seat.cards, seat.held)
    if ending.end == "u_tron":
        made = tuple(arrangement for arrangement in made if not arrangement.loose)
    return ending.end in ("u", "u_tron") and any(kings in arrangement.phoms for arrangement in made)
