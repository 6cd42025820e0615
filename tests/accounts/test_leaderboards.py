"""Leaderboards: places from kept counts, whoever shares a score, whoever is not listed, and what the database reads."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from random import Random
from threading import Thread

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts import leaderboards, listing, recount, standing
from accounts.boards import Board, board, step_of
from accounts.models import Score, Standing, Step, User
from tests.accounts.hands import NOW, certain, player, ranking
from tests.accounts.test_sign_up import sign_up

pytestmark = pytest.mark.django_db

GOLD = Board("gold")


def scored(values: list[int]) -> list[User]:
    """As many players with these scores on the board of gold."""
    users = User.objects.bulk_create(User(username=f"user-{n}", display_name=f"An {n}") for n in range(len(values)))
    write(dict(zip(users, values, strict=True)))
    return users


def write(values: dict[User, int], listed: bool = True) -> None:
    leaderboards.write([Score(user=user, board=GOLD.key, value=value, listed=listed) for user, value in values.items()])


def shown(rows: list[leaderboards.Row]) -> list[tuple[int, int]]:
    return [(row.place, row.score.value) for row in rows]


def own(user: User) -> Score:
    return Score.objects.get(user=user, board=GOLD.key)


# -- places -------------------------------------------------------------------------------------------


def test_places_by_value_shared_by_who_is_equal() -> None:
    scored([5, 90, 7, 7, -3])
    assert shown(leaderboards.page(GOLD, 0, 10)) == [(1, 90), (2, 7), (2, 7), (4, 5), (5, -3)]
    assert leaderboards.size(GOLD) == 5


def test_a_later_page_goes_on_where_the_one_before_ended() -> None:
    scored([5, 90, 7, 7, -3])
    assert shown(leaderboards.page(GOLD, 2, 2)) == [(2, 7), (4, 5)]
    assert leaderboards.page(GOLD, 5, 2) == []


def test_the_place_of_any_value_is_told_without_looking_at_all() -> None:
    rng = Random(2)
    values = [int(rng.gauss(0, 30_000)) for _ in range(400)]
    scored(values)
    for value in (*values, 10**9, -(10**9), 0):
        assert leaderboards.place(GOLD, value) == 1 + sum(other > value for other in values)


def test_a_score_that_changes_moves_its_count() -> None:
    an, _ = scored([100, 20_000])
    for value in (100, 30_000, -5, -70_000, 0):
        write({an: value})
        assert leaderboards.size(GOLD) == 2
        assert leaderboards.place(GOLD, 20_000) == (2 if value > 20_000 else 1)
        assert not list(recount.wrong())


def test_the_own_place_with_its_neighbours() -> None:
    users = scored([50, 40, 30, 20, 10])
    assert shown(leaderboards.around(GOLD, own(users[2]))) == [(1, 50), (2, 40), (3, 30), (4, 20), (5, 10)]
    assert shown(leaderboards.around(GOLD, own(users[0]))) == [(1, 50), (2, 40), (3, 30)]
    assert shown(leaderboards.around(GOLD, own(users[4]))) == [(3, 30), (4, 20), (5, 10)]


def test_neighbours_among_many_who_are_equal() -> None:
    users = scored([9, 1, 1, 1, 1, 1, 0])
    assert shown(leaderboards.around(GOLD, own(users[3]))) == [(2, 1)] * 5
    assert [row.score.user for row in leaderboards.around(GOLD, own(users[3]))] == users[1:6]
    assert shown(leaderboards.around(GOLD, own(users[1]))) == [(1, 9), (2, 1), (2, 1), (2, 1)]
    assert shown(leaderboards.around(GOLD, own(users[5]))) == [(2, 1), (2, 1), (2, 1), (7, 0)]


# -- who is listed ------------------------------------------------------------------------------------


def test_unlisted_scores_have_no_place() -> None:
    an, binh, chi = scored([30, 20, 10])
    write({binh: 20}, listed=False)
    assert shown(leaderboards.page(GOLD, 0, 10)) == [(1, 30), (2, 10)]
    assert shown(leaderboards.around(GOLD, own(chi))) == [(1, 30), (2, 10)]
    assert leaderboards.size(GOLD) == 2


def test_a_guest_who_takes_an_account_is_listed(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    an, guest = player("An"), player("Khách", is_guest=True)
    certain(an, guest)
    standing.note(ranking(an, player("Bình", is_active=False)))
    assert set(leaderboards.listed(GOLD).values_list("user", flat=True)) == {an.pk}
    with django_capture_on_commit_callbacks(execute=True):
        guest.is_guest = False
        guest.save()
    for one in (GOLD, Board("rating"), Board("rating", preset="online"), board("gold", "week", "online", NOW)):
        assert set(leaderboards.listed(one).values_list("user", flat=True)) == {an.pk, guest.pk}
    assert not list(recount.wrong())


def test_signing_up_lists_what_the_guest_has_won(
    client: Client, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    an, guest = player("An"), player("Khách", is_guest=True)
    standing.note(ranking(guest, an))
    client.force_login(guest)
    with django_capture_on_commit_callbacks(execute=True):
        sign_up(client)
    assert leaderboards.place(GOLD, own(guest).value) == 1
    assert leaderboards.size(GOLD) == 1
    assert not list(recount.wrong())


def test_whoever_is_shut_out_is_not_listed_until_let_in_again(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    an, binh = player("An"), player("Bình")
    standing.note(ranking(an, binh))
    for active in (False, True):
        with django_capture_on_commit_callbacks(execute=True):
            an.is_active = active
            an.save(update_fields=["is_active"])
        assert leaderboards.size(GOLD) == 1 + active
        standing.note(ranking(an, binh))
        assert leaderboards.size(GOLD) == 1 + active, "hands don't list whoever isn't"
        assert not list(recount.wrong())


def test_whoever_is_hidden_stays_so_on_new_boards() -> None:
    an, binh = player("An"), player("Bình")
    standing.note(ranking(an, binh))
    listing.hide(an.pk)
    standing.note(ranking(an, binh, at=NOW + timedelta(days=40)))
    assert not Score.objects.filter(user=an, listed=True).exists()
    assert not list(recount.wrong())
    listing.hide(an.pk, hidden=False)
    assert not Score.objects.filter(user=an, listed=False).exclude(board__startswith="rating").exists()
    assert not list(recount.wrong())


def test_somebody_can_be_hidden_before_the_first_hand_and_nobody_who_is_not_there() -> None:
    an, binh = player("An"), player("Bình")
    listing.hide(an.pk)
    standing.note(ranking(an, binh))
    assert leaderboards.size(GOLD) == 1
    listing.hide(an.pk + 1000)
    assert not Standing.objects.filter(user=an.pk + 1000).exists()


def test_other_changes_of_a_user_leave_scores_alone(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    an = player("An")
    with django_capture_on_commit_callbacks() as callbacks:
        an.save(update_fields=["last_login"])
    assert not callbacks
    with django_capture_on_commit_callbacks(execute=True):
        an.save()
    assert not Standing.objects.exists(), "who never played has none"


def test_whoever_is_removed_is_counted_no_more() -> None:
    users = [player(name) for name in ("An", "Bình", "Chi")]
    standing.note(ranking(*users))
    users[1].delete()
    assert leaderboards.size(GOLD) == 2
    assert leaderboards.place(GOLD, -101) == 3
    assert not list(recount.wrong())


@pytest.mark.django_db(transaction=True)
def test_being_hidden_while_hands_end_and_the_counts_are_rebuilt() -> None:
    an, binh, chi = player("An"), player("Bình"), player("Chi")
    failed: list[BaseException] = []

    def plays() -> None:
        for hand in range(12):
            with transaction.atomic():
                standing.note(ranking(an, binh, gold=100 + 37 * hand))

    def hides() -> None:
        for turn in range(12):
            listing.hide(an.pk, hidden=turn % 2 == 0)

    def rebuilds() -> None:
        for _ in range(6):
            recount.rebuild()

    def removes() -> None:
        standing.note(ranking(chi, an))
        chi.delete()

    def run(what: Callable[[], None]) -> None:
        try:
            what()
        except BaseException as error:
            failed.append(error)
        finally:
            connection.close()

    threads = [Thread(target=run, args=(what,)) for what in (plays, hides, rebuilds, removes)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert not list(recount.wrong())
    assert leaderboards.size(GOLD) == 2
    assert Score.objects.get(user=binh, board=GOLD.key).value == -sum(100 + 37 * hand for hand in range(12))


# -- weeks and months that are over -------------------------------------------------------------------


def test_past_boards_go_and_running_ones_stay() -> None:
    an, binh = player("An"), player("Bình")
    standing.note(ranking(an, binh, at=NOW - timedelta(days=7)))
    standing.note(ranking(an, binh, at=NOW))
    assert leaderboards.forget_past(NOW) == 2 * 2, "the last week's, of two players, over all variants and of one"
    assert leaderboards.forget_past(NOW) == 0
    assert Score.objects.get(user=an, board=board("gold", "week", "", NOW).key).value == 100
    assert Score.objects.get(user=an, board=board("gold", "month", "", NOW).key).value == 200
    assert leaderboards.forget_past(NOW + timedelta(days=1)) == 2 * 2, "the month's"
    assert own(an).value == 200
    assert not list(recount.wrong())


def test_past_boards_go_that_nobody_was_listed_on() -> None:
    an, binh = player("An"), player("Bình")
    Standing.objects.bulk_create(Standing(user=user, hidden=True) for user in (an, binh))
    standing.note(ranking(an, binh, at=NOW - timedelta(days=7)))
    assert leaderboards.forget_past(NOW) == 2 * 2
    assert leaderboards.forget_past(NOW) == 0


# -- held to the scores -------------------------------------------------------------------------------


def test_checkstanding_finds_and_mends(capsys: pytest.CaptureFixture[str]) -> None:
    an, binh, guest = player("An"), player("Bình"), player("Khách", is_guest=True)
    standing.note(ranking(an, binh, gold=200))
    standing.note(ranking(an, guest))
    call_command("checkstanding")
    Step.objects.filter(board=GOLD.key, step=step_of(200)).update(count=5)
    Step.objects.filter(board=GOLD.key, step=step_of(-200)).delete()
    User.objects.filter(pk=guest.pk).update(is_guest=False)
    with pytest.raises(CommandError, match="--rebuild"):
        call_command("checkstanding")
    said = capsys.readouterr().out
    assert f"{GOLD.key} step {step_of(200)}: 5 kept, 1 counted" in said
    assert f"player {guest.pk}" in said
    call_command("checkstanding", rebuild=True)
    call_command("checkstanding")
    assert leaderboards.size(GOLD) == 3


# -- quick at a million -------------------------------------------------------------------------------


def plans(queries: CaptureQueriesContext) -> list[str]:
    """What the database says it does for each statement."""
    explain = "EXPLAIN QUERY PLAN " if connection.vendor == "sqlite" else "EXPLAIN "
    with connection.cursor() as cursor:
        found = []
        for query in queries.captured_queries:
            cursor.execute(explain + query["sql"])
            found.append("\n".join(str(row[-1]) for row in cursor.fetchall()))
    return found


def test_many_players_are_not_read_to_tell_a_few_places() -> None:
    """Every statement finds scores by an index; the only scores counted are those of a narrow range of values."""
    rng = Random(3)
    values = [int(rng.lognormvariate(9, 1.5)) for _ in range(20_000)]
    ranked = sorted(zip(values, scored(values), strict=True), key=lambda pair: -pair[0])
    values.sort(reverse=True)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    mine = {rank: own(ranked[rank][1]) for rank in (0, 10_000, 19_999)}
    with CaptureQueriesContext(connection) as queries:
        assert leaderboards.size(GOLD) == 20_000
        best, last = leaderboards.page(GOLD, 0, 25), leaderboards.page(GOLD, 975, 25)
        around = {rank: leaderboards.around(GOLD, score) for rank, score in mine.items()}
    assert [row.score.value for row in best + last] == values[:25] + values[975:1000]
    for rank, rows in around.items():
        assert (values.index(values[rank]) + 1, values[rank]) in shown(rows)
    for query, plan in zip(queries.captured_queries, plans(queries), strict=True):
        if '"accounts_score"' in query["sql"]:
            assert "scores_by_place" in plan, plan
            assert not re.search(r"SCAN|Seq Scan|TEMP B-TREE|Sort", plan), plan
        if "COUNT(" in query["sql"]:
            bounds = plan.replace(" ", "")
            assert "value>" in bounds and "value<" in bounds, plan
    assert len(queries) < 60
    assert Step.objects.order_by("-count")[0].count < 20_000 / 50, "so many are counted at most for a place"
    assert Step.objects.count() < 2000, "so that adding them up is no work either"
