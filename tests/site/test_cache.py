"""The cache's Redis is away: pages go on, and limits let everybody through."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from game.live import absence, tables
from game.live.options import Wanted
from game.models import TableSeat
from phom_site.cache import absence as away
from tests.accounts.conftest import ADDRESS, PASSWORD, account
from tests.browser.server import free_port
from tests.live.build import person

PATIENCE = 0.5


def on_redis(port: int) -> dict[str, Any]:
    options = {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE}
    address = f"redis://127.0.0.1:{port}"
    return {"default": {"BACKEND": "phom_site.cache.RedisCache", "LOCATION": address, "OPTIONS": options}}


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    away.clear()
    yield
    away.clear()


@pytest.fixture
def no_redis(settings: Settings) -> None:
    settings.CACHES = on_redis(free_port())


@pytest.fixture
def silent_redis(settings: Settings) -> Iterator[None]:
    """One that takes every word and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        settings.CACHES = on_redis(server.getsockname()[1])
        yield
        cache.close()


def everything() -> None:
    assert cache.get("a") is None and cache.get("a", 7) == 7 and cache.get_or_set("a", 8) == 8
    assert cache.add("a", 1) is True, "whoever wants a lock has it"
    assert cache.set("a", 1) is None and cache.set_many({"a": 1}) == []
    assert not cache.touch("a") and not cache.delete("a") and not cache.has_key("a") and not cache.clear()
    assert cache.get_many(["a"]) == {} and cache.delete_many(["a"]) is None
    for change in (cache.incr, cache.decr):
        with pytest.raises(ValueError, match="not found"):
            change("a")


def test_nothing_is_found_and_nothing_kept(no_redis: None) -> None:
    everything()
    away.end()
    assert cache.add("a", 1) is True and cache.get("a", 7) == 7


@pytest.mark.parametrize(
    "ask",
    [
        lambda: cache.get("a"), lambda: cache.add("a", 1), lambda: cache.set("a", 1), lambda: cache.touch("a"),
        lambda: cache.delete("a"), lambda: cache.get_many(["a"]), lambda: cache.has_key("a"), lambda: cache.clear(),
        lambda: cache.set_many({"a": 1}), lambda: cache.delete_many(["a"]),
    ],
)  # fmt: skip
def test_each_question_is_answered_without_redis(no_redis: None, ask: Any) -> None:
    ask()
    assert away.is_on, "it was tried"


def test_nobody_waits_for_long_for_one_that_never_answers(silent_redis: None) -> None:
    start = time.monotonic()
    everything()
    assert PATIENCE <= time.monotonic() - start < 3 * PATIENCE


def test_the_log_tells_once(no_redis: None, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(5):
        cache.get("a")
        away.end()
    [told] = [record.getMessage() for record in caplog.records if record.name == absence.__name__]
    assert told.startswith("the cache, so that nobody's tries are counted, is away (Error ")


@pytest.mark.django_db
def test_signing_in_and_up_and_forgetting_go_on(no_redis: None, client: Client) -> None:
    account()
    for _ in range(12):
        wrong = client.post(reverse("account_login"), {"login": ADDRESS, "password": "wrong"})
        assert wrong.status_code == 200, "nobody's tries are counted"
    assert client.post(reverse("account_reset_password"), {"email": ADDRESS}).status_code == 302
    assert client.post(reverse("account_login"), {"login": ADDRESS, "password": PASSWORD}).status_code == 302
    new = {"email": "new@example.com", "password1": "con gà trống đỏ", "display_name": "Gà"}
    assert Client().post(reverse("account_signup"), new).status_code in (200, 302)


@pytest.mark.django_db
def test_a_code_opens_its_table_and_a_wrong_one_does_not(no_redis: None) -> None:
    table = tables.create(person("An"), Wanted(entry="code", pin="0472"))
    sit = f"/t/{table.code}/sit/"
    client = Client()
    for _ in range(8):
        client.post(sit, {"pin": "1111"})
    assert TableSeat.objects.filter(table=table, user__isnull=False).count() == 1
    assert client.post(sit, {"pin": "0472"})["location"] == f"/t/{table.code}/"
    assert TableSeat.objects.filter(table=table, user=User.objects.get(is_guest=True)).exists()
