"""A player's finished hands: newest first, by filters, page by page, as records."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime

import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from game.live import history
from game.live.history import Filters, Page
from game.models import HandPlayer, HandRecord
from tests.live.build import QUIET, dealt, people, person, recorded, seated
from tests.live.past import at_table, finished

pytestmark = pytest.mark.django_db

U, DEN, KHAN = recorded(130), recorded(39), recorded(89)
"""Of four seats each: an ù tròn by the online rules; a classic ù for which seat 1 pays; an ù at the deal."""


@pytest.fixture
def sitters() -> list[User]:
    return people()


def played(sitters: list[User], *records: dict[str, object]) -> list[HandRecord]:
    """These hands, one after the other, at one table."""
    table = at_table([*sitters])
    return [finished(table, record) for record in records]


def shown(page: Page) -> list[int]:
    return [player.hand_id for player in page.hands]


def found(user: User, **filters: object) -> list[int]:
    return shown(history.page_of(user.pk, Filters(**filters)))  # type: ignore[arg-type]


# -- pages ------------------------------------------------------------------------------------------------


def test_newest_first_and_only_the_own(sitters: list[User]) -> None:
    first, second = played(sitters, QUIET, U)
    others = at_table([person("Em"), "sound", "sound", "sound"], "another")
    finished(others, QUIET)
    assert found(sitters[0]) == [second.pk, first.pk]


@pytest.mark.usefixtures("quiet")
def test_a_hand_in_play_is_not_among_them() -> None:
    users = people()
    dealt(seated([*users]))
    assert HandPlayer.objects.filter(user=users[0]).exists()
    assert found(users[0]) == []


def test_pages_follow_each_other_without_gaps(sitters: list[User]) -> None:
    hands = played(sitters, *[QUIET] * 7)
    before, seen = None, []
    while True:
        page = history.page_of(sitters[0].pk, Filters(), before, size=3)
        seen += shown(page)
        if page.before is None:
            break
        before = page.before
    assert seen == [hand.pk for hand in reversed(hands)]


def test_no_more_after_a_page_that_is_just_full(sitters: list[User]) -> None:
    played(sitters, *[QUIET] * 3)
    assert history.page_of(sitters[0].pk, Filters(), size=3).before is None


def test_a_page_is_two_queries(sitters: list[User], django_assert_num_queries: DjangoAssertNumQueries) -> None:
    played(sitters, *[QUIET] * 5)
    with django_assert_num_queries(2):
        page = history.page_of(sitters[0].pk, Filters())
        assert [[other.name for other in player.hand.players.all()] for player in page.hands] == [
            ["An", "Binh", "Chi", "Dung"]
        ] * 5
        assert [player.hand.preset for player in page.hands] == ["online"] * 5


def test_hands_are_found_by_their_index_already_in_order(sitters: list[User]) -> None:
    """However many hands there are, a page reads its own, and nothing is sorted."""
    wanted = history.fitting(sitters[0].pk, Filters()).filter(hand__lt=10_000).order_by("-hand")[:21]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off")
    plan = wanted.explain()
    assert "finished_hands_newest_first" in plan
    assert "TEMP B-TREE" not in plan and "Sort" not in plan


# -- filters ------------------------------------------------------------------------------------------------


def test_by_rules(sitters: list[User]) -> None:
    online, classic = played(sitters, QUIET, DEN)
    assert found(sitters[0], preset="online") == [online.pk]
    assert found(sitters[0], preset="co_dien") == [classic.pk]
    assert found(sitters[0], preset="ca_k") == []


def test_by_result(sitters: list[User]) -> None:
    points, u, den = played(sitters, QUIET, U, DEN)
    for record, hand in ((QUIET, points), (U, u), (DEN, den)):
        winner, loser = record["result"]["winner"], (record["result"]["winner"] + 1) % 4
        assert hand.pk in found(sitters[winner], result="won")
        assert hand.pk not in found(sitters[winner], result="lost")
        assert hand.pk in found(sitters[loser], result="lost")
    assert found(sitters[U["result"]["winner"]], result="u")[-1] == u.pk
    assert found(sitters[DEN["result"]["den"]], result="den") == [den.pk]
    mom = QUIET["result"]["mom"].index(True)
    assert found(sitters[mom], result="mom") == [points.pk]


def test_by_day_as_days_are_in_vietnam(sitters: list[User]) -> None:
    table = at_table([*sitters])
    late = finished(table, QUIET, datetime(2026, 11, 1, 16, 59, tzinfo=UTC))
    early = finished(table, QUIET, datetime(2026, 11, 1, 17, 0, tzinfo=UTC))  # midnight in Vietnam
    assert found(sitters[0], last=date(2026, 11, 1)) == [late.pk]
    assert found(sitters[0], first=date(2026, 11, 2)) == [early.pk]
    assert found(sitters[0], first=date(2026, 11, 1), last=date(2026, 11, 2)) == [early.pk, late.pk]
    assert found(sitters[0], first=date(2026, 11, 3)) == []


@pytest.mark.parametrize("name", ["đặng", "Đặng", "ĐẶNG VĂN", "ặng v", "máy gà", "dang", "Van Lam", "may ga"])
def test_by_another_player_however_the_name_is_written(name: str) -> None:
    me = person("An")
    table = at_table([me, "sound", person("Đặng Văn Lâm"), person("Chi")])
    table.chairs.filter(position=1).update(name="Máy Gà Trống")
    with_both = finished(table, QUIET)
    assert found(me, against=name) == [with_both.pk]


@pytest.mark.parametrize("name", ["Anh", "%", "_n", "An"])
def test_the_own_name_and_signs_of_the_database_find_nobody(name: str) -> None:
    me = person("An")
    finished(at_table([me, person("Binh"), person("Chi"), person("Dung")]), QUIET)
    assert found(me, against=name) == []


def test_filters_go_together(sitters: list[User]) -> None:
    played(sitters, QUIET, U, DEN)
    winner = sitters[U["result"]["winner"]]
    other = next(user for user in sitters if user != winner)
    wanted = {"preset": "online", "result": "u", "against": other.display_name}
    assert len(found(winner, **wanted)) == 1
    assert found(winner, **wanted | {"preset": "co_dien"}) == []


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ({}, Filters()),
        ({"preset": "ca_k", "result": "u"}, Filters("ca_k", "u")),
        ({"preset": "chess", "result": "drew"}, Filters()),
        ({"first": "2026-11-01", "last": "2026-02-30"}, Filters(first=date(2026, 11, 1))),
        ({"first": "0001-01-01", "last": "9999-12-31"}, Filters()),
        ({"first": "yesterday"}, Filters()),
        ({"against": "  Lâm\0 "}, Filters(against="Lâm")),
        ({"against": "La\u0302m"}, Filters(against="Lâm")),
        ({"against": "a" * 100}, Filters(against="a" * 40)),
    ],
)
def test_what_an_address_asks_for(asked: dict[str, str], wanted: Filters) -> None:
    assert history.parse(asked) == wanted


# -- records ------------------------------------------------------------------------------------------------


def lines(user: User, filters: Filters | None = None) -> list[str]:
    return "".join(history.lines_of(user.pk, filters or Filters())).splitlines()


def test_all_records_oldest_first(sitters: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "BATCH", 2)
    played(sitters, QUIET, U, DEN, KHAN, QUIET)
    records = [json.loads(line) for line in lines(sitters[0])]
    kept = ("pack", "actions", "result")
    assert [{name: record[name] for name in kept} for record in records] == [
        {name: record[name] for name in kept} for record in (QUIET, U, DEN, KHAN, QUIET)
    ]


def test_records_tell_the_seat_that_was_the_players_own(sitters: list[User]) -> None:
    played(sitters, QUIET)
    hand = HandRecord.objects.get()
    for user in sitters:
        (line,) = lines(user)
        assert json.loads(line)["viewer"] == hand.players.get(user=user).seat
    assert "viewer" not in json.loads(history.line_of(hand))


def test_records_by_the_same_filters(sitters: list[User]) -> None:
    played(sitters, QUIET, DEN)
    (line,) = lines(sitters[0], Filters(preset="co_dien"))
    assert json.loads(line)["actions"] == DEN["actions"]


def test_records_are_read_in_batches(sitters: list[User], django_assert_num_queries: DjangoAssertNumQueries) -> None:
    played(sitters, *[QUIET] * 3)
    with django_assert_num_queries(3):  # which, what they are, no more
        assert len(lines(sitters[0])) == 3
