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
_SPACED = r"[\s._*-]{1,3}"
"""What may be put between the letters of a word where each of them stands alone: f u c k."""
_GAP = r"(?:\s+|(?:[^\w\s.,:;!?…]|_){1,3})"
"""What may be put between two words; not a stop alone, after which something else begins."""
_STANDS_IN = {"a": "4@", "e": "3", "i": "1!", "o": "0", "s": "5$", "u": "v"}
"""What is written for a letter that has others on both sides: sh1t."""
_SIGNS = frozenset("".join(_STANDS_IN.values())) - {"v"}


def starred(text: str, words: tuple[str, ...]) -> str:
    """The text with the words in stars, whatever their case, and for words without marks whatever the marks.

    A word within a longer one stays. Letters may be repeated and have signs between them, and digits beside the word
    are no part of it. Where digits or signs stand for letters, nobody writes marks: ``d1t`` is ``địt``.
    """
    marked = _marked(words)
    shown = list(text)
    _star(shown, text, _pattern(marked), letter)
    _star(shown, text, _pattern(_unmarked(words)), base)
    _star(shown, text, _pattern(tuple(map(_plain, marked)), apart=""), base, with_any=_SIGNS)
    return "".join(shown)


def _star(
    shown: list[str],
    text: str,
    pattern: re.Pattern[str] | None,
    by: Callable[[str], str],
    with_any: frozenset[str] = frozenset(),
) -> None:
    """Stars in place of what the pattern finds in what is read of the text, if it has any of those signs."""
    if pattern is None:
        return
    seen, places = read(text, by)
    for found in pattern.finditer(seen):
        if with_any and with_any.isdisjoint(found[0]):
            continue
        where = typed(places, *found.span())
        shown[where] = [_covered(sign) for sign in text[where]]


def _covered(sign: str) -> str:
    """Nothing for a mark, which would be seen on the star."""
    if sign.isspace():
        return sign
    return "" if category(sign)[0] == "M" else STAR


def _marked(words: Iterable[str]) -> tuple[str, ...]:
    """Those that have marks, as they are looked for."""
    return tuple(sorted(word for word in map(folded, words) if word != _plain(word)))


def _unmarked(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(word for word in map(folded, words) if word and word == _plain(word)))


def folded(word: str) -> str:
    """As which it is looked for: those with the same are the same word."""
    return " ".join(read(normalize("NFC", word), letter)[0].split())


def _plain(word: str) -> str:
    return read(word, base)[0]


@lru_cache(maxsize=8)
def _pattern(words: tuple[str, ...], apart: str = _APART) -> re.Pattern[str] | None:
    """Any of them as a word of its own, longest first, with that between its letters; None without any."""
    if not words:
        return None
    longest_first = sorted(words, key=len, reverse=True)
    spelt = [_alone(word, apart) for word in longest_first]
    if apart:
        spelt += [_spaced(letters) for word in longest_first if len(letters := word.replace(" ", "")) > 2]
    return re.compile("|".join(spelt))


def _alone(word: str, apart: str) -> str:
    """The word, but not within a longer one; a number beside it is none."""
    return f"(?<!{_more(word[0])}){_spelt(word, apart)}(?!{_more(word[-1])})"


def _spaced(letters: str) -> str:
    """Each of the letters alone; of two that stand so, nobody knows whether they are a word."""
    return rf"(?<!\w){_SPACED.join(map(re.escape, letters))}(?!\w)"


def _more(sign: str) -> str:
    """What makes a longer word of one that begins or ends with the sign."""
    if sign.isalpha():
        return r"[^\W\d_]"
    return r"[^\W_]" if sign.isalnum() else re.escape(sign)


def _spelt(word: str, apart: str) -> str:
    """Its letters, each of them once or more, and further apart from each other than they should be.

    A run of one letter is one piece here, as two that may both grow would be tried in every way.
    """
    runs = ["".join(run) for _, run in groupby(word)]
    spelt = ""
    for before, run, after in zip(["", *runs], runs, [*runs[1:], ""], strict=False):
        if run[0].isalnum():
            within = before[:1].isalnum() and after[:1].isalnum()
            spelt += (apart if before[:1].isalnum() else "") + _run(run, apart, _STANDS_IN.get(run[0], "") * within)
        else:
            spelt += _GAP if run == " " else _run(run, "", "")
    return spelt


def _run(run: str, apart: str, others: str) -> str:
    """The sign, or others for it, so often or more."""
    one = f"[{run[0]}{others}]" if others else re.escape(run[0])
    return one + f"{apart}{one}" * (len(run) - 1) + f"{one}*"
