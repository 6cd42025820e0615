"""Names that would pass for the house's own, in both languages, however they are spelt."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NamedTuple
from unicodedata import normalize

from accounts.names.skeleton import TONES, bare, skeleton

ANYWHERE = ("admin", "moderator", "sysop", "webmaster", "chiếu phỏm", "quản trị", "điều hành viên", "ban điều hành",
            "game master", "cskh", "chăm sóc khách", "tổng đài", "nhân viên", "giám sát", "hỗ trợ viên",
            "ban quản lý", "ban tổ chức", "kỹ thuật viên")  # fmt: skip
"""Not even as a part of a longer name."""
WHOLE = (
    "mod", "staff", "support", "system", "root", "owner", "official", "bot", "robot", "guest", "anonymous", "null",
    "undefined", "everyone", "phom", "tala", "house", "jackpot", "deleted", "player", "you",
    "hệ thống", "hỗ trợ", "hỗ tro", "chính thức", "quản lý", "điều hành", "trọng tài", "nhà cái", "chủ bàn",
    "khách", "máy", "người chơi", "vô danh", "ẩn danh", "phỏm", "tá lả", "bạn",
    "người chơi đã rời", "a player who left the site", "btc", "ktv",
)  # fmt: skip
"""As the whole name; numbers after them don't help."""
DIGITS = "0123456789ol"
"""As a skeleton has them: 0 and 1 are letters there."""

WORDS = ("mod", "bot", "support", "staff", "bqt", "bql")
"""As one word of several."""
FIRST = ("trọng tài",)
"""As the beginning: Nguyễn Trọng Tài is somebody's name."""
SITE = bare("chiếu phỏm")
"""Whatever marks are put on it."""
SHAPES = str.maketrans("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢмʍ" "ᗩᗅᗷᗸᑕᗪᗞᗴᕮᖴᘜᕼᒍᒪᗰᑎᑭᑫᖇᔕᔖᑌᐯᗯ᙭ᘔ",
                       "abcdefghijklmnoprstuvwyzmm" "aabbcddeefghjlmnpqrssuvwxz")  # fmt: skip
"""Small capitals, Canadian syllables, and what else Unicode doesn't count as alike."""
SIGNS = str.maketrans("4!135@0", "aiiesao")
"""Signs that are written for letters."""


class Folded(NamedTuple):
    """Words, folded as the names are in which they are looked for."""

    parts: frozenset[str]
    plain_parts: frozenset[str]
    bare_parts: frozenset[str]
    whole: frozenset[str]
    plain_whole: frozenset[str]
    bare_whole: frozenset[str]
    words: frozenset[str]


def _folded(anywhere: Collection[str], whole: Collection[str], words: Collection[str]) -> Folded:
    return Folded(
        parts=frozenset(map(skeleton, anywhere)),
        plain_parts=frozenset(bare(word) for word in anywhere if word.isascii()),
        bare_parts=frozenset(map(bare, anywhere)),
        whole=frozenset(map(skeleton, whole)),
        plain_whole=frozenset(bare(word) for word in whole if word.isascii() and word != "bot"),  # bốt is a boot
        bare_whole=frozenset(map(bare, whole)),
        words=frozenset(map(skeleton, words)),
    )


_BUILT_IN = _folded(ANYWHERE, WHOLE, WORDS)
_FIRST = tuple(skeleton(word) for word in FIRST)


def _added() -> Folded:
    """What the staff has reserved beside them."""
    from accounts import house  # knows the models, which know this module

    return _folded_rows(house.reserved())


@lru_cache(maxsize=1)
def _folded_rows(rows: Iterable[tuple[str, str]]) -> Folded:
    """``rows`` are words with their places, as `accounts.models.ReservedName` has them."""
    places: dict[str, list[str]] = {"anywhere": [], "whole": [], "word": []}
    for word, place in rows:
        places[place].append(word)
    return _folded(places["anywhere"], places["whole"], places["word"])


def is_reserved(name: str) -> bool:
    """Whether players can't be called so.

    English words count whatever marks are put on them (``ađmîn``). Vietnamese ones count as they are written and
    without any marks, as people in a hurry write: Quân Trí is somebody's name, quản trị and quan tri are the house's.
    """
    name = name.translate(SHAPES)
    return _is_the_houses(name) or _is_the_houses(name.translate(SIGNS))


def _is_the_houses(name: str) -> bool:
    words = [word for word in re.split(r"[\W_]+", normalize("NFC", name)) if word]
    if len(words) > 1 and _is_a_bots(words[0]):
        return True
    if SITE in bare(name) or skeleton(name).startswith(_FIRST):
        return True
    return any(_is_among(name, words, reserved) for reserved in (_BUILT_IN, _added()))


def _is_among(name: str, words: Iterable[str], reserved: Folded) -> bool:
    marked, plain = skeleton(name), bare(name)
    return (
        any(skeleton(word) in reserved.words for word in words)
        or _has(marked, reserved.parts, reserved.whole)
        or _has(plain, reserved.plain_parts, reserved.plain_whole)
        or (marked == plain and _has(plain, reserved.bare_parts, reserved.bare_whole))
    )


def _is_a_bots(word: str) -> bool:
    """Whether it reads máy, as bots' names begin, or mấy or máyy; may, luck, and mây, cloud, are anybody's."""
    return _once(bare(word)) == bare("máy") and any(c in TONES for c in normalize("NFD", word))


def _once(text: str) -> str:
    """Each letter that is doubled, once."""
    return re.sub(r"(.)\1+", r"\1", text)


def _has(folded: str, parts: frozenset[str], whole: frozenset[str]) -> bool:
    if any(part in folded for part in parts):
        return True
    least = len(folded.rstrip(DIGITS))
    return any(folded[:end] in whole for end in range(least, len(folded) + 1))
