"""Pages of gold: the own statement, page after page; relief where one is broke."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from accounts import browsers, ledger, statement
from accounts.ledger import Bill
from accounts.models import User
from accounts.models.gold import Account, Entry
from tests.house import RELIEF, WELCOME
from tests.live.build import QUIET, person
from tests.live.past import at_table, finished

pytestmark = pytest.mark.django_db

ROOM = "hien_nha"
HTMX = {"hx-request": "true"}


@pytest.fixture
def an(client: Client) -> User:
    """Who looks, with an account."""
    user = person("An")
    client.force_login(user)
    return user


def page(client: Client, address: str = "/gold/", **headers: str) -> str:
    response = client.get(address, headers=headers)
    assert response.status_code == 200
    return str(response.content.decode())


def sums(html: str) -> list[tuple[str, str]]:
    """What came or went, and what was in the purse then, from the newest."""
    found = re.findall(r'<span class="won is-\w+">([^<]+)</span><small class="num">.*?</span>([^<]+)</small>', html)
    return [(amount, balance) for amount, balance in found]


def play(hand: int, *users: User, bot: int = 0) -> None:
    """A hand that the first loses to the second, and each wins so much from a bot."""
    ledger.set_aside(hand, {user.pk: 1_000 for user in users})
    payments = [(users[0].pk, users[-1].pk, 300)] if len(users) > 1 else []
    payments += [(None, user.pk, bot) for user in users if bot]
    ledger.settle(hand, Bill(ROOM, tuple(payments), tuple((user.pk, 5) for user in users)))


def leave(user: User, gold: int, hand: int = 900) -> None:
    """The house takes all but so much."""
    ledger.set_aside(hand, {user.pk: ledger.balance(user.pk)})
    ledger.settle(hand, Bill(ROOM, fees=((user.pk, ledger.holdings(user.pk) - gold),)))


# -- the statement ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "welcome"), [("vi", "20.000"), ("en", "20,000")])
def test_a_visitor_is_invited(client: Client, language: str, welcome: str) -> None:
    html = page(client, accept_language=language)
    assert welcome in html and 'action="/play/"' in html and "print-pig" in html
    assert not Account.objects.exists()


def test_a_player_from_before_there_was_gold_finds_welcome_gold(client: Client, an: User) -> None:
    assert sums(page(client)) == [("+20.000", "20.000")]
    assert sums(page(client)) == [("+20.000", "20.000")]


def test_every_entry_with_the_balance_after_it(client: Client, an: User) -> None:
    play(1, an, person("Binh"))
    html = page(client, accept_language="en")
    assert sums(html) == [
        ("−5", "19,695"),
        ("−300", "19,700"),
        ("+1,000", "20,000"),
        ("−1,000", "19,000"),
        ("+20,000", "20,000"),
    ]
    words = re.findall(r'<b class="item-name">([^<]+)</b>', html)
    assert words == ["Fee", "Payment", "Back from a hand", "Set aside for a hand", "Welcome gold"]


def test_what_is_set_aside_is_told_while_a_hand_is_played(client: Client, an: User) -> None:
    html = page(client, accept_language="en")
    assert "Set aside for the hand you play" not in html
    ledger.set_aside(1, {an.pk: 1_500})
    html = page(client, accept_language="en")
    assert "Set aside for the hand you play" in html
    assert re.findall(r"<dd>.*?<span>([\d,]+)<", html) == ["18,500", "1,500", "5,000"]


def test_what_may_still_be_won_from_bots_is_told(client: Client, an: User) -> None:
    play(1, an, bot=1_200)
    html = page(client, accept_language="en")
    assert re.findall(r"<dd>.*?<span>([\d,]+)<", html) == ["21,195", "3,800"]
    assert html.count("with bots</span>") == 1
    assert "You can still win from bots today" in html
    assert "bring nothing more" not in html
    play(2, an, bot=5_000)
    assert "Today wins from bots bring nothing more; losses still count" in page(client, accept_language="en")


def test_nobody_sees_the_entries_of_others(client: Client, an: User) -> None:
    binh = person("Binh")
    play(1, binh, bot=123)
    html = page(client)
    assert sums(html) == [("+20.000", "20.000")]
    client.force_login(binh)
    assert ("+123", "20.123") in sums(page(client))


def test_entries_lead_to_their_hand_once_it_is_over(client: Client, an: User) -> None:
    table = at_table([an, person("Binh"), "sound", "sound"], "pasttable")
    hand = finished(table, QUIET, unit=100)
    ledger.set_aside(hand.pk, {an.pk: 1_000})
    assert "/hands/n/" not in page(client), "it is still played"
    ledger.settle(hand.pk, Bill(ROOM, fees=((an.pk, 5),)))
    ledger.set_aside(hand.pk + 1, {an.pk: 1_000})
    ledger.release(hand.pk + 1)
    html = page(client)
    assert html.count(f'href="/hands/n/{hand.pk}/"') == 3
    assert html.count("/hands/n/") == 3, "a void hand can't be looked at"
    response = client.get(f"/hands/n/{hand.pk}/")
    assert response.headers["location"] == f"/hands/{hand.public_id}/"


@pytest.mark.parametrize(
    ("only", "kinds"),
    [
        ("payments", {"payment"}),
        ("fees", {"fee"}),
        ("jackpot", {"jackpot"}),
        ("aside", {"reserve", "release"}),
        ("given", {"welcome"}),
    ],
)
def test_one_kind_alone(client: Client, an: User, only: str, kinds: set[str]) -> None:
    binh = person("Binh")
    ledger.set_aside(1, {an.pk: 1_000, binh.pk: 1_000})
    ledger.settle(1, Bill(ROOM, fees=((binh.pk, 400),), to_jackpot=400))
    ledger.set_aside(2, {an.pk: 1_000, binh.pk: 1_000})
    ledger.settle(2, Bill(ROOM, ((an.pk, binh.pk, 300),), ((an.pk, 5),), jackpot_winner=an.pk))
    shown = client.get(f"/gold/?only={only}")
    assert {row.entry.kind for row, _ in shown.context["rows"]} == kinds
    assert f'href="/gold/?only={only}" aria-current="true"' in shown.content.decode()


def test_filters_leave_no_kind_out() -> None:
    assert sorted(kind for kinds in statement.FILTERS.values() for kind in kinds) == sorted(
        choice for choice, _ in Entry._meta.get_field("kind").flatchoices
    )


def test_where_a_kind_has_nothing_one_is_led_on(client: Client, an: User) -> None:
    html = page(client, "/gold/?only=jackpot")
    assert 'class="empty"' in html and 'href="/"' in html and not sums(html)
    assert 'aria-current="true"' in html


def test_older_entries_come_as_one_scrolls(client: Client, an: User) -> None:
    for hand in range(12):
        play(hand, an)
    address, found = "/gold/", []
    while address:
        html = page(client, address, **HTMX)
        assert ("<html" in html) == (address == "/gold/")
        found += sums(html)
        more = re.findall(r'hx-get="(/gold/[^"]+)"', html)
        address = more[0].replace("&amp;", "&") if more else ""
    assert len(found) == 12 * 3 + 1
    assert found[-1] == ("+20.000", "20.000") and len(set(found)) == len(found)


def test_whoever_was_signed_out_meanwhile_gets_the_whole_page(client: Client) -> None:
    response = client.get("/gold/?before=5", headers=HTMX)
    assert (response.headers["hx-refresh"], response.content) == ("true", b"")
    assert "<h1" in page(client, "/gold/?before=5")


def test_without_scripts_a_link_leads_to_older_entries_and_back(client: Client, an: User) -> None:
    for hand in range(10):
        play(hand, an)
    assert "before=" not in page(client, "/gold/?only=aside"), "20 of a kind, on one page"
    [older] = re.findall(r'href="(/gold/[^"]+before=\d+)"', page(client))
    html = page(client, older.replace("&amp;", "&"), accept_language="en")
    assert "<h1" in html and sums(html)[-1] == ("+20,000", "20,000")
    assert '<a href="/gold/">To the newest</a>' in html


@pytest.mark.parametrize("query", ["only=nothing", "before=x", "before=-1", "before=99999999999999999999", "before=²"])
def test_what_makes_no_sense_is_passed_over(client: Client, an: User, query: str) -> None:
    assert sums(page(client, f"/gold/?{query}")) == [("+20.000", "20.000")]


def test_the_page_is_not_kept_by_anybody(client: Client, an: User) -> None:
    assert "no-store" in client.get("/gold/").headers["cache-control"]
    assert client.post("/gold/").status_code == 405


# -- relief -------------------------------------------------------------------------------------------


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Vietnam, so that the day doesn't end meanwhile."""
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 30, 5, tzinfo=UTC))


