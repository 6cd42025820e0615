"""Whoever asks for too much hears so politely, and nobody else does."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from accounts import limits
from accounts.limits import Limit
from accounts.models import User
from game.models import Table
from tests.accounts.conftest import account, uncounted
from tests.browser.server import free_port
from tests.site.test_cache import on_redis

__all__ = ["uncounted"]
pytestmark = pytest.mark.django_db
HERE, THERE = "203.0.113.7", "198.51.100.9"


@pytest.fixture(autouse=True)
def limited(settings: Settings) -> None:
    settings.PHOM_LIMITS = 1


def only(patch: pytest.MonkeyPatch, name: str, most: int = 2) -> None:
    """That limit is lower."""
    patch.setattr(limits, name, getattr(limits, name)._replace(most=most))


def visitor(address: str = HERE, **others: Any) -> Client:
    """A new browser at that address."""
    return Client(REMOTE_ADDR=address, **others)


def test_guests_of_one_address_are_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "GUESTS")
    assert [visitor().post("/play/").status_code for _ in range(4)] == [302, 302, 429, 429]
    assert User.objects.count() == Table.objects.count() == 2, "who is sent away leaves nothing"
    assert visitor(THERE).post("/play/").status_code == 302


@pytest.mark.parametrize("address", ["/play/quick/", "/tables/new/", "/play/"])
def test_tables_opened_from_one_address_are_so_many(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    only(monkeypatch, "TABLES")
    answers = [visitor().post(address, {}).status_code for _ in range(4)]
    assert 429 not in answers[:2] and answers[2:] == [429, 429]


def test_who_has_a_player_already_is_let_through(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "GUESTS", 1)
    client = visitor()
    assert [client.post("/play/").status_code for _ in range(3)] == [302] * 3


def test_forms_of_one_browser_are_so_many_and_others_at_its_address_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "OWN_FORMS")
    client, other = visitor(), visitor()
    client.force_login(account())
    assert [client.post("/settings/").status_code == 429 for _ in range(4)] == [False, False, True, True]
    assert client.get("/settings/").status_code == 200, "reading isn't counted"
    assert other.post("/play/").status_code == 302


def test_forms_of_one_address_are_so_many_whatever_their_cookies_say(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "FORMS", 3)
    answers = []
    for number in range(5):
        client = visitor()
        client.cookies["sessionid"] = f"made-up-{number}"
        answers.append(client.post("/settings/").status_code == 429)
    assert answers == [False, False, False, True, True]


@pytest.mark.parametrize(("language", "words"), [("vi", "Bạn thử quá nhiều lần"), ("en", "That was tried too often")])
def test_it_is_said_in_the_readers_language(monkeypatch: pytest.MonkeyPatch, language: str, words: str) -> None:
    only(monkeypatch, "FORMS", 1)
    client = visitor(headers={"accept-language": language})
    client.post("/settings/")
    page, part = client.post("/settings/"), client.post("/settings/", headers={"hx-request": "true"})
    for answer in (page, part):
        assert answer.status_code == 429 and answer["retry-after"] == "60"
        assert answer["cache-control"] == "no-store"
        assert words in answer.content.decode()
    assert b"<html" in page.content and b"<html" not in part.content


def test_a_network_of_many_addresses_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "FORMS", 1)
    assert visitor("2001:db8::1").post("/settings/").status_code != 429
    assert visitor("2001:db8::2").post("/settings/").status_code == 429
    assert visitor("2001:db8:0:1::2").post("/settings/").status_code != 429


def test_no_address_is_kept_where_it_is_counted() -> None:
    visitor().post("/play/")
    assert not [key for key in cache._cache if HERE in key]  # type: ignore[attr-defined]
    assert [key for key in cache._cache if "limit:" in key]  # type: ignore[attr-defined]


@pytest.mark.parametrize(("factor", "last"), [(2, 302), (0, 302), (0.5, 429)])
def test_limits_are_multiplied_or_lifted(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, factor: float, last: int
) -> None:
    only(monkeypatch, "GUESTS")
    settings.PHOM_LIMITS = factor
    assert [visitor().post("/play/").status_code for _ in range(3)][-1] == last


def test_without_its_cache_everybody_is_let_through(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    only(monkeypatch, "GUESTS", 1)
    settings.CACHES = on_redis(free_port())
    assert [visitor().post("/play/").status_code for _ in range(3)] == [302] * 3


def test_a_school_may_come_at_once() -> None:
    assert limits.GUESTS.most >= 150 and limits.FORMS.most / limits.FORMS.seconds >= 10
    assert isinstance(limits.OWN_FORMS, Limit)
