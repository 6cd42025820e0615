"""Rows changed in memory are written back as they are, and nothing else is."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Standing, User
from accounts.storing import store
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


def test_without_rows_nothing_is_asked(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        store([], ("streak",))
