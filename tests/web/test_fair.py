"""The page about fair deals, whose program really works, and what a replay says of its deal."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from game.live import seeds, spectators
from game.models import HandRecord, Table
from tests.live.build import current, dealt, people, person, seated
from tests.live.test_deal import play_out
from tests.swapped import with_another_seed

pytestmark = pytest.mark.django_db


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> HandRecord:
    """A finished hand of two people and a bot, which lies open to everybody."""
    monkeypatch.setattr(spectators, "OPENS_AFTER", timedelta())
    an, binh = people(2)
    table = seated([an, binh, "sound"])
    seeds.add(table.code, an, "<b>An's & seed</b>")
    dealt(table)
    return play_out(table)


def program(client: Client) -> str:
    """As a reader copies it from the page."""
    page = client.get(reverse("fair")).content.decode()
    return unescape(page.split('<code id="program">')[1].split("</code>")[0])


def run(program: str, line: bytes, tmp_path: Path, *noted: str) -> str:
    path = tmp_path / "check_deal.py"
    path.write_text(program)
    done = subprocess.run([sys.executable, str(path), *noted], input=line, capture_output=True, check=True)
    return done.stdout.decode()


def test_the_program_on_the_page_checks_what_is_downloaded(client: Client, hand: HandRecord, tmp_path: Path) -> None:
    line = client.get(reverse("hand_record", args=[hand.public_id])).content
    told = run(program(client), line, tmp_path)
    assert told == "seed fits the commitment in this file: True\npack as the seeds make it: True\n"
    record = json.loads(line)
    record["deal"]["player_seeds"][0] += "!"
    told = run(program(client), json.dumps(record).encode(), tmp_path)
    assert told == "seed fits the commitment in this file: True\npack as the seeds make it: False\n"
    record["deal"]["server_seed"] = "00" * 32
    told = run(program(client), json.dumps(record).encode(), tmp_path)
    assert told == "seed fits the commitment in this file: False\npack as the seeds make it: False\n"


def test_the_program_finds_a_swapped_seed_by_the_promise_that_was_noted(
    client: Client, hand: HandRecord, tmp_path: Path
) -> None:
    record = hand.as_record()
    noted = record["deal"]["commitment"]
    kept = run(program(client), json.dumps(record).encode(), tmp_path, noted.upper())
    assert "promise kept that was noted before the deal: True\n" in kept
    told = run(program(client), json.dumps(with_another_seed(record)).encode(), tmp_path, noted)
    assert told.splitlines() == [
        "seed fits the commitment in this file: True",
        "promise kept that was noted before the deal: False",
        "pack as the seeds make it: True",
    ]


def test_the_program_that_is_downloaded_is_the_one_on_the_page(client: Client) -> None:
    assert program(client) == (settings.BASE_DIR / "static" / "check_deal.py").read_text()
    assert "check_deal.py" in client.get(reverse("fair")).content.decode()


@pytest.mark.parametrize(
    ("language", "title"), [("vi", "Ván bài ai cũng kiểm chứng được"), ("en", "A deal anyone can check")]
)
def test_the_page_is_in_both_languages(client: Client, language: str, title: str) -> None:
    page = client.get(reverse("fair"), headers={"accept-language": language}).content.decode()
    assert f">{title}</h1>" in page


def test_help_leads_there(client: Client) -> None:
    assert f'href="{reverse("fair")}"' in client.get(reverse("help")).content.decode()


def test_a_replay_tells_promise_and_seeds_with_names(client: Client, hand: HandRecord) -> None:
    page = client.get(reverse("replay", args=[hand.public_id]), headers={"accept-language": "en"}).content.decode()
    deal = hand.as_deal()
    for shown in (deal["commitment"], deal["server_seed"], "&lt;b&gt;An&#x27;s &amp; seed&lt;/b&gt;"):
        assert f"<code>{shown}</code>" in page
    assert page.count("<dt>Seed of <bdi>") == 3
    assert page.count("<dd>none</dd>") == 2
    assert f'data-record="{reverse("hand_record", args=[hand.public_id])}"' in page
    assert f'data-table="{hand.table.alias}" data-number="{hand.number}"' in page
    assert hand.table.code not in page, "nobody finds the way to a table by a replay"
    assert "data-seat" not in page, "whoever only looks has no seat"
    client.force_login(hand.players.get(seat=1).user)
    assert 'data-seat="1"' in client.get(reverse("replay", args=[hand.public_id])).content.decode()


def test_the_table_says_what_is_promised_and_offers_to_change_the_seed(client: Client) -> None:
    an, binh = people(2)
    table = seated([an, binh])
    client.force_login(an)
    page = client.get(reverse("table", args=[table.code])).content.decode()
    address = reverse("deal_sheet", args=[table.code])
    assert f'data-sheet="{address}"' in page
    assert f'href="{reverse("last_hand", args=[table.code])}#deal"' in client.get(address).content.decode()
    assert f'data-table="{table.alias}" data-number="0"' in page and 'data-seed=""' in page
    assert "data-promised" not in page
    dealt(table)
    hand = current(Table.objects.get())
    page = client.get(reverse("table", args=[table.code])).content.decode()
    assert f'data-promised="{hand.as_deal()["commitment"]}" data-given=""' in page


def test_the_guide_has_no_deal_to_check(client: Client) -> None:
    page = client.get(reverse("guide")).content.decode()
    assert 'id="deal-sheet"' not in page and "data-promise" not in page


def test_a_table_that_does_not_exist_has_no_deal_to_check(client: Client) -> None:
    assert client.get(reverse("deal_sheet", args=["nope"])).status_code == 404


def test_it_is_said_that_seeds_are_for_everybody(client: Client) -> None:
    table = seated(people(2))
    page = client.get(reverse("deal_sheet", args=[table.code]), headers={"accept-language": "en"}).content.decode()
    assert "Everybody sees it after the hand, for good." in page


def test_whoever_opens_the_sheet_as_a_page_is_led_to_one(client: Client) -> None:
    address = reverse("deal_sheet", args=[seated([*people(2)]).code])
    assert client.get(address, headers={"sec-fetch-dest": "empty"}).status_code == 200
    response = client.get(address, headers={"sec-fetch-dest": "document"})
    assert (response.status_code, response["location"]) == (302, reverse("fair"))


def test_a_pack_that_the_site_made_alone_is_told_of(client: Client, hand: HandRecord) -> None:
    words = "its pack was made by the site alone"
    address = reverse("replay", args=[hand.public_id])
    assert words not in client.get(address, headers={"accept-language": "en"}).content.decode()
    table = seated([person("Chi"), "sound"], code="alone")
    dealt(table)
    alone = play_out(table)
    page = client.get(reverse("replay", args=[alone.public_id]), headers={"accept-language": "en"}).content.decode()
    assert words in page
