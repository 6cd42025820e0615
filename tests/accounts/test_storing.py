"""Rows made or changed in memory are written as they are, and nothing else is."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Score, Standing, User
from accounts.models.gold import Posting
from accounts.storing import insert, insert_new, store, upsert
from tests.live.build import people

pytestmark = pytest.mark.django_db


def test_each_row_gets_its_own_values() -> None:
    users, now = people(), timezone.now()
    for number, user in enumerate(users[:3]):
        user.display_name = f"Tên {number}"
        user.is_guest = number == 1
        user.shut_out_until = now + timedelta(days=number) if number else None
        user.first_name = "not stored"
    store(users[:3], ("display_name", "is_guest", "shut_out_until"))
    kept = User.objects.order_by("pk").values_list("display_name", "is_guest", "shut_out_until", "first_name")
    assert list(kept) == [
        ("Tên 0", False, None, ""),
        ("Tên 1", True, now + timedelta(days=1), ""),
        ("Tên 2", False, now + timedelta(days=2), ""),
        ("Dung", False, None, ""),
    ]


def test_a_field_may_be_emptied_in_all_rows() -> None:
    users = people(2)
    User.objects.update(shut_out_until=timezone.now())
    store(users, ("shut_out_until",))
    assert not User.objects.exclude(shut_out_until=None).exists()


def test_rows_are_found_by_whatever_is_their_key() -> None:
    rows = [Standing(user=user, streak=number) for number, user in enumerate(people(3))]
    Standing.objects.bulk_create([Standing(user=row.user) for row in rows])
    store(rows, ("streak",))
    assert list(Standing.objects.order_by("user").values_list("streak", flat=True)) == [0, 1, 2]


def test_new_rows_have_their_keys(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    rows = [Posting(reference=f"hand:{number}:end", hand=number, at=timezone.now()) for number in range(5)]
    with django_assert_num_queries(1):
        insert(rows)
    assert [Posting.objects.get(reference=row.reference) for row in rows] == rows
    rows[0].hand = 7
    rows[0].save()
    assert Posting.objects.filter(hand=7).count() == 1


def test_what_is_there_is_not_written_twice() -> None:
    first, second = (Posting(reference="welcome:1", hand=hand, at=timezone.now()) for hand in (1, 2))
    assert insert_new(first, "reference")
    assert not insert_new(second, "reference")
    assert second.pk is None
    assert list(Posting.objects.values_list("pk", "hand")) == [(first.pk, 1)]


def test_rows_that_are_there_get_new_values() -> None:
    users = people(2)
    for value, chosen in ((1, users[:1]), (2, users)):
        scores = [Score(user=user, board="u", value=value, listed=True) for user in chosen]
        upsert(scores, ("user", "board"), ("value",))
    upsert([Score(user=users[0], board="u", value=3, listed=False)], ("user", "board"), ("value",))
    assert list(Score.objects.order_by("user").values_list("value", "listed")) == [(3, True), (2, True)]


def test_without_rows_nothing_is_asked(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        store([], ("streak",))
        insert([])
        upsert([], ("user",), ("streak",))
