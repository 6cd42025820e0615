"""What one seat, or a spectator, may see of a hand. Fails closed: what isn't known to be public is left out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from game.rules import melds
from game.rules.actions import DISCARDS, Action
from game.rules.cards import cards_of, points_of
from game.rules.errors import RuleError
from game.rules.events import Ate, Discarded, Drew, Ended, Event, Laid, Mucked, Sent, Shifted
from game.rules.hand import Hand, Phase, Seat, check, legal_actions
from game.rules.settlement import Result, settle
from game.rules.variants import Variant

_PUBLIC_EVENTS = (Ate, Shifted, Discarded, Laid, Sent, Mucked, Ended)


@dataclass(frozen=True, slots=True)
class SeatSight:
    """What the viewer may see of one seat."""

    seat: int
    count: int
    """Cards in hand."""
    cards: tuple[int, ...] | None
    """These cards, ascending: the viewer's own, everyone's after the end; else None."""
    eaten: tuple[int, ...]
    """Every card eaten in this hand, in order."""
    row: tuple[int, ...]
    phoms: tuple[int, ...]
    """Masks of the phoms on the table, sent cards included, in the order laid."""
    mucked: bool


@dataclass(frozen=True, slots=True)
class Sight:
    """A hand as one viewer sees it."""

    variant: Variant
    viewer: int | None
    """The viewer's seat; None for a spectator."""
    leader: int
    seats: tuple[SeatSight, ...]
    turn: int | None
    """The seat to act; None once the hand is over."""
    phase: Phase
    final: bool
    """Whether the turn is one in which to lay down (R5.1)."""
    first: int
    round: int
    """1..4, of the next discard."""
    stock: int
    """Cards left in the stock."""
    last: tuple[int, int] | None
    """Seat and card of the discard that may be eaten now."""
    version: int
    taken: int | None
    """The card the viewer has taken in this turn."""
    legal: tuple[Action, ...]
    """What the viewer may do now; empty out of turn."""
    barred: tuple[tuple[int, str], ...]
    """The viewer's cards that may not be thrown now, each with the code that tells why."""
    hand_points: int | None
    """Points the viewer would be left with by laying a best arrangement now; None for a spectator."""
    result: Result | None


def see(hand: Hand, viewer: int | None) -> Sight:
    """The sight of seat ``viewer``; anything that is no seat of this hand sees what a spectator sees."""
    seat = viewer if type(viewer) is int and 0 <= viewer < len(hand.seats) else None
    acting = seat is not None and seat == hand.turn and not hand.is_over
    return Sight(
        variant=hand.variant,
        viewer=seat,
        leader=hand.leader,
        seats=tuple(_seat_sight(hand, number, seat) for number in range(len(hand.seats))),
        turn=None if hand.is_over else hand.turn,
        phase=hand.phase,
        final=hand.is_final,
        first=hand.first,
        round=hand.round,
        stock=len(hand.pack) - hand.stock,
        last=None if hand.offered is None else (hand.source, hand.offered),
        version=hand.version,
        taken=hand.taken if acting else None,
        legal=tuple(legal_actions(hand)) if acting else (),
        barred=_barred(hand) if acting else (),
        hand_points=None if seat is None else _own_points(hand.seats[seat]),
        result=settle(hand) if hand.is_over else None,
    )


def see_all(hand: Hand) -> Sight:
    """The position with every hand open: of hands that are over, which everyone may go through once more."""
    seats = tuple(_seat_sight(hand, number, number) for number in range(len(hand.seats)))
    return replace(see(hand, None), seats=seats)


def see_shut(hand: Hand) -> Sight:
    """A hand that is over as a spectator sees it while the hands aren't opened: who won and what it brought, no card
    that lay hidden."""
    seats = tuple(replace(_seat_sight(hand, number, None), cards=None) for number in range(len(hand.seats)))
    return replace(see(hand, None), seats=seats)


def see_event(event: Event, viewer: int | None) -> Event:
    """The event as the viewer may know it; TypeError for one not known to be public."""
    if isinstance(event, Drew):
        return event if viewer is not None and event.seat == viewer else Drew(event.seat, None)
    if isinstance(event, _PUBLIC_EVENTS):
        return event
    raise TypeError(f"expected a known event, received {type(event).__name__}")


def _seat_sight(hand: Hand, number: int, viewer: int | None) -> SeatSight:
    return _seen(hand.seats[number], number, number == viewer or hand.is_over)


@lru_cache(maxsize=4096)
def _seen(seat: Seat, number: int, is_open: bool) -> SeatSight:
    """The same for all who may see as much of it, and as long as it stays the same."""
    return SeatSight(
        seat=number,
        count=seat.cards.bit_count(),
        cards=tuple(cards_of(seat.cards)) if is_open else None,
        eaten=seat.eaten,
        row=seat.row,
        phoms=seat.phoms,
        mucked=seat.mucked,
    )


def _barred(hand: Hand) -> tuple[tuple[int, str], ...]:
    """Own cards that `check` refuses to throw; empty before the take, when nothing can be thrown."""
    if hand.phase is not Phase.PLAY:
        return ()
    refused = []
    for card in cards_of(hand.seats[hand.turn].cards):
        try:
            check(hand, DISCARDS[card])
        except RuleError as error:
            refused.append((card, error.code))
    return tuple(refused)


def _own_points(seat: Seat) -> int | None:
    """Points the seat would be left with if it laid now; a mucked seat is left with all it holds (R10.2)."""
    return points_of(seat.cards) if seat.mucked else melds.least_points(seat.cards, seat.held)
