"""From one table to another with one press: between hands, and never without a seat afterwards."""

from __future__ import annotations

import pytest
from django.test import Client

from game.live import moving, tables
from game.live.refused import Refused
from game.live.tables import Wanted
from game.models import Entry, Table
from tests.live.build import dealt, people, person, seated, with_bots
from tests.web.test_seats import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]


def test_the_seat_is_given_up_for_the_other() -> None:
    an, binh = people(2)
    own, other = tables.create(an, Wanted()), tables.create(binh, Wanted(entry=Entry.CODE, pin="1234"))
    assert moving.may(an)
    moving.move(other.code, an, "1234")
    assert tables.open_table(an) == other
    assert Table.objects.get(pk=own.pk).closed_at
    moving.move(other.code, an)
    assert tables.open_table(an) == other


def test_where_no_seat_is_to_be_had_the_own_is_kept() -> None:
    an, binh, chi = people(3)
    own, full = tables.create(an, Wanted()), tables.create(binh, Wanted(seats=2))
    tables.take_seat(full.code, chi)
    with pytest.raises(Refused, match="table_full"):
        moving.move(full.code, an)
    assert tables.open_table(an) == own
    with pytest.raises(Table.DoesNotExist):
        moving.move("nowhere", an)
    assert tables.open_table(an) == own


def test_a_new_table_instead_of_the_own_with_one_press() -> None:
    an = person("An")
    own = tables.create(an, Wanted())
    client = signed_in(an)
    assert 'name="move"' in client.get("/tables/new/").content.decode()
    chosen = {"preset": "online", "entry": "link", "stake": "hien_nha", "seats": "4", "multiplier": "1"}
    assert client.post("/tables/new/", chosen | {"turn_seconds": "20", "bots_most": "3"}).status_code == 409
    with pytest.raises(Refused, match="not_enough_gold"):
        moving.open_new(an, Wanted(stake="cung_dinh"))
    assert tables.open_table(an) == own
    moved = client.post("/tables/new/", chosen | {"turn_seconds": "20", "bots_most": "3", "move": "1"})
    assert moved["location"] == f"/t/{tables.open_table(an).code}/" != f"/t/{own.code}/"
    assert Table.objects.get(pk=own.pk).closed_at


def test_in_the_middle_of_a_hand_no_table_is_offered() -> None:
    an = person("An")
    own = with_bots(an)
    html = signed_in(an).get("/tables/new/").content.decode()
    assert "Open the table" not in html and 'name="move"' not in html and f'href="/t/{own.code}/"' in html
    with pytest.raises(Refused, match="seated_elsewhere"):
        moving.open_new(an, Wanted())


def test_nobody_leaves_a_hand_by_it() -> None:
    an, binh = people(2)
    own, other = with_bots(an), tables.create(binh, Wanted())
    assert not moving.may(an)
    with pytest.raises(Refused, match="seated_elsewhere"):
        moving.move(other.code, an)
    assert tables.open_table(an) == own


def test_whoever_sits_beside_a_hand_may_go() -> None:
    an, binh, chi, dung = people()
    table, other = seated([binh, chi], places=4), tables.create(dung, Wanted())
    dealt(table)
    tables.take_seat(table.code, an)
    assert moving.may(an) and not moving.may(binh)
    moving.move(other.code, an)
    assert tables.open_table(an) == other


def test_the_refusal_offers_it() -> None:
    an, binh = people(2)
    tables.create(an, Wanted())
    other = tables.create(binh, Wanted())
    client = signed_in(an)
    refused = client.post(f"/t/{other.code}/sit/", {"pin": '"><b>'})
    assert refused.status_code == 409
    html = refused.content.decode()
    assert 'name="move"' in html and '"><b>' not in html
    assert client.post(f"/t/{other.code}/sit/", {"move": "1"})["location"] == f"/t/{other.code}/"
    ed = person("Ed")
    with_bots(ed)
    assert 'name="move"' not in signed_in(ed).post(f"/t/{other.code}/sit/").content.decode()
    assert Client().post(f"/t/{other.code}/sit/", {"move": "1"}).status_code == 302, "a visitor just sits down"
