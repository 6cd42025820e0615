"""The page of a player: what everybody sees, what only its owner does, and who has none."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import erasing, ledger, standing
from accounts.models import User
from game.screens.seats import Plate, face_html
from tests.accounts.hands import certain, finished, part, player, ranking
from tests.accounts.test_curve import play
from tests.live.build import QUIET, dealt, do_all, people, seated
from tests.web.test_leaderboards import HOSTILE

pytestmark = pytest.mark.django_db

PRIVATE = ("statement", "download_data", "delete_account", "change_name")


def page(client: Client, user: User, language: str = "en") -> str:
    response = client.get(reverse("profile", args=[user.pk]), headers={"accept-language": language})
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture
def an() -> User:
    return player("An")


@pytest.fixture
def binh() -> User:
    return player("Bình")


def test_everybody_sees_standing_and_totals(client: Client, an: User, binh: User) -> None:
    certain(an, binh)
    standing.note(finished(part(an, 1, units=10, u="u_tron"), part(None, 2), people_only=False))
    html = page(client, an)
    assert "<h1><bdi>An</bdi></h1>" in html
    for words in ("Rating", "Best streak", "Ù tròn", "Paid for everyone", "favourite", "Phỏm online"):
        assert words in html
    assert '<a href="/leaderboards/">1</a>' in html
    assert reverse("hands_of", args=[an.pk]) in html
    assert "provisional" not in html.split("By rules")[0].split("Totals")[0]


@pytest.mark.parametrize("language", ["vi", "en"])
def test_a_page_before_the_first_hand(client: Client, an: User, language: str) -> None:
    html = page(client, an, language)
    assert 'class="empty"' in html
    assert "hx-get" not in html.split('id="hands-title"')[1].split("</main>")[0]
    client.force_login(an)
    assert reverse("home") in page(client, an, language).split('id="hands-title"')[1]


@pytest.mark.parametrize("who", ["visitor", "another", "guest"])
def test_gold_and_what_can_be_changed_are_the_owners_alone(client: Client, an: User, binh: User, who: str) -> None:
    ledger.welcome(an)
    ledger.welcome(binh)
    play(1, an.pk, binh.pk, 345)
    if who != "visitor":
        client.force_login(player("Chi", is_guest=who == "guest"))
    html = page(client, an).split("<main")[1].split("</main>")[0]
    assert "20,345" not in html and "chart-line" not in html
    assert not [name for name in PRIVATE if f'"{reverse(name)}"' in html]
    client.force_login(an)
    html = page(client, an).split("<main")[1].split("</main>")[0]
    assert "20,345" in html and "chart-line" in html
    assert all(f'"{reverse(name)}' in html for name in PRIVATE)
    assert f'"{reverse("settings")}?next=%2Fplayers%2F{an.pk}%2F"' in html


def test_before_the_first_hand_for_gold_the_owner_is_told_of_the_curve(client: Client, an: User) -> None:
    client.force_login(an)
    html = page(client, an)
    assert "a curve will be drawn here" in html
    assert "20,000" in html


def test_a_guest_is_shown_to_be_one_and_may_keep_it_all(client: Client, binh: User) -> None:
    guest = player("Khách", is_guest=True)
    certain(guest, binh)
    html = page(client, guest)
    assert ">guest<" in html
    assert '<a href="/leaderboards/">1</a>' not in html, "guests have no place"
    client.force_login(guest)
    html = page(client, guest).split("<main")[1]
    assert reverse("account_signup") in html
    assert reverse("change_name") not in html


def test_a_provisional_rating_is_told(client: Client, an: User, binh: User) -> None:
    standing.note(ranking(an, binh))
    assert "The rating is provisional" in page(client, an)


def test_absence_is_told(client: Client, an: User, binh: User) -> None:
    certain(an, binh)
    assert "No rated hand since" not in page(client, an)
    an.ratings.update(rated_at=timezone.now() - timedelta(days=31))
    assert "No rated hand since" in page(client, an)


def test_hands_with_bots_are_counted_beside_those_among_people(client: Client, an: User, binh: User) -> None:
    standing.note(ranking(an, binh))
    for _ in range(3):
        standing.note(finished(part(an, 2, den=15, units=-15), part(None, 1), people_only=False))
    html = page(client, an)
    assert '<th scope="row">Hands</th><td class="num">1</td><td class="num">4</td>' in html
    assert "45 units" in html
    assert "25.0" in html


def test_numbers_are_grouped_by_the_language(client: Client, an: User, binh: User) -> None:
    standing.note(ranking(an, binh))
    an.totals.update(hands=12_345)
    assert "12,345" in page(client, an, "en")
    assert "12.345" in page(client, an, "vi")


def test_whoever_was_erased_or_shut_out_has_no_page(client: Client, an: User, binh: User) -> None:
    ledger.welcome(an)
    ledger.set_aside(1, {an.pk: 500})
    erasing.erase(an)
    assert User.objects.filter(pk=an.pk).exists(), "until the hand is over"
    User.objects.filter(pk=binh.pk).update(is_active=False)
    for pk in (an.pk, binh.pk, binh.pk + 1000, 0, 2**63, 10**30):
        assert client.get(f"/players/{pk}/").status_code == 404


@pytest.mark.parametrize("language", ["vi", "en"])
@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_shown_as_they_are(client: Client, name: str, language: str) -> None:
    user = player(name)
    client.force_login(user)
    html = page(client, user, language)
    assert "<script>alert" not in html
    assert 'property="og:title"' in html
    assert "noindex" in html


def test_the_face_is_the_one_at_the_table(client: Client, an: User) -> None:
    plate = Plate(0, an.display_name, f"person-{an.pk}", is_bot=False, score=0, in_hand=None, has_left=False)
    assert face_html(plate) in page(client, an)


def test_only_reading_and_not_from_caches(client: Client, an: User) -> None:
    assert client.post(reverse("profile", args=[an.pk])).status_code == 405
    assert "no-store" in client.get(reverse("profile", args=[an.pk]))["cache-control"]


def test_a_hand_that_was_played_is_there(client: Client, quiet: None) -> None:
    """From the last card to the page."""
    users = people()
    for user in users:
        ledger.welcome(user)
    table = seated([*users])
    dealt(table)
    do_all(table, QUIET["actions"])
    winner = users[QUIET["result"]["winner"]]
    assert winner.ratings.get(preset="").mu > 25
    assert '<th scope="row">Won</th><td class="num">1' in page(client, winner)
    assert winner.display_name in client.get(reverse("leaderboards"), {"board": "gold"}).content.decode()


def test_a_page_takes_few_queries(
    client: Client, an: User, binh: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    certain(an, binh)
    client.force_login(an)
    with django_assert_max_num_queries(20):
        page(client, an)
