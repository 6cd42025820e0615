"""Ids as they are read from what somebody sent."""

from __future__ import annotations

import pytest

from accounts.numerals import LARGEST, an_id


@pytest.mark.parametrize("text", ["1", "7", "0012", str(LARGEST)])
def test_a_number_that_a_database_can_have_is_an_id(text: str) -> None:
    assert an_id(text) == an_id(int(text)) == int(text)


@pytest.mark.parametrize("text", ["", "0", "-1", "1.0", " 1", "x", "٣", "²", "1\0", str(LARGEST + 1), "9" * 5000, None])
def test_all_else_is_nobodys(text: str | None) -> None:
    assert an_id(text) == 0


@pytest.mark.parametrize("number", [0, -1, LARGEST + 1, 10**30])
def test_nor_are_numbers_that_no_database_has(number: int) -> None:
    assert an_id(number) == 0
