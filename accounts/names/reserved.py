"""Names that would pass for the house's own, in both languages, however they are spelt."""

from __future__ import annotations

from accounts.names.skeleton import bare, skeleton

ANYWHERE = ("admin", "moderator", "sysop", "webmaster", "chiếu phỏm", "quản trị", "điều hành viên", "ban điều hành")
"""Not even as a part of a longer name."""
WHOLE = (
    "mod", "staff", "support", "system", "root", "owner", "official", "bot", "robot", "guest", "anonymous", "null",
    "undefined", "everyone", "phom", "tala", "house", "jackpot", "deleted", "player", "you",
    "hệ thống", "hỗ trợ", "chính thức", "ban tổ chức", "điều hành", "trọng tài", "nhà cái", "chủ bàn", "khách", "máy",
    "người chơi", "vô danh", "ẩn danh", "phỏm", "tá lả", "bạn",
    "người chơi đã rời", "a player who left the site",
)  # fmt: skip
"""As the whole name; numbers after them don't help."""
DIGITS = "0123456789ol"
"""As a skeleton has them: 0 and 1 are letters there."""

_PARTS = frozenset(skeleton(word) for word in ANYWHERE)
_PLAIN_PARTS = frozenset(bare(word) for word in ANYWHERE if word.isascii())
_BARE_PARTS = frozenset(bare(word) for word in ANYWHERE)
_WHOLE = frozenset(skeleton(word) for word in WHOLE)
_PLAIN_WHOLE = frozenset(bare(word) for word in WHOLE if word.isascii())
_BARE_WHOLE = frozenset(bare(word) for word in WHOLE)


def is_reserved(name: str) -> bool:
    """Whether players can't be called so.

    English words count whatever marks are put on them (``ađmîn``). Vietnamese ones count as they are written and
    without any marks, as people in a hurry write: Quân Trí is somebody's name, quản trị and quan tri are the house's.
    """
    marked, plain = skeleton(name), bare(name)
    return (
        _has(marked, _PARTS, _WHOLE)
        or _has(plain, _PLAIN_PARTS, _PLAIN_WHOLE)
        or (marked == plain and _has(plain, _BARE_PARTS, _BARE_WHOLE))
    )


def _has(folded: str, parts: frozenset[str], whole: frozenset[str]) -> bool:
    return any(part in folded for part in parts) or folded in whole or folded.rstrip(DIGITS) in whole
