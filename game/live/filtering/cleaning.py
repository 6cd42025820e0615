"""All that is done to a text before others read it."""

from __future__ import annotations

from unicodedata import category

from game.live.filtering.links import unlinked
from game.live.filtering.reading import LEFT_OUT
from game.live.filtering.signs import tidy
from game.live.filtering.words import starred
from game.models import LONGEST_MESSAGE, FilteredWord


def clean(text: str) -> str:
    """What others may read of a text: tidy, without links, filtered words in stars; empty if only links were in it."""
    tidied = tidy(text)
    shown = unlinked(tidied)
    if shown != tidied and not _says_something(shown):
        return ""
    return _covered(shown, not_shown())[:LONGEST_MESSAGE]


def not_shown() -> tuple[str, ...]:
    """The words of today's lists."""
    return tuple(FilteredWord.objects.values_list("word", flat=True))


def _covered(text: str, words: tuple[str, ...]) -> str:
    """In stars until nothing is to be done: what is left of a word may be the beginning of a link, or the reverse."""
    while (shown := unlinked(starred(text, words))) != text:
        text = shown
    return text


def _says_something(text: str) -> bool:
    """Whether there is anything but stops where links were left out."""
    return any(category(sign)[0] in "LNS" for sign in text.replace(LEFT_OUT, ""))
