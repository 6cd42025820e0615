"""The page of leaderboards: whatever is asked for, in both languages, for everyone who may look."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import leaderboards, listing, standing
from accounts.boards import PRESETS, Board
from accounts.models import Score, User
from game.rules.variants import PRESET_NAMES
from tests.accounts.hands import certain, finished, part, player, ranking

pytestmark = pytest.mark.django_db

HOSTILE = ("<script>alert(1)", "مرحبا بالعالم", "🐸 Ếch", "‮", "Nguyễn Thị Phương Th")


def page(client: Client, language: str = "en", **query: str | int) -> str:
    response = client.get(reverse("leaderboards"), query, headers={"accept-language": language})
    assert response.status_code == 200
    return response.content.decode()


def lines(html: str) -> list[tuple[str, str]]:
    """Place and name of each line."""
    pattern = r'class="medal[^"]*"><span class="sr-only">Place </span>([\d.,]+)</span>.*?<bdi>(.*?)</bdi>'
    return re.findall(pattern, html, re.DOTALL)


def now_ranked(*users: User, gold: int = 100) -> None:
    standing.note(ranking(*users, at=timezone.now(), gold=gold))


def test_the_presets_are_the_games() -> None:
    assert PRESETS == PRESET_NAMES


@pytest.mark.parametrize("language", ["vi", "en"])
@pytest.mark.parametrize("kind", ["rating", "gold", "u"])
def test_an_empty_board_invites(client: Client, kind: str, language: str) -> None:
    html = page(client, language, board=kind)
    assert 'class="empty"' in html
    assert reverse("home") in html


def test_gold_won_of_the_week_is_what_people_won_from_people(client: Client) -> None:
    an, binh = player("An"), player("Bình")
    now_ranked(an, binh, gold=1234)
    standing.note(finished(part(binh, 1, gold=99_999), part(None, 2), at=timezone.now(), people_only=False))
    html = page(client, board="gold")
    assert lines(html) == [("1", "An"), ("2", "Bình")]
    assert "+1,234" in html and "−1,234" in html
    assert "+1.234" in page(client, "vi", board="gold")


def test_each_period_and_variant_has_its_own(client: Client) -> None:
    an, binh = player("An"), player("Bình")
    now = timezone.now()
    standing.note(ranking(an, binh, at=now, preset="ca_k"))
    standing.note(ranking(binh, an, at=now - timedelta(days=70), gold=900))
    assert lines(page(client, board="gold", period="week"))[0][1] == "An"
    assert lines(page(client, board="gold", period="month"))[0][1] == "An"
    assert lines(page(client, board="gold", period="ever"))[0][1] == "Bình"
    assert lines(page(client, board="gold", period="ever", variant="ca_k"))[0][1] == "An"
    assert lines(page(client, board="gold", period="week", variant="online")) == []


def test_who_made_u_this_week(client: Client) -> None:
    an, binh = player("An"), player("Bình")
    for kind in ("u", "u_khan"):
        standing.note(finished(part(an, 1, u=kind), part(binh, 2), at=timezone.now()))
    assert lines(page(client, board="u")) == [("1", "An")]


@pytest.mark.parametrize(
    "query",
    [
        {"board": "nothing"},
        {"board": "gold", "period": "year"},
        {"board": "u", "period": "ever"},
        {"variant": "<b>"},
        {"page": "-1"},
        {"page": "x"},
        {"page": "٣"},
        {"page": "9" * 30},
        {"page": "99999999"},
    ],
)
def test_what_is_not_there_is_the_usual(client: Client, query: dict[str, str]) -> None:
    many(2)
    html = page(client, **query)
    assert "<b>" not in re.findall(r"<h1.*?</h1>", html)[0]
    assert 'aria-current="page"' in html


def test_only_reading(client: Client) -> None:
    assert client.post(reverse("leaderboards")).status_code == 405


def many(count: int) -> list[User]:
    """As many listed players, the first one with the highest rating."""
    users = User.objects.bulk_create(User(username=f"user-{n}", display_name=f"Người {n}") for n in range(count))
    scores = [Score(user=u, board=Board("rating").key, value=3000 - n, listed=True) for n, u in enumerate(users)]
    leaderboards.write(scores)
    return users


def test_pages_of_many(client: Client) -> None:
    many(60)
    assert [place for place, _ in lines(page(client))] == [str(n) for n in range(1, 26)]
    assert [place for place, _ in lines(page(client, page=3))] == [str(n) for n in range(51, 61)]
    assert [place for place, _ in lines(page(client, page=9))] == [str(n) for n in range(51, 61)]


def test_nobody_reads_further_than_the_first_thousand(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    users = many(1100)
    client.force_login(users[1090])
    with django_assert_max_num_queries(32):
        html = page(client, page=44)
    assert "Your place: <b>1,091</b> of 1,100" in html
    assert [place for place, _ in lines(html)][:5] == ["1,089", "1,090", "1,091", "1,092", "1,093"]
    assert [place for place, _ in lines(html)][-1] == "1,000"
    assert html.count("item is-own") == 1


def test_the_own_line_is_marked_where_it_stands(client: Client) -> None:
    users = many(30)
    client.force_login(users[3])
    html = page(client)
    assert html.count("item is-own") == 1
    assert len(lines(html)) == 25, "no neighbours are needed"
    assert "Your place: <b>4</b> of 30" in html


def test_at_the_end_of_a_page_neighbours_are_shown_all_the_same(client: Client) -> None:
    users = many(30)
    client.force_login(users[24])
    assert [place for place, _ in lines(page(client))][:5] == ["23", "24", "25", "26", "27"]
    client.force_login(users[29])
    assert len(lines(page(client, page=2))) == 5, "there is nobody below"


def test_a_visitor_has_no_place_and_is_told_nothing(client: Client) -> None:
    many(3)
    html = page(client)
    assert "Your place" not in html
    assert "notice-box" not in html


def test_a_guest_is_told_how_to_get_a_place(client: Client) -> None:
    guest, an, binh = player("Khách", is_guest=True), player("An"), player("Bình")
    certain(an, binh)
    certain(guest, an)
    client.force_login(guest)
    html = page(client)
    assert reverse("account_signup") in html
    assert [name for _, name in lines(html)] == ["An", "Bình"]


@pytest.mark.parametrize(
    ("kind", "words"), [("rating", "some 50 hands with people"), ("gold", "for gold among people"), ("u", "make ù")]
)
def test_a_player_without_a_place_is_told_what_is_missing(client: Client, kind: str, words: str) -> None:
    client.force_login(player("An"))
    assert words in page(client, board=kind)


def test_a_provisional_rating_is_told_and_has_no_place(client: Client) -> None:
    an, binh = player("An"), player("Bình")
    now_ranked(an, binh)
    client.force_login(an)
    html = page(client)
    assert "rests on 1 hand" in html
    assert lines(html) == []


def test_absence_is_shown_on_boards_of_ratings(client: Client) -> None:
    an, binh = player("An"), player("Bình")
    certain(an, binh)
    assert "last rated on" not in page(client)
    User.objects.get(pk=an.pk).ratings.update(rated_at=timezone.now() - timedelta(days=31))
    html = page(client)
    assert html.count("last rated on") == 1
    assert "last rated on" not in page(client, board="gold", period="ever")


def test_hidden_and_removed_players_are_gone(client: Client) -> None:
    an, binh, chi = player("An"), player("Bình"), player("Chi")
    now_ranked(an, binh, chi)
    listing.hide(an.pk)
    binh.delete()
    client.force_login(an)
    html = page(client, board="gold")
    assert lines(html) == [("1", "Chi")]
    assert "Your place" not in html
    assert "You have been taken off the leaderboards." in html


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_shown_as_they_are(client: Client, name: str) -> None:
    an, binh = player(name), player("Bình")
    now_ranked(an, binh)
    html = page(client, board="gold")
    assert "<script>alert" not in html
    assert reverse("profile", args=[an.pk]) in html


def test_what_changes_is_not_kept_by_caches(client: Client) -> None:
    assert "no-store" in client.get(reverse("leaderboards"))["cache-control"]
