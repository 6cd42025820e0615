"""What a finished hand changes of its players' standing."""

from __future__ import annotations

import pytest

from accounts import standing
from accounts.models import Rating, Score, Standing, Totals
from tests.accounts.hands import finished, part, player, ranking

pytestmark = pytest.mark.django_db


def test_a_hand_of_people_counts_for_everything() -> None:
    an, binh = player("An"), player("Bình")
    standing.note(ranking(an, binh, gold=300))
    assert Totals.objects.get(user=an).gold == 300
    assert Rating.objects.get(user=an, preset="").mu > 25 > Rating.objects.get(user=binh, preset="").mu
    assert Score.objects.get(user=binh, board="gold:ever::online").value == -300
    assert Standing.objects.get(user=an).best_streak_with_people == 1


def test_a_hand_with_bots_counts_for_totals_alone() -> None:
    an = player("An")
    standing.note(finished(part(an, units=6, gold=600), part(None, 2), people_only=False))
    assert Totals.objects.get().with_bots
    assert not Rating.objects.exists()
    assert not Score.objects.exists()
