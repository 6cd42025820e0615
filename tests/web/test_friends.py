"""The page of friends, the buttons about a player, and who may press what: visitor, guest, stranger, blocked."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth import get_user
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import blocks, friends, presence
from accounts.models import Friendship, User
from game.live import tables
from game.live.tables import Wanted
from game.models import Entry, Table, TableSeat
from game.sockets import NEWS, news_frame
from tests.accounts.test_friends import befriend
from tests.live.build import people, person
from tests.screens.scenes import text
from tests.web.test_leaderboards import HOSTILE
from tests.web.test_seats import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]


def page(client: Client) -> str:
    response = client.get("/friends/")
    assert response.status_code == 200
    return response.content.decode()


def press(client: Client, whom: User, do: str, **headers: str) -> str:
    response = client.post(f"/friends/{whom.pk}/", {"do": do}, headers=headers, follow=True)
    return response.content.decode()


def here(user: User) -> None:
    presence.keep_online([user.pk], timezone.now())


# -- the page -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["vi", "en"])
def test_a_visitor_is_shown_how_it_works(language: str) -> None:
    html = page(Client(headers={"accept-language": language}))
    assert 'class="empty"' in html and "/account/login/?next=%2Ffriends%2F" in html
    assert 'hx-get="/friends/online/"' not in html


def test_the_page_tells_who_asks_who_is_asked_friends_and_the_blocked() -> None:
    an, binh, chi, dung = people()
    ed = person("Ed")
    befriend(an, binh)
    friends.ask(chi, an)
    friends.ask(an, dung)
    blocks.block(an, ed)
    html = page(signed_in(an))
    for title, name in (
        ("want to be friends with you", "Chi"),
        ("All friends", "Binh"),
        ("You have asked", "Dung"),
        ("Blocked", "Ed"),
    ):
        assert name in html.split(title)[1].split("</ul>")[0]
    assert "Keep" not in html


def test_every_button_does_what_it_says_and_says_what_it_did() -> None:
    an, binh = people(2)
    ans, binhs = signed_in(an), signed_in(binh)
    assert "Binh is asked" in text(press(ans, binh, "ask"))
    assert "You and An are friends." in text(press(binhs, an, "accept"))
    assert "friends no more" in text(press(ans, binh, "end"))
    press(ans, binh, "ask")
    assert "isn&#x27;t told" in press(binhs, an, "decline")
    assert "any more" in text(press(ans, binh, "withdraw"))
    assert "You block An" in text(press(binhs, an, "block"))
    assert "one of you blocks the other" in text(press(ans, binh, "ask"))
    assert "any more" in text(press(binhs, an, "unblock"))
    assert not friends.ids_of(an)


def test_whoever_asks_who_has_asked_is_told_that_they_are_friends() -> None:
    an, binh = people(2)
    friends.ask(an, binh)
    for _ in range(2):  # the second time from a page that is older
        told = text(press(signed_in(binh), an, "ask"))
        assert "You and An are friends." in told and "is asked" not in told


def test_the_menu_counts_who_waits_for_an_answer() -> None:
    an, binh, chi = people(3)
    assert "badge-count" not in signed_in(an).get("/").content.decode()
    friends.ask(binh, an)
    friends.ask(chi, an)
    assert '<span class="badge badge-count">2</span>' in signed_in(an).get("/").content.decode()


def test_a_visitor_who_asks_is_a_guest_then() -> None:
    an = person("An")
    client = Client()
    press(client, an, "ask")
    guest = get_user(client)
    assert isinstance(guest, User) and guest.is_guest
    assert list(friends.waiting(an)) == [guest]
    assert "guest" in text(page(signed_in(an)))


@pytest.mark.parametrize("do", ["", "everything"])
def test_what_isnt_offered_isnt_done(do: str) -> None:
    an, binh = people(2)
    client = signed_in(an)
    assert client.post(f"/friends/{binh.pk}/", {"do": do}).status_code == 404
    for nobody in (0, binh.pk + 1000, 2**63, 10**30):
        assert client.post(f"/friends/{nobody}/", {"do": "ask"}).status_code == 404
    assert client.get(f"/friends/{binh.pk}/").status_code == 405
    assert Client(enforce_csrf_checks=True).post(f"/friends/{binh.pk}/", {"do": "ask"}).status_code == 403
    assert client.post("/friends/").status_code == 405
    assert not Friendship.objects.exists()


def test_a_press_leads_back_to_where_it_was_and_nowhere_else() -> None:
    an, binh = people(2)
    client = signed_in(an)
    to = {"next": f"/players/{binh.pk}/", "do": "ask"}
    assert client.post(f"/friends/{binh.pk}/", to)["location"] == f"/players/{binh.pk}/"
    assert client.post(f"/friends/{binh.pk}/", to | {"next": "//evil.example/"})["location"] == "/friends/"


# -- the buttons about a player ------------------------------------------------------------------------


def test_a_profile_offers_what_can_be_done() -> None:
    an, binh = people(2)
    profile = f"/players/{binh.pk}/"
    assert 'value="ask"' in Client().get(profile).content.decode()
    assert 'class="tie"' not in signed_in(binh).get(profile).content.decode()
    client = signed_in(an)
    assert 'value="ask"' in client.get(profile).content.decode()
    part = press(client, binh, "ask", hx_request="true")
    assert 'value="withdraw"' in part and "<html" not in part and "Binh is asked" in text(part)
    theirs = signed_in(binh).get(f"/players/{an.pk}/").content.decode()
    assert 'value="accept"' in theirs and 'value="decline"' in theirs
    press(client, binh, "block")
    html = client.get(profile).content.decode()
    assert 'value="unblock"' in html and 'value="ask"' not in html


def test_a_refusal_stands_beside_the_button() -> None:
    an, binh = people(2)
    blocks.block(binh, an)
    answer = signed_in(an).post(f"/friends/{binh.pk}/", {"do": "ask"}, headers={"hx-request": "true"})
    assert answer.status_code == 409
    assert "is-fault" in answer.content.decode() and 'value="unblock"' not in answer.content.decode()


def test_the_seats_of_a_table_offer_the_same() -> None:
    an, binh = people(2)
    table = tables.create(an, Wanted())
    tables.take_seat(table.code, binh)
    sheet = signed_in(an).get(f"/t/{table.code}/company/", headers={"hx-request": "true"}).content.decode()
    assert f'id="tie-{binh.pk}"' in sheet and f'id="tie-{an.pk}"' not in sheet
    visitor = Client().get(f"/t/{table.code}/company/", headers={"hx-request": "true"}).content.decode()
    assert 'class="tie"' not in visitor


# -- where friends are ---------------------------------------------------------------------------------


def online(user: User) -> str:
    return signed_in(user).get("/friends/online/").content.decode()


def test_friends_who_are_here_are_told_and_where_they_sit() -> None:
    an, binh, chi, dung = people()
    for friend in (binh, chi, dung):
        befriend(an, friend)
    table = tables.create(binh, Wanted())
    table.chairs.update(seen_at=timezone.now())
    here(chi)
    html = online(an)
    assert f'action="/t/{table.code}/sit/"' in html and f'href="/t/{table.code}/"' in html
    assert f'id="online-{chi.pk}"' in html and f'id="online-{dung.pk}"' not in html
    assert html.index(f"online-{binh.pk}") < html.index(f"online-{chi.pk}")
    assert signed_in(an).post(f"/t/{table.code}/sit/").status_code == 302
    table.chairs.update(seen_at=timezone.now())
    assert "at your table" in online(an)


def test_full_tables_are_only_watched_and_some_not_even_that() -> None:
    an, binh, chi = people(3)
    befriend(an, binh)
    table = tables.create(binh, Wanted(seats=2))
    tables.take_seat(table.code, chi)
    table.chairs.update(seen_at=timezone.now())
    html = online(an)
    assert "/sit/" not in html and f'href="/t/{table.code}/"' in html
    Table.objects.update(spectators=False)
    assert f'href="/t/{table.code}/"' not in online(an) and "full" in online(an)


def test_where_somebody_is_only_friends_are_told() -> None:
    an, binh, chi = people(3)
    friends.ask(an, binh)
    here(binh)
    table = tables.create(chi, Wanted())
    table.chairs.update(seen_at=timezone.now())
    for html in (online(an), online(binh)):
        assert "online-" not in html and table.code not in html
    assert Client().get("/friends/online/").status_code == 204


def test_whoever_is_erased_or_blocked_is_nobodys_friend() -> None:
    an, binh, chi = people(3)
    for friend in (binh, chi):
        befriend(an, friend)
        here(friend)
    blocks.block(binh, an)
    User.objects.filter(pk=chi.pk).update(is_active=False)
    assert "online-" not in online(an)
    assert 'class="friend"' not in page(signed_in(an))


def test_at_the_own_table_a_friend_is_there_also_while_one_looks_at_another_page() -> None:
    an, binh = people(2)
    befriend(an, binh)
    table = tables.create(an, Wanted())
    tables.take_seat(table.code, binh)
    TableSeat.objects.filter(user=binh).update(seen_at=timezone.now())
    TableSeat.objects.filter(user=an).update(seen_at=None)
    assert "at your table" in online(an)


def test_what_was_accepted_meanwhile_isnt_withdrawn_and_that_is_told() -> None:
    an, binh = people(2)
    befriend(an, binh)
    assert "has accepted meanwhile: you are friends." in press(signed_in(an), binh, "withdraw")
    assert "has accepted meanwhile" in press(signed_in(binh), an, "withdraw")


# -- calls to a table ----------------------------------------------------------------------------------


def calls(user: User) -> str:
    response = signed_in(user).get("/calls/")
    assert response.status_code == 200
    return response.content.decode()


def test_a_friend_is_called_and_comes_with_one_press() -> None:
    an, binh = people(2)
    befriend(an, binh)
    here(binh)
    table = tables.create(an, Wanted(entry=Entry.CODE, pin="1234"))
    assert calls(binh).strip() == ""
    client = signed_in(an)
    assert f"/t/{table.code}/friends/{binh.pk}/" in client.get(f"/t/{table.code}/friends/").content.decode()
    part = client.post(f"/t/{table.code}/friends/{binh.pk}/", headers={"hx-request": "true"}).content.decode()
    assert "Called" in part and "/friends/{binh.pk}/" not in part
    html = calls(binh)
    assert "An</bdi></b> calls you" in html and f"/t/{table.code}/sit/" in html and "1234" not in html
    assert f"/t/{table.code}/sit/" in online(binh)
    assert signed_in(binh).post(f"/t/{table.code}/sit/")["location"] == f"/t/{table.code}/"
    assert table.chairs.filter(user=binh).exists(), "without the code"
    assert calls(binh).strip() == ""


def test_a_call_can_be_declined_and_isnt_repeated() -> None:
    an, binh = people(2)
    befriend(an, binh)
    here(binh)
    table = tables.create(an, Wanted())
    invite = f"/t/{table.code}/friends/{binh.pk}/"
    assert signed_in(an).post(invite)["location"] == f"/t/{table.code}/invite/"
    declined = signed_in(binh).post(f"/t/{table.code}/decline/", headers={"hx-request": "true"})
    assert declined.content.decode().strip() == ""
    signed_in(an).post(invite)
    assert calls(binh).strip() == ""
    assert "Called" in signed_in(an).get(f"/t/{table.code}/friends/").content.decode(), "who declined isn't given away"
    assert signed_in(binh).post(f"/t/{table.code}/decline/")["location"] == "/friends/"


def test_only_who_sits_there_calls_and_only_friends() -> None:
    an, binh, chi = people(3)
    befriend(an, binh)
    befriend(chi, binh)
    table = tables.create(an, Wanted())
    invite = f"/t/{table.code}/friends/{binh.pk}/"
    for client in (Client(), signed_in(chi), signed_in(binh)):
        assert client.post(invite).status_code == 404
        assert client.get(f"/t/{table.code}/friends/").status_code == 204
    assert signed_in(an).post(f"/t/{table.code}/friends/{chi.pk}/").status_code == 404
    assert signed_in(an).get(invite).status_code == 405
    assert Client().post(f"/t/{table.code}/decline/").status_code == 404
    assert signed_in(an).post("/t/nowhere/decline/").status_code == 404
    tables.leave(table.code, an)
    assert signed_in(an).post(invite).status_code == 404
    assert calls(binh).strip() == ""


def test_who_wants_to_be_friends_is_told_on_every_page_until_it_is_answered() -> None:
    an, binh = people(2)
    friends.ask(binh, an)
    assert "wants to be friends" in calls(an) and f'action="/friends/{binh.pk}/"' in calls(an)
    press(signed_in(an), binh, "accept")
    assert calls(an).strip() == ""


def test_every_page_of_a_player_listens_and_no_visitors() -> None:
    an = signed_in(person("An"))
    assert 'hx-ws:connect="/ws/here/"' in an.get("/help/").content.decode()
    assert 'hx-ws:connect="/ws/here/?friends=1"' in page(an)
    assert "/ws/here/" not in an.get("/lobby/").content.decode(), "it has a socket of its own"
    assert "/ws/here/" not in Client().get("/help/").content.decode()
    assert Client().get("/calls/").status_code == 204


@pytest.mark.parametrize("part", NEWS)
def test_each_part_that_holds_news_is_fetched_from_where_it_is(part: str) -> None:
    frame, an = news_frame(part), signed_in(person("An"))
    (address,) = re.findall(r'hx-get="([^"]+)"', frame["content"])
    assert an.get(address).status_code == 200
    assert f'id="{part}"' in page(an) and frame["target"] == f"#{part}"


@pytest.mark.parametrize("language", ["vi", "en"])
@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_shown_as_they_are(name: str, language: str) -> None:
    an, other = person("An"), person(name)
    client = signed_in(an, language)
    friends.ask(other, an)
    pages = [page(client), press(client, other, "accept"), page(client)]
    here(other)
    pages.append(client.get("/friends/online/").content.decode())
    table = tables.create(other, Wanted())
    signed_in(other).post(f"/t/{table.code}/friends/{an.pk}/")
    pages += [client.get("/calls/").content.decode(), client.get("/friends/online/").content.decode()]
    pages.append(press(client, other, "block"))
    for html in pages:
        assert "<script>alert" not in html and "<img src=x" not in html
    assert f"/t/{table.code}/sit/" in pages[4]


def test_many_friends_take_few_queries(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    an = person("An")
    for number in range(12):
        friend = person(f"Bạn {number}")
        befriend(an, friend)
        tables.create(friend, Wanted()).chairs.update(seen_at=timezone.now())
    client = signed_in(an)
    client.get("/calls/")
    with django_assert_max_num_queries(16):
        client.get("/friends/online/")
    with django_assert_max_num_queries(12):
        client.get("/friends/")
    with django_assert_max_num_queries(7):  # PostgreSQL is asked for the time
        client.get("/calls/")
