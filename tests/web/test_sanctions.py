"""What players see of sanctions: the notice instead of every page, what stays possible, what is told until it is read,
the own history, the appeal; in both languages."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import appeals, sanctions
from accounts.models import Appeal, Sanction, User
from accounts.turned_away import COOKIE, turn_away
from game.live import tables
from game.models import Table
from tests.accounts.conftest import PASSWORD, account, signed_in, thao, uncounted
from tests.accounts.test_sanctions import end, imposed, moderator
from tests.web.test_new_table import CHOICE

__all__ = ["signed_in", "thao", "uncounted"]

pytestmark = pytest.mark.django_db
EN = {"accept-language": "en"}
DAY = timedelta(days=1)


@pytest.fixture
def by() -> User:
    return moderator()


def seen(client: Client, path: str, **others: Any) -> tuple[int, str]:
    response = client.get(path, headers=EN, **others)
    return response.status_code, response.content.decode()


# -- shut out -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["home", "lobby", "create_table", "account", "history", "leaderboards", "rules"])
def test_every_page_is_the_notice(signed_in: Client, thao: User, by: User, name: str) -> None:
    made = imposed(thao, by)
    status, page = seen(signed_in, reverse(name))
    assert status == 403
    assert "You are shut out" in page and "You insulted somebody." in page and "You can't play here until" in page
    assert reverse("appeal", args=[made.pk]) in page
    assert "hx-ws:connect" not in page, "a page that is closed again and again leads nowhere"


def test_in_vietnamese_too(signed_in: Client, thao: User, by: User) -> None:
    imposed(thao, by, "ban", None)
    page = signed_in.get(reverse("home")).content.decode()
    assert "Bạn đã chửi bới." in page and "You" not in page.split("<main")[1].split("</main>")[0]


def test_pages_of_a_table_and_what_is_sent_there_too(signed_in: Client, thao: User, by: User) -> None:
    table = tables.sit_down(thao)
    imposed(thao, by)
    assert seen(signed_in, reverse("table", args=[table.code]))[0] == 403
    for path in (reverse("play"), reverse("take_seat", args=[table.code]), reverse("quick_play")):
        assert signed_in.post(path).status_code == 403
    assert Table.objects.count() == 1 and not table.chairs.filter(user=thao, left=False).exists()


def test_parts_of_pages_lead_to_the_notice(signed_in: Client, thao: User, by: User) -> None:
    imposed(thao, by)
    response = signed_in.get(reverse("calls"), headers={"hx-request": "true"})
    assert (response.status_code, response.headers["HX-Redirect"]) == (403, reverse("notice"))


RIGHTS = ("terms", "privacy", "contact", "delete_account", "account_change_password", "settings")


@pytest.mark.parametrize("name", RIGHTS)
def test_what_is_ones_right_stays_without_a_socket(signed_in: Client, thao: User, by: User, name: str) -> None:
    imposed(thao, by)
    status, page = seen(signed_in, reverse(name))
    assert status == 200 and "You are shut out" not in page and "hx-ws:connect" not in page


def test_one_has_the_data_signs_out_and_in_again_and_goes_for_good(signed_in: Client, thao: User, by: User) -> None:
    imposed(thao, by)
    assert b"".join(signed_in.get(reverse("download_data")))[:2] == b"PK"  # type: ignore[arg-type]
    assert signed_in.post(reverse("set_language"), {"language": "en"}).status_code == 302
    assert signed_in.post(reverse("account_logout")).status_code == 302
    assert seen(signed_in, reverse("home"))[0] == 200, "whoever isn't signed in looks on like anybody"
    signed_in.post(reverse("account_login"), {"login": thao.email, "password": PASSWORD})
    assert seen(signed_in, reverse("home"))[0] == 403
    signed_in.post(reverse("delete_account"), {"password": PASSWORD})
    assert not User.objects.filter(pk=thao.pk).exists()


def test_a_guest_can_sign_in_to_an_account(client: Client, by: User) -> None:
    client.post(reverse("play"))
    guest = User.objects.get(is_guest=True)
    imposed(guest, by)
    page = seen(client, reverse("home"))[1]
    assert "Delete this guest" in page and reverse("account_login") in page
    assert seen(client, reverse("account_login"))[0] == 200
    other = account("Hùng", "hung@example.com")
    client.post(reverse("account_login"), {"login": other.email, "password": PASSWORD})
    assert seen(client, reverse("home"))[0] == 200


def test_what_a_browser_asks_for_by_itself_costs_nothing(
    signed_in: Client, thao: User, by: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    imposed(thao, by)
    with django_assert_num_queries(0):
        for name in ("worker", "manifest", "offline"):
            assert signed_in.get(reverse(name)).status_code == 200


def test_seeing_the_notice_is_reading_it(signed_in: Client, thao: User, by: User) -> None:
    made = imposed(thao, by)
    seen(signed_in, "/")
    made.refresh_from_db()
    thao.refresh_from_db()
    assert made.seen_at is not None and thao.unread_sanctions == 0


def test_when_it_is_over_the_pages_are_back(signed_in: Client, thao: User, by: User) -> None:
    made = imposed(thao, by)
    assert seen(signed_in, reverse("notice"))[0] == 403
    sanctions.lift(made, by, "Nhầm")
    assert signed_in.get(reverse("notice")).headers["location"] == reverse("home")
    status, page = seen(signed_in, "/")
    assert status == 200 and "No longer in force: suspension." in page


def test_visitors_have_no_notice(client: Client) -> None:
    assert client.get(reverse("notice")).headers["location"] == reverse("home")
    assert reverse("account_login") in client.get(reverse("sanctions")).headers["location"]


# -- gone while shut out ------------------------------------------------------------------------------

AWAY = "In this browser nobody can play as a guest until"


def gone_while_shut_out(client: Client, by: User, kind: str = "suspend", lasts: timedelta | None = DAY) -> None:
    client.post(reverse("play"))
    guest = User.objects.get(is_guest=True)
    imposed(guest, by, kind, lasts)
    client.post(reverse("delete_account"), {"name": guest.display_name})
    assert not User.objects.filter(is_guest=True).exists()


@pytest.mark.parametrize("name", ["play", "quick_play", "take_seat", "create_table"])
def test_whoever_is_shut_out_and_goes_comes_back_as_no_new_guest(
    client: Client, thao: User, by: User, name: str
) -> None:
    code = tables.sit_down(thao).code
    gone_while_shut_out(client, by)
    cookie = client.cookies[COOKIE]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"
    answer = client.post(reverse(name, args=[code] if name == "take_seat" else []), CHOICE, headers=EN)
    assert answer.status_code == 403 and AWAY in answer.content.decode()
    assert not User.objects.filter(is_guest=True).exists()
    assert "không ai có thể chơi làm khách" in client.get(reverse("notice")).content.decode()
    assert seen(client, reverse("home"))[0] == 200, "looking on is free"


def test_parts_of_pages_lead_whoever_gets_no_guest_there_too(client: Client, thao: User, by: User) -> None:
    gone_while_shut_out(client, by)
    address = reverse("friend", args=[thao.pk])
    response = client.post(address, {"do": "ask"}, headers={"hx-request": "true"})
    assert (response.status_code, response.headers["HX-Redirect"]) == (403, reverse("notice"))


def test_whoever_gets_no_guest_can_make_an_account(client: Client, by: User) -> None:
    gone_while_shut_out(client, by, "ban", None)
    assert "ban" not in client.cookies[COOKIE].value
    filled = {"display_name": "Hải", "email": "hai@example.com", "password1": PASSWORD}
    assert client.post(reverse("account_signup"), filled).status_code == 302
    assert client.post(reverse("play")).status_code == 302
    assert User.objects.get(display_name="Hải").chairs.filter(left=False).exists()


def test_without_an_end_a_year_and_then_there_are_guests_again(client: Client, by: User) -> None:
    gone_while_shut_out(client, by, "ban", None)
    year = client.cookies[COOKIE]
    assert abs(datetime.strptime(year["expires"], "%a, %d %b %Y %H:%M:%S GMT").replace(tzinfo=UTC)
               - timezone.now() - timedelta(days=365)) < timedelta(minutes=1)  # fmt: skip
    response = HttpResponse()
    turn_away(response, timezone.now() - timedelta(seconds=1))
    client.cookies[COOKIE] = response.cookies[COOKIE].value
    assert client.post(reverse("play")).status_code == 302


def test_what_the_browser_made_up_is_nothing(client: Client) -> None:
    client.cookies[COOKIE] = "2999-01-01T00:00:00+00:00:1abc:xyz"
    assert client.post(reverse("play")).status_code == 302


def test_whoever_goes_unhindered_may_come_back(client: Client) -> None:
    client.post(reverse("play"))
    client.post(reverse("delete_account"), {"name": User.objects.get().display_name})
    assert COOKIE not in client.cookies
    client.post(reverse("play"))
    assert User.objects.get().is_guest


def test_an_open_notice_hears_that_it_is_over(signed_in: Client, thao: User, by: User) -> None:
    made = imposed(thao, by)
    address = reverse("notice_over")
    assert f'hx-get="{address}"' in seen(signed_in, "/")[1]
    assert signed_in.get(address).status_code == 204
    sanctions.lift(made, by, "Nhầm")
    status, part = seen(signed_in, address)
    assert status == 200 and "nothing keeps you out" in part and f'href="{reverse("home")}"' in part
    thao.refresh_from_db()
    assert thao.unread_sanctions == 1, "what came of it is told on the next page"


def test_nobody_else_hears_anything(client: Client) -> None:
    assert client.get(reverse("notice_over")).status_code == 204


# -- told until it is read ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "lasts", "told"),
    [
        ("warn", None, "You are warned."),
        ("mute", DAY, "You can't write in chats until"),
        ("mute", None, "You can't write in chats until a moderator allows it again."),
        ("exclude", DAY, "You have no place on the leaderboards until"),
        ("exclude", None, "You have no place on the leaderboards until a moderator allows it again."),
    ],
)
def test_it_stands_on_top_of_pages_until_it_is_read(
    signed_in: Client, thao: User, by: User, kind: str, lasts: timedelta | None, told: str
) -> None:
    made = imposed(thao, by, kind, lasts)
    for path in ("/", reverse("account"), reverse("calls")):
        status, page = seen(signed_in, path)
        assert status == 200 and told in page and "You insulted somebody." in page
    back = signed_in.post(reverse("sanction_read", args=[made.pk]), {"next": reverse("account")})
    assert back.headers["location"] == reverse("account")
    for path in ("/", reverse("account"), reverse("calls")):
        assert told not in seen(signed_in, path)[1]


def test_what_ended_before_it_was_read_is_told_as_over(signed_in: Client, thao: User, by: User) -> None:
    made = imposed(thao, by, "suspend")
    sanctions.lapse(end(made))
    status, page = seen(signed_in, "/")
    assert status == 200 and "No longer in force: suspension." in page and "You can't play" not in page


def test_a_script_gets_nothing_back_and_takes_it_away(signed_in: Client, thao: User, by: User) -> None:
    made = imposed(thao, by, "warn", None)
    response = signed_in.post(reverse("sanction_read", args=[made.pk]), headers={"hx-request": "true"})
    assert (response.status_code, response.content) == (200, b"")


def test_several_are_told_one_after_the_other(signed_in: Client, thao: User, by: User) -> None:
    warning, mute = imposed(thao, by, "warn", None), imposed(thao, by, "mute")
    for now, later in ((warning, mute), (mute, warning)):
        page = seen(signed_in, "/")[1]
        assert f'id="sanction-{now.pk}"' in page and f'id="sanction-{later.pk}"' not in page
        signed_in.post(reverse("sanction_read", args=[now.pk]))


@pytest.mark.parametrize("name", ["sanctions", "appeal"])
def test_what_a_page_shows_in_full_is_read(signed_in: Client, thao: User, by: User, name: str) -> None:
    made = imposed(thao, by, "warn", None)
    page = seen(signed_in, reverse(name, args=[made.pk] if name == "appeal" else []))[1]
    assert "You insulted somebody." in page and 'id="sanction-' not in page
    thao.refresh_from_db()
    assert thao.unread_sanctions == 0


def test_whoever_is_muted_is_told_so_where_others_write(signed_in: Client, thao: User, by: User) -> None:
    table = tables.sit_down(thao)
    path = reverse("talk", args=[table.code])
    assert 'id="talk-form"' in seen(signed_in, path)[1]
    imposed(thao, by, "mute")
    page = seen(signed_in, path)[1]
    assert 'id="talk-form"' not in page and "A moderator has muted you" in page and reverse("sanctions") in page


def test_nobody_reads_anothers(client: Client, thao: User, by: User) -> None:
    made = imposed(thao, by, "warn", None)
    client.force_login(account("Hùng", ""))
    assert client.post(reverse("sanction_read", args=[made.pk])).status_code == 302
    assert client.post(reverse("sanction_read", args=[2**70])).status_code == 302
    made.refresh_from_db()
    assert made.seen_at is None


def test_whoever_has_nothing_to_read_costs_no_query(
    thao: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        assert not sanctions.unread(thao)


# -- the own history, the appeal ----------------------------------------------------------------------


def test_the_own_history(signed_in: Client, thao: User, by: User) -> None:
    assert "may it stay so" in seen(signed_in, reverse("sanctions"))[1]
    assert reverse("sanctions") not in seen(signed_in, reverse("account"))[1].split("<main")[1]
    warning, mute = imposed(thao, by, "warn", None), imposed(thao, by, "mute")
    sanctions.lift(mute, by, "chuyện nội bộ")
    over = imposed(thao, by, "exclude")
    Sanction.objects.filter(pk=over.pk).update(ends_at=timezone.now())
    imposed(account("Hùng", ""), by, texts={"vi": "Của Hùng.", "en": "Of Hung's."})
    page = seen(signed_in, reverse("sanctions"))[1].split("<main")[1]
    for words in ("Warning", "Mute", "lifted on", "over", "You insulted somebody."):
        assert words in page
    assert "nội bộ" not in page and "Of Hung" not in page, "neither the staff's notes nor others' sanctions"
    assert reverse("appeal", args=[warning.pk]) in page and reverse("appeal", args=[mute.pk]) not in page
    assert reverse("sanctions") in seen(signed_in, reverse("account"))[1].split("<main")[1]


def test_an_appeal_from_the_form_to_the_answer(signed_in: Client, thao: User, by: User) -> None:
    made = imposed(thao, by)
    path = reverse("appeal", args=[made.pk])
    assert "Send the appeal" in seen(signed_in, path)[1]
    empty = signed_in.post(path, {"text": " "}, headers=EN)
    assert empty.status_code == 422 and "This is still empty." in empty.content.decode()
    assert signed_in.post(path, {"text": "<b>Không phải tôi</b>"}).status_code == 302
    page = seen(signed_in, path)[1]
    assert "&lt;b&gt;Không phải tôi&lt;/b&gt;" in page and "A moderator reads it." in page
    again = signed_in.post(path, {"text": "Nữa"}, headers=EN)
    assert again.status_code == 422 and Appeal.objects.count() == 1
    assert "Your appeal" in seen(signed_in, "/")[1]
    appeals.decide(made.appeal, by, False, "Đúng là bạn mà.")
    assert "Your appeal was refused." in seen(signed_in, reverse("terms"))[1], "on top, until it is read"
    page = seen(signed_in, path)[1]
    assert "It stays as it is." in page and "Đúng là bạn mà." in page and "appeal refused" in page
    assert "Your appeal was refused." not in seen(signed_in, reverse("terms"))[1]


def test_a_granted_appeal_is_told_everywhere(signed_in: Client, thao: User, by: User) -> None:
    made = imposed(thao, by)
    appeals.decide(appeals.make(made, thao, "Không phải tôi."), by, True, "Bạn nói đúng.")
    status, page = seen(signed_in, "/")
    assert status == 200 and "Your appeal was granted." in page and "Bạn nói đúng." in page
    page = seen(signed_in, reverse("appeal", args=[made.pk]))[1]
    assert "You were right: it is lifted." in page and "appeal granted" in page


def test_too_long_an_appeal_is_not_lost(signed_in: Client, thao: User, by: User) -> None:
    made = imposed(thao, by, "warn", None)
    response = signed_in.post(reverse("appeal", args=[made.pk]), {"text": "a" * 1001}, headers=EN)
    assert response.status_code == 422 and "a" * 1001 in response.content.decode()


def test_against_what_is_lifted_nobody_appeals(signed_in: Client, thao: User, by: User) -> None:
    made = imposed(thao, by)
    sanctions.lift(made, by, "Nhầm")
    path = reverse("appeal", args=[made.pk])
    assert "there is nothing to appeal against" in seen(signed_in, path)[1]
    assert signed_in.post(path, {"text": "Sao vậy?"}).status_code == 422


def test_anothers_sanction_is_nowhere(client: Client, thao: User, by: User) -> None:
    made = imposed(thao, by)
    client.force_login(account("Hùng", ""))
    for pk in (made.pk, 2**70):
        assert client.get(reverse("appeal", args=[pk])).status_code == 404
        assert client.post(reverse("appeal", args=[pk]), {"text": "Tôi đây."}).status_code == 404
