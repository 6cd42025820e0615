"""Positions for rule tests: hands written as text, the rest of the pack filled in without making phoms."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from game.rules import melds
from game.rules.actions import DISCARDS, DRAW, Lay, parse_action
from game.rules.cards import ALL, NAMES, cards_of, mask_of, parse_card
from game.rules.events import Event
from game.rules.hand import Hand, apply, deal
from game.rules.settlement import settle
from game.rules.variants import PRESETS, Variant


def variant(preset: str = "online", **fields: Any) -> Variant:
    """A preset with changes; u khan is off unless asked for, so that dull hands may be dealt."""
    return replace(PRESETS[preset], **{"u_khan": False} | fields)


def cards(text: str) -> list[int]:
    return [parse_card(name) for name in text.split()]


def mask(text: str) -> int:
    return mask_of(cards(text))


def start(
    *hands: str, stock: str = "", leader: int = 0, u_before: int | None = None, rules: Variant | None = None
) -> Hand:
    """A deal in which seat s holds ``hands[s]``; short hands are filled up without making a phom.

    ``stock`` names the first cards to be drawn; fillers of hands and stock come from the cards not named.
    """
    seats = len(hands)
    named = [cards(hand) for hand in hands]
    front = cards(stock)
    unused = [card for card in ALL if card not in {card for cards in [*named, front] for card in cards}]
    for number, held in enumerate(named):
        while len(held) < 9 + (number == leader):
            dull = next(card for card in reversed(unused) if not _makes_phom(held, card))
            unused.remove(dull)
            held.append(dull)
    order = [(leader + step) % seats for step in range(seats)]
    pack = [card for number in order for card in named[number]] + front + unused
    return deal(rules or variant(), seats, leader, pack, u_before)


def _makes_phom(held: list[int], card: int) -> bool:
    """Whether the card lies in a phom with the cards held."""
    return any(phom >> card & 1 for phom in melds.phoms_in(mask_of([*held, card])))


def play(hand: Hand, *actions: str) -> Hand:
    """The position after the actions, given as in records."""
    for action in actions:
        hand, _ = apply(hand, parse_action(action))
    return hand


def last_events(hand: Hand, *actions: str) -> tuple[Event, ...]:
    """What the last of the actions made happen."""
    return apply(play(hand, *actions[:-1]), parse_action(actions[-1]))[1]


def idle(hand: Hand, turns: int = 1) -> Hand:
    """Turns that change nothing: draw, lay the best arrangement if one must, throw the card drawn.

    A leader with ten cards, or one whose drawn card was laid, throws the first card that may be thrown.
    """
    for _ in range(turns):
        if hand.taken is None and hand.phase == "take":
            hand, _events = apply(hand, DRAW)
        if hand.is_over:
            break
        seat = hand.seats[hand.turn]
        if hand.is_final and melds.has_phom(seat.cards) and not seat.mucked:
            hand, _events = apply(hand, Lay(melds.arrangements(seat.cards, seat.held)[0].phoms))
        seat = hand.seats[hand.turn]
        free = melds.discardable(seat.cards, seat.held) if not seat.mucked else seat.cards & ~seat.held
        dull = hand.taken if hand.taken is not None and free >> hand.taken & 1 else next(cards_of(free))
        hand, _events = apply(hand, DISCARDS[dull])
    return hand


def idle_until(hand: Hand, lying: int) -> Hand:
    """Idle turns until so many discards lie on the table."""
    while hand.lying < lying and not hand.is_over:
        hand = idle(hand)
    return hand


def rows(hand: Hand) -> list[str]:
    """Each seat's row as text."""
    return [" ".join(NAMES[card] for card in seat.row) for seat in hand.seats]


def payments(hand: Hand) -> set[tuple[int, int, int, str]]:
    """The payments of a finished hand, as plain tuples."""
    return {tuple(payment) for payment in settle(hand).payments}
