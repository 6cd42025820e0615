"""A log that would say the same again and again."""

import logging
from http import HTTPStatus

import pytest
from django.db import OperationalError

from phom_site.seldom import DatabaseAway, Seldom, Unforeseen


def test_one_record_a_minute_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("phom_site.seldom.time.monotonic", lambda: now[0])
    seldom, record = Seldom(), logging.makeLogRecord({})
    assert [seldom.filter(record) for _ in range(3)] == [True, False, False]
    now[0] += 61
    assert [seldom.filter(record) for _ in range(2)] == [True, False]


def failed(part: str, error: Exception | None, **more: object) -> logging.LogRecord:
    info = (type(error), error, None) if error else None
    return logging.makeLogRecord({"name": part, "exc_info": info} | more)


def test_that_the_database_is_away_is_told_once_by_each_part() -> None:
    away = DatabaseAway()
    told = [away.filter(failed(part, OperationalError("gone"))) for part in ("game.live.beat", "game.consumers") * 2]
    assert told == [True, True, False, False]
    assert all(away.filter(failed("game.consumers", error)) for error in (ValueError("else"), None) * 2)


@pytest.mark.parametrize(
    ("status", "error", "passes"),
    [
        (HTTPStatus.SERVICE_UNAVAILABLE, None, False),
        (HTTPStatus.SERVICE_UNAVAILABLE, OperationalError("gone"), True),
        (HTTPStatus.INTERNAL_SERVER_ERROR, None, True),
    ],
)
def test_maintenance_is_no_error(status: HTTPStatus, error: Exception | None, passes: bool) -> None:
    assert Unforeseen().filter(failed("django.request", error, status_code=status)) is passes
