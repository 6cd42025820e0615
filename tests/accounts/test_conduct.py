"""Leaving people alone and letting hands go by cost a wait that grows, and is forgotten after a day."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts import conduct, erasing, keeping, ledger
from accounts.conduct import WAITS
from accounts.models import Lapse, User
from game.live.moment import now
from tests.live.build import person

pytestmark = pytest.mark.django_db

LEFT, IDLE = Lapse.Kind.LEFT, Lapse.Kind.IDLE


@pytest.fixture
def an() -> User:
    return person("An")


def test_nobody_waits_without_a_lapse_nor_for_the_first(an: User) -> None:
    moment = now()
    assert conduct.wait(an.pk, moment) == timedelta()
    conduct.note(an.pk, LEFT, moment)
    assert conduct.wait(an.pk, moment) == timedelta()


def test_each_one_more_lengthens_the_wait_up_to_the_longest(an: User) -> None:
    moment = now()
    waits = []
    for number in range(len(WAITS) + 2):
        conduct.note(an.pk, (LEFT, IDLE)[number % 2], moment)
        waits.append(conduct.wait(an.pk, moment))
    assert waits == [*WAITS, WAITS[-1], WAITS[-1]]
    assert sorted(waits) == waits


def test_the_wait_runs_from_the_last_lapse(an: User) -> None:
    moment = now()
    for ago in (120, 60, 10):
        conduct.note(an.pk, LEFT, moment - timedelta(seconds=ago))
    assert conduct.wait(an.pk, moment) == WAITS[2] - timedelta(seconds=10)
    assert conduct.wait(an.pk, moment + WAITS[2]) == timedelta()


def test_what_is_older_than_a_day_counts_no_more_and_is_removed(an: User) -> None:
    moment = now()
    for ago in (keeping.LAPSES, keeping.LAPSES, timedelta(seconds=1)):
        conduct.note(an.pk, LEFT, moment - ago)
    assert conduct.wait(an.pk, moment) == timedelta(), "the two old ones don't count"
    assert conduct.forget(moment) == 2
    assert Lapse.objects.count() == 1
    assert conduct.forget(moment) == 0


def test_another_ones_lapses_are_no_matter(an: User) -> None:
    moment = now()
    for _ in range(4):
        conduct.note(an.pk, LEFT, moment)
    assert conduct.wait(person("Binh").pk, moment) == timedelta()


def test_nothing_of_it_is_left_of_who_is_erased_in_mid_hand(an: User) -> None:
    ledger.welcome(an)
    ledger.set_aside(8, {an.pk: 1_000})
    conduct.note(an.pk, LEFT, now())
    erasing.erase(an)
    assert User.objects.filter(pk=an.pk).exists()
    assert not Lapse.objects.exists()
