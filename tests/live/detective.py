"""Finds every card that a text tells of, in any form a screen could give it, and knows which cards may be told of."""

from __future__ import annotations

import re
from functools import cache
from html import unescape

from django.conf import settings
from django.utils import translation

from game.rules.cards import ALL, NAMES, cards_of, mask_of, parse_card
from game.rules.hand import Hand
from game.screens.cards import RANK_SIGNS, SUIT_SIGNS, spoken

_NAMES = re.compile(r"(?<![^\W_])(?:[A2-9TJQK][SCDH])+(?![^\W_])")
_SCRIPT = re.compile(r"<(?:script|link)[^>]*>")  # table.js is no jack of spades
_TAG = re.compile(r"<[^>]*>")
_ATTRIBUTE = re.compile(r"""([\w:-]+)=(?:"([^"]*)"|'([^']*)')""")
_PROSE = ("aria-label", "title", "alt", "content", "aria-description", "hx-trigger")  # every 4s is no four of spades
_SIGNS = re.compile(r"(10|[2-9TAJQK])[\s\ufe0e\ufe0f]*([♠♣♦♥♤♧♢♡])")
_SUITS = {sign: suit for signs in (SUIT_SIGNS, "♤♧♢♡") for suit, sign in enumerate(signs)}
_RANKS = {sign: rank for rank, sign in enumerate(RANK_SIGNS)} | {"T": 9}
_UNICODE_SUITS = {0x1F0A0: 0, 0x1F0B0: 3, 0x1F0C0: 2, 0x1F0D0: 1}


def told(text: str) -> set[int]:
    """The cards that the text tells of: names alone or joined, in lower case in attributes, rank and suit
    signs with or without tags between, spoken names in every language, the signs of Unicode."""
    plain = unescape(text)
    bare = _TAG.sub("", plain)
    found = {card for run in _NAMES.findall(plain) for card in _split(run)}
    found |= {card for run in _NAMES.findall(_attributes(_SCRIPT.sub("", plain)).upper()) for card in _split(run)}
    found |= {_SUITS[suit] * 13 + _RANKS[rank] for rank, suit in _SIGNS.findall(bare)}
    found |= {card for card in ALL if any(name in plain.lower() for name in _spoken()[card])}
    return found | {card for sign, card in _unicode().items() if sign in plain}


def _split(run: str) -> list[int]:
    return [parse_card(run[start : start + 2]) for start in range(0, len(run), 2)]


def _attributes(text: str) -> str:
    """The values of all attributes that don't hold sentences."""
    return " ".join(one or other for name, one, other in _ATTRIBUTE.findall(text) if name not in _PROSE)


@cache
def _spoken() -> dict[int, tuple[str, ...]]:
    names: dict[int, list[str]] = {card: [] for card in ALL}
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            for card in ALL:
                names[card].append(spoken(card).lower())
    return {card: tuple(own) for card, own in names.items()}


@cache
def _unicode() -> dict[str, int]:
    """🂡 and so on; the fourth court card, a knight, comes before the queen."""
    signs = {}
    for block, suit in _UNICODE_SUITS.items():
        for rank in range(13):
            signs[chr(block + rank + 1 + (rank > 10))] = suit * 13 + rank
    return signs


def hidden(hand: Hand, viewer: int | None, is_shut: bool = False) -> int:
    """Mask of the cards that the viewer may not know: the stock's, and those in others' hands that weren't eaten, in
    play and as long as a finished hand ``is_shut``. Written from the rules alone, without `game.rules.sight`."""
    secret = mask_of(hand.pack[hand.stock :])
    if is_shut or not hand.is_over:
        for number, seat in enumerate(hand.seats):
            if number != viewer:
                secret |= seat.cards & ~mask_of(seat.eaten)
    return secret


def leaks(text: str, hand: Hand, viewer: int | None, is_shut: bool = False) -> list[str]:
    """The names of hidden cards that the text tells of."""
    return [NAMES[card] for card in cards_of(mask_of(told(text)) & hidden(hand, viewer, is_shut))]


def otherwise(hand: Hand, viewer: int | None, turn: int = 1) -> Hand:
    """The same hand as far as the viewer may know, the hidden cards dealt otherwise: each in the place of another."""
    secret = list(cards_of(hidden(hand, viewer)))
    turn = turn % len(secret) or 1
    swap = dict(zip(secret, secret[turn:] + secret[:turn], strict=True))
    seats = tuple(
        seat
        if number == viewer
        else seat._replace(cards=mask_of(swap.get(card, card) for card in cards_of(seat.cards)))
        for number, seat in enumerate(hand.seats)
    )
    return hand._replace(pack=tuple(swap.get(card, card) for card in hand.pack), seats=seats)
