"""The rules pages and the help, in both languages; the prices at a table."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from game.rules.variants import PRESET_NAMES
from tests.live.build import people, seated

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language, title", [("vi", "Luật chơi"), ("en", "The rules")])
def test_rules_in_both_languages(client: Client, language: str, title: str) -> None:
    for address in (reverse("rules"), *(reverse("rules_of", args=[preset]) for preset in PRESET_NAMES)):
        response = client.get(address, headers={"accept-language": language})
        assert response.status_code == 200
        assert f"<title>{title}" in response.content.decode()


def test_a_way_to_play_is_named_above_its_rules(client: Client) -> None:
    for preset, name in (("online", "Phỏm online"), ("ky_gui", "Kí gửi"), ("ca_k", "Cá K")):
        page = client.get(reverse("rules_of", args=[preset])).content.decode()
        assert re.search(rf"<h1>{name}\s*</h1>", page)
        assert re.search(rf"<title>.*: {name}\s", page)


def test_a_variant_there_is_not(client: Client) -> None:
    assert client.get("/rules/nothing/").status_code == 404


def test_the_overview_leads_to_all_of_them(client: Client) -> None:
    page = client.get(reverse("rules")).content.decode()
    assert all(f'href="{reverse("rules_of", args=[preset])}"' in page for preset in PRESET_NAMES)


def test_help_leads_to_the_rules_and_the_guide(client: Client) -> None:
    page = client.get(reverse("help")).content.decode()
    for address in (reverse("rules"), reverse("rules_of", args=["online"]), reverse("guide")):
        assert f'href="{address}"' in page


@pytest.mark.parametrize("language, words", [("vi", "đánh cây vừa bốc nếu là rác"), ("en", "throws the card drawn if")])
def test_help_and_rules_say_alike_what_the_clock_throws(client: Client, language: str, words: str) -> None:
    for address in (reverse("help"), reverse("rules_of", args=["online"])):
        assert words in client.get(address, headers={"accept-language": language}).content.decode()


def test_newcomers_are_offered_the_guide(client: Client) -> None:
    assert f'href="{reverse("guide")}"' in client.get(reverse("home")).content.decode()


def test_a_table_has_its_prices_beside_the_mat_and_behind_the_name_of_its_rules(client: Client, quiet: None) -> None:
    address = client.post(reverse("play"))["location"]
    page = client.get(address).content.decode()
    assert 'id="rules"' in page and 'id="price-card"' in page
    assert page.count('class="prices-list"') == 2
    fragment = page[page.index('<main class="table') : page.index("</main>")]
    assert fragment.count('class="prices-list"') == 1
    assert page.count(f'href="{reverse("rules_of", args=["online"])}"') == 2
    frame = client.get(f"{address}fragment/").content.decode()
    assert 'class="prices-list"' not in frame, "they stay the same"
    assert '<aside class="prices" id="prices"' in frame and "hx-morph-skip></aside>" in frame


def test_a_table_that_waits_has_its_prices_too(client: Client, quiet: None) -> None:
    table = seated([*people()], preset="ca_k")
    page = client.get(reverse("table", args=[table.code])).content.decode()
    assert 'id="mat"' in page and 'data-version="' not in page
    assert page.count('class="prices-list"') == 2
    assert page.count(f'href="{reverse("rules_of", args=["ca_k"])}"') == 2
