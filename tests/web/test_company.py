"""The sheet of who is at a table: what it offers to host, player, spectator and stranger, and to a browser alone."""

from __future__ import annotations

import re
from html import unescape
from json import loads

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from game.live import house, places, tables
from game.live.moment import now
from game.live.wishes import parse
from game.models import Freed, Phase, Table, TableSeat
from tests.live.build import dealt, people, person, seated
from tests.screens.scenes import text
from tests.web.test_seats import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]


def sheet(table: Table, user: User | None, language: str = "en", **headers: str) -> str:
    client = signed_in(user, language) if user else Client(headers={"accept-language": language})
    asks = {"hx-request": "true", "page-language": language} | headers
    return client.get(f"/t/{table.code}/company/", headers=asks).content.decode()


def wishes_in(html: str) -> list[str]:
    """What may be pressed, every one of them a wish that the socket understands."""
    found = [unescape(wish) for wish in re.findall(r"data-wish='([^']+)'", html)]
    for wish in found:
        parse(wish, None)
    return [loads(wish)["do"] for wish in found]


def test_the_host_can_deal_seat_and_remove_between_hands() -> None:
    an, binh = people(2)
    table = seated([an, binh, "sound"])
    of_own, of_player, of_bot = ["start", "add_bot", "sit_out"], ["swap", "hand_over", "remove"], ["swap", "remove_bot"]
    assert wishes_in(sheet(table, an)) == [*of_own, *of_player, *of_bot, "swap"]


def test_a_player_can_do_something_with_the_own_seat_only() -> None:
    an, binh = people(2)
    table = seated([an, binh, "sound"])
    html = sheet(table, binh)
    assert wishes_in(html) == ["sit_out", "swap", "swap"]
    assert "Leave the table" in text(html)
    assert "An host" in text(html)


def test_a_bot_alone_takes_no_press_of_a_player() -> None:
    an, binh = people(2)
    table = seated([an, binh, "sound"], places=3)
    assert 'id="about-bot-2"' not in sheet(table, binh)
    assert 'id="about-bot-2"' in sheet(table, an)


@pytest.mark.parametrize("signed", [True, False])
def test_spectators_and_strangers_see_who_is_here_and_press_nothing(signed: bool) -> None:
    an, binh = people(2)
    table = seated([an, "sound"])
    html = sheet(table, binh if signed else None)
    assert wishes_in(html) == []
    assert "An" in text(html) and "leave-form" not in html


def test_where_spectators_arent_wanted_they_see_nobody() -> None:
    an, binh = people(2)
    table = seated([an, "sound"], spectators=False)
    assert "An" not in text(sheet(table, binh))
    assert "Nobody has a seat here for you to see." in text(sheet(table, binh))
    assert "An" in text(sheet(table, an))


def test_in_mid_hand_it_says_what_leaving_costs() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    dealt(table)
    html = sheet(table, an)
    assert wishes_in(html) == ["sit_out", "leave_after", "hand_over"]
    assert "It can cost you up to 1,705 gold." in text(html)
    assert "waits before the next quick play" in text(html)
    places.leave_after(table.code, an)
    places.sit_out(table.code, an)
    html = sheet(table, an)
    assert wishes_in(html) == ["come_back", "stay_on", "hand_over"]
    assert "leaves after this hand" in text(html)


def test_where_nothing_is_at_stake_it_says_so() -> None:
    an = person("An")
    table = seated([an, "sound"], stake="san_dinh")
    dealt(table)
    html = text(sheet(table, an))
    assert "This hand isn't for gold." in html
    assert "waits before" not in html


def test_the_host_is_told_what_a_first_bot_costs_in_a_higher_room() -> None:
    an, binh = people(2)
    table = seated([an, binh], stake="san_dinh")
    assert "In this room hands with bots aren't for gold." in text(sheet(table, an))


def test_who_is_asked_to_change_places_can_agree_or_stay() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    places.swap(table.code, an, 1)
    html = sheet(table, binh)
    assert "An wants to change places with you." in text(html)
    assert wishes_in(html)[:2] == ["swap", "stay"]
    assert "Never mind" in text(sheet(table, an))


