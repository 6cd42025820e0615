"""Which signs show: what hides, turns text round or piles up is left out."""

from __future__ import annotations

from collections import Counter
from unicodedata import category, normalize

from accounts.names.characters import BLANK, VARIANT

_MOST = Counter({"Mn": 2, "Mc": 3, "Me": 1})
"""Marks on one letter, by category. Above and below it more would be drawn over the lines around it; beside it there
are two to a vowel in Kannada, and one more makes it nasal; around it there is one at the most."""
_KEYS = frozenset("0123456789#*")
_KEYCAP = "\u20e3"
_HIDDEN = frozenset(("Cc", "Cf", "Cn", "Co", "Cs"))
_PICTURES = frozenset(("So", "Sm"))


def tidy(text: str) -> str:
    """NFC on one line, only of what is seen; marks that have no letter, or are too many on one, are left out."""
    text = normalize("NFC", text)
    shown = (" " if sign.isspace() else sign for sign in _seen(text))
    return normalize("NFC", " ".join(_flat("".join(shown)).split()))


def _seen(text: str) -> list[str]:
    """Its signs without those that hide."""
    around = zip(" " + text, text, text[1:] + " ", strict=False)
    return [sign for before, sign, after in around if _shows(sign) or _colours(before, sign, after)]


def _shows(sign: str) -> bool:
    """Whether it is seen, and leaves its neighbours where they are."""
    return sign.isspace() or not (category(sign) in _HIDDEN or sign in BLANK or _selects(sign))


def _selects(sign: str) -> bool:
    """Variation selectors choose between forms of the sign before them."""
    return "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"


def _colours(before: str, sign: str, after: str) -> bool:
    """Whether it makes a picture a coloured one: ❤️, or 1️⃣; after anything else it would only hide."""
    if sign != VARIANT:
        return False
    if before in _KEYS:
        return after == _KEYCAP
    return not before.isascii() and before not in BLANK and category(before) in _PICTURES


def _flat(text: str) -> str:
    """Without the marks that are too many on a letter, or have none: those that make one letter with it stay."""
    kept, marks = [], _MOST
    for sign in text:
        is_mark = category(sign) in _MOST
        marks = marks + _marks(sign) if is_mark else _marks(sign)
        if not is_mark or marks[category(sign)] <= _MOST[category(sign)]:
            kept.append(sign)
    return "".join(kept)


def _marks(sign: str) -> Counter[str]:
    """Those it consists of, by category; a space takes none, as if it had them all."""
    return _MOST if sign == " " else Counter(map(category, normalize("NFD", sign)))
