"""The time that deadlines are measured by."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from game.live import moment

pytestmark = pytest.mark.django_db


def test_the_present_is_at_hand_without_asking_once_it_was_asked_for(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    asked = moment.now()
    with django_assert_num_queries(0):
        assert timedelta() <= moment.at_hand() - asked < timedelta(minutes=1)


def test_before_that_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moment, "_said", None)
    assert abs(moment.at_hand() - timezone.now()) < timedelta(minutes=1)


def test_it_follows_what_the_database_said_and_not_the_clock_of_this_host(monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor == "sqlite":
        pytest.skip("an SQLite file is read on one host, whose clock serves")
    ahead = timezone.now() + timedelta(hours=1)
    monkeypatch.setattr(moment, "_said", (ahead, moment.time.monotonic() - 5))
    assert timedelta(seconds=5) <= moment.at_hand() - ahead < timedelta(minutes=1)
