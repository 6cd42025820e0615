"""The rating: who beats whom moves it, luck alone doesn't, absence makes it less certain."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from accounts.skill import AWAY_AFTER, CERTAIN, SIGMA, Skill, is_away, rated

DAY = timedelta(days=1)


def test_a_newcomer_is_provisional_in_the_middle() -> None:
    assert Skill().shown == 1500
    assert Skill().is_provisional
    assert not Skill(sigma=CERTAIN).is_provisional


def test_better_places_bring_more() -> None:
    shown = [skill.shown for skill in rated([Skill()] * 4, [3, 1, 4, 2])]
    assert shown[1] > shown[3] > shown[0] > shown[2]
    assert shown[1] > 1500 > shown[2]


def test_a_place_shared_is_a_draw() -> None:
    """After an ù all losers share the second place; móm share theirs."""
    winner, *losers = rated([Skill()] * 4, [1, 2, 2, 2])
    assert winner.shown > 1500
    assert len(set(losers)) == 1


def test_who_pays_for_everyone_is_last() -> None:
    _, bystander, payer, _ = rated([Skill()] * 4, [1, 2, 4, 2])
    assert payer.shown < bystander.shown


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_number_of_players_makes_it_more_certain(seats: int) -> None:
    for skill in rated([Skill()] * seats, range(1, seats + 1)):
        assert 0 < skill.sigma < SIGMA


def test_beating_the_strong_brings_more() -> None:
    over_strong, _ = rated([Skill(25, 5), Skill(32, 5)], [1, 2])
    over_weak, _ = rated([Skill(25, 5), Skill(18, 5)], [1, 2])
    assert over_strong.mu > over_weak.mu > 25


def test_skill_shows_and_certainty_comes() -> None:
    """Of four, the first wins twice as often as each of the others."""
    rng, skills = Random(4), [Skill()] * 4
    for hand in range(200):
        if hand == 20:
            assert all(skill.is_provisional for skill in skills)
        order: list[int] = []
        while len(order) < 4:
            order.append(rng.choices([seat for seat in range(4) if seat not in order], [2, 1, 1, 1][len(order) :])[0])
        skills = rated(skills, [order.index(seat) + 1 for seat in range(4)])
    assert not any(skill.is_provisional for skill in skills)
    assert skills[0].shown > max(skill.shown for skill in skills[1:]) + 50


def test_absence_changes_how_certain_it_is_but_not_the_number() -> None:
    skill = Skill(30, 2)
    assert skill.after(timedelta(hours=23)) == skill
    assert skill.after(-DAY) == skill
    assert skill.after(30 * DAY).shown == skill.shown
    assert skill.sigma < skill.after(30 * DAY).sigma < CERTAIN < skill.after(120 * DAY).sigma
    assert skill.after(10_000 * DAY).sigma == SIGMA
    assert Skill(30, SIGMA + 1).after(DAY).sigma == SIGMA + 1, "never more certain"


def test_a_month_without_a_hand_is_said() -> None:
    now = datetime(2026, 11, 30, tzinfo=UTC)
    assert not is_away(now - AWAY_AFTER, now)
    assert is_away(now - AWAY_AFTER - DAY, now)


def test_the_number_is_never_below_zero() -> None:
    assert Skill(mu=-50).shown == 0
