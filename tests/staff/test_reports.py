"""The queue of reports: what shows, who may what, claiming and deciding by the page, however many there are."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts import sanctions
from accounts.models import LogEntry, Reason, Sanction, User
from accounts.staff.roles import ADMIN, MODERATOR, ROLES
from game.admin import evidence
from game.live import deciding, reports, talk
from game.live.deciding import CLAIMED, Ruling
from game.live.moment import now
from game.live.reports import Word
from game.models import HandPlayer, Message, Report, Signal, Table
from tests.live.build import dealt, people, person, seated
from tests.live.conftest import quiet, stack
from tests.live.test_reports import played, reason, say
from tests.screens.scenes import text
from tests.staff.conftest import StaffClient, member
from tests.web.test_seats import signed_in

__all__ = ["quiet", "stack"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]
Staff = Callable[..., StaffClient]

Why, Outcome = Report.Why, Report.Outcome
ABUSE = Word(Why.ABUSE, "nói bậy")
LIST = "/admin/game/report/"
DECIDED = {"do": "decide", "outcome": "nothing", "answer": "", "why": "looked at it"}
ACTED = DECIDED | {"outcome": "acted", "answer": "Cảm ơn."}


@pytest.fixture
def users() -> list[User]:
    return people()


@pytest.fixture
def table(users: list[User]) -> Table:
    return seated([*users])


@pytest.fixture
def moderator(staff: Staff) -> StaffClient:
    client = staff("moderator", "Mo")
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def page_of(report: Report) -> str:
    return f"{LIST}{report.pk}/change/"


def page(client: StaffClient, report: Report) -> str:
    return client.get(page_of(report)).content.decode()


def listed(client: StaffClient, **asked: object) -> list[Report]:
    answer = client.get(LIST, asked)
    assert answer.status_code == 200
    return list(answer.context["cl"].result_list)


def sanction(whom: User, **other: object) -> dict[str, object]:
    """What the form is sent to sanction somebody."""
    sent = {"whom": whom.pk, "sanction-kind": "mute", "sanction-reason": reason().pk, "sanction-lasts": "1d"}
    return sent | {"sanction-text_vi": "", "sanction-text_en": ""} | {f"sanction-{k}": v for k, v in other.items()}


# -- the list -----------------------------------------------------------------------------------------


def test_open_ones_come_first_the_longest_waiting_on_top(moderator: StaffClient, users: list[User]) -> None:
    first, second, third = (reports.of_player(one, users[0], ABUSE) for one in users[1:])
    deciding.decide(first.pk, (), moderator.user, Ruling(Outcome.NOTHING, "seen"))
    deciding.claim(second.pk, moderator.user)
    other = member("moderator", "Na")
    assert listed(moderator) == [second, third]
    assert listed(moderator, state="free") == [third]
    assert listed(moderator, state="mine") == [second]
    deciding.claim(third.pk, other)
    assert listed(moderator, state="free") == [] and listed(moderator, state="mine") == [second]
    assert listed(moderator, state="decided") == [first]
    assert listed(moderator, state="all") == [third, second, first]
    Report.objects.update(claimed_at=now() - CLAIMED)
    assert listed(moderator, state="free") == [second, third] and listed(moderator, state="mine") == []
    assert "Mo" not in text(moderator.get(LIST).content.decode().split('id="result_list"')[1])


def test_reports_are_found_by_whom_what_and_number(moderator: StaffClient, table: Table, users: list[User]) -> None:
    hand = played(table)
    about = reports.of_message(table.code, say(table, users[1], "xấu").pk, users[0], ABUSE)
    by = reports.of_hand(hand.public_id, users[1], Word(Why.COLLUSION), users[2])
    deciding.decide(about.pk, (), moderator.user, Ruling(Outcome.NOTHING, "seen"))
    assert set(listed(moderator, q="BINH")) == {about, by}
    assert listed(moderator, q="Chi") == [by] and listed(moderator, q="Dung") == []
    assert about in listed(moderator, q=str(about.pk))
    for field, row, found in (
        ("reported", users[1], about),
        ("reporter", users[1], by),
        ("hand", hand, by),
        ("message", about.message, about),
    ):
        assert row and listed(moderator, **{f"{field}__id__exact": row.pk}) == [found]
    assert set(listed(moderator, table__id__exact=table.pk)) == {about, by}
    assert listed(moderator, kind__exact="hand") == [by] and listed(moderator, why__exact="abuse", state="open") == []
    for nonsense in ("9" * 30, "%", "'"):
        assert listed(moderator, q=nonsense) == [], nonsense


@pytest.mark.parametrize("path", ["reporter__email__startswith", "hand__server_seed", "reported__password"])
def test_no_filter_tells_what_the_page_hides(moderator: StaffClient, path: str) -> None:
    assert moderator.get(LIST, {path: "a"}).status_code == 400


def test_a_list_takes_the_same_few_queries_however_long_it_is(moderator: StaffClient, users: list[User]) -> None:
    listed(moderator)  # where from is noted once
    counts = []
    for number in range(2):
        for reported in users[1:] if number else users[1:2]:
            reports.of_player(reported, person(f"R{number}{reported}"), ABUSE)
        deciding.claim(Report.objects.latest("pk").pk, member("moderator"))
        with CaptureQueriesContext(connection) as asked:
            listed(moderator)
        counts.append(len(asked))
        own = [query["sql"] for query in asked if 'FROM "game_report"' in query["sql"]]
        assert len(own) == 2 and "LIMIT" in next(sql for sql in own if "COUNT(" in sql)
    assert counts[0] == counts[1]


# -- the evidence -------------------------------------------------------------------------------------


def test_a_message_stands_in_its_context_as_it_was(moderator: StaffClient, table: Table, users: list[User]) -> None:
    say(table, users[2], "luck", "phrase")
    bad = say(table, users[1], "xấu lắm")
    say(table, users[3], "thôi đi")
    report = reports.of_message(table.code, bad.pk, users[0], ABUSE)
    Message.objects.all().delete()
    shown = page(moderator, report)
    talk_shown = shown.split("report-talk")[1].split("</ol>")[0]
    for words in ("Chi", "Good luck!", "Binh", "xấu lắm", "Dung", "thôi đi"):
        assert words in talk_shown
    assert talk_shown.count('class="is-reported"') == 1 and "nói bậy" in shown
    User.objects.filter(pk=users[1].pk).update(display_name="Tên mới")
    assert "Tên mới" in page(moderator, report).split("report-talk")[1]


def test_a_hand_stands_with_its_result_and_replay(moderator: StaffClient, table: Table, users: list[User]) -> None:
    hand = played(table)
    Table.objects.update(open_hands=False)
    report = reports.of_hand(hand.public_id, users[0], Word(Why.COLLUSION), users[1])
    shown = page(moderator, report)
    replay = reverse("replay", args=[hand.public_id])
    assert f'href="{replay}"' in shown
    rows = shown.split("Result of the hand")[1].split("</table>")[0]
    for player in HandPlayer.objects.filter(hand=hand):
        assert f">{player.name}</a>" in rows and f"<td>{player.units}</td>" in rows
    assert moderator.get(replay).status_code == 200, "though it lies open to its players alone"
    assert moderator.get(reverse("replay_steps", args=[hand.public_id])).status_code == 200
    assert signed_in(person("Em")).get(replay).status_code == 403


def test_of_a_hand_in_play_nothing_is_told(moderator: StaffClient, table: Table, users: list[User]) -> None:
    hand = dealt(table)
    report = reports.of_player(users[1], users[0], ABUSE, table.code)
    shown = page(moderator, report)
    assert "not over yet" in shown and hand.public_id not in shown and "Result of the hand" not in shown
    assert moderator.get(reverse("replay", args=[hand.public_id])).status_code == 404


def test_earlier_reports_sanctions_and_signals_stand_beside_it(moderator: StaffClient, users: list[User]) -> None:
    before = reports.of_player(users[1], users[2], Word(Why.CHEATING, "ăn gian"))
    deciding.decide(before.pk, (), moderator.user, Ruling(Outcome.ACTED, "seen"))
    other = reports.of_player(users[3], users[0], Word(Why.SPAM, "quảng cáo"))
    deciding.decide(other.pk, (), moderator.user, Ruling(Outcome.NOTHING, "seen"))
    sanctions.impose(users[1], "mute", reason(), now() + timedelta(days=1), moderator.user)
    Signal.objects.create(kind="feeding", user=users[2], other=users[1], score=5.5)
    report = reports.of_player(users[1], users[0], ABUSE)
    shown = text(page(moderator, report))
    assert "Other reports about the player: 1 (1 led to something, 0 to nothing)" in shown and "ăn gian" in shown
    assert "Other reports by the reporter: 1 (0 led to something, 1 to nothing)" in shown and "quảng cáo" in shown
    assert "Abuse" in shown and "5.5" in shown


def test_signals_are_told_to_whom_they_may_be_told(staff: Staff, users: list[User]) -> None:
    moderator, support, both = staff("moderator", "Mo"), staff("support"), staff("support")
    both.user.user_permissions.add(Permission.objects.get(codename="view_signal"))
    signals = [
        Signal.objects.create(kind="shared", user=users[0], other=users[1], score=4),
        Signal.objects.create(kind="gold", user=users[1], other=users[0], score=3),
        Signal.objects.create(kind="feeding", user=users[1], other=moderator.user, score=2),
        Signal.objects.create(kind="leaving", user=moderator.user, other=users[1], score=1),
    ]
    report = reports.of_player(users[1], users[0], ABUSE)
    for client, told in ((moderator, signals[:2]), (support, []), (both, signals[1:]), (staff("admin"), signals)):
        answer = client.get(page_of(report), headers={"accept-language": "en"})
        assert [one for one, _link in answer.context["signals"]] == told
        assert ("<h2>Signals</h2>" in answer.content.decode()) == bool(told)


def test_what_concerns_the_moderator_is_not_offered_with_another(staff: Staff, users: list[User]) -> None:
    moderator = staff("moderator", "Mo")
    hand = played(seated([*users[:3], moderator.user]))
    report = reports.of_player(users[1], users[0], ABUSE)
    near = reports.of_player(users[1], users[2], ABUSE)
    reports.of_player(users[1], moderator.user, ABUSE)
    of_hand = reports.of_hand(hand.public_id, users[0], Word(Why.COLLUSION), users[1])
    moderator.post(page_of(report), {"do": "claim"})
    shown = page(moderator, report)
    assert shown.count('name="together"') == 1 and f'value="{near.pk}"' in shown
    assert 'value="claim"' not in page(moderator, of_hand)
    assert moderator.post(page_of(of_hand), {"do": "claim"}).status_code == 403


def test_a_page_takes_as_many_queries_for_much_evidence_as_for_little(
    moderator: StaffClient, users: list[User], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    report = reports.of_player(users[1], users[0], ABUSE)
    page(moderator, report)  # where from is noted once
    counts = []
    for number in range(2):
        for _ in range(3):
            other = reports.of_player(users[1], person(f"R{number}{_}"), ABUSE)
            deciding.decide(other.pk, (), moderator.user, Ruling(Outcome.ACTED, "seen"))
            reports.of_player(users[1], person(f"S{number}{_}"), ABUSE)
            sanctions.impose(users[1], "mute", Reason.objects.all()[0], now() + timedelta(days=1), moderator.user)
            Signal.objects.create(kind="gold", user=users[1], other=other.reporter, score=1)
        with CaptureQueriesContext(connection) as asked:
            evidence.of(report, User.objects.get(pk=moderator.user.pk))
            page(moderator, report)
        counts.append(len(asked))
    assert counts[0] == counts[1]


# -- who may ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [*ROLES, ""])
def test_who_looks_and_who_decides(staff: Staff, users: list[User], role: str) -> None:
    client, report = staff(role), reports.of_player(users[1], users[0], ABUSE)
    looks = "game.view_report" in ROLES.get(role, ())
    decides = role in (MODERATOR, ADMIN)
    assert client.get(page_of(report)).status_code == (200 if looks else 403)
    for do in ({"do": "claim"}, {"do": "release"}, DECIDED):
        assert client.post(page_of(report), do).status_code == (302 if decides else 403)
    report.refresh_from_db()
    assert bool(report.handled_at) == decides
    front = client.get(reverse("admin:index"), headers={"accept-language": "en"}).content.decode()
    assert "reports are open" in front or not decides


def test_nobody_sees_reports_about_oneself_nor_decides_the_own(staff: Staff, users: list[User]) -> None:
    moderator, other = staff("moderator", "Mo"), staff("moderator", "Na")
    about = reports.of_player(moderator.user, users[0], Word(Why.ABUSE, "kiểm duyệt dở"))
    own = reports.of_player(users[1], moderator.user, ABUSE)
    beside = reports.of_player(users[1], users[0], ABUSE)
    assert listed(moderator) == [own, beside]
    assert moderator.get(page_of(about)).status_code == 302
    assert moderator.post(page_of(about), DECIDED).status_code == 302
    assert "kiểm duyệt dở" not in page(moderator, beside) and "kiểm duyệt dở" in page(staff("admin"), beside)
    for client, report in ((moderator, own), (other, about)):
        assert 'value="claim"' not in page(client, report)
        assert client.post(page_of(report), DECIDED).status_code == 403
    assert not Report.objects.filter(handled_at__isnull=False).exists()


def test_a_report_is_not_added_changed_or_deleted(staff: Staff, users: list[User]) -> None:
    client, report = staff("superuser"), reports.of_player(users[1], users[0], ABUSE)
    assert client.get(f"{LIST}add/").status_code == client.get(f"{LIST}{report.pk}/delete/").status_code == 403
    client.post(page_of(report), {"words": "anders", "do": "change"})
    client.post(LIST, {"action": "delete_selected", "_selected_action": [report.pk], "post": "yes"})
    assert Report.objects.get().words == "nói bậy"
    made = admin.site._registry[Report]
    assert not made.has_delete_permission(client.get(LIST).wsgi_request)


# -- claiming and deciding ----------------------------------------------------------------------------


def test_claim_decide_answer(moderator: StaffClient, staff: Staff, users: list[User]) -> None:
    other, report = staff("moderator", "Na"), reports.of_player(users[1], users[0], ABUSE)
    assert 'value="decide"' not in page(moderator, report)
    assert moderator.post(page_of(report), {"do": "claim"}).status_code == 302
    assert 'value="decide"' in page(moderator, report)
    assert "Mo" in text(page(other, report)) and 'value="claim"' not in page(other, report)
    refused = other.post(page_of(report), {"do": "claim"}, follow=True)
    assert "Mo" in refused.content.decode().split('class="messagelist"')[1].split("</ul>")[0]
    late = other.post(page_of(report), DECIDED | {"answer": "nicht verloren"})
    assert late.status_code == 422 and "nicht verloren" in late.content.decode()
    moderator.post(page_of(report), {"do": "release"})
    assert 'value="claim"' in page(other, report)
    done = moderator.post(page_of(report), DECIDED | {"answer": "Không sao."})
    assert (done.status_code, done.headers["Location"]) == (302, LIST)
    report.refresh_from_db()
    assert (report.outcome, report.answer, report.decided_by) == ("nothing", "Không sao.", moderator.user)
    assert "Không sao." in page(moderator, report) and 'value="claim"' not in page(moderator, report)
    again = other.post(page_of(report), DECIDED | {"answer": "Nein."}, follow=True, headers={"accept-language": "en"})
    told = again.content.decode().split('class="messagelist"')[1].split("</ul>")[0]
    assert "nothing of yours was done" in told and "Không sao." in again.content.decode()
    assert Report.objects.get().decided_by == moderator.user
    entry = LogEntry.objects.get(action="decide_report")
    assert (entry.by, entry.why, entry.user) == (moderator.user, "looked at it", users[1])
    assert entry.before["outcome"] == "" and entry.after["outcome"] == "nothing"


def test_a_decision_sanctions_removes_and_takes_others_with_it(
    moderator: StaffClient, table: Table, users: list[User]
) -> None:
    bad = say(table, users[1], "xấu")
    report, same = (reports.of_message(table.code, bad.pk, one, ABUSE) for one in (users[0], users[2]))
    apart = reports.of_player(users[1], users[3], ABUSE)
    moderator.post(page_of(report), {"do": "claim"})
    shown = page(moderator, report)
    chosen = [int(part.split('"')[0]) for part in shown.split('name="together" value="')[1:] if "checked" in part[:80]]
    assert chosen == [same.pk] and f'value="{apart.pk}"' in shown
    sent = ACTED | sanction(users[1]) | {"hides": "on", "together": [same.pk]}
    assert moderator.post(page_of(report), sent).status_code == 302
    made = Sanction.objects.get()
    assert (made.user, made.kind, made.text_vi, made.note) == (users[1], "mute", "Lời thô tục.", "looked at it")
    assert set(Report.objects.filter(sanction=made)) == {report, same}
    assert talk.lately(table.code, users[0]) == [] and Report.objects.filter(handled_at=None).get() == apart
    assert sanctions.is_muted(User.objects.get(pk=users[1].pk))
    assert reports.unread(users[0]) == [report] and reports.unread(users[2]) == [same]


def test_whom_a_hand_is_reported_for_in_general_is_chosen(
    moderator: StaffClient, table: Table, users: list[User]
) -> None:
    report = reports.of_hand(played(table).public_id, users[0], Word(Why.COLLUSION))
    sent = ACTED | sanction(users[2], kind="warn", lasts="none")
    assert moderator.post(page_of(report), sent | {"whom": person("Em").pk}).status_code == 422
    assert moderator.post(page_of(report), sent).status_code == 302
    assert Sanction.objects.get().user == users[2]


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"why": " "}, "This field is required."),
        ({"outcome": ""}, "This field is required."),
        ({"outcome": "nothing"}, "something was done"),
        ({"outcome": "nothing", "whom": "", "hides": "on"}, "something was done"),
        ({"sanction-reason": ""}, "The sanction isn"),
        ({"sanction-lasts": ""}, "The sanction isn"),
        ({"sanction-kind": "suspend", "sanction-lasts": "none"}, "A suspension ends"),
        ({"sanction-text_vi": "Chỉ tiếng Việt"}, "in both languages"),
        ({"together": "12345"}, "12345"),
        ({"answer": "x" * 1001}, "1000"),
    ],
)
def test_what_is_wrong_with_a_decision_is_told_and_nothing_is_lost(
    moderator: StaffClient, table: Table, users: list[User], sent: dict[str, str], told: str
) -> None:
    report, other = (
        reports.of_message(table.code, say(table, users[1], "xấu").pk, users[0], ABUSE),
        reports.of_player(users[1], users[2], ABUSE),
    )
    answer = moderator.post(page_of(report), ACTED | sanction(users[1]) | {"together": other.pk} | sent)
    shown = answer.content.decode()
    assert answer.status_code == 422 and told in text(shown), text(shown)
    assert sent.get("answer", "Cảm ơn.")[:20] in shown
    assert not Report.objects.filter(handled_at__isnull=False).exists() and not Sanction.objects.exists()


def test_whoever_may_not_sanction_or_remove_is_not_asked_to(
    moderator: StaffClient, table: Table, users: list[User]
) -> None:
    moderator.user.groups.clear()
    for name in ("view_report", "decide_report"):
        moderator.user.user_permissions.add(Permission.objects.get(codename=name))
    report = reports.of_message(table.code, say(table, users[1], "xấu").pk, users[0], ABUSE)
    moderator.post(page_of(report), {"do": "claim"})
    shown = page(moderator, report)
    assert 'name="outcome"' in shown and 'name="whom"' not in shown and 'name="hides"' not in shown
    moderator.post(page_of(report), ACTED | sanction(users[1]) | {"hides": "on"})
    assert not Sanction.objects.exists() and not Message.objects.get().hidden
    assert Report.objects.get().outcome == "acted"


def test_several_that_led_to_nothing_are_closed_from_the_list(
    moderator: StaffClient, staff: Staff, users: list[User]
) -> None:
    first, second, third = (reports.of_player(one, users[0], ABUSE) for one in users[1:])
    chosen = {"action": "close", "_selected_action": [first.pk, second.pk]}
    between = moderator.post(LIST, chosen).content.decode()
    assert 'name="why"' in between and 'value="acted"' not in between
    confirmed = chosen | {
        "confirmed": "1",
        "only": f"{first.pk},{second.pk}",
        "outcome": "known",
        "answer": "Đã xử lý.",
    }
    assert 'name="why"' in moderator.post(LIST, confirmed | {"why": ""}).content.decode()
    deciding.claim(second.pk, member("moderator", "Na"))
    moderator.post(LIST, confirmed | {"why": "a flood"})
    assert Report.objects.filter(handled_at__isnull=False).get() == first, "another works at the second"
    Report.objects.update(claimed_by=None)
    moderator.post(LIST, confirmed | {"only": second.pk, "why": "a flood"})
    assert set(Report.objects.filter(outcome="known", answer="Đã xử lý.")) == {first, second}
    assert LogEntry.objects.filter(action="decide_report", why="a flood").count() == 2
    staff("support").post(LIST, chosen | {"_selected_action": [third.pk]} | {"confirmed": "1", "outcome": "known"})
    assert listed(moderator) == [third]


def test_the_front_page_says_how_many_wait(moderator: StaffClient, staff: Staff, users: list[User]) -> None:
    for reporter in (users[0], users[2]):
        reports.of_player(users[1], reporter, ABUSE)
    reports.of_player(moderator.user, users[0], ABUSE)
    assert "2 reports are open" in moderator.get(reverse("admin:index")).content.decode()
    assert "reports are open" not in staff("support").get(reverse("admin:index")).content.decode()


@pytest.mark.parametrize(
    "path, asked, words",
    [
        ("game/report", {}, "No report is open."),
        ("game/report", {"state": "open"}, "No report is open."),
        ("game/report", {"state": "decided"}, "There is nothing like this here."),
        ("accounts/appeal", {"decided_at__isempty": "1"}, "No appeal waits for an answer."),
        ("game/signal", {}, "No signal waits for a verdict."),
    ],
)
def test_an_empty_list_says_so_and_offers_nothing(
    moderator: StaffClient, path: str, asked: dict[str, str], words: str
) -> None:
    shown = moderator.get(f"/admin/{path}/", asked).content.decode()
    assert words in shown and 'name="action"' not in shown


def test_what_there_is_none_of_is_said_so(moderator: StaffClient, table: Table, users: list[User]) -> None:
    an, binh, *_ = users
    report = reports.of_message(table.code, say(table, binh, "đồ ngu").pk, an, ABUSE)
    shown = page(moderator, report)
    assert shown.count("None so far.") == 3 and ": 0<" not in shown
    moderator.post(page_of(report), {"do": "claim"})
    form = page(moderator, report).split('id="decision"')[1]
    assert re.search(r"<label[^>]*><input[^>]*name=.hides.[^>]*> Remove the reported messages</label>", form)
    assert 'class="button" name="do" value="release"' not in page(moderator, report)
