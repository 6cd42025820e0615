"""Which names may be had, as far as their signs go: any script, and nothing that hides, stacks or turns text round."""

from __future__ import annotations

from unicodedata import category, combining, normalize

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.names.skeleton import skeleton

NAME_MIN = 3
NAME_MAX = 20
"""Code points after NFC, as the database counts: in Vietnamese that is a letter each. After NFKC too, which takes
signs apart that are a whole phrase."""
MARKS_MAX = 2
"""Marks on one letter: ậ and ự have two, and so have Thai, Arabic and Hindi."""
PUNCTUATION = frozenset(".-_'’!?&+~*")
PICTURES = (
    (0x1F000, 0x1F0FF),
    (0x1F1E6, 0x1F1FF),
    (0x1F300, 0x1F64F),
    (0x1F680, 0x1F6FF),
    (0x1F900, 0x1FAFF),
    (0x2600, 0x27BF),
)
"""Tiles and cards; emoji: flags, things and faces, vehicles, newer ones, old signs."""
VARIANT = "\ufe0f"
"""Invisible; asks for the coloured form of an emoji, which is shown without it too."""
BLANK = frozenset(chr(code) for code in (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F,
                                         0x2800, 0x3164, 0xFFA0))  # fmt: skip
"""Letters and marks that show nothing."""


def tidy(name: str) -> str:
    """NFC, single spaces, none at the ends: how a name is kept."""
    return normalize("NFC", " ".join(name.replace(VARIANT, "").split()))


def check(name: str) -> None:
    """ValidationError, with a code, unless a tidy name may be had as far as its signs go."""
    longest = max(len(name), len(normalize("NFKC", name)))
    if len(name) < NAME_MIN or longest > NAME_MAX:
        raise ValidationError(
            _("A name has %(least)d to %(most)d characters; this one has %(count)d."),
            "length",
            {"least": NAME_MIN, "most": NAME_MAX, "count": longest},
        )
    if any(not _shows(c) for c in name):
        raise ValidationError(_("There are invisible signs in it. Type the name anew instead of pasting it."), "hidden")
    if any(not _fits(c) for c in name):
        wrong = next(c for c in name if not _fits(c))
        raise ValidationError(_("“%(sign)s” can't be part of a name."), "sign", {"sign": wrong})
    if _stacks(name):
        raise ValidationError(_("There is a mark without a letter, or too many on one."), "marks")
    if not skeleton(name):
        raise ValidationError(_("A name needs letters, digits or pictures."), "empty")


def _shows(character: str) -> bool:
    """Whether it is seen, and leaves its neighbours where they are."""
    return category(character)[0] not in "CZ" and character not in BLANK and not _selects(character) or character == " "


def _selects(character: str) -> bool:
    """Variation selectors choose between forms of the character before them."""
    return 0xFE00 <= ord(character) <= 0xFE0F or 0xE0100 <= ord(character) <= 0xE01EF


def _fits(character: str) -> bool:
    kind = category(character)
    if kind[0] == "L" or kind in ("Mn", "Mc", "Nd") or character == " " or character in PUNCTUATION:
        return True
    return kind in ("So", "Sk") and any(first <= ord(character) <= last for first, last in PICTURES)


def _stacks(name: str) -> bool:
    """Whether a mark has nothing to stand on, or a letter carries too many."""
    letter, marks = False, 0
    for character in normalize("NFD", name):
        kind = category(character)
        if kind == "Mn" or combining(character):
            marks += 1
            if not letter or marks > MARKS_MAX:
                return True
        elif kind == "Mc":
            if not letter:
                return True
        else:
            letter, marks = kind[0] == "L", 0
    return False
