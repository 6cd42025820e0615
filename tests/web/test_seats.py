"""Pages of tables to come to: rooms, a new table, a seat taken, gold at a table; and every refusal with a way on."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts import ledger
from accounts.ledger import Bill
from accounts.models import User
from game.live import house, tables
from game.live.tables import Wanted
from game.models import Phase, Table, TableSeat
from tests.house import ROOMS
from tests.live.build import QUIET, dealt, do_all, people, person, seated
from tests.live.test_gold import poor
from tests.screens.scenes import text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]

NEW = "/tables/new/"
CHOICE = {"preset": "ky_gui", "stake": "hien_nha", "multiplier": "2", "seats": "3"}


def signed_in(user: User, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    client.force_login(user)
    return client


def words(response: object) -> str:
    return text(response.content.decode())  # type: ignore[attr-defined]


# -- rooms --------------------------------------------------------------------------------------------


def test_the_first_page_offers_four_rooms_and_the_own_gold() -> None:
    page = Client(headers={"accept-language": "en"}).get("/").content.decode()
    assert [f'form="room-form" name="stake" value="{key}"' in page for key in ROOMS] == [True] * 4
    assert "1 unit = 2,000 gold" in text(page)
    assert "1,000,000 gold to sit down" in text(page)
    assert page.count("is-far") == 3  # a newcomer owns enough for the first
    assert "20,000" in text(page)


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("vi", ("Hiên nhà", "Sân đình", "Phố phường", "Cung đình")),
        ("en", ("The porch", "The village yard", "The town", "The royal court")),
    ],
)
def test_rooms_have_names(language: str, names: tuple[str, ...]) -> None:
    page = words(Client(headers={"accept-language": language}).get("/"))
    assert all(name in page for name in names)


# -- a new table --------------------------------------------------------------------------------------


def test_the_form_offers_what_there_is_and_a_room_may_be_chosen_already() -> None:
    page = Client().get(NEW, {"stake": "san_dinh"}).content.decode()
    for field, values in {
        "preset": ("online", "ky_gui", "co_dien", "ca_k"),
        "stake": tuple(ROOMS),
        "multiplier": ("1", "2", "3", "5"),
        "seats": ("2", "3", "4"),
    }.items():
        for value in values:
            assert f'name="{field}" value="{value}"' in page
    assert 'value="san_dinh" checked' in page
    assert 'value="hien_nha" checked' in Client().get(NEW, {"stake": "nowhere"}).content.decode()


def test_a_visitor_opens_a_table_as_a_guest() -> None:
    response = Client().post(NEW, CHOICE)
    table = Table.objects.get()
    assert response["location"] == f"/t/{table.code}/"
    assert (table.variant, table.multiplier, table.places, table.host) == (
        {"preset": "ky_gui"},
        2,
        3,
        User.objects.get(),
    )
    assert not table.chairs.exclude(bot="").exists()


def test_a_table_opens_with_bots() -> None:
    Client().post(NEW, CHOICE | {"with_bots": "on"})
    assert TableSeat.objects.exclude(bot="").count() == 2


@pytest.mark.parametrize(
    "change",
    [{"preset": "x"}, {"stake": ""}, {"multiplier": "4"}, {"seats": "9"}, {"seats": "2; DROP"}, {"multiplier": "1e9"}],
)
def test_what_is_not_offered_opens_nothing(change: dict[str, str]) -> None:
    response = Client(headers={"accept-language": "en"}).post(NEW, CHOICE | change)
    assert response.status_code == 422
    assert "Something can't be so: it is marked below." in words(response)
    assert "Choose one of these." in words(response)
    assert not Table.objects.exists()
    assert not User.objects.exists()


def test_a_room_too_dear_is_refused_with_what_it_needs_and_what_was_chosen_stays() -> None:
    response = signed_in(person("An")).post(NEW, CHOICE | {"stake": "pho_phuong"})
    page = response.content.decode()
    assert response.status_code == 409
    assert "you need 200,000 gold; you can put 20,000 on the table" in text(page)
    assert f'action="{reverse("play")}"' in page
    assert 'value="pho_phuong" checked' in page and 'value="ky_gui" checked' in page


def test_the_broke_are_offered_relief_there() -> None:
    response = signed_in(poor(person("An"), 10)).post(NEW, CHOICE)
    assert f'action="{reverse("relief")}"' in response.content.decode()


@pytest.mark.parametrize(
    ("gold", "far", "barred"),
    [
        (19_000, ["san_dinh", "pho_phuong", "cung_dinh"], ["san_dinh", "pho_phuong", "cung_dinh"]),
        (10, list(ROOMS), ["san_dinh", "pho_phuong", "cung_dinh"]),  # beside bots one plays in the lowest without
    ],
)
def test_rooms_that_are_too_dear_are_marked(gold: int, far: list[str], barred: list[str]) -> None:
    client = signed_in(poor(person("An"), gold))
    rooms = client.get(NEW).content.decode().split('name="stake"')[1:]
    shown = dict(zip(ROOMS, rooms, strict=True))
    assert [key for key, room in shown.items() if "not enough gold yet" in room] == far
    assert [key for key, room in shown.items() if " disabled>" in room.split("<span>")[0]] == barred
    chosen = client.get(NEW, {"stake": "san_dinh"}).content.decode()  # what is chosen is refused in words
    assert 'value="san_dinh" checked>' in chosen


def test_bots_in_a_higher_room_are_refused_in_words() -> None:
    response = signed_in(person("An")).post(NEW, CHOICE | {"stake": "san_dinh", "with_bots": "on"})
    assert (response.status_code, "Bots play in the first room only." in words(response)) == (409, True)


def test_who_sits_elsewhere_is_shown_the_way_back() -> None:
    an = person("An")
    table = tables.create(an, Wanted())
    client = signed_in(an)
    for response in (client.get(NEW), client.post(NEW, CHOICE)):
        assert f'href="/t/{table.code}/"' in response.content.decode()
    assert Table.objects.count() == 1


# -- a seat -------------------------------------------------------------------------------------------


def test_whoever_has_the_link_sits_down_with_a_press_as_a_guest() -> None:
    table = tables.create(person("An"), Wanted())
    client = Client()
    page = client.get(f"/t/{table.code}/").content.decode()
    assert 'form="sit-form"' in page and f'action="/t/{table.code}/sit/"' in page
    assert client.post(f"/t/{table.code}/sit/")["location"] == f"/t/{table.code}/"
    assert TableSeat.objects.count() == 2
    page = client.get(f"/t/{table.code}/").content.decode()
    assert 'id="join"' not in page and 'id="act-ready"' in page and 'id="invite"' in page


def test_following_the_address_of_a_seat_only_shows_the_table() -> None:
    table = tables.create(person("An"), Wanted())
    assert Client().get(f"/t/{table.code}/sit/")["location"] == f"/t/{table.code}/"
    assert TableSeat.objects.count() == 1


def test_there_is_no_seat_nowhere() -> None:
    assert Client().post("/t/nowhere/sit/").status_code == 404
    assert Client().get("/t/nowhere/gold/").status_code == 404
    assert not User.objects.exists()


def test_a_full_table_refuses_and_may_be_watched() -> None:
    an, binh, chi = people(3)
    table = tables.create(an, Wanted(seats=2))
    tables.take_seat(table.code, binh)
    response = signed_in(chi).post(f"/t/{table.code}/sit/")
    assert (response.status_code, "All seats of this table are taken." in words(response)) == (409, True)
    assert f'href="/t/{table.code}/"' in response.content.decode()
    assert 'form="sit-form"' not in signed_in(chi).get(f"/t/{table.code}/").content.decode()


def test_a_closed_table_a_second_table_and_an_empty_purse_are_refused_with_a_way_on() -> None:
    an, binh, chi = people(3)
    table = tables.create(an, Wanted())
    other = tables.create(binh, Wanted())
    assert f'href="/t/{other.code}/"' in signed_in(binh).post(f"/t/{table.code}/sit/").content.decode()
    page = signed_in(poor(chi, 30)).post(f"/t/{table.code}/sit/").content.decode()
    assert "you need 5,000 gold; you can put 30 on the table" in text(page)
    assert f'action="{reverse("relief")}"' in page
    tables.leave(table.code, an)
    page = signed_in(an).post(f"/t/{table.code}/sit/").content.decode()
    assert "This table is closed" in text(page)
    assert f'action="{reverse("play")}"' in page


def test_who_comes_in_mid_hand_is_told_when_the_play_begins_and_may_leave() -> None:
    an, binh = people(2)
    table = seated([an, "sound", "sound", "sound"])
    dealt(table)
    client = signed_in(binh)
    client.post(f"/t/{table.code}/sit/")
    page = client.get(f"/t/{table.code}/").content.decode()
    assert "you play from the next hand on" in text(page)
    assert 'data-company="leave-now"' in page
    sheet = client.get(f"/t/{table.code}/company/").content.decode()
    assert f'action="/t/{table.code}/leave/"' in sheet


# -- gold at the table --------------------------------------------------------------------------------


def test_the_table_tells_room_unit_fee_and_what_is_set_aside() -> None:
    an = person("An")
    table = seated([an, "sound", "sound", "sound"], multiplier=3)
    dealt(table)
    page = text(signed_in(an).get(f"/t/{table.code}/").content.decode())
    assert "The porch ×3" in page
    assert "1 unit = 300 gold" in page
    assert "Fee of each player 15" in page
    assert "Set aside at the deal 12,615" in page
    assert "From bots you win 5,000 gold a day at most" in page


def test_before_the_deal_one_can_read_what_wins_from_bots_still_bring() -> None:
    an = person("An")
    table = seated([an, "sound", "sound", "sound"])
    client, address = signed_in(an), f"/t/{table.code}/gold/"
    page = text(client.get(address).content.decode())
    assert "You can still win 5,000 gold from bots today; losses always count." in page
    ledger.set_aside(901, {an.pk: 1_000})
    ledger.settle(901, Bill("hien_nha", ((None, an.pk, 6_000),)))
    page = text(client.get(address).content.decode())
    assert "Today wins from bots bring nothing more; losses still count" in page
    assert "You can still win" not in text(Client().get(address).content.decode())


def test_without_gold_alone_with_bots_the_table_says_so_and_where_to_get_some() -> None:
    an = poor(person("An"), 30)
    table = seated([an, "sound", "sound", "sound"])
    dealt(table)
    client = signed_in(an)
    page = client.get(f"/t/{table.code}/").content.decode()
    assert "not at stake" in text(page)
    assert f'href="/t/{table.code}/gold/"' in page
    do_all(table, QUIET["actions"])
    page = text(client.get(f"/t/{table.code}/").content.decode())
    assert "This hand wasn't for gold. Your gold doesn't cover what a hand may cost. What now?" in page
    page = client.get(f"/t/{table.code}/gold/").content.decode()
    assert f'action="{reverse("relief")}"' in page
    assert "You can put 30 gold on the table." in text(page)
    client.post(reverse("relief"), {"next": f"/t/{table.code}/gold/"})
    assert ledger.balance(an.pk) == 5_030


def test_who_lost_the_seat_for_want_of_gold_is_told_so() -> None:
    users = people(3)
    poor(users[1], 10)
    table = seated([*users])
    dealt(table)
    page = text(signed_in(users[1]).get(f"/t/{table.code}/").content.decode())
    assert "Your gold doesn't cover what a hand may cost here: your seat is free again. What now?" in page
    page = signed_in(users[1]).get(f"/t/{table.code}/gold/").content.decode()
    assert "At a table in a smaller room, or with a smaller multiplier, you need less." in text(page)
    assert f'href="{reverse("create_table")}"' in page


def test_in_higher_rooms_nothing_is_played_for_beside_bots() -> None:
    an = person("An")
    table = seated([an, "sound"], stake="san_dinh", places=2)
    dealt(table)
    page = text(signed_in(an).get(f"/t/{table.code}/").content.decode())
    assert "Beside bots nothing is played for in this room." in page


@pytest.mark.parametrize("language", ["vi", "en"])
def test_a_visitor_may_read_what_a_table_plays_for(language: str) -> None:
    table = tables.create(person("An"), Wanted())
    response = Client(headers={"accept-language": language}).get(f"/t/{table.code}/gold/")
    assert response.status_code == 200
    assert {"vi": "Vàng ở bàn này", "en": "Gold at this table"}[language] in words(response)


def test_after_a_hand_the_result_is_told_in_gold_too() -> None:
    users = people()
    table = seated([*users])
    dealt(table)
    do_all(table, QUIET["actions"])
    Table.objects.update(phase=Phase.RESULT)
    hand = table.hands.get()
    for user, player in zip(users, hand.players.all(), strict=True):
        page = text(signed_in(user).get(f"/t/{table.code}/").content.decode())
        assert f"{player.gold:+,}".replace("-", "−") in page
        assert f"you have {20_000 + (player.gold or 0):,}" in page
        assert "Fee: 5 gold from each player" in page
        assert "In the jackpot: 10" in page


def test_whom_the_host_has_removed_is_offered_no_seat() -> None:
    an, binh = people(2)
    table = tables.create(an, Wanted())
    tables.take_seat(table.code, binh)
    house.remove(table.code, an, binh.pk)
    client = signed_in(binh)
    page = client.get(f"/t/{table.code}/").content.decode()
    assert 'form="sit-form">' not in page and "removed you" in text(page)
    answer = client.get(f"/j/{table.code}/")
    assert answer.status_code == 409 and "You may come back in 10 min." in words(answer)


def test_a_closed_table_says_so_whoever_might_have_watched() -> None:
    an = person("An")
    table = tables.create(an, Wanted(spectators=False))
    stranger = signed_in(person("Em"))
    assert stranger.get(f"/t/{table.code}/").status_code == 403
    tables.leave(table.code, an)
    for path in (f"/t/{table.code}/", f"/t/{table.code}/invite/"):
        answer = stranger.get(path, follow=True)
        assert answer.status_code == 410 and "This table is closed" in words(answer)
