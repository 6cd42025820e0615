"""Cards on the screen: what they are called, and their HTML."""

from __future__ import annotations

from functools import lru_cache

from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from game.rules.cards import NAMES, cards_of, parse_card, rank_of, suit_of
from game.rules.errors import RuleError
from game.screens.render import render, tongue

RANK_SIGNS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUIT_SIGNS = "♠♣♦♥"
RANK_NAMES: tuple[Promise, ...] = (
    _("ace"),
    _("two"),
    _("three"),
    _("four"),
    _("five"),
    _("six"),
    _("seven"),
    _("eight"),
    _("nine"),
    _("ten"),
    _("jack"),
    _("queen"),
    _("king"),
)
SUIT_NAMES: tuple[Promise, ...] = (_("spades"), _("clubs"), _("diamonds"), _("hearts"))


def sign(card: int) -> str:
    """A card as players write it: ``10♦``."""
    return RANK_SIGNS[rank_of(card)] + SUIT_SIGNS[suit_of(card)]


def signs(mask: int) -> str:
    """A phom's cards one after another: ``3♥4♥5♥``."""
    return "".join(sign(card) for card in cards_of(mask))


def isolated(name: str) -> str:
    """A name inside a plain sentence, whatever way it is written: it doesn't turn the words around it."""
    return f"\u2068{name}\u2069"


def spoken(card: int) -> str:
    """A card as a screen reader should say it: ``seven of diamonds``."""
    return _spoken(1 << card, tongue())


def spoken_phom(phom: int) -> str:
    """A phom likewise, which has one suit or one rank to name: ``six, seven, eight of diamonds``."""
    return _spoken(phom, tongue())


@lru_cache(maxsize=1024)
def _spoken(cards: int, language: str | None) -> str:
    ranks = dict.fromkeys(str(RANK_NAMES[rank_of(card)]) for card in cards_of(cards))
    suits = dict.fromkeys(str(SUIT_NAMES[suit_of(card)]) for card in cards_of(cards))
    return gettext("%(rank)s of %(suit)s") % {"rank": ", ".join(ranks), "suit": ", ".join(suits)}


def in_text(card: int) -> SafeString:
    """A card inside a sentence."""
    return _in_text(card, tongue())


@lru_cache(maxsize=256)
def _in_text(card: int, language: str | None) -> SafeString:
    return render("card_in_text", sign=sign(card), spoken=spoken(card), suit=NAMES[card][1])


def all_in_text(mask: int) -> SafeString:
    """A phom inside a sentence."""
    return format_html_join("", "{}", ((in_text(card),) for card in cards_of(mask)))


def named_in_text(names: str) -> SafeString:
    """``"3H4H"`` of a RuleError's data likewise; text that names no cards as it is."""
    try:
        cards = [parse_card(names[start : start + 2]) for start in range(0, len(names), 2)]
    except RuleError:
        return format_html("{}", names)
    return format_html_join("", "{}", ((in_text(card),) for card in cards))


def phom_in_text(phom: int) -> SafeString:
    """A phom where it is no more than named, as on a button: one sign to the ear."""
    return format_html('<span class="phom-text" role="img" aria-label="{}">{}</span>', spoken_phom(phom), signs(phom))


def face_up(card: int, marks: str = "", named: bool = True) -> SafeString:
    """A card lying face up. ``marks`` are further classes; ``named`` gives it the card's one id, for motion."""
    return _face_up(card, marks, named, tongue())


@lru_cache(maxsize=2048)
def _face_up(card: int, marks: str, named: bool, language: str | None) -> SafeString:
    return render(
        "card",
        name=NAMES[card],
        suit=NAMES[card][1],
        rank=RANK_SIGNS[rank_of(card)],
        spoken=spoken(card),
        marks=marks,
        named=named,
    )


def faces_up(mask: int, eaten: int = 0, named: bool = True) -> SafeString:
    """Cards of a mask beside each other; those of ``eaten`` are marked so."""
    faces = (face_up(card, "is-eaten" if eaten >> card & 1 else "", named) for card in cards_of(mask))
    return mark_safe("".join(faces))
