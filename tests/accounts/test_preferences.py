"""What people prefer: read from anything, kept with a user or in a cookie, taken along by a new guest."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from accounts import guests, preferences, screens
from accounts.models import User
from accounts.preferences import COOKIE, Preferences
from accounts.signals import preferences_changed

USUAL = Preferences()
NAMES = [field.name for field in fields(Preferences)]

_words = {name: st.sampled_from(preferences.choices(name)) for name in NAMES if name != "volume"}
anything = st.builds(Preferences, volume=st.integers(0, 100), **_words)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(NAMES), inner),
    max_leaves=8,
)


@given(anything)
def test_what_is_kept_is_what_comes_back(chosen: Preferences) -> None:
    assert preferences.parse(preferences.differences(chosen)) == chosen
    assert preferences.parse_cookie(preferences.format_cookie(chosen)) == chosen


def test_only_what_differs_is_kept() -> None:
    assert preferences.differences(USUAL) == {}
    assert preferences.format_cookie(USUAL) == ""
    assert preferences.format_cookie(Preferences(theme="dark", volume=0)) == "theme:dark.volume:0"


@given(json_values)
def test_whatever_was_kept_can_be_read(kept: Any) -> None:
    read = preferences.parse(kept)
    assert all(getattr(read, name) in preferences.choices(name) for name in NAMES if name != "volume")
    assert 0 <= read.volume <= 100


@given(st.text() | st.lists(st.sampled_from(NAMES) | st.sampled_from([":", ".", "on", "60", "101"])).map("".join))
def test_whatever_the_cookie_says_can_be_read(text: str) -> None:
    read = preferences.parse_cookie(text)
    assert preferences.parse_cookie(preferences.format_cookie(read)) == read


@pytest.mark.parametrize("volume", ["101", "-1", "loud", "", "5.5", None, float("inf"), [60]])
def test_no_such_volume(volume: Any) -> None:
    assert preferences.changed(USUAL, {"volume": volume}) == USUAL
    assert preferences.refused({"volume": volume}) == ("volume",)


def test_what_is_wanted_is_taken_and_what_cannot_be_had_is_named() -> None:
    wanted = {"theme": "dark", "pack": "five", "colour": "pink", "volume": "15"}
    assert preferences.changed(USUAL, wanted) == Preferences(theme="dark", volume=15)
    assert preferences.refused(wanted) == ("pack",)


def test_a_page_carries_all_of_them() -> None:
    assert str(Preferences(hint="on").attributes).split() == [
        f'data-{name}="{value}"' for name, value in asdict(Preferences(hint="on")).items()
    ]


def test_the_sheet_offers_all_there_is_and_nothing_else() -> None:
    offered = [option for group in screens.GROUPS for option in group.options]
    assert sorted(option.name for option in offered) == sorted(NAMES)
    for option in offered:
        if option.choices:
            assert {value for value, _ in option.choices} == set(preferences.choices(option.name))
        elif option.name != "volume":
            assert set(preferences.choices(option.name)) == {"on", "off"}


def request_of(user: User | None = None, cookie: str | None = None) -> HttpRequest:
    request = RequestFactory().post("/play/")
    request.user = user or AnonymousUser()
    request.session = SessionStore()
    if cookie is not None:
        request.COOKIES[COOKIE] = cookie
    return request


@pytest.mark.django_db
def test_a_new_guest_takes_along_what_the_browser_kept() -> None:
    guest = guests.enter(request_of(cookie="theme:light.bots:fast"))
    assert User.objects.get(pk=guest.pk).preferences == {"theme": "light", "bots": "fast"}
    assert guests.enter(request_of()).preferences == {}


@pytest.mark.django_db
def test_a_users_own_go_before_the_browsers() -> None:
    user = User.objects.create(username="an", preferences={"pack": "four"})
    assert preferences.of(request_of(user, "theme:dark")) == Preferences(pack="four")
    assert preferences.of(request_of(None, "theme:dark")) == Preferences(theme="dark")


def test_a_request_that_failed_early_has_those_of_the_browser() -> None:
    request = RequestFactory().get("/")
    request.COOKIES[COOKIE] = "theme:dark"
    assert preferences.context(request) == {"preferences": Preferences(theme="dark")}


@pytest.mark.django_db
def test_keeping_a_users_changes_one_thing_only_and_is_told() -> None:
    user = User.objects.create(username="an", preferences={"pack": "four", "gone": 1})
    told: list[tuple[User, Preferences]] = []

    def hear(user: User, preferences: Preferences, **_: Any) -> None:
        told.append((user, preferences))

    preferences_changed.connect(hear)
    try:
        response = HttpResponse()
        preferences.keep(request_of(user), response, {"bots": "slow"})
    finally:
        preferences_changed.disconnect(hear)
    assert User.objects.get(pk=user.pk).preferences == user.preferences == {"pack": "four", "bots": "slow"}
    assert told == [(user, Preferences(pack="four", bots="slow"))]
    assert not response.cookies


@pytest.mark.parametrize("https", [True, False])
def test_keeping_a_visitors_makes_a_cookie_and_nobody(settings: Settings, https: bool) -> None:
    settings.SESSION_COOKIE_SECURE = https
    response = HttpResponse()
    preferences.keep(request_of(cookie="pack:four"), response, {"theme": "dark"})
    cookie = response.cookies[COOKIE]
    assert cookie.value == "theme:dark.pack:four"
    assert cookie["max-age"] == 365 * 24 * 60 * 60
    assert cookie["samesite"] == "Lax"
    assert bool(cookie["secure"]) is https
    assert cookie["httponly"], "no script reads it: pages carry what is chosen"
