"""The form of a new table: one press is enough, everything can be chosen, and nothing that was typed is lost."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from django.test import Client
from django.utils import translation

from game.live import tables
from game.live.options import Wanted
from game.models import Table
from game.rules.variants import FIELDS, LENGTHS, MAY_BE_NONE, PRESETS
from game.screens.options import GROUPS, WHAT, groups
from tests.live.build import person
from tests.screens.scenes import ids, text
from tests.web.test_seats import CHOICE, NEW, signed_in, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]


def sent_by_the_page(page: str) -> dict[str, str]:
    """What a browser sends when the button is pressed and nothing else."""
    fields: dict[str, str] = {}
    for tag in re.findall(r"<(?:input|select)\b[^>]*>", page.split('<form class="form new-table"')[1]):
        found = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if tag.startswith("<select") or found.get("type") not in ("radio", "checkbox"):
            fields[found["name"]] = "" if tag.startswith("<select") else unescape(found.get("value", ""))
        elif " checked" in tag:
            fields[found["name"]] = found.get("value", "on")
    return {name: value for name, value in fields.items() if name != "csrfmiddlewaretoken"}


def after(change: dict[str, str], language: str = "en") -> str:
    """The page that comes back for what can't be had."""
    response = Client(headers={"accept-language": language}).post(NEW, CHOICE | change)
    assert response.status_code == 422
    assert not Table.objects.exists()
    return response.content.decode()


def test_one_press_makes_a_good_table() -> None:
    page = Client().get(NEW).content.decode()
    sent = sent_by_the_page(page)
    assert {sent[field] for field in sent if field.split("_0")[0] in FIELDS} == {""}
    Client().post(NEW, sent)
    table, usual = Table.objects.get(), tables.create(person("An"), Wanted())
    for field in (
        *("variant", "stake", "multiplier", "places", "turn_seconds", "bots_most"),
        *("entry", "pin", "spectators", "open_hands", "chat"),
    ):
        assert getattr(table, field) == getattr(usual, field), field


@pytest.mark.parametrize("language", ["vi", "en"])
def test_every_field_of_the_rules_is_asked_for_with_a_line_that_says_what_it_is(language: str) -> None:
    page = Client(headers={"accept-language": language}).get(NEW).content.decode()
    read = text(page)
    with translation.override(language):
        for field in FIELDS:
            names = [f"{field}_{at}" for at in range(LENGTHS.get(field, 0))] or [field]
            assert all(f'name="{name}"' in page for name in names), field
            assert text(str(WHAT[field])) in read, field
            assert (f'name="{field}_none"' in page) is (field in MAY_BE_NONE)
    assert ("What a player without a phỏm pays instead." in read) is (language == "en")
    assert len(ids(page)) == len(set(ids(page)))


def test_each_field_is_asked_for_once() -> None:
    assert sorted(field for _title, fields in GROUPS for field in fields) == sorted(FIELDS)


def test_boxes_know_what_they_are_in_each_preset() -> None:
    with translation.override("en"):
        asked = {rule.field: rule for group in groups({}, {}) for rule in group.asked}
    assert json.loads(asked["eat_price"].boxes[2].usual) == {"online": "4", "ky_gui": "3", "co_dien": "0", "ca_k": "4"}
    assert json.loads(asked["ca_k_price"].boxes[3].usual) == {
        "online": "–",
        "ky_gui": "–",
        "co_dien": "–",
        "ca_k": "10",
    }
    assert json.loads(asked["chot_den"].usual)["ky_gui"] == "for a tái"
    assert [box.label for box in asked["u_k_price"].boxes] == ["3 kings", "4 kings"]
    assert not any(rule.is_touched for rule in asked.values())


def test_all_may_be_chosen() -> None:
    Client().post(
        NEW,
        CHOICE
        | {"entry": "code", "pin": "0042", "turn_seconds": "30", "bots_most": "1", "spectators": "on", "preset": "ca_k"}
        | {"u_price": "8", "u_khan": "yes", "tie_rule": "laid_first", "eat_price_1": "5", "ca_k_price_none": "on"}
        | {"den_three": "yes", "rank_price_0": "1", "rank_price_1": "2", "rank_price_2": "3"},
    )
    table = Table.objects.get()
    assert table.variant == {
        "preset": "ca_k",
        "u_price": 8,
        "u_khan": True,
        "tie_rule": "laid_first",
        "eat_price": [1, 5, 4],
        "ca_k_price": None,
    }
    assert (table.entry, table.pin, table.turn_seconds, table.bots_most) == ("code", "0042", 30, 1)
    assert (table.spectators, table.open_hands, table.chat) == (True, False, False)


def test_rules_may_gain_what_their_preset_does_not_have() -> None:
    Client().post(NEW, CHOICE | {f"ca_k_price_{at}": str(at) for at in range(4)} | {"u_k_price_0": "0"} | _kings())
    assert Table.objects.get().variant == {"preset": "ky_gui", "ca_k_price": [0, 1, 2, 3], "u_k_price": [0, 7]}


def _kings() -> dict[str, str]:
    return {"u_k_price_1": "7"}


def test_no_digits_are_drawn_ones() -> None:
    Client().post(NEW, CHOICE | {"entry": "code", "pin": ""})
    assert re.fullmatch("[0-9]{4}", Table.objects.get().pin)


