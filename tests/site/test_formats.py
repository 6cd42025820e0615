"""Dates are written as the reader's language does."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.template import Context, Template
from django.utils import translation


@pytest.mark.parametrize(
    ("language", "written"), [("vi", "23:30 09/11/2026 · 09/11/2026"), ("en", "9 Nov 2026, 23:30 · 9 Nov 2026")]
)
def test_a_day_is_read_the_same_by_everyone(language: str, written: str) -> None:
    template = Template('{{ at|date:"SHORT_DATETIME_FORMAT" }} · {{ at|date:"SHORT_DATE_FORMAT" }}')
    with translation.override(language):
        assert template.render(Context({"at": datetime(2026, 11, 9, 16, 30, tzinfo=UTC)})) == written
