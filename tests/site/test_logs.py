"""Log lines: for people or for programs, with where the code was, without what only some may know."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.urls import reverse

from game.live import meters, trail
from phom_site import logs
from phom_site.logs import Json, Lines

SOME = {"request": "abcdefgh", "user": 7, "table": 3}


def record(words: str, *args: object, name: str = "game.live.play", **extra: object) -> logging.LogRecord:
    made = logging.getLogger(name).makeRecord(name, logging.INFO, "", 0, words, args, None, extra=extra)
    made.created = 0.5
    return made


def failed(error: Exception, by: Exception | None = None) -> logging.LogRecord:
    """A record of an exception that was really raised."""
    made = record("it failed")
    try:
        raise error from by
    except Exception:
        made.exc_info = sys.exc_info()
    return made


def told(made: logging.LogRecord) -> dict[str, Any]:
    line = Json().format(made)
    assert "\n" not in line
    found: dict[str, Any] = json.loads(line)
    return found


def test_a_program_reads_one_object_a_line() -> None:
    with trail.follow(**SOME):
        line = told(record("acted %s", "well", hand=5, version=2, seat=1))
    assert line == {
        "time": "1970-01-01T00:00:00.500+00:00", "level": "info", "part": "game.live.play", "event": "acted well",
        "request": "abcdefgh", "user": 7, "table": 3, "hand": 5, "version": 2, "seat": 1,
    }  # fmt: skip


def test_people_read_the_same_on_a_line() -> None:
    with trail.follow(**SOME):
        line = Lines().format(record("acted", version=2))
    assert line.endswith(" INFO game.live.play: acted request=abcdefgh user=7 table=3 version=2")


def test_outside_the_block_the_trail_is_lost() -> None:
    with trail.follow(**SOME), trail.follow(user=None):
        assert "user" not in told(record("acted"))
    assert told(record("acted")).keys() == {"time", "level", "part", "event"}


def test_what_nobody_allowed_is_left_out() -> None:
    assert "hand_of" not in Json().format(record("acted", hand_of="KS3H"))


@pytest.mark.parametrize("address", ["an@phom.example", "192.168.1.77", "2001:db8:85a3::8a2e:370:7334"])
def test_no_address_is_told(address: str) -> None:
    for line in (told(record("from %s", address))["event"], Lines().format(record("from %s", address))):
        assert address not in line and "from …" in line


def test_an_exception_tells_where_it_came_from_but_nothing_of_data() -> None:
    error = told(failed(ValueError("KS3H"), by=KeyError("An")))["error"]
    assert "tests/site/test_logs.py:" in error and str(logs.ROOT) not in error
    assert error.splitlines()[0] == "builtins.KeyError" and error.splitlines()[-1] == "builtins.ValueError"


def test_what_is_wrong_with_a_service_is_told() -> None:
    error = told(failed(OperationalError("database or disk is full")))["error"]
    assert error.endswith("django.db.utils.OperationalError: database or disk is full")
    assert Lines().format(failed(OSError("no space left"))).endswith("builtins.OSError: no space left")


def test_two_exceptions_that_came_of_each_other_are_told_once_each() -> None:
    first, second = ValueError(), KeyError()
    first.__cause__ = second
    error = told(failed(second, by=first))["error"]
    assert error.count("builtins.KeyError") == error.count("builtins.ValueError") == 1


def test_what_the_server_says_of_connections_is_cut() -> None:
    said = record("Exception inside application: %s", 'KS3H\n  File "asgi.py", line 3\n  KS3H', name="daphne.server")
    line = told(said)
    assert (line["event"], line["error"]) == ("Exception inside application", '  File "asgi.py", line 3')
    assert Lines().format(said).endswith('Exception inside application\n  File "asgi.py", line 3')


def test_why_the_server_cannot_start_is_told() -> None:
    said = record(
        "Listen failure: %s", "Couldn't listen on 127.0.0.1:8000: Address already in use.", name="daphne.server"
    )
    said.levelno = logging.CRITICAL
    assert told(said)["event"].endswith("Address already in use.")


def test_an_answer_is_told_by_what_its_address_looks_like() -> None:
    request = RequestFactory().get("/account/password/reset/key/secret/", headers={"x-request-id": "abcdefgh"})
    made = record("%s: %s", "Not Found", request.path, name="django.request", request=request, status_code=404)
    line = told(made)
    assert (line["event"], line["request"], line["page"], line["status"]) == ("Not Found", "abcdefgh", "", 404)
    assert "secret" not in Json().format(made) + Lines().format(made)


def test_errors_are_counted_by_part() -> None:
    def number() -> float:
        return float(meters.ERRORS.labels("game")._value.get())

    before, handler = number(), logs.Errors()
    for level in (logging.WARNING, logging.ERROR, logging.CRITICAL):
        made = record("it failed")
        made.levelno = level
        if made.levelno >= handler.level:
            handler.handle(made)
    assert number() == before + 2


# -- pages -------------------------------------------------------------------------------------------------


class Heard(logging.Handler):
    """What was logged, as a program reads it."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(Json())
        self.lines: list[dict[str, Any]] = []

    def emit(self, made: logging.LogRecord) -> None:
        self.lines.append(json.loads(self.format(made)))


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[dict[str, Any]]]:
    """The lines of answers."""
    handler, logger = Heard(), logging.getLogger("phom_site.requests")
    monkeypatch.setattr(logger, "level", logging.INFO)
    logger.addHandler(handler)
    logger.manager._clear_cache()  # type: ignore[attr-defined]  # of levels
    yield handler.lines
    logger.removeHandler(handler)
    logger.manager._clear_cache()  # type: ignore[attr-defined]


def test_a_request_keeps_the_id_that_the_proxy_gave_it(client: Client, heard: list[dict[str, Any]]) -> None:
    response = client.get(reverse("offline"), headers={"x-request-id": "from-the-proxy-1"})
    assert response.headers["x-request-id"] == "from-the-proxy-1"
    [line] = heard
    assert (line["request"], line["method"], line["page"], line["status"]) == (
        "from-the-proxy-1", "GET", "/offline/", 200,
    )  # fmt: skip
    assert line["ms"] >= 0 and line["queries"] == 0


@pytest.mark.parametrize("given", [None, "short", "with spaces in it", "<script>alert(1)</script>", "x" * 65])
def test_a_request_without_a_proper_id_gets_one(client: Client, given: str | None) -> None:
    ids = set()
    for _ in range(2):
        response = client.get(reverse("offline"), headers={"x-request-id": given} if given else {})
        ids.add(response.headers["x-request-id"])
    assert len(ids) == 2 and given not in ids


@pytest.mark.django_db
def test_whoever_was_found_out_to_ask_is_told_by_number(admin_client: Client, heard: list[dict[str, Any]]) -> None:
    admin_client.get(reverse("settings"))
    line = heard[-1]
    assert line["user"] == int(admin_client.session["_auth_user_id"]) and line["queries"] > 0


def test_a_slow_page_is_a_warning(client: Client, heard: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    client.get(reverse("offline"))
    monkeypatch.setattr("phom_site.requests.SLOW", -1)
    client.get(reverse("offline"))
    assert [line["level"] for line in heard] == ["info", "warning"]