@pytest.mark.parametrize("address", ["/gold/", "/"])
def test_whoever_is_broke_is_offered_relief(client: Client, an: User, address: str) -> None:
    assert 'action="/gold/relief/"' not in page(client, address)
    leave(an, RELIEF - 1)
    html = page(client, address, accept_language="en")
    assert 'action="/gold/relief/"' in html and "Take 5,000 gold" in html
    response = client.post("/gold/relief/", {"next": address}, headers={"accept-language": "en"}, follow=True)
    assert response.redirect_chain == [(address, 302)]
    assert ledger.balance(an.pk) == 2 * RELIEF - 1
    assert "5,000 gold for you" in response.content.decode()


@pytest.mark.usefixtures("noon")
def test_when_the_next_is_due_is_told(client: Client, an: User) -> None:
    leave(an, 0)
    client.post("/gold/relief/")
    leave(an, 0, hand=901)
    html = page(client, accept_language="en")
    assert 'action="/gold/relief/"' not in html
    assert "More from the house at 00:00 on 1 Dec 2026, Vietnamese time." in html
    assert "With a confirmed e-mail address you can have it 3 times a day." in html and "/account/email/" in html
    EmailAddress.objects.create(user=an, email="an@example.com", verified=True, primary=True)
    html = page(client, accept_language="en")
    assert 'action="/gold/relief/"' in html and "you can have it" not in html


