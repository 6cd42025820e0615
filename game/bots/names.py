"""Names and faces of bots: the animals of Dong Ho prints, called machines so that nobody takes them for people."""

from __future__ import annotations

NAMES: tuple[tuple[str, str], ...] = (
    ("Máy Gà Trống", "ga"),
    ("Máy Lợn Xoáy", "lon"),
    ("Máy Chuột Kèn", "chuot"),
    ("Máy Thầy Cóc", "ech"),
    ("Máy Mèo Vằn", "meo"),
    ("Máy Trâu Sáo", "trau"),
    ("Máy Cá Chép", "ca"),
    ("Máy Vịt Bầu", "vit"),
)
"""Each bot's name and the key of its face. *Máy* is a machine."""