def test_a_code_is_not_looked_at_where_none_is_asked_for() -> None:
    Client().post(NEW, CHOICE | {"entry": "link", "pin": "12x"})
    assert (Table.objects.get().entry, Table.objects.get().pin) == ("link", "")


HOSTILE = (
    "101",
    "-1",
    "1.5",
    "1e1",
    "x",
    "9" * 5000,
    "\0",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "１００１",
    "‮5",
)


@pytest.mark.parametrize("value", HOSTILE)
def test_no_price_that_is_none_is_taken_and_it_stays_as_typed(value: str) -> None:
    page = after({"mom_price": value, "u_price": "7"})
    assert "A whole number from 0 to 100." in text(page)
    assert re.search(r'name="mom_price"[^>]* aria-invalid="true"', page)
    assert 'name="u_price" inputmode="numeric" autocomplete="off" maxlength="3" value="7"' in page
    assert "<script>alert" not in page
    assert re.search(r'<details class="fold" open><summary><span>House rules', page)


@pytest.mark.parametrize("field", ["u_khan", "chot_den", "tie_rule", "turn_seconds", "bots_most", "entry", "preset"])
@pytest.mark.parametrize("value", ["maybe", "<b>", "\0", "ยาว" * 99])
def test_no_choice_that_is_none_is_taken(field: str, value: str) -> None:
    assert "Choose one of these." in text(after({field: value}))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"entry": "code", "pin": "12x4"}, "Four digits, or none: then they are drawn."),
        ({"entry": "code", "pin": "12345"}, "Four digits, or none: then they are drawn."),
        ({"entry": "code", "pin": "١٢٣٤"}, "Four digits, or none: then they are drawn."),
        ({"with_bots": "on", "bots_most": "0"}, "Allow at least one, or let no bots sit down."),
        ({"ca_k_price_0": "1"}, "Write all of these prices, or none."),
        ({"ca_k_price_0": "1", "ca_k_price_1": "x"}, "A whole number from 0 to 100."),
        ({"preset": "ca_k", "ca_k_price_none": "on", "ca_k_price_2": "4"}, "Either prices, or none: not both."),
    ],
)
def test_what_contradicts_itself_is_told(change: dict[str, str], told: str) -> None:
    assert told in text(after(change))


def test_all_that_was_typed_stays() -> None:
    page = after(
        {"entry": "code", "pin": "<\"'>", "eat_price_0": "12", "chot_den": "any", "ca_k_price_none": "on"}
        | {"spectators": "on", "multiplier": "5", "stake": "san_dinh", "with_bots": "on", "turn_seconds": "30"}
    )
    sent = sent_by_the_page(page)
    assert (sent["pin"], sent["eat_price_0"], sent["ca_k_price_none"]) == ("<\"'>", "12", "on")
    assert (sent["multiplier"], sent["stake"], sent["turn_seconds"]) == ("5", "san_dinh", "30")
    assert (sent["entry"], sent["with_bots"], sent["spectators"], "chat" in sent) == ("code", "on", "on", False)
    assert '<option value="any" selected>' in page


def test_errors_are_told_in_vietnamese() -> None:
    assert "Một số nguyên từ 0 đến 100." in text(after({"u_price": "x"}, "vi"))


def test_what_can_not_be_had_though_well_formed_stays_as_typed_too() -> None:
    response = Client().post(NEW, CHOICE | {"u_price": "100", "u_tron_price": "100", "entry": "public"})
    sent = sent_by_the_page(response.content.decode())
    assert response.status_code == 409  # a hand may cost more than a newcomer has
    assert (sent["u_price"], sent["u_tron_price"], sent["entry"]) == ("100", "100", "public")


def test_an_address_may_choose_rules_room_and_entry_but_nothing_that_there_is_not() -> None:
    page = Client().get(NEW, {"preset": "ca_k", "stake": "san_dinh", "entry": "public"}).content.decode()
    sent = sent_by_the_page(page)
    assert (sent["preset"], sent["stake"], sent["entry"]) == ("ca_k", "san_dinh", "public")
    sent = sent_by_the_page(Client().get(NEW, {"preset": "<x>", "entry": "\0", "seats": "9"}).content.decode())
    assert (sent["preset"], sent["entry"], sent["seats"]) == ("online", "link", "4")


# -- told at the table --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("changed", "Changed at this table", "Móm: 9.", "don't count for ratings and leaderboards")),
        ("vi", ("có sửa", "Bàn này có sửa luật", "Móm: 9.", "không tính vào điểm xếp hạng")),
    ],
)
def test_the_table_tells_what_is_changed_of_its_rules(language: str, told: tuple[str, ...]) -> None:
    an = person("An")
    table = tables.create(an, Wanted(preset="co_dien", changes={"mom_price": 9}))
    page = words(signed_in(an, language).get(f"/t/{table.code}/"))
    assert all(part in page for part in told)


def test_a_table_by_a_preset_tells_of_no_changes() -> None:
    for number, preset in enumerate(PRESETS):
        an = person(f"An {number}")
        table = tables.create(an, Wanted(preset=preset))
        page = words(signed_in(an).get(f"/t/{table.code}/"))
        assert "changed" not in page.lower()
