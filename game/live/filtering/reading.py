"""What a reader takes signs for: ｅ, Cyrillic е and ė are read as e, but ê is a letter of Vietnamese.

What is looked for in a text is looked for in what is read of it. A sign may be read as none or as several, so that each
of those keeps the place where it was typed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from unicodedata import category, normalize

from confusable_homoglyphs.confusables import confusables_data

from accounts.names.reserved import SHAPES
from accounts.names.skeleton import TONES

LEFT_OUT = "…"
"""What stands where a link was; read as it is, not as three dots."""
_VIETNAMESE = frozenset(normalize("NFC", vowel + tone) for vowel in "aăâeêioôơuưy" for tone in ("", *TONES)) | {"đ"}
_SHAPES = SHAPES | str.maketrans("ĸ。·•∙⋅\\", "k...../")
"""What is taken for another though Unicode doesn't count them as alike: browsers too open evil。com, and backslashes as
slashes."""
_DIRECTION = "\u200e"
"""Frames right-to-left characters in the confusables."""


def read(text: str, by: Callable[[str], str]) -> tuple[str, list[slice]]:
    """What is read of a text, and for each sign of that where it was typed."""
    signs = [(sign, place) for place in _letters(text) for sign in by(text[place])]
    return "".join(sign for sign, _ in signs), [place for _, place in signs]


def typed(places: list[slice], first: int, last: int) -> slice:
    """Where that was typed which is read from the first sign up to the last."""
    return slice(places[first].start, places[last - 1].stop)


@lru_cache(maxsize=4096)
def letter(sign: str) -> str:
    """A sign with its marks in lower case, of the letter that it looks like, with no marks but those of Vietnamese."""
    if sign[0].isspace() or sign[0] == LEFT_OUT:
        return sign[0]
    shapes = "".join(_looks().get(one, one) for one in normalize("NFKD", sign).casefold())
    return "".join(one if one in _VIETNAMESE else _bare(one) for one in normalize("NFC", shapes))


@lru_cache(maxsize=4096)
def base(sign: str) -> str:
    """The letter without marks: ``Đ`` and ``Ď`` are ``d``."""
    return sign[0] if sign[0].isspace() else _bare(letter(sign)).replace("đ", "d")


def _letters(text: str) -> Iterator[slice]:
    """Where each sign with the marks on it is."""
    start = 0
    for end in range(1, len(text) + 1):
        if end == len(text) or category(text[end])[0] != "M":
            yield slice(start, end)
            start = end


def _bare(text: str) -> str:
    """Without marks, and without the spaces that they stand on where they are signs of their own."""
    return "".join(sign for sign in normalize("NFKD", text) if category(sign)[0] != "M" and not sign.isspace())


@cache
def _looks() -> dict[str, str]:
    """Sign -> the letter, dot, colon or slash that has its shape."""
    found = {sign: shape for sign in confusables_data if len(sign) == 1 if (shape := _look(sign))}
    return found | {chr(sign): chr(shape) for sign, shape in _SHAPES.items()}


def _look(sign: str) -> str:
    """None for ASCII; only letters are taken for letters, and never for a stop."""
    if sign.isascii():
        return ""
    shapes = (str(like["c"]).strip(_DIRECTION).translate(_SHAPES).casefold() for like in confusables_data[sign])
    kind = "abcdefghijklmnopqrstuvwxyz" if sign.isalnum() else "./:"
    return next((shape for shape in shapes if len(shape) == 1 and shape in kind), "")
