"""Positions for rule tests: hands written as text, the rest of the pack filled in without making phoms."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from game.rules import melds
from game.rules.actions import DRAW, Action, Discard, Lay, parse_action
from game.rules.cards import ALL, NAMES, cards_of, mask_of, parse_card
from game.rules.events import Event
from game.rules.hand import Hand, Phase, apply, deal, legal_actions
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
    *hands: str,
    stock: str = "",
    skip: int = 0,
    leader: int = 0,
    u_before: int | None = None,
    rules: Variant | None = None,
) -> Hand:
    """A deal in which seat s holds ``hands[s]``; short hands are filled up without making a phom.

    ``stock`` names the cards to be drawn after the first ``skip`` ones; fillers of hands and stock come
    from the cards that are named nowhere.
    """
    seats = len(hands)
    named = [cards(hand) for hand in hands]
    later = cards(stock)
    taken = {card for group in [*named, later] for card in group}
    unused = [card for card in reversed(ALL) if card not in taken]
    for number, held in enumerate(named):
        near = mask_of(held)
        while len(held) < 9 + (number == leader):
            dull = min(unused, key=lambda card: _use(card, held, near))
            unused.remove(dull)
            held.append(dull)
    order = [(leader + step) % seats for step in range(seats)]
    pack = [card for number in order for card in named[number]] + unused[:skip] + later + unused[skip:]
    return deal(rules or variant(), seats, leader, pack, u_before)


def final(*hands: str, stock: str = "", **fields: Any) -> Hand:
    """The same deal three idle rounds later: the leader is to take the first of ``stock`` in a final turn.

    The leader has thrown the last of its ten cards.
    """
    seats = len(hands)
    hand = start(*hands, stock=stock, skip=3 * seats - 1, rules=variant(**fields))
    return idle(play(hand, f"discard {NAMES[hand.pack[9]]}"), 3 * seats - 1)


def _use(card: int, held: list[int], near: int) -> tuple[bool, int]:
    """How much a filler would change a hand: it must make no phom, and better no ca with the named cards."""
    return _makes_phom(held, card), melds.partners(card, near).bit_count()


def _makes_phom(held: list[int], card: int) -> bool:
    """Whether the card lies in a phom with the cards held."""
    return any(phom >> card & 1 for phom in melds.phoms_in(mask_of([*held, card])))


def play(hand: Hand, *actions: str) -> Hand:
    """The position after the actions, given as in records; ``idle`` plays the rest of a turn without effect."""
    for action in actions:
        hand = idle(hand) if action == "idle" else apply(hand, parse_action(action))[0]
    return hand


def last_events(hand: Hand, *actions: str) -> tuple[Event, ...]:
    """What the last of the actions made happen."""
    return apply(play(hand, *actions[:-1]), parse_action(actions[-1]))[1]


def idle(hand: Hand, turns: int = 1) -> Hand:
    """Turns that change nothing: draw, lay the best arrangement if one must, throw the card drawn.

    Where that isn't possible, the card thrown is one that lies in no phom.
    """
    for _ in range(turns):
        if hand.phase is Phase.TAKE:
            hand, _events = apply(hand, DRAW)
        must_lay = [action for action in legal_actions(hand) if isinstance(action, Lay)]
        if must_lay:
            hand, _events = apply(hand, must_lay[0])
        if not hand.is_over:
            hand, _events = apply(hand, _dull(hand))
    return hand


def _dull(hand: Hand) -> Action:
    """The legal discard that matters least."""
    free = [action for action in legal_actions(hand) if isinstance(action, Discard)]
    held = list(cards_of(hand.seats[hand.turn].cards))
    return min(free, key=lambda action: (action.card != hand.taken, _makes_phom(held, action.card)))


def idle_until(hand: Hand, turn: int, lying: int) -> Hand:
    """Idle turns until ``turn`` is to take with at least so many discards on the table."""
    while not (hand.turn == turn and hand.lying >= lying):
        hand = idle(hand)
    return hand


def rows(hand: Hand) -> list[str]:
    """Each seat's row as text."""
    return [" ".join(NAMES[card] for card in seat.row) for seat in hand.seats]


def payments(hand: Hand) -> set[tuple[int, int, int, str]]:
    """The payments of a finished hand, as plain tuples."""
    return {tuple(payment) for payment in settle(hand).payments}
