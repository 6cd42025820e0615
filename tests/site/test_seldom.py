"""A log that would say the same again and again."""

import logging

import pytest

from phom_site.seldom import Seldom


def test_one_record_a_minute_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("phom_site.seldom.time.monotonic", lambda: now[0])
    seldom, record = Seldom(), logging.makeLogRecord({})
    assert [seldom.filter(record) for _ in range(3)] == [True, False, False]
    now[0] += 61
    assert [seldom.filter(record) for _ in range(2)] == [True, False]