@pytest.mark.usefixtures("noon")
def test_nothing_is_given_that_is_not_due(client: Client, an: User) -> None:
    response = client.post("/gold/relief/", headers={"accept-language": "en"}, follow=True)
    assert response.redirect_chain == [("/gold/", 302)]
    assert "No relief is due to you now." in response.content.decode()
    assert ledger.balance(an.pk) == WELCOME


@pytest.mark.usefixtures("noon")
def test_a_browser_is_known_again_with_another_guest(client: Client) -> None:
    for name, given in (("Ong", RELIEF), ("Cua", 0)):
        guest = User.objects.create(username=name, display_name=name, is_guest=True)
        client.force_login(guest)
        leave(guest, 0, hand=guest.pk)
        client.post("/gold/relief/")
        assert ledger.balance(guest.pk) == given
    html = page(client, accept_language="en")
    assert "With an account and a confirmed e-mail address" in html and "/account/signup/" in html
    cookie = client.cookies[browsers.COOKIE]
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and len(cookie.value) == browsers.LENGTH


def test_a_word_that_is_not_ours_is_no_browser(client: Client, an: User) -> None:
    client.cookies[browsers.COOKIE] = "x" * 5_000
    client.post("/gold/relief/")
    assert len(client.cookies[browsers.COOKIE].value) == browsers.LENGTH


def test_a_visitor_gets_no_relief(client: Client) -> None:
    response = client.post("/gold/relief/")
    assert (response.status_code, response.headers["location"]) == (302, "/gold/")
    assert client.get("/gold/relief/").status_code == 405
    assert not Account.objects.exists()


def test_relief_leads_to_no_other_site(client: Client, an: User) -> None:
    for to in ("https://example.com/", "//example.com", "javascript:alert(1)"):
        assert client.post("/gold/relief/", {"next": to}).headers["location"] == "/gold/"


def test_relief_needs_the_sites_own_form(an: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(an)
    assert client.post("/gold/relief/").status_code == 403


def test_a_new_guest_has_welcome_gold(client: Client) -> None:
    client.post("/play/")
    assert Account.objects.filter(kind="purse", user__is_guest=True).count() == 1
    assert Entry.objects.filter(kind="welcome", account__user__is_guest=True).count() == 1
