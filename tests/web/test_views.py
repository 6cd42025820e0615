"""The game's pages: one press and one plays; whoever only looks sees what is public."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from game import progress
from game.guide import course
from game.live import tables
from game.models import HandRecord, Phase, Table
from game.rules.cards import NAMES
from tests.live.build import QUIET, current, dealt, do_all, people, person, seated

pytestmark = pytest.mark.django_db


def test_one_press_makes_a_guest_a_table_and_a_hand(client: Client) -> None:
    response = client.post(reverse("play"))
    table = Table.objects.get()
    assert response.status_code == 302
    assert response["location"] == reverse("table", args=[table.code])
    guest = User.objects.get()
    assert guest.is_guest
    assert [chair.user for chair in table.chairs.all()] == [guest, None, None, None]
    page = client.get(response["location"])
    assert page.status_code == 200
    assert '<main class="table' in page.content.decode()


def test_a_second_press_goes_back_to_the_same_table(client: Client) -> None:
    button = f'action="{reverse("play")}"'
    assert button in client.get(reverse("home")).content.decode()
    first = client.post(reverse("play"))["location"]
    assert client.post(reverse("play"))["location"] == first
    assert Table.objects.count() == 1
    home = client.get(reverse("home")).content.decode()
    assert f'class="button button-main" href="{first}"' in home and button not in home


def test_after_leaving_a_press_makes_another_table(client: Client) -> None:
    first = client.post(reverse("play"))["location"]
    response = client.post(f"{first}leave/")
    assert response["location"] == reverse("home")
    home = client.get(reverse("home")).content.decode()
    assert first not in home
    assert "Bạn đã rời bàn." in home
    assert "Bạn đã rời bàn." not in client.get(reverse("home")).content.decode(), "it is told once"
    assert client.post(reverse("play"))["location"] != first


@pytest.mark.parametrize("address", ["/help/", "/rules/", "/rules/online/"])
def test_what_is_read_leads_back_to_what_was_left_for_it(client: Client, address: str) -> None:
    """It opens in the same window."""

    def back() -> str | None:
        found = re.search(r'id="way-back" href="([^"]+)"', client.get(address).content.decode())
        return found and found[1]

    assert back() is None
    client.get(reverse("guide"))
    assert back() == reverse("guide")
    client.cookies[progress.COOKIE] = str(course.LAST)
    assert back() is None
    table = client.post(reverse("play"))["location"]
    client.get(reverse("guide"))
    assert back() == table
    client.post(f"{table}leave/")
    assert back() == reverse("guide")


def test_leaving_a_table_one_does_not_sit_at_is_nothing(client: Client, quiet: None) -> None:
    table = seated([*people()])
    dealt(table)
    revision = Table.objects.get().revision
    assert client.post(reverse("leave", args=[table.code])).status_code == 302
    client.force_login(person("Em"))
    assert client.post(reverse("leave", args=[table.code])).status_code == 302
    assert client.post(reverse("leave", args=["nothing"])).status_code == 302
    assert "notice-box" not in client.get(reverse("home")).content.decode()
    assert Table.objects.get().revision == revision


def test_what_changes_something_takes_a_post(client: Client) -> None:
    """Whoever only follows the address comes to where the button is."""
    place = client.post(reverse("play"))["location"]
    revision = Table.objects.get().revision
    for method in (client.get, client.head):
        assert method(f"{place}leave/").headers["location"] == place
        assert method(reverse("play")).headers["location"] == reverse("home")
    assert client.put(reverse("play")).status_code == client.delete(f"{place}leave/").status_code == 405
    assert Table.objects.get().revision == revision
    assert place in client.get(reverse("home")).content.decode(), "still at it"
    Client().get(reverse("play"))
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["table", "table_fragment"])
def test_no_table_no_page(client: Client, name: str) -> None:
    assert client.get(reverse(name, args=["nothing"])).status_code == 404


def test_without_a_token_nothing_is_posted() -> None:
    assert Client(enforce_csrf_checks=True).post(reverse("play")).status_code == 403


@pytest.mark.parametrize("name", ["table", "table_fragment"])
def test_whoever_only_looks_sees_no_hand(client: Client, quiet: None, name: str) -> None:
    table = seated([*people()])
    dealt(table)
    content = client.get(reverse(name, args=[table.code])).content.decode()
    assert not [card for card in NAMES if f'"{card}"' in content]
    assert current(table).server_seed not in content


def test_the_fragment_is_the_table_of_the_page(client: Client, quiet: None) -> None:
    users = people()
    table = seated([*users])
    dealt(table)
    client.force_login(users[0])
    page, fragment = (
        client.get(reverse(name, args=[table.code])).content.decode() for name in ("table", "table_fragment")
    )
    assert fragment.startswith("<main") and fragment.endswith("</main>")
    start = fragment.index('id="mat"')
    assert fragment[start : start + 500] in page


def test_the_fragment_has_the_language_of_the_page_that_asks(client: Client, quiet: None) -> None:
    """Whatever has been chosen since, in another tab."""
    address = reverse("table_fragment", args=[seated([*people()]).code])
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    for language, word in (("vi", "Bàn chơi"), ("en", "Table"), ("xx", "Table")):
        assert f'aria-label="{word}"' in client.get(address, headers={"page-language": language}).content.decode()


@pytest.mark.parametrize("name", ["table", "table_fragment", "home"])
def test_what_changes_is_not_kept_by_caches(client: Client, quiet: None, name: str) -> None:
    table = seated([*people()])
    dealt(table)
    args = [] if name == "home" else [table.code]
    assert "no-store" in client.get(reverse(name, args=args))["cache-control"]


def waits(table: Table) -> None:
    Table.objects.update(phase=Phase.WAITING, due_at=None)


def plays(table: Table) -> None:
    do_all(table, QUIET["actions"][:9])


def counts_down(table: Table) -> None:
    do_all(table, QUIET["actions"])


def rests(table: Table) -> None:
    counts_down(table)
    Table.objects.update(due_at=None)


def is_closed(table: Table) -> None:
    counts_down(table)
    for chair in table.chairs.all():
        if chair.user:
            tables.leave(table.code, chair.user)


@pytest.mark.parametrize("language", ["vi", "en"])
@pytest.mark.parametrize("state", [waits, plays, counts_down, rests, is_closed])
def test_a_table_has_a_page_in_every_state(
    client: Client, quiet: None, state: Callable[[Table], None], language: str
) -> None:
    users = people(3)
    table = seated([*users, "sound"])
    dealt(table)
    state(table)
    for user in (None, users[0], users[2]):
        if user:
            client.force_login(user)
        response = client.get(reverse("table", args=[table.code]), headers={"accept-language": language})
        assert response.status_code == 200
        assert f'<html lang="{language}"' in response.content.decode()


def test_a_hand_that_is_the_last_says_so_wherever_it_is_come_to(client: Client, quiet: None) -> None:
    table = seated([*people(3), "sound"])
    dealt(table)
    plays(table)
    address = reverse("table", args=[table.code])
    assert "ván cuối" not in client.get(address).content.decode()
    Table.objects.update(last_hand=True)
    assert "ván cuối" in client.get(address).content.decode()


def test_help_is_there_for_everybody(client: Client) -> None:
    assert client.get(reverse("help")).status_code == 200


@pytest.mark.parametrize("field", ["pack", "server_seed", "player_seeds", "actions"])
def test_staff_find_no_hand_by_what_is_hidden(admin_client: Client, quiet: None, field: str) -> None:
    hand = dealt(seated([*people()]))
    for lookup in (field, f"{field}__startswith", f"{field}__0"):
        assert admin_client.get("/admin/game/handrecord/", {lookup: hand.server_seed[:2]}).status_code == 400
    assert admin_client.get("/admin/game/handrecord/", {"number": "1"}).status_code == 200


def test_staff_look_at_tables_and_hands_but_not_into_hands_being_played(admin_client: Client, quiet: None) -> None:
    table = seated([*people()])
    hand = dealt(table)
    assert admin_client.get("/admin/game/table/").status_code == 200
    assert admin_client.get(f"/admin/game/table/{table.pk}/change/").status_code == 200
    assert admin_client.get("/admin/game/handrecord/").status_code == 200
    page = admin_client.get(f"/admin/game/handrecord/{hand.pk}/change/").content.decode()
    assert hand.server_seed not in page
    assert f"{hand.pack[0]}&quot;" not in page
    HandRecord.objects.update(ended_at=hand.started_at)
    assert hand.server_seed in admin_client.get(f"/admin/game/handrecord/{hand.pk}/change/").content.decode()
    assert admin_client.post(f"/admin/game/handrecord/{hand.pk}/change/", {"leader": 2}).status_code == 403
