"""Gold in the reader's numerals."""

from __future__ import annotations

import pytest
from django.template import engines
from django.utils import translation

SHOWN = [
    ("vi", 1234567, "1.234.567 +1.234.567"),
    ("en", 1234567, "1,234,567 +1,234,567"),
    ("vi", -12000, "−12.000 −12.000"),
    ("vi", 12000, "12.000 +12.000"),
    ("en", 999, "999 +999"),
    ("en", 0, "0 0"),
]


@pytest.mark.parametrize("localize", ["on", "off"])
@pytest.mark.parametrize(("language", "gold", "text"), SHOWN)
def test_gold_is_grouped_by_threes(language: str, gold: int, text: str, localize: str) -> None:
    source = '{% load l10n shell %}{% localize LOCALIZE %}{{ n|gold }} {{ n|gold:"+" }}{% endlocalize %}'
    template = engines["django"].from_string(source.replace("LOCALIZE", localize))
    with translation.override(language):
        assert template.render({"n": gold}) == text
