"""The drawn examples of the rules pages. What they show and count is worked out by the rules themselves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from game.guide import examples
from game.guide.examples import CHOT, FED, FOUR_ROUNDS, WITH_U, before, played
from game.guide.script import Lesson
from game.rules import melds
from game.rules.actions import EAT
from game.rules.cards import cards_of, mask_of, points_of, rank_of, union
from game.rules.events import Shifted
from game.rules.hand import Hand, apply
from game.rules.position import ROUNDS
from game.rules.settlement import settle
from game.rules.variants import Variant
from game.screens.cards import face_up
from game.screens.coach import names
from game.screens.words import points, signed, units, why


class Cards(NamedTuple):
    """Cards in their phỏm, and the loose ones."""

    phoms: list[SafeString]
    loose: SafeString


class Line(NamedTuple):
    """One player at the end of a hand."""

    name: str
    cards: Cards
    left: str
    units: str
    tone: str


class Row(NamedTuple):
    """One player's thrown cards, and the empty places after them."""

    name: str
    cards: list[SafeString]
    empty: range
    eaten: list[SafeString]


def drawn(mask: int, eaten: int = 0) -> Cards:
    """Cards of a hand, in the best arrangement."""
    made = melds.best(mask, eaten & mask)
    return Cards([_faces(phom, eaten) for phom in (made.phoms if made else ())], _faces(made.loose if made else mask))


def _faces(mask: int, eaten: int = 0, marked: int = 0, mark: str = "") -> SafeString:
    cards = sorted(cards_of(mask), key=lambda card: (rank_of(card), card))
    return mark_safe("".join(face_up(card, _mark(card, eaten, marked, mark), named=False) for card in cards))


def _aces_last(mask: int) -> SafeString:
    cards = sorted(cards_of(mask), key=lambda card: rank_of(card) or 13)
    return mark_safe("".join(face_up(card, named=False) for card in cards))


def _mark(card: int, eaten: int, marked: int, mark: str) -> str:
    return "is-eaten" if eaten >> card & 1 else mark if marked >> card & 1 else ""


def figures(variant: Variant) -> Mapping[str, object]:
    """All examples of a variant's page, by name; made once a process for each variant and language."""
    return _figures(variant, get_language())


@lru_cache(maxsize=64)
def _figures(variant: Variant, language: str | None) -> Mapping[str, object]:
    return {
        "set": drawn(examples.SET),
        "run": drawn(examples.RUN),
        "pair": drawn(examples.PAIR),
        "neighbours": drawn(examples.NEIGHBOURS),
        "no_run": Cards([], _aces_last(examples.NO_RUN)),
        "clever": drawn(examples.CLEVER),
        "u": drawn(examples.U),
        "u_tron": drawn(examples.U_TRON),
        "u_khan": drawn(examples.U_KHAN),
        "dong_hoa": drawn(examples.DONG_HOA),
        "kings": drawn(examples.KINGS),
        "moves": moves(variant),
        "sends": sends(variant) if variant.sending else None,
        "ranking": payments(FOUR_ROUNDS, variant),
        "paid_u": payments(WITH_U, variant),
        "paid_den": payments(FED, variant),
        "paid_chot": payments(CHOT, variant) if variant.chot_den != "none" else None,
    }


def moves(variant: Variant) -> dict[str, object]:
    """Before and after an eating, with the card that moved (R4.2)."""
    hand = played(FOUR_ROUNDS, variant, before(FOUR_ROUNDS, "eat"))
    after, events = apply(hand, EAT)
    moved = next(event.card for event in events if isinstance(event, Shifted))
    eaten = after.seats[hand.turn].eaten[-1]
    return {"before": _rows(hand, eaten, moved), "after": _rows(after, eaten, moved)}


def _rows(hand: Hand, eaten: int, moved: int) -> list[Row]:
    return [
        Row(
            name,
            [
                face_up(card, "is-moved" if card == moved else "is-offered" if card == eaten else "", False)
                for card in seat.row
            ],
            range(ROUNDS - len(seat.row)),
            [face_up(card, "is-eaten", False) for card in seat.eaten],
        )
        for name, seat in zip(names(), hand.seats, strict=True)
    ]


def sends(variant: Variant) -> dict[str, object]:
    """A loose card and the phỏm it goes to (R5.3)."""
    at = before(FOUR_ROUNDS, "last_throw")
    hand, after = (played(FOUR_ROUNDS, variant, steps) for steps in (at - 1, at))
    loose = hand.seats[0].cards
    sent = loose & ~after.seats[0].cards
    owner = next(number for number, seat in enumerate(after.seats) if union(seat.phoms) & sent)
    return {
        "owner": names()[owner],
        "loose": _faces(loose, marked=sent, mark="is-moved"),
        "phom": _faces(union(after.seats[owner].phoms), marked=sent, mark="is-moved"),
        "before": points(points_of(loose)),
        "after": points(points_of(loose & ~sent)),
    }


def payments(lesson: Lesson, variant: Variant) -> dict[str, object]:
    """How a hand ended, and who pays whom for what."""
    hand = played(lesson, variant)
    result, who = settle(hand), names()
    lines = [_line(hand, number, who[number], result.units[number]) for number in range(len(hand.seats))]
    return {
        "lines": lines,
        "payments": [
            {"payer": who[paid.payer], "payee": who[paid.payee], "units": units(paid.units), "why": why(paid.why)}
            for paid in result.payments
        ],
    }


def _line(hand: Hand, number: int, name: str, won: int) -> Line:
    seat = hand.seats[number]
    over = hand.ending is not None and hand.ending.seat is not None
    eaten = mask_of(seat.eaten)
    held = drawn(seat.cards, eaten)
    cards = Cards([*(_faces(phom, eaten) for phom in seat.phoms), *held.phoms], held.loose)
    left = "" if over else points(points_of(seat.cards)) if seat.phoms else gettext("móm")
    return Line(name, cards, left, signed(won), "won" if won > 0 else "lost" if won < 0 else "even")
