"""The page of building blocks, which later pages are made of."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db

BLOCKS = """
    panel field segments switch list data tabs sheet commands toasts badge chip portrait empty pager stats progress
    skeleton crumbs notice-box chart replay-bar medal countdown cards-line
"""


@pytest.mark.parametrize(("language", "word"), [("vi", "Bộ khung giao diện"), ("en", "Building blocks")])
def test_every_block_is_shown(client: Client, language: str, word: str) -> None:
    page = client.get(reverse("style"), headers={"accept-language": language}).content.decode()
    assert f"<h1>{word}</h1>" in page
    assert '<meta name="robots" content="noindex">' in page
    for block in BLOCKS.split():
        assert re.search(rf'class="(?:[^"]* )?{block}[ "]', page), block


def test_ids_are_given_once_and_labels_lead_somewhere(client: Client) -> None:
    page = client.get(reverse("style")).content.decode()
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    named = re.findall(
        r'\b(?:for|aria-labelledby|aria-describedby|aria-controls|data-opens|popovertarget)="([^"]+)"', page
    )
    assert named and set(named) <= set(ids)


def test_no_other_page_leads_there(client: Client) -> None:
    assert reverse("style") not in client.get(reverse("home")).content.decode()


def test_every_icon_asked_for_is_drawn_and_every_one_drawn_is_shown(client: Client) -> None:
    drawn = set(re.findall(r'<symbol id="([^"]+)"', (settings.BASE_DIR / "static/img/icons.svg").read_text()))
    asked = {
        name
        for path in (settings.BASE_DIR / "templates").rglob("*.html")
        for name in re.findall(r'"icon\.html" with name="([^"]+)"', path.read_text())
    }
    assert asked and asked <= drawn
    shown = re.findall(r'icons\.svg#([\w-]+)"', client.get(reverse("style")).content.decode())
    assert set(shown) == drawn
