"""Statements that are made once find what Django's own do, whatever values they are run with."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import Standing, User
from accounts.prepared import Among, Select
from tests.live.build import people

pytestmark = pytest.mark.django_db


def test_a_row_comes_with_what_it_refers_to(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for user in people(2):
        Standing.objects.create(user=user, streak=user.pk)
    of = Select(lambda user: Standing.objects.filter(user=user).select_related("user"))
    for user in User.objects.all():
        with django_assert_num_queries(1):
            (found,) = of.models(user.pk)
            assert (found.streak, found.user.display_name, found.user) == (user.pk, user.display_name, user)


def test_several_values_are_asked_for_at_once() -> None:
    users = people(4)
    named = Among(lambda pks, name: User.objects.filter(pk__in=pks).exclude(username=name).order_by("pk"), others=1)
    for chosen in (users[:3], users[1:], users[:1], users):
        found = named.models([user.pk for user in chosen], "Binh")
        assert found == [user for user in chosen if user.username != "Binh"]


def test_without_values_nothing_is_asked(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    of = Among(lambda pks: User.objects.filter(pk__in=pks))
    with django_assert_num_queries(0):
        assert of.models([]) == of.rows([]) == []
