"""What a finished hand changes of its players' standing."""

from __future__ import annotations

from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.db import connection, transaction
from pytest_django import DjangoAssertNumQueries

from accounts import recount, standing
from accounts.models import Rating, Score, Standing, Step, Totals, User
from accounts.skill import Skill, rated
from tests.accounts.hands import NOW, certain, finished, part, player, ranking

pytestmark = pytest.mark.django_db


def totals(user: User, **which: object) -> Totals:
    return Totals.objects.get(user=user, **which)


# -- totals -------------------------------------------------------------------------------------------


def test_totals_add_up_by_variant() -> None:
    an, binh = player("An"), player("Bình")
    standing.note(finished(part(an, 1, units=15, gold=1500, u="u_tron"), part(binh, 2, units=-15, gold=-1500, den=15)))
    standing.note(finished(part(an, 2, units=-4, gold=-400, mom=True), part(binh, 1, units=4, gold=380)))
    standing.note(finished(part(an, 1, units=10, gold=None, u="u_khan"), part(binh, 2, units=-10), preset="ca_k"))
    one, other = totals(an, preset="online"), totals(binh, preset="online")
    assert (one.hands, one.wins, one.u_tron, one.u, one.mom, one.den) == (2, 1, 1, 0, 1, 0)
    assert (one.units, one.gold) == (11, 1100)
    assert (other.hands, other.wins, other.den, other.den_units, other.units) == (2, 1, 1, 15, -11)
    assert (totals(an, preset="ca_k").u_khan, totals(an, preset="ca_k").gold) == (1, 0)


@pytest.mark.parametrize("kind", ["u", "u_tron", "u_khan", "dong_hoa"])
def test_each_kind_of_u_is_counted_apart(kind: str) -> None:
    an, binh = player("An"), player("Bình")
    standing.note(finished(part(an, 1, u=kind), part(binh, 2)))
    kept = totals(an)
    assert {name: getattr(kept, name) for name in ("u", "u_tron", "u_khan", "dong_hoa")} == {
        name: int(name == kind) for name in ("u", "u_tron", "u_khan", "dong_hoa")
    }


def test_hands_with_bots_are_told_apart_and_count_for_nothing_else() -> None:
    an, binh = player("An"), player("Bình")
    standing.note(ranking(an, binh))
    standing.note(finished(part(an, 1, units=6, gold=600, u="u"), part(None, 2), people_only=False))
    assert (totals(an, with_bots=True).hands, totals(an, with_bots=True).gold) == (1, 600)
    assert (totals(an, with_bots=False).hands, totals(an, with_bots=False).gold) == (1, 100)
    assert Rating.objects.get(user=an, preset="").hands == 1
    assert Score.objects.get(user=an, board="gold:ever::").value == 100
    assert not Score.objects.filter(board__startswith="u:").exists()


def test_a_changed_variant_counts_for_totals_alone() -> None:
    an, binh = player("An"), player("Bình")
    standing.note(finished(part(an, 1, gold=500), part(binh, 2, gold=-500), is_preset=False))
    assert totals(an, preset="online").gold == 500
    assert not Rating.objects.exists()
    assert not Score.objects.exists()


# -- streaks ------------------------------------------------------------------------------------------


def test_the_best_streak_stays_when_it_breaks() -> None:
    an, binh = player("An"), player("Bình")
    for winner, loser in ((an, binh), (an, binh), (binh, an), (an, binh)):
        standing.note(ranking(winner, loser))
    kept = Standing.objects.get(user=an)
    assert (kept.streak, kept.best_streak, kept.best_streak_with_people) == (1, 2, 2)


def test_bots_neither_lengthen_nor_break_a_streak_among_people() -> None:
    an, binh = player("An"), player("Bình")
    standing.note(ranking(an, binh))
    standing.note(finished(part(an, 1), part(None, 2), people_only=False))
    standing.note(finished(part(an, 2), part(None, 1), people_only=False))
    standing.note(ranking(an, binh))
    kept = Standing.objects.get(user=an)
    assert (kept.streak, kept.best_streak) == (1, 2)
    assert (kept.streak_with_people, kept.best_streak_with_people) == (2, 2)


# -- rating -------------------------------------------------------------------------------------------


def test_the_ranking_moves_the_rating_over_all_and_of_the_variant() -> None:
    users = [player(name) for name in ("An", "Bình", "Chi", "Dũng")]
    standing.note(ranking(*users, preset="co_dien"))
    after = rated([Skill()] * 4, [1, 2, 3, 4])
    for preset in ("", "co_dien"):
        kept = [Rating.objects.get(user=user, preset=preset) for user in users]
        assert [rating.mu for rating in kept] == pytest.approx([skill.mu for skill in after])
        assert [rating.rated_at for rating in kept] == [NOW] * 4
    assert not Rating.objects.filter(preset="online").exists()


def test_units_do_not_matter_for_the_rating() -> None:
    users = [player(name) for name in ("An", "Bình", "Chi", "Dũng")]
    standing.note(finished(part(users[0], 1, units=1), part(users[1], 2, units=-1)))
    standing.note(finished(part(users[2], 1, units=40, u="u_tron"), part(users[3], 2, units=-40, den=40)))
    mus = [Rating.objects.get(user=user, preset="").mu for user in users]
    assert mus[0] == mus[2] and mus[1] == mus[3]


