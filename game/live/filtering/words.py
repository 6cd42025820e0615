"""The words that aren't shown, in stars."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import groupby
from unicodedata import category, normalize

from game.live.filtering.reading import base, letter, read, typed

STAR = "*"
_APART = r"(?:[^\w\s]|_){0,3}"
"""What may be put between the letters of a word: f.uck."""
_GAP = r"(?:\s+|(?:[^\w\s.,:;!?…]|_){1,3})"
"""What may be put between two words; not a stop alone, after which something else begins."""


def starred(text: str, words: tuple[str, ...]) -> str:
    """The text with the words in stars, whatever their case, and for words without marks whatever the marks.

    A word within a longer one stays. Letters may be repeated and have signs between them, and digits beside the word
    are no part of it.
    """
    shown = list(text)
    for pattern, by in ((_pattern(_marked(words)), letter), (_pattern(_unmarked(words)), base)):
        if pattern is not None:
            _star(shown, text, pattern, by)
    return "".join(shown)


def _star(shown: list[str], text: str, pattern: re.Pattern[str], by: Callable[[str], str]) -> None:
    """Stars in place of what the pattern finds in what is read of the text."""
    seen, places = read(text, by)
    for found in pattern.finditer(seen):
        where = typed(places, *found.span())
        shown[where] = [_covered(sign) for sign in text[where]]


def _covered(sign: str) -> str:
    """Nothing for a mark, which would be seen on the star."""
    if sign.isspace():
        return sign
    return "" if category(sign)[0] == "M" else STAR


def _marked(words: Iterable[str]) -> tuple[str, ...]:
    """Those that have marks, as they are looked for."""
    return tuple(sorted(word for word in map(_word, words) if word != _plain(word)))


def _unmarked(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(word for word in map(_word, words) if word and word == _plain(word)))


def _word(word: str) -> str:
    return " ".join(read(normalize("NFC", word), letter)[0].split())


def _plain(word: str) -> str:
    return read(word, base)[0]


@lru_cache(maxsize=8)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str] | None:
    """Any of them as a word of its own, longest first; None without any."""
    if not words:
        return None
    return re.compile("|".join(_alone(word) for word in sorted(words, key=len, reverse=True)))


def _alone(word: str) -> str:
    """The word, but not within a longer one; a number beside it is none."""
    return f"(?<!{_more(word[0])}){_spelt(word)}(?!{_more(word[-1])})"


def _more(sign: str) -> str:
    """What makes a longer word of one that begins or ends with the sign."""
    if sign.isalpha():
        return r"[^\W\d_]"
    return r"[^\W_]" if sign.isalnum() else re.escape(sign)


def _spelt(word: str) -> str:
    """Its letters, each of them once or more, and further apart from each other than they should be.

    A run of one letter is one piece here, as two that may both grow would be tried in every way.
    """
    spelt, before = "", ""
    for sign, run in groupby(word):
        apart = _APART if sign.isalnum() else ""
        spelt += (apart if before.isalnum() else "") + (_GAP if sign == " " else _run(sign, len(list(run)), apart))
        before = sign
    return spelt


def _run(sign: str, least: int, apart: str) -> str:
    """The sign so often or more."""
    one = re.escape(sign)
    return one + f"{apart}{one}" * (least - 1) + f"{one}*"
