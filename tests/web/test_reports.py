"""Reporting by pages and sheets, thanks and answers; by whom, whatever was written."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from game.live import deciding, reports, talk
from game.live.deciding import Ruling
from game.live.reports import Word
from game.models import LONGEST_REPORT, Message, Report, Table
from game.report_forms import REASONS
from tests.live.build import people, person, seated
from tests.live.test_reports import played
from tests.live.test_talk import HOSTILE
from tests.screens.scenes import text
from tests.staff.conftest import member, staff_client
from tests.web.test_seats import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]

Why, Outcome = Report.Why, Report.Outcome
THANKS = "Thank you: somebody will look at it."
PART = {"hx-request": "true"}


@pytest.fixture
def users() -> list[User]:
    return people()


@pytest.fixture
def table(users: list[User]) -> Table:
    return seated([*users])


def places(table: Table, users: list[User]) -> dict[str, str]:
    """Where a player, a message and a hand of theirs are reported."""
    message, hand = talk.say(table.code, users[1], "text", "xấu"), played(table)
    return {
        "player": f"{reverse('report_player', args=[users[1].pk])}?table={table.code}",
        "message": reverse("report_message", args=[table.code, message.pk]),
        "hand": reverse("report_hand", args=[hand.public_id]),
    }


# -- making one ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["player", "message", "hand"])
@pytest.mark.parametrize("is_part", [True, False])
def test_everything_is_reported_in_a_sheet_or_on_a_page(
    table: Table, users: list[User], kind: str, is_part: bool
) -> None:
    client, path = signed_in(users[0]), places(table, users)[kind]
    headers = PART if is_part else {}
    page = client.get(path, headers=headers).content.decode()
    assert ("<html" in page) != is_part and page.count('name="why"') == len(REASONS[kind])
    assert {"player": "Binh", "message": "xấu", "hand": "Because of whom?"}[kind] in page
    sent = {"why": "collusion", "words": "họ ăn của nhau", "who": str(users[2].pk) if kind == "hand" else ""}
    answer = client.post(path, sent, headers=headers, follow=not is_part)
    assert answer.status_code == 200 and THANKS in text(answer.content.decode())
    report = Report.objects.get()
    assert (report.kind, report.why, report.words, report.reporter) == (kind, "collusion", "họ ăn của nhau", users[0])
    assert report.reported == users[2 if kind == "hand" else 1] and report.table == table


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({}, "Choose one of these."),
        ({"why": "nothing"}, "Choose one of these."),
        ({"why": "stalling"}, "Choose one of these."),
        ({"why": "other", "words": " "}, "Say what it is."),
        ({"why": "abuse", "words": "x" * (LONGEST_REPORT + 1)}, "500"),
        ({"why": "abuse", "words": "a\0b"}, "Null characters are not allowed."),
    ],
)
def test_what_is_wrong_is_told_and_nothing_is_lost(
    table: Table, users: list[User], sent: dict[str, str], told: str
) -> None:
    path = places(table, users)["message"]
    for headers in (PART, {}):
        answer = signed_in(users[0]).post(path, sent, headers=headers)
        page = answer.content.decode()
        assert answer.status_code == 422 and told in text(page) and sent.get("words", "")[:50] in page
    assert not Report.objects.exists()


def test_lines_count_as_they_do_in_the_browser(users: list[User]) -> None:
    words = "a\r\n" * 249 + "aa"
    path = reverse("report_player", args=[users[1].pk])
    assert signed_in(users[0]).post(path, {"why": "abuse", "words": words}).status_code == 302
    assert len(Report.objects.get().words) == LONGEST_REPORT


def test_a_hand_is_reported_because_of_one_who_played_it(table: Table, users: list[User]) -> None:
    path, em = places(table, users)["hand"], person("Em")
    for who in (users[0].pk, em.pk, "x"):
        answer = signed_in(users[0]).post(path, {"why": "cheating", "who": who})
        assert answer.status_code == 422 and "Choose one of these." in answer.content.decode()
    answer = signed_in(users[3]).post(path, {"why": "cheating", "who": ""})
    assert answer.status_code == 302 and Report.objects.get().reported is None


def test_refusals_are_told_with_what_was_written(
    table: Table, users: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    paths, client = places(table, users), signed_in(users[0])
    client.post(paths["player"], {"why": "abuse"})
    again = client.post(paths["player"], {"why": "spam", "words": "quảng cáo"}, headers=PART)
    assert again.status_code == 409 and "reported this already" in text(again.content.decode())
    assert "quảng cáo" in again.content.decode()
    monkeypatch.setattr(reports, "MOST", 1)
    many = client.post(paths["hand"], {"why": "cheating", "words": "lạ"}, headers=PART)
    assert many.status_code == 409 and "as much as can be looked at" in text(many.content.decode())
    own = signed_in(users[1]).post(paths["player"], {"why": "abuse"})
    assert own.status_code == 409 and "That is you." in text(own.content.decode())
    sheet = signed_in(users[1]).get(paths["message"], headers=PART)
    assert sheet.status_code == 200 and "what you wrote yourself" in text(sheet.content.decode())
    Table.objects.update(open_hands=False)
    shut = signed_in(person("Em")).get(paths["hand"])
    assert shut.status_code == 403 and "to those who played them only" in text(shut.content.decode())


def test_visitors_report_nothing_and_are_told_how_they_could(table: Table, users: list[User]) -> None:
    for path in places(table, users).values():
        for answer in (Client().get(path), Client().post(path, {"why": "abuse"})):
            page = answer.content.decode()
            assert answer.status_code == 403 and "/account/login/?next=%2F" in page and 'name="why"' not in page
    assert not Report.objects.exists()


def test_what_is_not_there_is_not_reported(table: Table, users: list[User]) -> None:
    message, client = talk.say(table.code, users[1], "text", "xấu"), signed_in(users[0])
    User.objects.filter(pk=users[3].pk).update(erased_at="2026-01-01T00:00Z")
    for path in (
        reverse("report_player", args=[users[3].pk]),
        reverse("report_player", args=[2**70]),
        reverse("report_message", args=[table.code, message.pk + 1]),
        reverse("report_message", args=[table.code, 2**70]),
        reverse("report_message", args=["nothing", message.pk]),
        reverse("report_hand", args=["nothing"]),
    ):
        assert client.get(path).status_code == client.post(path, {"why": "abuse"}).status_code == 404
    Message.objects.update(hidden=True)
    assert client.get(reverse("report_message", args=[table.code, message.pk])).status_code == 404


def test_a_form_of_another_site_reports_nothing(table: Table, users: list[User]) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(users[0])
    path = reverse("report_player", args=[users[1].pk])
    assert client.post(path, {"why": "abuse"}).status_code == 403
    (token,) = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', client.get(path, headers=PART).content.decode())
    assert client.post(path, {"why": "abuse", "csrfmiddlewaretoken": token}).status_code == 302


# -- from where ---------------------------------------------------------------------------------------


def test_players_messages_and_hands_are_reported_from_where_they_are_seen(table: Table, users: list[User]) -> None:
    paths, an = places(table, users), signed_in(users[0])
    hand = paths["hand"].removesuffix("report/")
    sheet = an.get(reverse("company", args=[table.code]), headers=PART).content.decode()
    assert f'href="{paths["player"]}" data-report' in sheet and sheet.count("data-report") == 3
    assert "data-report" not in Client().get(reverse("company", args=[table.code]), headers=PART).content.decode()
    profile = reverse("profile", args=[users[1].pk])
    assert f'href="{reverse("report_player", args=[users[1].pk])}" data-report' in an.get(profile).content.decode()
    for client in (signed_in(users[1]), Client()):
        assert "data-report" not in client.get(profile).content.decode()
    for page in (hand, reverse("table", args=[table.code])):
        assert f'href="{paths["hand"]}" data-report' in an.get(page).content.decode()
        assert "data-report" not in Client().get(page).content.decode()
    panel = an.get(reverse("talk", args=[table.code])).content.decode()
    assert f'data-report="{reverse("report_message", args=[table.code, 0])}"' in panel


# -- answers ------------------------------------------------------------------------------------------


def decided(report: Report, outcome: str, answer: str = "") -> Report:
    deciding.decide(report.pk, (), member("moderator"), Ruling(outcome, "seen", answer))
    return report


def test_an_answer_is_told_on_the_next_page_until_it_is_closed(users: list[User]) -> None:
    client = signed_in(users[0])
    report = reports.of_player(users[1], users[0], Word(Why.ABUSE))
    assert f"answer-{report.pk}" not in client.get("/calls/").content.decode()
    decided(report, Outcome.ACTED, "Đã nhắc nhở.")
    strip = client.get("/calls/").content.decode()
    assert "We did something about it." in strip and "<bdi>Binh</bdi>" in strip and "Read the answer" in strip
    read = reverse("answer_read", args=[report.pk])
    assert signed_in(users[1]).post(read).status_code == 302 and "answer-" in client.get("/calls/").content.decode()
    assert client.get(read).status_code == 405
    assert client.post(read, headers=PART).content == b"" and "answer-" not in client.get("/calls/").content.decode()
    assert Client().post(read).status_code == 302


def test_own_reports_are_listed_with_what_came_of_them(table: Table, users: list[User]) -> None:
    said, hand = talk.say(table.code, users[1], "phrase", "luck"), played(table)
    acted = reports.of_message(table.code, said.pk, users[0], Word(Why.SPAM, "mãi thế"))
    nothing = reports.of_hand(hand.public_id, users[0], Word(Why.COLLUSION), users[2])
    known = reports.of_player(users[3], users[0], Word(Why.NAME))
    reports.of_player(users[2], users[0], Word(Why.STALLING))
    reports.of_player(users[0], users[1], Word(Why.OTHER, "của Binh"))
    for report, outcome, answer in ((acted, "acted", "Cảm ơn."), (nothing, "nothing", ""), (known, "known", "")):
        decided(report, outcome, answer)
    client = signed_in(users[0])
    page = client.get("/reports/").content.decode()
    for words in (
        "a message by <bdi>Binh</bdi>",
        "Good luck!",
        "mãi thế",
        "We did something about it.",
        "Cảm ơn.",
        "a hand, because of <bdi>Chi</bdi>",
        f'href="{reverse("replay", args=[hand.public_id])}"',
        "found nothing against the rules",
        "dealt with it before",
        "Somebody will look at it.",
    ):
        assert words in page
    assert page.count(">new</span>") == 3 and "của Binh" not in page
    assert client.get("/calls/").content.decode().count("answer-") == 0, "read here"
    assert ">new</span>" not in client.get("/reports/").content.decode()


def test_own_reports_by_pages(users: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "PAGE", 1)
    first, second = (reports.of_player(one, users[0], Word(Why.ABUSE)) for one in users[1:3])
    decided(first, Outcome.NOTHING)
    client = signed_in(users[0])
    page = client.get("/reports/").content.decode()
    assert f'id="report-{second.pk}"' in page and f"?before={second.pk}" in page
    assert reports.unread(users[0]) == [first], "not seen yet"
    page = client.get(f"/reports/?before={second.pk}").content.decode()
    assert f'id="report-{first.pk}"' in page and "?before=" not in page.split("<main")[1]
    for nonsense in ("x", "-1", "9" * 30, "１"):
        assert f'id="report-{second.pk}"' in client.get("/reports/", {"before": nonsense}).content.decode()


@pytest.mark.parametrize("language", ["vi", "en"])
def test_whoever_has_reported_nothing_is_told_how(users: list[User], language: str) -> None:
    for client in (Client(headers={"accept-language": language}), signed_in(users[0], language)):
        page = client.get("/reports/")
        assert page.status_code == 200 and 'class="empty"' in page.content.decode()


def test_what_was_reported_of_whoever_left_the_site(table: Table, users: list[User]) -> None:
    said, hand = talk.say(table.code, users[1], "text", "xấu"), played(table)
    reports.of_message(table.code, said.pk, users[0], Word(Why.SPAM))
    reports.of_hand(hand.public_id, users[0], Word(Why.COLLUSION), users[1])
    reports.of_player(users[1], users[0], Word(Why.NAME))
    Report.objects.update(reported=None)
    page = signed_in(users[0]).get("/reports/").content.decode()
    for words in ("a message", "a hand", "a player who left the site"):
        assert f'item-name">{words}' in page


# -- whatever was written -----------------------------------------------------------------------------


@pytest.mark.parametrize("written", HOSTILE)
def test_hostile_texts_do_nothing_anywhere(table: Table, users: list[User], written: str) -> None:
    name, written = "<i>An</i>", written.replace("\0", "")[:200]
    User.objects.filter(pk=users[1].pk).update(display_name=name)
    message = Message.objects.create(table=table, user=users[1], name=name, text=written)
    client, moderator = signed_in(users[0]), staff_client("moderator")
    paths = (reverse("report_message", args=[table.code, message.pk]), reverse("report_player", args=[users[1].pk]))
    pages = [client.get(path, headers=PART).content.decode() for path in paths]
    for path in paths:
        client.post(path, {"why": "other", "words": written})
        assert client.post(path, {"why": "x", "words": written}).status_code == 422
    for report in Report.objects.all():
        pages.append(moderator.get(reverse("admin:game_report_change", args=[report.pk])).content.decode())
        decided(report, Outcome.ACTED, written)
        pages.append(moderator.get(reverse("admin:game_report_change", args=[report.pk])).content.decode())
    pages += [client.get(path).content.decode() for path in ("/calls/", "/reports/")]
    pages += [moderator.get(reverse("admin:game_report_changelist"), {"state": "all"}).content.decode()]
    for page in pages:
        assert "<script>alert" not in page and "<img src=x" not in page and name not in page
        assert "&lt;i&gt;An" in page