def test_absence_counts_when_one_comes_back() -> None:
    (an, binh), late = (player("An"), player("Bình")), NOW + timedelta(days=200)
    certain(an, binh)
    before = Rating.objects.get(user=an, preset="")
    standing.note(ranking(an, binh, at=late))
    after = Rating.objects.get(user=an, preset="")
    assert after.sigma > before.sigma
    assert after.mu > before.mu
    assert not Score.objects.get(user=an, board="rating:ever::").listed, "provisional once more"
    assert not list(recount.wrong())


def test_nobody_is_rated_alone() -> None:
    """The other one was erased since the deal."""
    an = player("An")
    standing.note(finished(part(an, 1, gold=100), part(None, 2, gold=-100)))
    assert not Rating.objects.exists()
    assert Score.objects.get(user=an, board="gold:ever::").value == 100


def test_who_is_gone_meanwhile_is_passed_over() -> None:
    an, binh, chi = player("An"), player("Bình"), player("Chi")
    hand = ranking(an, binh, chi)
    binh.delete()
    standing.note(hand)
    assert Rating.objects.filter(preset="").count() == 2
    assert Totals.objects.count() == 2


# -- scores -------------------------------------------------------------------------------------------


def test_gold_and_u_count_for_their_week_month_and_ever() -> None:
    an, binh = player("An"), player("Bình")
    for days in (-1, 0, 1):  # a Sunday, the last of November, the first of December
        at = NOW + timedelta(days=days)
        standing.note(finished(part(an, 1, gold=100, u="u"), part(binh, 2, gold=-100), at=at))
    kept = dict(Score.objects.filter(user=an, board__endswith=":").values_list("board", "value"))
    kept.pop("rating:ever::")
    assert kept == {
        "gold:week:2026-11-23:": 100,
        "gold:week:2026-11-30:": 200,
        "gold:month:2026-11-01:": 200,
        "gold:month:2026-12-01:": 100,
        "gold:ever::": 300,
        "u:week:2026-11-23:": 1,
        "u:week:2026-11-30:": 2,
    }


def test_a_hand_not_played_for_gold_wins_none() -> None:
    an, binh = player("An"), player("Bình")
    standing.note(finished(part(an, 1, units=3), part(binh, 2, units=-3)))
    assert not Score.objects.filter(board__startswith="gold").exists()


def test_a_provisional_rating_has_no_place_a_certain_one_has() -> None:
    an, binh = player("An"), player("Bình")
    standing.note(ranking(an, binh))
    assert not Score.objects.filter(board__startswith="rating", listed=True).exists()
    certain(an, binh)
    assert set(Score.objects.filter(board="rating:ever::", listed=True).values_list("user", flat=True)) == {
        an.pk,
        binh.pk,
    }


def test_steps_count_what_is_listed() -> None:
    users = [player(name) for name in ("An", "Bình", "Chi", "Dũng")]
    guest = player("Khách", is_guest=True)
    for shift in range(12):
        standing.note(ranking(*users[shift % 4 :], *users[: shift % 4], gold=97 * shift + 1))
        standing.note(ranking(guest, users[shift % 4]))
    assert not list(recount.wrong())
    assert sum(Step.objects.filter(board="gold:ever::").values_list("count", flat=True)) == 4
    assert not Score.objects.filter(user=guest, listed=True).exists()
    assert Score.objects.filter(user=guest).exists(), "kept for when the guest takes an account"


def test_what_is_won_against_a_guest_counts_for_the_guest_only() -> None:
    """Who could be the player as well, in another browser."""
    an, binh, guest = player("An"), player("Bình"), player("Khách", is_guest=True)
    standing.note(finished(part(an, 1, gold=9, u="u"), part(binh, 2, gold=-4), part(guest, 2, gold=-5)))
    for kept in (Score, Rating):
        assert set(kept.objects.values_list("user", flat=True)) == {guest.pk}
    another = player("Khách 2", is_guest=True)
    Score.objects.all().delete()
    standing.note(ranking(guest, another))
    assert not Score.objects.exists()


# -- how much of it -----------------------------------------------------------------------------------


def test_a_hand_takes_few_statements(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    users = [player(name) for name in ("An", "Bình", "Chi", "Dũng")]
    standing.note(ranking(*users))
    with django_assert_num_queries(11):  # a savepoint among them
        standing.note(finished(*(part(user, place, gold=9, u="u") for place, user in enumerate(users, 1))))


@pytest.mark.django_db(transaction=True)
def test_racing_hands_are_all_counted() -> None:
    """Hands of the same players, in every order, ending at once by connections of their own."""
    users = [player(name) for name in ("An", "Bình", "Chi", "Dũng")]
    barrier, failed = Barrier(4), list[BaseException]()

    def play(seed: int) -> None:
        try:
            barrier.wait()
            for shift in range(6):
                order = [users[(seed + shift + seat * (1 if seed % 2 else 3)) % 4] for seat in range(4)]
                with transaction.atomic():
                    standing.note(ranking(*order, gold=100 + seed))
        except BaseException as error:
            failed.append(error)
        finally:
            connection.close()

    threads = [Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert {kept.hands for kept in Totals.objects.all()} == {24}
    assert {rating.hands for rating in Rating.objects.all()} == {24}
    assert sum(Score.objects.filter(board="gold:ever::").values_list("value", flat=True)) == 0
    assert sum(Step.objects.filter(board="gold:ever::").values_list("count", flat=True)) == 4
    assert not list(recount.wrong())
