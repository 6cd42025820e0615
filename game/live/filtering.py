"""What is typed at a table, made fit to be read: nothing hidden in it, no links, and stars for words nobody wants."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from unicodedata import category, combining, normalize

from game.models import LONGEST_MESSAGE, FilteredWord

LEFT_OUT = "…"
"""What stands where a link was."""
STAR = "*"
MARKS_MOST = 2
"""Marks on one letter; more are drawn over the lines around it."""
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that show nothing."""
_HIDDEN = frozenset(("Cc", "Cf", "Cn", "Co", "Cs"))
_LINK = re.compile(
    r"""(?ix)
    \b[a-z][a-z0-9+.-]*:/{1,}\S* | \b(?:mailto|tel|javascript|data|vbscript):\S+ | \bwww\.\S+
    | \S+@[\w-]+\.\S+
    | (?<![\w.])(?:[\w-]+\.)+
      (?:com|net|org|info|biz|vn|xyz|site|online|store|club|asia|dev|app|cc|tk|ru|cn|icu|vip)\b(?:[:/?\#]\S*)?
    | (?<![\w.])(?:[\w-]+\.)+[a-z]{2,24}(?::\d+)?/\S*
    | (?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\S*)?(?![\w.])
    """
)
"""By scheme, by what addresses begin or end with, or by a path after what may be a host: `ok.to` is no link."""


def tidy(text: str) -> str:
    """NFC on one line, without anything that hides, turns text round or piles up."""
    shown = "".join(" " if c.isspace() else c for c in normalize("NFC", text) if c.isspace() or _shows(c))
    return normalize("NFC", " ".join(_flat(shown).split()))


def clean(text: str) -> str:
    """What others may read of a text: tidy, without links, filtered words in stars; empty if nothing is left."""
    unlinked = _LINK.sub(LEFT_OUT, tidy(text))
    if not unlinked.replace(LEFT_OUT, "").strip(" .,:;-"):
        return ""
    return starred(unlinked, tuple(FilteredWord.objects.values_list("word", flat=True)))[:LONGEST_MESSAGE]


def starred(text: str, words: tuple[str, ...]) -> str:
    """The text with the words in stars, whatever their case, and for words without marks whatever the marks.

    A word within a longer one stays; letters may be repeated.
    """
    letters = list(text)
    for pattern, folded in ((_pattern(_marked(words)), str.casefold), (_pattern(_unmarked(words)), plain)):
        if pattern is not None:
            _star(letters, text, pattern, folded)
    return "".join(letters)


def plain(text: str) -> str:
    """Without case and marks: ``Đụng`` is ``dung``."""
    return "".join(c for c in normalize("NFKD", text.casefold()) if not combining(c)).replace("đ", "d")


def _star(letters: list[str], text: str, pattern: re.Pattern[str], folded: Callable[[str], str]) -> None:
    """Stars in place of what the pattern finds in the folded text; a letter may fold to none or to several."""
    signs = [(sign, at) for at, letter in enumerate(text) for sign in folded(letter)]
    for found in pattern.finditer("".join(sign for sign, _ in signs)):
        first, last = signs[found.start()][1], signs[found.end() - 1][1]
        letters[first : last + 1] = [STAR if not letter.isspace() else letter for letter in text[first : last + 1]]


def _marked(words: Iterable[str]) -> tuple[str, ...]:
    """Those that have marks, as they are looked for."""
    return tuple(sorted(word for word in map(_word, words) if word and plain(word) != word))


def _unmarked(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(word for word in map(_word, words) if word and plain(word) == word))


def _word(word: str) -> str:
    return " ".join(normalize("NFC", word).casefold().split())


@lru_cache(maxsize=8)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str] | None:
    """Any of them as a word of its own, longest first; None without any."""
    if not words:
        return None
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(_repeated, longest_first))})(?!\w)")


def _repeated(word: str) -> str:
    """The word, each of its letters once or more."""
    return "".join(r"\s+" if sign == " " else f"{re.escape(sign)}+" for sign in word)


def _shows(character: str) -> bool:
    """Whether it is seen, and leaves its neighbours where they are."""
    return category(character) not in _HIDDEN and character not in _BLANK


def _flat(text: str) -> str:
    """Without the marks that are too many on a letter."""
    kept, marks = [], 0
    for character in normalize("NFD", text):
        marks = marks + 1 if category(character) in ("Mn", "Me") else 0
        if marks <= MARKS_MOST:
            kept.append(character)
    return "".join(kept)
