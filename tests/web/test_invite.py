"""The way for others to a table: its short link, its picture, its code; every refusal has words and a way on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from accounts import blocks
from accounts.models import User
from game.live import invitations, moment, tables
from game.live.options import Wanted
from game.models import Exclusion, Table, TableSeat
from tests.live.build import people, person
from tests.live.test_gold import poor
from tests.screens.scenes import text
from tests.web.test_seats import signed_in, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]


@pytest.fixture(autouse=True)
def nobody_has_tried() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def visitor(language: str = "en") -> Client:
    return Client(headers={"accept-language": language})


# -- the short link -----------------------------------------------------------------------------------


def test_following_the_link_changes_nothing() -> None:
    table = tables.create(person("An"), Wanted())
    before = Table.objects.values().get()
    for ask in (visitor().get, visitor().head):
        assert ask(f"/j/{table.code}/").status_code == 200
    assert Table.objects.values().get() == before
    assert (TableSeat.objects.count(), User.objects.count()) == (1, 1)


def test_the_page_of_the_link_has_a_button_that_its_script_presses_and_seats_a_nobody() -> None:
    table = tables.create(person("An"), Wanted(seats=2))
    client = visitor()
    page = client.get(f"/j/{table.code}/").content.decode()
    assert 'id="join-form"' in page and "js/join.js" in page
    assert "An invites you to play" in text(page)
    assert f'action="/t/{table.code}/sit/"' in page and "<button" in page.split('id="join-form"')[1]
    assert client.post(f"/t/{table.code}/sit/")["location"] == f"/t/{table.code}/"
    guest = User.objects.get(is_guest=True)
    assert TableSeat.objects.get(user=guest).table == table
    assert client.get(f"/j/{table.code}/")["location"] == f"/t/{table.code}/"  # once seated, the link is the table


def test_the_press_wants_a_token() -> None:
    table = tables.create(person("An"), Wanted())
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(f"/t/{table.code}/sit/").status_code == 403
    assert visitor().post(f"/j/{table.code}/").status_code == 405
    assert TableSeat.objects.count() == 1


@pytest.mark.parametrize("language", ["vi", "en"])
def test_the_link_looks_like_an_invitation_where_it_is_sent(language: str) -> None:
    host = person('<b>"An"')
    table = tables.create(host, Wanted(preset="ca_k", changes={"u_price": 9}))
    page = visitor(language).get(f"/j/{table.code}/").content.decode()
    title = re.search('property="og:title" content="([^"]*)"', page)
    assert title and str(escape(host.display_name)) in title[1]
    assert 'name="robots" content="noindex"' in page
    assert "<b>" not in page
    assert {"vi": "Cá K (có sửa)", "en": "Cá K (changed)"}[language] in text(page)
    assert {"vi": "20 giây mỗi lượt", "en": "20 seconds a turn"}[language] in text(page)


def test_a_full_table_says_so_and_presses_nothing() -> None:
    an, binh = people(2)
    table = tables.create(an, Wanted(seats=2))
    tables.take_seat(table.code, binh)
    page = visitor().get(f"/j/{table.code}/").content.decode()
    assert "All seats of this table are taken." in text(page)
    assert "js/join.js" not in page and 'id="join-form"' not in page
    assert f'<a class="button button-main button-wide" href="/t/{table.code}/">' in page
    assert "Play with bots Other tables A table of my own" in text(page)


def test_a_full_table_without_spectators_leads_elsewhere() -> None:
    an, binh = people(2)
    table = tables.create(an, Wanted(seats=2, spectators=False, entry="code"))
    tables.take_seat(table.code, binh, table.pin)
    page = visitor().get(f"/j/{table.code}/").content.decode()
    assert f'href="/t/{table.code}/"' not in page and 'name="pin"' not in page
    assert "Play with bots Other tables A table of my own" in text(page)


def test_the_link_to_a_closed_table_leads_on() -> None:
    an = person("An")
    table = tables.create(an, Wanted())
    tables.leave(table.code, an)
    response = visitor().get(f"/j/{table.code}/")
    page = response.content.decode()
    assert response.status_code == 410
    assert "This table is closed" in text(page)
    assert f'action="{reverse("play")}"' in page
    assert f'href="{reverse("create_table")}"' in page and f'href="{reverse("lobby")}"' in page
    assert f'href="/t/{table.code}/"' not in page
    assert not User.objects.filter(is_guest=True).exists()


def test_there_is_no_way_to_nowhere() -> None:
    for address in ("/j/nowhere/", "/t/nowhere/qr.svg", "/t/nowhere/invite/"):
        assert visitor().get(address).status_code == 404


def test_a_table_without_a_host_is_still_an_invitation() -> None:
    table = tables.create(person("An"), Wanted())
    Table.objects.update(host=None)
    assert "You are invited to a Phỏm table" in words(visitor().get(f"/j/{table.code}/"))


# -- a code -------------------------------------------------------------------------------------------


def test_a_table_with_code_asks_for_it_on_coming() -> None:
    table = tables.create(person("An"), Wanted(entry="code", pin="0472"))
    client = visitor()
    page = client.get(f"/j/{table.code}/").content.decode()
    assert 'name="pin"' in page and "js/join.js" not in page and "0472" not in page
    response = client.post(f"/t/{table.code}/sit/")
    assert (response.status_code, "asks for a code" in words(response)) == (409, True)
    response = client.post(f"/t/{table.code}/sit/", {"pin": "1111"})
    page = response.content.decode()
    assert response.status_code == 409
    assert "That isn't the code of this table." in text(page)
    assert re.search(r'name="pin"[^>]* aria-invalid="true"', page)
    assert f'href="/t/{table.code}/"' in page  # it may be watched
    assert client.post(f"/t/{table.code}/sit/", {"pin": "0472"})["location"] == f"/t/{table.code}/"


def test_too_many_codes_are_told_with_a_way_on() -> None:
    table = tables.create(person("An"), Wanted(entry="code", pin="0472"))
    client = visitor()
    for _ in range(6):
        response = client.post(f"/t/{table.code}/sit/", {"pin": "1111"})
    assert "Too many wrong codes. Try again in 10 min" in words(response)
    assert f'action="{reverse("play")}"' in response.content.decode()


@pytest.mark.parametrize("pin", ["\0", "9" * 100_000, "<script>alert(1)</script>", "' OR 1=1 --", "٠٤٧٢", "🂡"])
def test_a_hostile_code_is_a_wrong_one(pin: str) -> None:
    table = tables.create(person("An"), Wanted(entry="code", pin="0472"))
    response = visitor().post(f"/t/{table.code}/sit/", {"pin": pin})
    assert (response.status_code, "That isn't the code" in words(response)) == (409, True)
    assert "<script>alert" not in response.content.decode()


def test_where_none_may_watch_no_refusal_offers_it() -> None:
    table = tables.create(person("An"), Wanted(entry="code", spectators=False))
    client = visitor()
    assert f'href="/t/{table.code}/"' not in client.get(f"/j/{table.code}/").content.decode()
    assert "Watch this table" not in words(client.post(f"/t/{table.code}/sit/", {"pin": "x"}))


# -- the removed and the blocked ----------------------------------------------------------------------


def test_who_was_removed_is_told_until_when_and_where_to_go() -> None:
    an, binh = people(2)
    table = tables.create(an, Wanted())
    Exclusion.objects.create(table=table, user=binh, until=moment.now() + timedelta(minutes=9, seconds=5))
    for language, told in (("en", "You may come back in 10 min."), ("vi", "10 phút nữa bạn mới vào lại được.")):
        response = signed_in(binh, language).post(f"/t/{table.code}/sit/")
        assert (response.status_code, told in words(response)) == (409, True)
        assert f'action="{reverse("play")}"' in response.content.decode()


def test_the_blocked_are_told_no_names() -> None:
    an, binh = people(2)
    table = tables.create(an, Wanted())
    blocks.block(an, binh)
    response = signed_in(binh).post(f"/t/{table.code}/sit/")
    page = words(response)
    assert (response.status_code, "You can't sit down here" in page) == (409, True)
    assert "block" not in page.lower()
    assert f'href="{reverse("create_table")}"' in response.content.decode()
    followed = signed_in(binh).get(f"/j/{table.code}/")  # before the press
    assert (followed.status_code, "You can't sit down here" in words(followed)) == (409, True)


def test_the_broke_come_by_the_link_to_relief() -> None:
    table = tables.create(person("An"), Wanted())
    page = signed_in(poor(person("Binh"), 7)).post(f"/t/{table.code}/sit/").content.decode()
    assert f'action="{reverse("relief")}"' in page


# -- letters and picture ------------------------------------------------------------------------------


def test_the_picture_is_the_link_and_may_be_kept() -> None:
    table = tables.create(person("An"), Wanted())
    response = visitor().get(f"/t/{table.code}/qr.svg")
    assert response["content-type"] == "image/svg+xml"
    assert "max-age=86400" in response["cache-control"]
    picture = response.content.decode()
    assert picture.startswith("<svg") and "style" not in picture and "<script" not in picture
    assert picture == visitor().get(f"/t/{table.code}/qr.svg").content.decode()
    other = tables.create(person("Binh"), Wanted())
    assert picture != visitor().get(f"/t/{other.code}/qr.svg").content.decode()


def test_the_picture_says_the_short_link(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    class Drawn:
        def save(self, out: Any, **_: object) -> None:
            out.write(b"<svg/>")

    monkeypatch.setattr("game.seat_views.segno.make", lambda link, **_: made.append(link) or Drawn())
    table = tables.create(person("An"), Wanted())
    visitor().get(f"/t/{table.code}/qr.svg")
    assert made == [f"http://testserver/j/{table.code}/"]


def test_the_invitation_tells_link_picture_and_to_those_who_sit_there_the_code() -> None:
    an, binh = people(2)
    table = tables.create(an, Wanted(entry="code", pin="0472"))
    address = f"/t/{table.code}/invite/"
    page = signed_in(an).get(address).content.decode()
    assert f'value="http://testserver/j/{table.code}/"' in page and f'src="/t/{table.code}/qr.svg"' in page
    assert "0472" in page
    for client in (signed_in(binh), visitor()):
        assert "0472" not in client.get(address).content.decode()


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("link", "Whoever has the link may sit down."),
        ("public", "Everybody may sit down"),
        ("code", "Whoever has the link and the code may sit down."),
    ],
)
def test_the_invitation_says_who_may_come_also_in_a_sheet(entry: str, told: str) -> None:
    an = person("An")
    table = tables.create(an, Wanted(entry=entry))
    sheet = signed_in(an).get(f"/t/{table.code}/invite/", headers={"HX-Request": "true"}).content.decode()
    assert told in text(sheet)
    assert "<html" not in sheet and 'class="sheet-body"' in sheet


@pytest.mark.parametrize(("entry", "told"), [("link", "Whoever has the link"), ("public", "The table is in the lobby")])
def test_a_table_that_waits_invites(entry: str, told: str) -> None:
    an = person("An")
    table = tables.create(an, Wanted(entry=entry))
    page = signed_in(an).get(f"/t/{table.code}/").content.decode()
    box = page.split('id="invite"')[1].split("</section>")[0]
    assert f'data-share="/j/{table.code}/"' in box and f'href="/t/{table.code}/invite/"' in box
    assert told in text(box)


def test_those_who_sit_at_a_table_find_the_invitation_in_its_menu_too() -> None:
    an, binh = people(2)
    table = tables.create(an, Wanted(seats=2))
    tables.take_seat(table.code, binh)
    link = f'href="/t/{table.code}/invite/" data-invite'
    assert link in signed_in(binh).get(f"/t/{table.code}/").content.decode()
    assert link not in visitor().get(f"/t/{table.code}/").content.decode()


def test_who_was_called_by_somebody_there_is_not_asked_for_the_code() -> None:
    an, binh = people(2)
    table = tables.create(an, Wanted(entry="code", pin="0472"))
    client = signed_in(binh)
    assert 'name="pin"' in client.get(f"/j/{table.code}/").content.decode()
    invitations.invite(table, an, binh)
    page = client.get(f"/j/{table.code}/").content.decode()
    assert 'name="pin"' not in page and "js/join.js" in page
    assert client.post(f"/t/{table.code}/sit/")["location"] == f"/t/{table.code}/"
