"""Reports: what is kept of them, how many there may be, who works at which, what comes of them, who is told."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from accounts import download, erasing
from accounts.models import LogEntry, Reason, Sanction, User
from accounts.staff.words import why
from game.live import deciding, news, reports, talk
from game.live.deciding import CLAIMED, Penalty, Ruling
from game.live.moment import now
from game.live.refused import Refused
from game.live.reports import Word
from game.models import HandPlayer, HandRecord, Message, Report, Table
from tests.live.build import QUIET, current, dealt, do_all, people, person, seated
from tests.live.test_seats import at_once
from tests.staff.conftest import member

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]

Kind, Why, Outcome = Report.Kind, Report.Why, Report.Outcome
ABUSE = Word(Why.ABUSE, "nói bậy")
NOTHING = Ruling(Outcome.NOTHING, "looked at the hand")


@pytest.fixture
def users() -> list[User]:
    return people()


@pytest.fixture
def table(users: list[User]) -> Table:
    return seated([*users])


@pytest.fixture
def moderator() -> User:
    return member("moderator", "Mo")


def say(table: Table, user: User, text: str, kind: str = "text") -> Message:
    return talk.say(table.code, user, kind, text)


def played(table: Table) -> HandRecord:
    """The next hand, over."""
    dealt(table)
    do_all(table, QUIET["actions"])
    return current(table)


def reason() -> Reason:
    return Reason.objects.create(name_vi="Thô tục", name_en="Abuse", text_vi="Lời thô tục.", text_en="Abuse.")


# -- making one ---------------------------------------------------------------------------------------


def test_a_message_is_kept_with_what_was_said_around_it_and_without_names(table: Table, users: list[User]) -> None:
    say(table, users[2], "luck", "phrase")
    bad = say(table, users[1], "xấu")
    say(table, users[3], "thôi đi")
    report = reports.of_message(table.code, bad.pk, users[0], ABUSE)
    assert (report.kind, report.why, report.words) == (Kind.MESSAGE, Why.ABUSE, "nói bậy")
    assert (report.reporter, report.reported, report.text, report.table) == (users[0], users[1], "xấu", table)
    assert report.around == [
        {"user": users[2].pk, "kind": "phrase", "text": "luck"},
        {"user": users[1].pk, "kind": "text", "text": "xấu", "reported": True},
        {"user": users[3].pk, "kind": "text", "text": "thôi đi", "after": True},
    ]
    bad.delete()
    report.refresh_from_db()
    assert (report.message, report.text) == (None, "xấu")


def test_a_reported_phrase_is_told_in_the_readers_language(table: Table, users: list[User]) -> None:
    report = reports.of_message(table.code, say(table, users[1], "luck", "phrase").pk, users[0], ABUSE)
    for language, words in (("en", "Good luck!"), ("vi", "Chúc may mắn!")):
        with translation.override(language):
            assert reports.said(report) == words


def test_a_player_is_reported_with_what_there_is_of_the_table(table: Table, users: list[User]) -> None:
    say(table, users[1], "nhanh lên")
    hand = dealt(table)
    report = reports.of_player(users[1], users[0], ABUSE, table.code)
    assert (report.kind, report.table, report.hand) == (Kind.PLAYER, table, hand)
    assert [line["text"] for line in report.around] == ["nhanh lên"]
    elsewhere = reports.of_player(users[1], users[0], ABUSE)
    assert (elsewhere.table, elsewhere.hand, elsewhere.around) == (None, None, [])
    stranger = reports.of_player(person("Em"), users[0], ABUSE, table.code)
    assert stranger.table is None, "was never there"


def test_whoever_played_at_a_table_is_reported_with_it_after_leaving(table: Table, users: list[User]) -> None:
    hand = played(table)
    table.chairs.filter(user=users[1]).delete()
    assert reports.of_player(users[1], users[0], ABUSE, table.code).hand == hand


def test_a_finished_hand_is_reported_because_of_a_player_or_in_general(table: Table, users: list[User]) -> None:
    hand = played(table)
    assert [player.user for player in reports.others_in(hand, users[0])] == users[1:]
    report = reports.of_hand(hand.public_id, users[0], Word(Why.COLLUSION), users[1])
    assert (report.kind, report.hand, report.reported, report.table) == (Kind.HAND, hand, users[1], table)
    assert reports.of_hand(hand.public_id, users[0], Word(Why.COLLUSION)).reported is None


def test_no_hand_in_play_is_reported(table: Table, users: list[User]) -> None:
    hand = dealt(table)
    with pytest.raises(HandRecord.DoesNotExist):
        reports.of_hand(hand.public_id, users[0], ABUSE)


def test_what_cannot_be_reported(table: Table, users: list[User]) -> None:
    bad, hand = say(table, users[1], "xấu"), played(table)
    for code, act in (
        ("own_words", lambda: reports.of_message(table.code, bad.pk, users[1], ABUSE)),
        ("own_self", lambda: reports.of_player(users[0], users[0], ABUSE)),
        ("own_self", lambda: reports.of_hand(hand.public_id, users[0], ABUSE, users[0])),
        ("no_such_player", lambda: reports.of_hand(hand.public_id, users[0], ABUSE, person("Em"))),
    ):
        with pytest.raises(Refused, match=code):
            act()
    with pytest.raises(Message.DoesNotExist):
        reports.of_message("othertable", bad.pk, users[0], ABUSE)
    Message.objects.update(hidden=True)
    with pytest.raises(Message.DoesNotExist):
        reports.of_message(table.code, bad.pk, users[0], ABUSE)
    Table.objects.update(open_hands=False)
    with pytest.raises(Refused, match="hands_shut"):
        reports.of_hand(hand.public_id, User.objects.get(display_name="Em"), ABUSE)
    assert not Report.objects.exists()


def test_the_same_a_second_time_is_the_first_and_other_words_are_refused(table: Table, users: list[User]) -> None:
    bad, hand = say(table, users[1], "xấu"), played(table)
    for act in (
        lambda word: reports.of_message(table.code, bad.pk, users[0], word),
        lambda word: reports.of_player(users[1], users[0], word, table.code),
        lambda word: reports.of_hand(hand.public_id, users[0], word),
    ):
        assert act(ABUSE) == act(ABUSE)
        with pytest.raises(Refused, match="reported_already"):
            act(Word(Why.SPAM, "khác"))
    assert Report.objects.count() == 3


def test_a_player_is_reported_again_once_the_first_was_dealt_with(users: list[User], moderator: User) -> None:
    first = reports.of_player(users[1], users[0], ABUSE)
    deciding.decide(first.pk, (), moderator, NOTHING)
    assert reports.of_player(users[1], users[0], ABUSE) != first


def test_no_more_than_so_many_a_day(users: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "MOST", 2)
    for reported in users[1:3]:
        reports.of_player(reported, users[0], ABUSE)
    with pytest.raises(Refused, match="many_reports"):
        reports.of_player(users[3], users[0], ABUSE)
    reports.of_player(users[3], users[1], ABUSE)
    Report.objects.update(made_at=now() - timedelta(days=1, minutes=1))
    reports.of_player(users[3], users[0], ABUSE)


@pytest.mark.django_db(transaction=True)
def test_two_tabs_report_once_and_no_more_than_they_may(users: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "MOST", 2)
    at_once(*[lambda: reports.of_player(users[1], users[0], ABUSE)] * 3)
    assert Report.objects.count() == 1
    others = [lambda other=other: reports.of_player(other, users[0], ABUSE) for other in users[2:]]
    assert "many_reports" in map(str, at_once(*others))
    assert Report.objects.count() == 2


# -- claiming -----------------------------------------------------------------------------------------


def test_a_claim_holds_for_a_while_and_for_all_reports_of_the_same(users: list[User], moderator: User) -> None:
    other = member("moderator", "Na")
    first, second = (reports.of_player(users[1], reporter, ABUSE) for reporter in (users[0], users[2]))
    deciding.claim(first.pk, moderator)
    deciding.claim(first.pk, moderator)
    second.refresh_from_db()
    assert deciding.holder(second) == moderator
    for report in (first, second):
        with pytest.raises(Refused, match="report_claimed"):
            deciding.claim(report.pk, other)
        with pytest.raises(Refused, match="report_claimed"):
            deciding.decide(report.pk, (), other, NOTHING)
    Report.objects.update(claimed_at=now() - CLAIMED)
    deciding.claim(second.pk, other)
    first.refresh_from_db()
    assert deciding.holder(first) == other


def test_a_claim_is_given_back(users: list[User], moderator: User) -> None:
    report = reports.of_player(users[1], users[0], ABUSE)
    deciding.claim(report.pk, moderator)
    deciding.release(report.pk, member("moderator", "Na"))
    report.refresh_from_db()
    assert deciding.holder(report) == moderator, "only by who has it"
    deciding.release(report.pk, moderator)
    report.refresh_from_db()
    assert deciding.holder(report) is None
    told = LogEntry.objects.order_by("pk").values_list("action", "by", "user")
    assert list(told) == [(name, moderator.pk, users[1].pk) for name in ("claim_report", "release_report")]
    whys = [why(entry.action, entry.why) for entry in LogEntry.objects.order_by("pk")]
    assert whys == ["Nhận để xử lý", "Trả lại để người khác xử lý"], "nothing is done without saying why"


@pytest.mark.django_db(transaction=True)
def test_two_moderators_claim_at_once(users: list[User]) -> None:
    moderators = [member("moderator", name) for name in ("Mo", "Na")]
    first, second = (reports.of_player(users[1], reporter, ABUSE) for reporter in (users[0], users[2]))
    claims = zip((first, second), moderators, strict=True)
    outcomes = at_once(*(lambda one=one, by=by: deciding.claim(one.pk, by) for one, by in claims))  # type: ignore[misc]
    assert sorted(map(str, outcomes)) == ["done", "report_claimed"]
    assert len(set(Report.objects.values_list("claimed_by", flat=True))) == 1


@pytest.mark.django_db(transaction=True)
def test_two_moderators_decide_at_once(users: list[User]) -> None:
    moderators = [member("moderator", name) for name in ("Mo", "Na")]
    report, why = reports.of_player(users[1], users[0], ABUSE), reason()
    ruling = Ruling(Outcome.ACTED, "seen", penalty=Penalty(users[1], "mute", why, now() + timedelta(days=1)))
    acts = [lambda by=by: deciding.decide(report.pk, (), by, ruling) and None for by in moderators]
    assert sorted(map(str, at_once(*acts))) == ["done", "report_decided"]
    assert Sanction.objects.count() == 1


# -- deciding -----------------------------------------------------------------------------------------


def test_nobody_decides_what_concerns_oneself_or_those_above(users: list[User], moderator: User) -> None:
    admin, other = member("admin", "Ad"), member("moderator", "Na")
    about = reports.of_player(moderator, users[0], ABUSE)
    own = reports.of_player(users[1], moderator, ABUSE)
    above = reports.of_player(admin, users[0], ABUSE)
    for report, by in ((about, moderator), (about, other), (own, moderator), (above, moderator)):
        for act in (deciding.claim, lambda pk, by: deciding.decide(pk, (), by, NOTHING)):
            with pytest.raises(Refused, match="report_own"):
                act(report.pk, by)
    deciding.decide(about.pk, (), admin, NOTHING)
    assert Report.objects.filter(handled_at=None).count() == 2


def test_nobody_decides_what_came_of_a_hand_one_played(users: list[User], moderator: User) -> None:
    hand = played(seated([*users[:3], moderator]))
    about, general = (reports.of_hand(hand.public_id, users[0], Word(Why.COLLUSION), one) for one in (users[1], None))
    for report in (about, general):
        for act in (deciding.claim, lambda pk, by: deciding.decide(pk, (), by, NOTHING)):
            with pytest.raises(Refused, match="report_own"):
                act(report.pk, moderator)
    deciding.decide(about.pk, [general.pk], member("moderator", "Na"), NOTHING)
    assert not Report.objects.filter(handled_at=None).exists()


def test_a_claim_leaves_what_the_claimer_may_not_decide(table: Table, users: list[User], moderator: User) -> None:
    hand = played(table)
    HandPlayer.objects.filter(hand=hand, user=users[3]).update(user=member("admin", "Ad"))
    above = reports.of_hand(hand.public_id, users[0], Word(Why.COLLUSION), User.objects.get(display_name="Ad"))
    first, second = (reports.of_hand(hand.public_id, one, Word(Why.COLLUSION)) for one in users[:2])
    by = reports.of_player(users[1], moderator, ABUSE)
    other = reports.of_player(users[1], users[0], ABUSE)
    deciding.claim(first.pk, moderator)
    deciding.claim(other.pk, moderator)
    assert set(Report.objects.filter(claimed_by=moderator)) == {first, second, other}
    assert set(Report.objects.filter(claimed_by=None)) == {above, by}


def test_several_reports_of_the_same_are_decided_together(table: Table, users: list[User], moderator: User) -> None:
    bad, worse = say(table, users[1], "xấu"), say(table, users[1], "xấu hơn")
    first = reports.of_message(table.code, bad.pk, users[0], ABUSE)
    same = reports.of_message(table.code, bad.pk, users[2], ABUSE)
    about = reports.of_message(table.code, worse.pk, users[3], ABUSE)
    by_same = reports.of_player(users[3], users[0], ABUSE)
    apart = reports.of_player(users[3], users[2], ABUSE)
    assert set(deciding.alike(first)) == {first, same}
    assert list(deciding.related(first)) == [same, about, by_same]
    ruling = Ruling(Outcome.ACTED, "seen", "Cảm ơn bạn.", hides=True, penalty=Penalty(users[1], "warn", reason(), None))
    sanction = deciding.decide(first.pk, [same.pk, by_same.pk, apart.pk], moderator, ruling)
    decided = Report.objects.filter(handled_at__isnull=False).order_by("pk")
    assert list(decided) == [first, same, by_same], "and nothing that has nothing to do with it"
    assert [one.sanction for one in decided] == [sanction, sanction, None]
    assert {(one.outcome, one.answer, one.decided_by) for one in decided} == {("acted", "Cảm ơn bạn.", moderator)}
    assert list(Message.objects.order_by("pk").values_list("hidden", flat=True)) == [True, False]
    entries = LogEntry.objects.filter(action="decide_report").order_by("pk")
    assert [(one.target_id, one.why) for one in entries] == [(str(one.pk), "seen") for one in decided]
    assert entries[0].before["outcome"] == "" and entries[0].after["outcome"] == "acted"


def test_a_decision_is_whole_or_nothing(table: Table, users: list[User], moderator: User) -> None:
    report = reports.of_message(table.code, say(table, users[1], "xấu").pk, users[0], ABUSE)
    over = Penalty(users[1], "mute", reason(), now() - timedelta(days=1))
    with pytest.raises(ValidationError):
        deciding.decide(report.pk, (), moderator, Ruling(Outcome.ACTED, "seen", hides=True, penalty=over))
    above = Penalty(member("admin"), "mute", over.reason, None)
    with pytest.raises(ValidationError):
        deciding.decide(report.pk, (), moderator, Ruling(Outcome.ACTED, "seen", penalty=above))
    with pytest.raises(PermissionDenied):
        deciding.decide(report.pk, (), member("support"), Ruling(Outcome.ACTED, "seen", hides=True))
    report.refresh_from_db()
    assert not report.handled_at and not Message.objects.get().hidden and not Sanction.objects.exists()
    assert not LogEntry.objects.filter(action__in=("decide_report", "remove_message")).exists()


def test_decided_is_decided_once(users: list[User], moderator: User) -> None:
    report = reports.of_player(users[1], users[0], ABUSE)
    deciding.decide(report.pk, (), moderator, NOTHING)
    for act in (deciding.claim, lambda pk, by: deciding.decide(pk, (), by, NOTHING)):
        with pytest.raises(Refused, match="report_decided"):
            act(report.pk, moderator)
    report.delete()
    with pytest.raises(Report.DoesNotExist):
        deciding.decide(report.pk, (), moderator, NOTHING)


# -- telling ------------------------------------------------------------------------------------------


def test_whoever_reported_is_told_until_it_is_read(users: list[User], moderator: User) -> None:
    report, other = (reports.of_player(one, users[0], ABUSE) for one in users[1:3])
    assert news.read([users[0].pk], [], now())[users[0].pk].calls == frozenset()
    deciding.decide(report.pk, (), moderator, NOTHING)
    assert news.read([users[0].pk], [], now())[users[0].pk].calls == {("report", report.pk)}
    assert reports.unread(users[0]) == [report] and reports.unread(users[1]) == []
    reports.read(users[1], [report.pk])
    assert reports.unread(users[0]) == [report], "read by somebody else"
    reports.read(users[0], [report.pk, other.pk])
    assert reports.unread(users[0]) == [] and news.read([users[0].pk], [], now())[users[0].pk].calls == frozenset()
    other.refresh_from_db()
    assert other.told_at is None, "there was nothing to read"


def test_own_reports_come_by_pages_newest_first(
    users: list[User], monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    monkeypatch.setattr(reports, "PAGE", 2)
    first, second, third = (reports.of_player(one, users[0], ABUSE) for one in users[1:])
    reports.of_player(users[0], users[1], ABUSE)
    with django_assert_num_queries(1):
        page = reports.page_of(users[0])
    assert page.reports == (third, second) and page.before == second.pk
    assert reports.page_of(users[0], page.before) == ((first,), None)


def test_the_download_has_the_own_reports(users: list[User]) -> None:
    reports.of_player(users[1], users[0], ABUSE)
    reports.of_player(users[0], users[1], ABUSE)
    pieces = dict(source(users[0]) for source in download.sources)
    (line,) = pieces["reports.jsonl"]
    told = json.loads(line)
    assert (told["words"], told["why"], told["handled_at"]) == ("nói bậy", "abuse", None)


def test_whoever_is_erased_leaves_no_name_and_no_words(table: Table, users: list[User]) -> None:
    by = reports.of_player(users[1], users[0], ABUSE)
    about = reports.of_message(table.code, say(table, users[0], "xấu").pk, users[1], ABUSE)
    erasing.erase(users[0])
    by.refresh_from_db()
    about.refresh_from_db()
    assert (by.reporter, by.words) == (None, "") and (about.reported, about.reporter) == (None, users[1])
