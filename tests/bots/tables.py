"""Whole hands played by bots, and single positions as one seat sees them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from game.bots import Bot
from game.rules.actions import Action
from game.rules.cards import ALL, cards_of, parse_card, parse_cards
from game.rules.hand import Hand, Phase, Seat, apply, deal
from game.rules.settlement import Result, settle
from game.rules.sight import Sight, see
from game.rules.variants import PRESETS, Variant


def at_random(sight: Sight, rng: random.Random) -> Action:
    """Any legal action."""
    return rng.choice(sight.legal)


def play_hand(bots: Sequence[Bot], variant: Variant, seed: int) -> Result:
    """One hand of a pack of this seed; fails on the first choice that is not legal."""
    rng = random.Random(seed)
    hand = deal(variant, len(bots), seed % len(bots), rng.sample(range(52), 52))
    while not hand.is_over:
        hand = _move(bots[hand.turn], hand, rng)
    return settle(hand)


def _move(bot: Bot, hand: Hand, rng: random.Random) -> Hand:
    sight = see(hand, hand.turn)
    action = bot(sight, rng)
    assert action in sight.legal
    return apply(hand, action, hand.turn)[0]


def choice(bot: Bot, hand: Hand, seed: int = 0) -> Action:
    """What the bot does in this position."""
    return bot(see(hand, hand.turn), random.Random(seed))


def position(
    held: str,
    phase: Phase = Phase.PLAY,
    *,
    rows: Sequence[str] = ("", "", "", ""),
    eaten: Sequence[str] = ("", "", "", ""),
    phoms: Sequence[str] = ("", "", "", ""),
    variant: str = "online",
    first: int = 0,
) -> Hand:
    """Seat 0 of four to act with these cards; the other seats hold nine cards of those not named, less the laid ones.

    ``eaten`` cards lie in hand, ``phoms`` on the table.
    """
    laid = [tuple(map(parse_cards, text.split())) for text in phoms]
    own = [parse_cards(held)] + [parse_cards(text) for text in eaten[1:]]
    named = [*own, *map(parse_cards, rows), *(phom for masks in laid for phom in masks)]
    unnamed = [card for card in ALL if not any(mask >> card & 1 for mask in named)]
    for seat in (1, 2, 3):
        while own[seat].bit_count() < 9 - sum(laid[seat]).bit_count():
            own[seat] |= 1 << unnamed.pop()
    seats = [
        Seat(own[seat], tuple(cards_of(parse_cards(eaten[seat]))), _in_order(rows[seat]), laid[seat], laid[seat])
        for seat in range(4)
    ]
    lying = sum(len(seat.row) for seat in seats)
    return Hand(PRESETS[variant], tuple(unnamed), 0, None, tuple(seats), 0, phase, first, stock=0, lying=lying)


def _in_order(text: str) -> tuple[int, ...]:
    return tuple(parse_card(text[start : start + 2]) for start in range(0, len(text), 2))
