"""Whole numbers as the reader groups them: 12.000 in Vietnamese, 12,000 in English."""

from __future__ import annotations

from django.utils import numberformat
from django.utils.formats import get_format

MINUS = "\N{MINUS SIGN}"


def grouped(number: int, *, signed: bool = False) -> str:
    """By threes, in the language of the moment whatever the template says of localizing; ``signed``: with a plus."""
    separator = get_format("THOUSAND_SEPARATOR", use_l10n=True)
    digits = numberformat.format(abs(number), "", 0, grouping=3, thousand_sep=separator, force_grouping=True)
    sign = MINUS if number < 0 else "+" if signed and number else ""
    return sign + digits
