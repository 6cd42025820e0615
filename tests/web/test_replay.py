"""A finished hand's page: for anybody with its link, at any step; of a hand in play there is none."""

from __future__ import annotations

import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts import erasing
from accounts.models import User
from game.live import tables
from game.models import HandRecord
from game.rules.cards import NAMES
from tests.live.build import QUIET, current, dealt, do, do_all, people, person, recorded, seated
from tests.live.past import at_table, finished

pytestmark = pytest.mark.django_db

LAST = len(QUIET["actions"])
WINNER = QUIET["result"]["winner"]
SHORT = recorded(89)
"""Over with the deal."""
PAGES = ("replay", "replay_steps", "hand_record")


@pytest.fixture
def users() -> list[User]:
    return people()


@pytest.fixture
def hand(users: list[User]) -> HandRecord:
    return finished(at_table([*users]), QUIET, unit=100)


def page(client: Client, hand: HandRecord, query: str = "", language: str = "en") -> str:
    response = client.get(reverse("replay", args=[hand.public_id]) + query, headers={"accept-language": language})
    assert response.status_code == 200
    return str(response.content.decode())


def step_of(html: str) -> int:
    """The step that the table of the page shows."""
    (step,) = re.findall(r'id="table"[^>]*data-step="(\d+)"', html)
    return int(step)


# -- who may see what -------------------------------------------------------------------------------------


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("name", PAGES)
def test_of_a_hand_in_play_there_is_nothing(client: Client, users: list[User], name: str) -> None:
    """Not for those who play it either, up to its last action."""
    table = seated([*users])
    hand = dealt(table)
    address = reverse(name, args=[hand.public_id])
    for action in QUIET["actions"]:
        if hand.version % 8 == 0:
            for user in (None, users[0]):
                client.force_login(user) if user else client.logout()
                response = client.get(address)
                assert response.status_code == 404
                assert hand.server_seed not in response.content.decode()
        do(table, action)
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("name", PAGES)
def test_no_hand_no_page(client: Client, name: str) -> None:
    assert client.get(reverse(name, args=["nothing234"])).status_code == 404


@pytest.mark.parametrize("name", PAGES)
def test_finished_hands_are_for_everyone_with_the_link(client: Client, hand: HandRecord, name: str) -> None:
    response = client.get(reverse(name, args=[hand.public_id]))
    assert response.status_code == 200
    assert "no-store" in response["cache-control"]


@pytest.mark.usefixtures("quiet")
def test_the_table_tells_the_link_after_the_end_only(client: Client, users: list[User]) -> None:
    table = seated([*users])
    client.force_login(users[0])
    hand = dealt(table)
    do_all(table, QUIET["actions"][:-1])
    assert hand.public_id not in client.get(reverse("table", args=[table.code])).content.decode()
    do(table, QUIET["actions"][-1])
    html = client.get(reverse("table", args=[table.code])).content.decode()
    assert f'<a href="{reverse("replay", args=[hand.public_id])}">' in html


def test_from_a_number_to_the_link_for_those_who_played_it(client: Client, users: list[User], hand: HandRecord) -> None:
    address = reverse("hand_of", args=[hand.pk])
    assert client.get(address).status_code == 404
    client.force_login(person("Em"))
    assert client.get(address).status_code == 404
    client.force_login(users[3])
    assert client.get(address)["location"] == reverse("replay", args=[hand.public_id])
    assert client.get(reverse("hand_of", args=[hand.pk + 1])).status_code == 404


# -- steps ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "step"),
    [("", 0), ("?step=5", 5), (f"?step={LAST}", LAST), ("?step=9999", LAST), ("?step=-1", 0), ("?step=x", 0)],
)
def test_a_step_by_its_address(client: Client, hand: HandRecord, query: str, step: int) -> None:
    html = page(client, hand, query)
    assert step_of(html) == step
    assert f'<a href="?step={step}" aria-current="step">' in html
    back, on = max(step - 1, 0), min(step + 1, LAST)
    assert f'href="?step={back}" data-go="back"' in html and f'href="?step={on}" data-go="on"' in html
    assert ('id="result"' in html) is (step == LAST)


def test_all_steps_at_once_are_those_of_the_pages(client: Client, hand: HandRecord) -> None:
    address = reverse("replay_steps", args=[hand.public_id])
    steps = client.get(address, headers={"accept-language": "en"}).json()["steps"]
    assert len(steps) == LAST + 1
    for step in (0, 7, LAST):
        assert steps[step] in page(client, hand, f"?step={step}")


def test_every_move_is_in_the_list(client: Client, hand: HandRecord) -> None:
    html = page(client, hand)
    assert len(re.findall(r"<li data-did=", html)) == LAST + 1
    assert 'The deal: <b dir="auto">An</b> leads' in html


def test_a_hand_that_was_over_with_the_deal(client: Client, users: list[User]) -> None:
    hand = finished(at_table([*users]), SHORT)
    html = page(client, hand)
    assert step_of(html) == 0 and 'id="result"' in html and 'max="0"' in html


