"""The one check: is an action legal in a position, and if not, why (R3, R5, R10.2)?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from game.rules import melds
from game.rules.actions import DISCARDS, DRAW, EAT, Action, Discard, Draw, Eat, Lay, Muck, Send
from game.rules.cards import NAMES, cards_of, format_cards
from game.rules.errors import RuleError
from game.rules.position import Hand, Phase, Seat


def check(hand: Hand, action: Action, seat: int | None = None) -> None:
    """Do nothing if ``action`` is legal for the seat to act, else raise RuleError with the cause.

    ``seat``, where given, is who wants to act. Codes: ``hand_over``, ``not_your_turn``, ``already_taken``,
    ``take_first``, ``mucked``, ``no_phom_from_card``, ``breaks_eaten_phom``, ``not_in_hand``,
    ``must_lay_first``, ``eaten_card``, ``not_final_turn``, ``no_phom_to_lay``, ``not_a_phom``,
    ``phoms_overlap``, ``two_eaten_in_phom``, ``eaten_card_left``, ``phom_left_loose``, ``sending_off``,
    ``lay_before_send``, ``send_needs_phom``, ``no_such_phom``, ``does_not_fit``, ``muck_not_allowed``.
    """
    if hand.ending:
        raise RuleError("hand_over")
    if seat is not None and seat != hand.turn:
        raise RuleError("not_your_turn", turn=hand.turn)
    _CHECKS[type(action)](hand, hand.seats[hand.turn], action)


def legal_actions(hand: Hand) -> list[Action]:
    """Every legal action but muck, the best `Lay` before other ones; empty after the end.

    An arrangement is listed once, its phoms in one order; `check` takes them in any.
    """
    if hand.ending:
        return []
    seat = hand.seats[hand.turn]
    if hand.phase is Phase.TAKE:
        return [DRAW, EAT] if _may_eat(hand, seat) else [DRAW]
    if _must_lay(hand, seat):
        return [Lay(arrangement.phoms) for arrangement in melds.arrangements(seat.cards, seat.held)]
    return [*_sends(hand, seat), *(DISCARDS[card] for card in cards_of(_discardable(seat)))]


def _may_eat(hand: Hand, seat: Seat) -> bool:
    offered = hand.seats[hand.source].row[-1]
    return not seat.mucked and melds.can_eat(seat.cards, seat.held, offered)


def _must_lay(hand: Hand, seat: Seat) -> bool:
    return hand.is_final and not seat.mucked and melds.has_phom(seat.cards)


def _discardable(seat: Seat) -> int:
    """Mask of what may be thrown once nothing has to be laid (R3.4, R10.2)."""
    held = seat.held
    if not held:
        return seat.cards
    return seat.cards & ~held if seat.mucked else melds.discardable(seat.cards, held)


def _may_send(hand: Hand, seat: Seat) -> bool:
    """Whether the seat may send at all, once it has nothing left to lay (R5.3)."""
    return bool(seat.phoms) and hand.is_final and hand.variant.sending and not seat.mucked


def _sends(hand: Hand, seat: Seat) -> Iterator[Send]:
    if _may_send(hand, seat):
        for to, owner in enumerate(hand.seats):
            for number, phom in enumerate(owner.phoms):
                for card in cards_of(melds.layoffs(phom) & seat.cards):
                    yield Send(card, to, number)


def _check_draw(hand: Hand, seat: Seat, action: Draw) -> None:
    if hand.phase is not Phase.TAKE:
        raise RuleError("already_taken")


def _check_eat(hand: Hand, seat: Seat, action: Eat) -> None:
    if hand.phase is not Phase.TAKE:
        raise RuleError("already_taken")
    if seat.mucked:
        raise RuleError("mucked")
    if not _may_eat(hand, seat):
        card = hand.seats[hand.source].row[-1]
        alone = melds.can_eat(seat.cards, 0, card)
        raise RuleError("breaks_eaten_phom" if alone else "no_phom_from_card", card=NAMES[card])


def _check_discard(hand: Hand, seat: Seat, action: Discard) -> None:
    card = action.card
    if hand.phase is not Phase.PLAY:
        raise RuleError("take_first")
    if not seat.cards >> card & 1:
        raise RuleError("not_in_hand", card=NAMES[card])
    if _must_lay(hand, seat):
        raise RuleError("must_lay_first")
    if not _discardable(seat) >> card & 1:
        raise RuleError("eaten_card" if seat.held >> card & 1 else "breaks_eaten_phom", card=NAMES[card])


def _check_final(hand: Hand, seat: Seat) -> None:
    """What laying and sending have in common (R5.1, R10.2)."""
    if hand.phase is not Phase.PLAY:
        raise RuleError("take_first")
    if seat.mucked:
        raise RuleError("mucked")
    if not hand.is_final:
        raise RuleError("not_final_turn", round=hand.round)


def _check_lay(hand: Hand, seat: Seat, action: Lay) -> None:
    _check_final(hand, seat)
    if not melds.has_phom(seat.cards):
        raise RuleError("no_phom_to_lay")
    loose, held = seat.cards, seat.held
    for phom in action.phoms:
        if not melds.is_phom(phom):
            raise RuleError("not_a_phom", cards=format_cards(phom))
        if phom & ~seat.cards:
            raise RuleError("not_in_hand", card=format_cards(phom & ~seat.cards)[:2])
        if phom & ~loose:
            raise RuleError("phoms_overlap", cards=format_cards(phom & ~loose))
        if (phom & held).bit_count() > 1:
            raise RuleError("two_eaten_in_phom", cards=format_cards(phom & held))
        loose &= ~phom
    if loose & held:
        raise RuleError("eaten_card_left", cards=format_cards(loose & held))
    if melds.has_phom(loose):
        raise RuleError("phom_left_loose")


def _check_send(hand: Hand, seat: Seat, action: Send) -> None:
    if not hand.variant.sending:
        raise RuleError("sending_off")
    _check_final(hand, seat)
    if not seat.cards >> action.card & 1:
        raise RuleError("not_in_hand", card=NAMES[action.card])
    if melds.has_phom(seat.cards):
        raise RuleError("lay_before_send")
    if not seat.phoms:
        raise RuleError("send_needs_phom")
    if action.to >= len(hand.seats) or action.number >= len(hand.seats[action.to].phoms):
        raise RuleError("no_such_phom", to=action.to, number=action.number)
    phom = hand.seats[action.to].phoms[action.number]
    if not melds.layoffs(phom) >> action.card & 1:
        raise RuleError("does_not_fit", card=NAMES[action.card], phom=format_cards(phom))


def _check_muck(hand: Hand, seat: Seat, action: Muck) -> None:
    """Only where time-outs don't lay, once a hand, before any lay or send of the turn (R10.2)."""
    _check_final(hand, seat)
    if hand.variant.timeout_lays or isinstance(hand.actions[-1], (Lay, Send)):
        raise RuleError("muck_not_allowed")


_CHECKS: dict[type[Action], Callable[[Hand, Seat, Any], None]] = {
    Draw: _check_draw,
    Eat: _check_eat,
    Discard: _check_discard,
    Lay: _check_lay,
    Send: _check_send,
    Muck: _check_muck,
}
