"""What the staff sets a room to holds from the next deal on; what runs keeps what it was dealt with."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from accounts import house, ledger
from accounts.models import Room
from accounts.stakes import LOWEST
from game.live import gold, lobby, phrases, quick, tables, talk
from game.live.clock import tick
from game.live.moment import now
from game.live.options import Wanted
from game.live.refused import Refused
from game.live.scene import scene
from game.models import Entry, HandRecord, Message, Phrase, Table
from tests.accounts.gold import sound
from tests.house import WELCOME
from tests.live.build import current, dealt, people, person, seated
from tests.web.test_seats import signed_in

pytestmark = pytest.mark.django_db


def set_room(key: str = LOWEST, **fields: Any) -> None:
    Room.objects.filter(key=key).update(**fields)
    house._rooms.forget()


def played_out(table: Table) -> HandRecord:
    """The hand, after the clock has played it to its end."""
    for _ in range(500):
        if current(table).result:
            return current(table)
        tick(now() + timedelta(hours=1))
    raise AssertionError(f"not over after version {current(table).version}")


def fees(hand: HandRecord, units: int) -> set[int]:
    return {player.units * units - (player.gold or 0) for player in hand.players.all() if player.units is not None}


@pytest.mark.parametrize("part", [0, 1, 10, 50])
def test_a_hand_in_play_keeps_its_unit_and_its_fee(quiet: None, part: int) -> None:
    users = people()
    table = seated(users)
    dealt(table)
    most = 42 * 100 + 5
    set_room(unit=300, fee_part=part, least=50_000)
    seen = scene(table.code, users[0]).gold
    assert seen and (seen.terms.unit, seen.terms.fee, seen.terms.most) == (100, 5, most)
    hand = played_out(table)
    assert fees(hand, 100) == {5}
    assert sum(ledger.holdings(user.pk) for user in users) == 4 * WELCOME - 4 * 5
    assert sound()


@pytest.mark.parametrize(("part", "fee"), [(0, 0), (1, 300), (10, 30), (7, 43)])
def test_the_next_hand_goes_by_what_is_set(quiet: None, part: int, fee: int) -> None:
    table = seated(people())
    set_room(unit=300, fee_part=part)
    hand = dealt(table)
    assert (hand.unit, hand.fee, gold.most_lost(hand)) == (300, fee, 42 * 300 + fee)
    assert fees(played_out(table), 300) == {fee}
    assert sound()


def test_hands_from_before_rooms_had_fees_paid_as_always(quiet: None) -> None:
    table = seated(people())
    dealt(table)
    HandRecord.objects.update(fee=None)
    set_room(fee_part=1)
    assert gold.fee_of_hand(current(table)) == 5
    assert fees(played_out(table), 100) == {5}


def test_to_sit_down_it_takes_what_is_set_now() -> None:
    table = seated([person("An")])
    set_room(least=WELCOME + 1)
    with pytest.raises(Refused, match="not_enough_gold"):
        tables.take_seat(table.code, person("Binh"))


# -- a closed room --------------------------------------------------------------------------------------------


def test_a_closed_room_has_no_new_tables_and_the_old_play_on(quiet: None, monkeypatch: pytest.MonkeyPatch) -> None:
    an, binh, chi = (person(name) for name in ("An", "Binh", "Chi"))
    table = seated([an, binh], code="old", stake="san_dinh", entry=Entry.PUBLIC)
    set_room("san_dinh", is_open=False, least=0, unit=1)
    for wanted in (lambda: tables.create(chi, Wanted(stake="san_dinh")), lambda: quick.play(chi, "online", "san_dinh")):
        with pytest.raises(Refused, match="room_closed"):
            wanted()
    tables.take_seat(table.code, chi)
    assert dealt(table).players.count() == 3


def test_a_closed_room_isnt_offered_but_its_tables_are_called_so() -> None:
    an = person("An")
    client = signed_in(an, "vi")
    seated([an], code="old", stake="san_dinh", entry=Entry.PUBLIC)
    set_room("san_dinh", is_open=False)
    for path in ("/", "/tables/new/"):
        page = client.get(path).content.decode()
        assert 'value="hien_nha"' in page and 'value="san_dinh"' not in page
    assert lobby.kind("", "san_dinh").stake == "san_dinh"
    page = client.get("/lobby/?stake=san_dinh").content.decode()
    assert "Sân đình" in page and 'name="stake" value="san_dinh"' not in page, "one joins there, and opens none"
    refused = client.post("/play/quick/", {"preset": "online", "stake": "san_dinh"})
    assert (refused.status_code, "không mở bàn mới" in refused.content.decode()) == (409, True)
    form = client.post("/tables/new/", {"preset": "online", "stake": "san_dinh", "multiplier": 1, "seats": 4})
    assert form.status_code == 422


@pytest.mark.parametrize("language", ["vi", "en"])
def test_a_room_is_called_as_the_staff_says_and_its_name_is_only_text(language: str) -> None:
    set_room(name_vi="<b>Hiên</b>", name_en="<b>Hiên</b>", about_vi="<i>a", about_en="<i>a")
    for path in ("/", "/tables/new/", "/lobby/"):
        page = Client(headers={"accept-language": language}).get(path).content.decode()
        assert "&lt;b&gt;Hiên&lt;/b&gt;" in page and "<b>Hiên</b>" not in page and "<i>a" not in page


# -- phrases --------------------------------------------------------------------------------------------------


def test_a_phrase_that_is_withdrawn_is_still_read() -> None:
    an = person("An")
    table = seated([an])
    talk.say(table.code, an, "phrase", "luck")
    Phrase.objects.filter(key="luck").update(is_offered=False)
    phrases._phrases.forget()
    with pytest.raises(Refused, match="phrase_withdrawn"):
        talk.say(table.code, an, "phrase", "luck")
    html = signed_in(an).get(f"/t/{table.code}/talk/", headers={"accept-language": "en"}).content.decode()
    assert "Good luck!" in html and 'data-phrase="luck"' not in html and 'data-phrase="hello"' in html
    assert Message.objects.count() == 1


def test_a_phrase_reads_as_it_is_written_now() -> None:
    Phrase.objects.filter(key="luck").update(text_vi="<b>May</b>", text_en="Break a leg!")
    phrases._phrases.forget()
    with translation.override("en"):
        assert talk.text_of("phrase", "luck") == "Break a leg!"
    an = person("An")
    table = seated([an])
    talk.say(table.code, an, "phrase", "luck")
    html = signed_in(an, "vi").get(f"/t/{table.code}/talk/").content.decode()
    assert html.count("&lt;b&gt;May&lt;/b&gt;") == 2 and "<b>May</b>" not in html