def test_who_sits_out_is_shown_so_and_who_isnt_connected() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    TableSeat.objects.filter(user=an).update(seen_at=now())
    places.sit_out(table.code, an)
    html = text(sheet(table, an))
    assert "An You host sits out" in html
    assert "Binh offline" in html
    assert "Play again" in html


def test_hostile_names_do_no_harm() -> None:
    an = person("An")
    evil = person("<img src=x onerror>")
    html = sheet(seated([an, evil]), an)
    assert "<img" not in html
    assert "&lt;img src=x" in html


def test_without_scripts_it_is_a_page_with_the_way_out() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    page = signed_in(an).get(f"/t/{table.code}/company/").content.decode()
    assert "<html" in page
    assert wishes_in(page) == []
    assert f'action="/t/{table.code}/leave/"' in page


def test_there_is_none_of_a_table_that_isnt_and_nothing_is_kept_of_it() -> None:
    an = person("An")
    table = seated([an])
    client = signed_in(an)
    assert client.get("/t/nowhere/company/").status_code == 404
    assert client.post(f"/t/{table.code}/company/").status_code == 405
    assert "no-store" in client.get(f"/t/{table.code}/company/").headers["cache-control"]


# -- what is told at the table ------------------------------------------------------------------------


def page(table: Table, user: User) -> str:
    return text(signed_in(user).get(f"/t/{table.code}/").content.decode())


def test_who_lost_the_seat_is_told_why() -> None:
    an, binh, chi, dung = people()
    table = seated([an, binh, chi, dung])
    TableSeat.objects.filter(user=binh).update(idle_hands=2)
    TableSeat.objects.filter(user=chi).update(sits_out=True, idle_hands=4)
    house.remove(table.code, an, dung.pk)
    Table.objects.update(phase=Phase.RESULT)
    tables.take_seat(table.code, person("Em"))
    dealt(table)
    assert set(Table.objects.get().freed.values()) == set(Freed.values)
    assert "You missed two hands without being connected: your seat is free again. Take a seat" in page(table, binh)
    assert "You sat out for several hands: your seat is free again. Take a seat" in page(table, chi)
    assert "The host has removed you from this table." in page(table, dung)


def test_where_spectators_arent_wanted_who_was_removed_is_told_too() -> None:
    an, binh = people(2)
    table = seated([an, binh], spectators=False)
    house.remove(table.code, an, binh.pk)
    assert "The host has removed you from this table." in page(table, binh)
    assert "The host has removed you" not in page(table, person("Em"))


def test_who_sits_out_is_offered_to_play_again_during_the_hand_of_others() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh, chi])
    places.sit_out(table.code, chi)
    dealt(table)
    assert "You sit out: your seat is kept for some hands. Play again" in page(table, chi)


def test_a_closed_table_says_so() -> None:
    an, binh = people(2)
    table = seated([an])
    tables.leave(table.code, an)
    html = signed_in(binh).get(f"/t/{table.code}/").content.decode()
    told = "This table is closed: nobody plays here any more. Play with bots Other tables A table of my own"
    assert told in text(html)
    assert "Waiting for the next hand" not in text(html)
    for way in (f'formaction="{reverse("play")}"', f'href="{reverse("lobby")}"', f'href="{reverse("create_table")}"'):
        assert way in html.split('id="join"')[1].split("</section>")[0]


def test_a_table_that_waits_tells_who_deals() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    assert "You are the host: deal as soon as two are here" in page(table, an)
    assert "An is the host and deals" in page(table, binh)
    places.swap(table.code, an, 1)
    assert "Change places? An asks" in page(table, binh)


def test_at_a_table_that_waits_everybody_sees_who_is_ready() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh, chi])
    TableSeat.objects.update(seen_at=now())
    tables.ready(table.code, binh)
    assert "Binh ready 0" in page(table, an)
    assert page(table, an).count(" ready ") == 1


def test_alone_at_a_table_the_way_to_bots_is_there() -> None:
    an = person("An")
    table = seated([an])
    assert "Seats and bots" in page(table, an)
