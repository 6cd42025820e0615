"""The lobby's page and quick play from it: what is offered to whom, and every refusal with a way on."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts import blocks, conduct
from accounts.models import Lapse, User
from game.live import moment, tables
from game.live.tables import Wanted
from game.models import Entry, Exclusion, Table, TableSeat
from tests.house import has_set
from tests.live.build import people, person, seated, with_bots
from tests.live.test_gold import poor
from tests.screens.scenes import text
from tests.web.test_seats import signed_in, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]

LOBBY, QUICK = "/lobby/", "/play/quick/"


def public(sitters: list[User | str], **fields: object) -> Table:
    return seated(sitters, **({"entry": Entry.PUBLIC} | fields))


def page(client: Client | None = None, **filters: str) -> str:
    return words((client or Client(headers={"accept-language": "en"})).get(LOBBY, filters))


def post(client: Client, **kind: str) -> str:
    return str(client.post(QUICK, kind)["location"])


# -- the list -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "invitation"),
    [("en", "The mats are rolled out, nobody sits yet"), ("vi", "Chiếu đã trải, chưa có ai ngồi")],
)
def test_an_empty_lobby_invites(language: str, invitation: str) -> None:
    html = Client(headers={"accept-language": language}).get(LOBBY).content.decode()
    assert invitation in text(html)
    assert f'action="{QUICK}"' in html and f'href="{reverse("create_table")}?entry=public' in html


def test_a_table_tells_rules_room_people_bots_seats_and_where_it_stands() -> None:
    an, binh = people(2)
    public([an, binh, "sound"], preset="ky_gui", multiplier=3, places=4)
    shown = page()
    for part in (
        "Kí gửi",
        "The porch ×3",
        "1 unit = 300 gold",
        "An",
        "Binh",
        "and 1 bot",
        "2 free seats",
        "waits for players",
    ):
        assert part in shown
    assert "1 open table" in shown


def test_changed_rules_are_told() -> None:
    public([person("An")], variant={"preset": "online", "u_price": 7})
    assert "Phỏm online changed" in page()


def test_who_plays_is_told_too_and_a_full_table_may_only_be_watched() -> None:
    an, binh = people(2)
    with_bots(an)
    Table.objects.update(entry=Entry.PUBLIC)
    public([binh, person("Chi")], places=2, code="full")
    html = Client(headers={"accept-language": "en"}).get(LOBBY).content.decode()
    assert "hand 1 in play" in text(html) and "3 free seats" in text(html)
    assert 'href="/t/full/"' in html and 'formaction="/t/full/sit/"' not in html
    assert "full" in text(html)


def test_names_are_escaped() -> None:
    public([User.objects.create(username="x", display_name="<script>alert(1)")])
    html = Client().get(LOBBY).content.decode()
    assert "&lt;script&gt;alert(1)" in html and "<script>alert" not in html


@pytest.mark.parametrize(
    "fields",
    [{"entry": Entry.LINK}, {"entry": Entry.CODE, "pin": "1234"}, {"closed_at": moment.timezone.now()}],
)
def test_what_isnt_public_and_open_isnt_shown(fields: dict[str, object]) -> None:
    public([person("An")], **fields)
    assert "0 open tables" in page()


def test_a_table_without_spectators_offers_no_watching() -> None:
    table = public([person("An")], spectators=False)
    html = Client().get(LOBBY).content.decode()
    assert f'href="/t/{table.code}/"' not in html and f'formaction="/t/{table.code}/sit/"' in html


def test_the_address_filters_by_rules_and_room_and_ignores_what_there_isnt() -> None:
    an, binh, chi = people(3)
    public([an], code="one")
    public([binh], code="two", preset="ca_k")
    public([chi], code="three", preset="ca_k", stake="san_dinh")

    def codes(**filters: str) -> list[str]:
        html = Client().get(LOBBY, filters).content.decode()
        return [code for code in ("one", "two", "three") if f'id="table-{code}"' in html]

    assert codes() == codes(preset="poker", stake="<b>") == ["one", "two", "three"]
    assert codes(preset="ca_k") == ["two", "three"]
    assert codes(preset="ca_k", stake="hien_nha") == ["two"]
    assert codes(stake="san_dinh") == ["three"]
    assert "No table of this kind is open" in page(preset="ky_gui")


def test_what_blocked_people_and_hosts_who_removed_the_reader_have_isnt_offered() -> None:
    an, binh, chi, dung = people()
    public([an], code="one")
    public([binh], code="two")
    blocks.block(chi, an)
    Exclusion.objects.create(table=Table.objects.get(code="two"), user=dung, until=moment.now() + timedelta(minutes=5))
    assert "An" not in page(signed_in(chi)) and "Binh" in page(signed_in(chi))
    assert "Binh" not in page(signed_in(dung)) and "An" in page(signed_in(dung))


def test_a_seat_is_taken_by_the_lists_button() -> None:
    table = public([person("An")])
    client = Client()
    assert 'id="sit-form"' in client.get(LOBBY).content.decode()
    assert client.post(f"/t/{table.code}/sit/")["location"] == f"/t/{table.code}/"


def test_who_has_a_seat_is_shown_the_way_back() -> None:
    an = person("An")
    table = tables.create(an, Wanted())
    html = signed_in(an).get(LOBBY).content.decode()
    assert f'href="/t/{table.code}/"' in html and f'action="{QUICK}"' not in html


def test_the_own_table_leads_back_and_offers_no_seat() -> None:
    an, binh = people(2)
    public([an], code="one")
    public([binh], code="two")
    html = signed_in(an).get(LOBBY).content.decode()
    own, other = (html.split(f'id="table-{code}"')[1].split("</li>")[0] for code in ("one", "two"))
    assert 'href="/t/one/"' in own and "Join" not in own and "Watch" not in own
    assert "Join" in other and "Watch" in other


def test_what_was_done_is_told_once() -> None:
    table = public([an := person("An")])
    client = signed_in(an)
    left = client.post(f"/t/{table.code}/leave/", follow=True).content.decode()
    assert text(left).count("You have left the table.") == 1


def test_every_page_leads_to_the_lobby() -> None:
    for address in ("/friends/", "/settings/", "/rules/", "/history/"):
        assert f'href="{LOBBY}"' in Client().get(address).content.decode()


# -- quick play ---------------------------------------------------------------------------------------


def test_a_visitor_gets_a_seat_as_a_guest_and_may_leave_the_wait() -> None:
    client = Client(headers={"accept-language": "en"})
    address = post(client, preset="ca_k", stake="hien_nha")
    table = Table.objects.get()
    assert address == f"/t/{table.code}/"
    html = client.get(address).content.decode()
    assert "Looking for players" in text(html) and "Then bots take the free seats" in text(html)
    assert f'formaction="/t/{table.code}/leave/"' in html and 'data-say="ready"' in html
    assert 'data-due="' in html
    assert post(Client(), preset="ca_k", stake="hien_nha") == address
    assert TableSeat.objects.count() == 2


def test_the_address_alone_leads_to_the_lobby() -> None:
    assert Client().get(QUICK)["location"] == LOBBY
    assert not User.objects.exists()


def test_without_a_kind_it_is_the_usual_one() -> None:
    post(Client())
    assert (Table.objects.get().variant, Table.objects.get().stake) == ({"preset": "online"}, "hien_nha")


def test_in_a_higher_room_the_table_tells_that_bots_dont_play_for_gold(monkeypatch: pytest.MonkeyPatch) -> None:
    has_set(monkeypatch, welcome=100_000)
    client = signed_in(person("An"))
    html = client.get(str(post(client, preset="online", stake="san_dinh"))).content.decode()
    assert "in this room not for gold, until a second player comes" in text(html)


def test_refusals_say_why_and_what_can_be_done() -> None:
    an, binh, chi, dung = people()
    table = tables.create(an, Wanted())
    response = signed_in(an).post(QUICK)
    assert (response.status_code, f'href="/t/{table.code}/"' in response.content.decode()) == (409, True)
    response = signed_in(poor(binh, 30)).post(QUICK)
    assert "you need 5,000 gold; you can put 30 on the table" in words(response)
    assert f'action="{reverse("relief")}"' in response.content.decode()
    response = signed_in(chi).post(QUICK, {"stake": "cung_dinh"})
    assert "you need 1,000,000 gold" in words(response)
    response = signed_in(dung).post(QUICK, {"preset": "poker", "stake": "<script>"})
    assert response.status_code == 409
    assert "<script>" not in response.content.decode()


def test_whoever_kept_people_waiting_is_told_for_how_long_to_wait() -> None:
    an = person("An")
    for _ in range(3):
        conduct.note(an.pk, Lapse.Kind.IDLE, moment.now())
    response = signed_in(an).post(QUICK, {"preset": "ky_gui"})
    assert response.status_code == 409
    assert "seconds until the next quick play" in words(response)
    html = response.content.decode()
    assert 'name="preset" value="ky_gui"' in html and f'action="{reverse("play")}"' in html


# -- the first page -----------------------------------------------------------------------------------


def test_the_first_page_leads_to_people_bots_and_the_lobby() -> None:
    public([person("An")])
    TableSeat.objects.update(seen_at=moment.now())
    html = Client(headers={"accept-language": "en"}).get("/").content.decode()
    assert f'action="{reverse("play")}"' in html and f'action="{QUICK}"' in html
    assert f'href="{LOBBY}"' in html and "1 player online" in text(html)
    for stake in ("hien_nha", "san_dinh", "pho_phuong", "cung_dinh"):
        assert f'name="stake" value="{stake}"' in html


def test_help_tells_of_both() -> None:
    html = Client(headers={"accept-language": "en"}).get("/help/").content.decode()
    assert f'href="{LOBBY}"' in html
    assert "Quick play" in text(html)


# -- gold for it --------------------------------------------------------------------------------------


def test_quick_play_that_cant_be_afforded_says_so_before_the_press() -> None:
    client = signed_in(person("An"))
    html = client.get(LOBBY, {"stake": "pho_phuong"}).content.decode()
    assert "Not enough gold for this room yet: it takes 200,000, you have 20,000." in text(html)
    assert 'disabled aria-describedby="quick-short"' in html
    assert f'href="{LOBBY}?preset=&amp;stake=hien_nha">Quick play: The porch' in html
    assert "quick-short" not in client.get(LOBBY).content.decode()


def test_the_broke_find_relief_and_bots_in_the_lobby() -> None:
    html = signed_in(poor(person("An"), 10)).get(LOBBY).content.decode()
    assert 'id="quick-short"' in html
    assert f'action="{reverse("relief")}"' in html and f'formaction="{reverse("play")}"' in html
