"""Whole numbers as the reader groups them: 12.000 in Vietnamese, 12,000 in English; and ids read from what was sent."""

from __future__ import annotations

from django.utils import numberformat
from django.utils.formats import get_format

MINUS = "\N{MINUS SIGN}"
LARGEST = 2**63 - 1
"""No id is larger, and no database looks for one."""


def grouped(number: int, *, signed: bool = False) -> str:
    """By threes, in the language of the moment whatever the template says of localizing; ``signed``: with a plus."""
    separator = get_format("THOUSAND_SEPARATOR", use_l10n=True)
    digits = numberformat.format(abs(number), "", 0, grouping=3, thousand_sep=separator, force_grouping=True)
    sign = MINUS if number < 0 else "+" if signed and number else ""
    return sign + digits


def an_id(given: str | int | None) -> int:
    """The id that a text or an address names; 0, which is nobody's, where it is none."""
    text = str(given or "")
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(LARGEST))
    return int(text) if is_number and int(text) <= LARGEST else 0