def test_a_page_takes_few_queries(
    client: Client, hand: HandRecord, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    page(client, hand)
    with django_assert_num_queries(3 if connection.vendor == "postgresql" else 2):  # it is asked what time it is, too
        page(client, hand, "?step=9")


# -- people -----------------------------------------------------------------------------------------------


def test_players_sit_in_front_of_their_own_seat_others_before_the_winner(
    client: Client, users: list[User], hand: HandRecord
) -> None:
    def front() -> str:
        return re.findall(r'class="seat seat-bottom[^"]*" id="seat-(\d)"', page(client, hand))[0]

    assert front() == str(WINNER)
    for seat, user in enumerate(users):
        client.force_login(user)
        assert front() == str(seat)
    client.force_login(person("Em"))
    assert front() == str(WINNER)


def test_the_name_as_it_was_then_with_the_way_to_the_profile_of_today(
    client: Client, users: list[User], hand: HandRecord
) -> None:
    users[1].display_name = "Bình An"
    users[1].save()
    html = page(client, hand)
    assert f'<a href="{reverse("profile", args=[users[1].pk])}"><bdi>Binh</bdi></a>' in html
    assert "Bình An" not in html


def test_a_player_who_was_erased_has_no_profile(client: Client, users: list[User], hand: HandRecord) -> None:
    gone = users[1].pk
    erasing.erase(users[1])
    html = page(client, hand, language="vi")
    assert "<bdi>người chơi đã rời</bdi>" in html and "Binh" not in html
    assert reverse("profile", args=[gone]) not in html
    assert "người chơi đã rời" in page(client, hand, f"?step={LAST}", "vi")


def test_a_player_who_was_shut_out_has_a_name_and_no_profile(
    client: Client, users: list[User], hand: HandRecord
) -> None:
    User.objects.filter(pk=users[1].pk).update(is_active=False)
    html = page(client, hand)
    assert reverse("profile", args=[users[1].pk]) not in html
    assert "<bdi>Binh</bdi>" in html


@pytest.mark.usefixtures("quiet")
def test_a_player_who_left_in_mid_hand_is_there_and_told_of(client: Client, users: list[User]) -> None:
    table = seated([*users])
    dealt(table)
    do_all(table, QUIET["actions"][:4])
    tables.leave(table.code, users[2])
    do_all(table, QUIET["actions"][4:])
    client.force_login(users[2])
    html = page(client, current(table))
    assert f'<a href="{reverse("profile", args=[users[2].pk])}"><bdi>Chi</bdi></a>' in html


def test_bots_are_told_to_be_bots(client: Client) -> None:
    hand = finished(at_table([person("An"), "sound", "sound", "sound"]), QUIET)
    html = page(client, hand)
    assert html.count('class="badge badge-bot"') == 3
    assert reverse("profile", args=[0]).replace("0", "None") not in html


@pytest.mark.parametrize("name", ["<script>alert(1)<", "محمد بن عبد الله", "Gà 🐓 Trống", 'a" onload="x'])
def test_names_are_shown_as_they_are(client: Client, name: str) -> None:
    hand = finished(at_table([person(name), "sound", "sound", "sound"]), QUIET)
    html = page(client, hand, f"?step={LAST}")
    assert "<script>alert" not in html and 'onload="' not in html
    steps = client.get(reverse("replay_steps", args=[hand.public_id])).json()["steps"]
    assert not [step for step in steps if "<script" in step or 'onload="' in step]


# -- what a link shows, what one takes away ------------------------------------------------------------------


def test_a_link_shows_who_won_and_what_everyone_got(client: Client, hand: HandRecord) -> None:
    html = page(client, hand)
    title, about = (
        re.findall(rf'property="og:{name}" content="([^"]+)"', html)[0] for name in ("title", "description")
    )
    winner = ("An", "Binh", "Chi", "Dung")[WINNER]
    assert winner in title and "wins the hand" in title
    assert all(name in about for name in ("An", "Binh", "Chi", "Dung"))
    assert f"{QUIET['result']['units'][WINNER]:+}" in about
    assert '<meta name="robots" content="noindex">' in html


def test_gold_and_units_are_told(client: Client, hand: HandRecord) -> None:
    html = page(client, hand)
    units = QUIET["result"]["units"][WINNER]
    assert f'<span class="won is-won">+{units}</span>' in html and f"+{units * 100:,}" in html


def test_the_record_of_one_hand(client: Client, hand: HandRecord) -> None:
    response = client.get(reverse("hand_record", args=[hand.public_id]))
    assert response["content-disposition"] == f'attachment; filename="hand-{hand.public_id}.jsonl"'
    (line,) = response.content.decode().splitlines()
    record = json.loads(line)
    assert record["pack"] == QUIET["pack"] and record["result"]["units"] == QUIET["result"]["units"]
    assert set(record["pack"]) == set(NAMES)
