"""What is left of a name when everything is gone that an eye passes over: two names with one skeleton look alike.

Folded are upper and lower case, characters of different scripts with one shape (Unicode's confusables: Cyrillic А,
Greek Α, mathematical 𝐀), I l 1 and O 0, widths and ligatures, and spaces and punctuation.

Of Vietnamese, the tones are folded and the letters are not. A tone is a speck above or below a vowel: in a list of
names nobody tells Ạn from An or Án at a glance, and a swindler would use just that. But ă, â, đ, ê, ô, ơ, ư are
letters of their own, told apart by everyone who reads Vietnamese, and folding them would take too many honest names
away: Hùng and Hưng, Đạt and Dạt, Tân and Tan can exist side by side. Tân and Tấn can't: whoever comes second adds a
word or a number.
"""

from __future__ import annotations

from functools import cache
from unicodedata import category, normalize

from confusable_homoglyphs.confusables import confusables_data

TONES = "\u0300\u0301\u0303\u0309\u0323"
"""Combining: huyền, sắc, ngã, hỏi, nặng."""
STROKE = "\u0335"
"""The bar of đ, as Unicode's confusables write it."""
LONGEST = 400
"""Characters: a name has 20, of which none becomes more than 18."""
_DIRECTION = "\u200e"
"""Frames right-to-left characters in the confusables."""
_FLAG_LETTERS = {0x1F1E6 + number: chr(ord("a") + number) for number in range(26)}
"""What flags are spelt with: a name could be written in them."""


def skeleton(name: str) -> str:
    """The same for names that look alike; empty if nothing of the name would be seen."""
    text = "".join(c for c in normalize("NFKD", name.translate(_FLAG_LETTERS)) if c not in TONES)
    text = _shapes(_shapes(text).casefold())
    text = "".join(c for c in normalize("NFD", text) if c not in TONES and _counts(c))
    return text.replace("i", "l").replace("vv", "w")[:LONGEST]


def bare(name: str) -> str:
    """The skeleton with the marks of all letters gone too: ``ađmîn`` as ``admin``. For words that nobody may carry."""
    return "".join(c for c in skeleton(name) if not category(c).startswith("M"))


def _counts(character: str) -> bool:
    """Whether it tells names apart: letters, marks, digits, pictures."""
    return category(character)[0] in "LMN" or category(character) in ("So", "Sk")


def _shapes(text: str) -> str:
    """Each character replaced by the one that Unicode names for its shape."""
    known = _prototypes()
    return "".join(known.get(c, c) for c in text)


@cache
def _prototypes() -> dict[str, str]:
    """Character -> the one or more that stand for all of its shape.

    The table is symmetric; a character that looks like many is the one that stands for them, and of a lone pair the
    one with the lower code.
    """
    found: dict[str, str] = {}
    for character, likes in confusables_data.items():
        if len(character) != 1 or len(likes) != 1:
            continue
        other = str(likes[0]["c"]).strip(_DIRECTION)
        if len(other) != 1 or len(confusables_data.get(likes[0]["c"], ())) > 1 or other < character:
            found[character] = other
    return found
