"""Terms, privacy, contact, and who one is in the bar of every page."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape
from pytest_django import Settings

from accounts import cleaning, keeping, ledger
from accounts.models import User
from accounts.numerals import grouped
from tests.house import RELIEF, WELCOME

pytestmark = pytest.mark.django_db
HOSTILE = ("<script>alert(1)", "\u202eevil<b>", "محمد علي", "🐓🇻🇳👍🏽", "W" * 20, "'\"&amp;--")


@pytest.mark.parametrize("language", ["vi", "en"])
def test_what_is_kept_is_said_as_it_is_done(client: Client, language: str) -> None:
    page = client.get(reverse("privacy"), headers={"accept-language": language}).content.decode()
    with translation.override(language):
        for rule in cleaning.rules:
            assert str(escape(rule.said)) in page
            assert str(escape(rule.since)) in page
    assert f"{keeping.GUEST.days} {'ngày' if language == 'vi' else 'days'}" in page


@pytest.mark.parametrize(("language", "words"), [("vi", "đủ 18 tuổi"), ("en", "18 or older")])
def test_terms_say_that_gold_is_play_money(client: Client, language: str, words: str) -> None:
    page = client.get(reverse("terms"), headers={"accept-language": language}).content.decode()
    assert words in page
    with translation.override(language):
        assert grouped(WELCOME) in page
        assert grouped(RELIEF) in page


def test_whom_to_write_to(client: Client, settings: Settings) -> None:
    settings.PHOM_CONTACT_EMAIL = ""
    assert "chưa cho địa chỉ liên hệ" in client.get(reverse("contact")).content.decode()
    settings.PHOM_CONTACT_EMAIL = "nha@example.com"
    assert 'href="mailto:nha@example.com"' in client.get(reverse("contact")).content.decode()


def test_the_foot_of_every_page_leads_there(client: Client) -> None:
    for path in ("/", "/rules/", "/nowhere/"):
        page = client.get(path).content.decode()
        assert all(f'href="{reverse(name)}"' in page for name in ("terms", "privacy", "contact"))


def test_the_bar_of_a_visitor_leads_to_the_sign_in_and_back(client: Client) -> None:
    page = client.get("/rules/?of=all").content.decode()
    assert 'href="/account/login/?next=%2Frules%2F%3Fof%3Dall"' in page
    assert "owner-links" not in page


def test_the_bar_of_a_guest_tells_gold_and_how_to_keep_it(client: Client) -> None:
    client.post("/play/")
    guest = User.objects.get(is_guest=True)
    for path in ("/", f"/t/{guest.chairs.get().table.code}/", "/nowhere/"):
        page = client.get(path).content.decode()
        assert guest.display_name in page
        assert grouped(ledger.holdings(guest.pk)) in page
        assert reverse("account_signup") in page
        assert reverse("account_logout") not in page


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_do_no_harm_anywhere(client: Client, name: str) -> None:
    user = User.objects.create(username="x", display_name=name)
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    for path in ("/", "/account/", "/account/name/", "/account/delete/", "/account/email/", "/privacy/"):
        page = client.get(path).content.decode()
        assert "<script>alert" not in page
        assert "evil<b>" not in page
        assert "<bdi" in page, "it turns no other text round"
    client.logout()
    User.objects.update(is_guest=True)
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    for path in ("/account/login/", "/account/signup/"):
        assert "<script>alert" not in client.get(path).content.decode()


@pytest.mark.parametrize("address", ["", "hoi@example.com"])
def test_privacy_names_all_that_is_kept_and_whom_to_ask(client: Client, settings: Settings, address: str) -> None:
    settings.PHOM_CONTACT_EMAIL = address
    page = client.get(reverse("privacy"), headers={"accept-language": "en"}).content.decode()
    assert "day of joining, last visit, last sign-in" in page and "when each was made, result, seeds" in page
    assert ("Ask us" in page) == bool(address)
