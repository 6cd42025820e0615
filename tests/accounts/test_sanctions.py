"""Sanctions: who may impose them, what they mean, how they end; leaderboards; appeals; the log."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone, translation

from accounts import appeals, download, erasing, leaderboards, listing, recount, sanctions, standing
from accounts.boards import Board
from accounts.models import Appeal, LogEntry, Reason, Sanction, Standing, User
from accounts.signals import lifted, sanctioned
from tests.accounts.conftest import account
from tests.accounts.hands import ranking

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def moderator(role: str = "moderator", name: str = "Kiểm") -> User:
    user = account(name, "")
    user.is_staff = True
    user.save()
    user.groups.add(Group.objects.get_or_create(name=role)[0])
    return user


def reason() -> Reason:
    texts = {"name_en": "Insults", "text_vi": "Bạn đã chửi bới.", "text_en": "You insulted somebody."}
    return Reason.objects.get_or_create(name_vi="Chửi bới", defaults=texts)[0]


def imposed(user: User, by: User, kind: str = "suspend", lasts: timedelta | None = HOUR, **others: Any) -> Sanction:
    return sanctions.impose(user, kind, reason(), timezone.now() + lasts if lasts else None, by, **others)


@pytest.fixture
def by() -> User:
    return moderator()


# -- what they mean -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "lasts", "is_out", "is_mute"),
    [
        ("warn", None, False, False),
        ("mute", HOUR, False, True),
        ("mute", None, False, True),
        ("exclude", HOUR, False, False),
        ("suspend", HOUR, True, False),
        ("ban", HOUR, True, False),
        ("ban", None, True, False),
    ],
)
def test_each_kind_does_what_it_says(
    thao: User, by: User, kind: str, lasts: timedelta | None, is_out: bool, is_mute: bool
) -> None:
    made = imposed(thao, by, kind, lasts)
    assert (sanctions.is_shut_out(thao), sanctions.is_muted(thao)) == (is_out, is_mute)
    assert sanctions.in_force(thao) == ([] if kind == "warn" else [made])
    assert sanctions.unread(thao) == [made] and thao.unread_sanctions == 1
    assert User.objects.filter(sanctions.playing(""), pk=thao.pk).exists() != is_out


@pytest.mark.parametrize(
    ("kind", "lasts", "code"),
    [("warn", HOUR, "ends"), ("suspend", None, "ends"), ("mute", -HOUR, "ends"), ("hang", HOUR, "kind")],
)
def test_what_makes_no_sense_is_refused(thao: User, by: User, kind: str, lasts: timedelta | None, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        imposed(thao, by, kind, lasts)
    assert refused.value.code == code
    assert not Sanction.objects.exists() and not LogEntry.objects.exists()


def test_the_player_reads_the_reason_or_what_was_written_instead(thao: User, by: User) -> None:
    usual = imposed(thao, by, "warn", None)
    own = imposed(thao, by, "warn", None, texts={"vi": "Lần cuối.", "en": "For the last time."}, note="third time")
    told = {"vi": ("Bạn đã chửi bới.", "Lần cuối."), "en": ("You insulted somebody.", "For the last time.")}
    for language, texts in told.items():
        with translation.override(language):
            assert (usual.text, own.text) == texts
    assert own.note == "third time"


def test_the_longest_counts_and_when_it_is_lifted_the_next(thao: User, by: User) -> None:
    short, ban = imposed(thao, by), imposed(thao, by, "ban", None)
    assert sanctions.in_force(thao) == [ban, short]
    sanctions.lift(ban, by, "Nhầm")
    thao.refresh_from_db()
    assert thao.shut_out_until == short.ends_at
    sanctions.lift(short, by, "Nhầm")
    thao.refresh_from_db()
    assert thao.shut_out_until is None and not sanctions.in_force(thao)
    assert sanctions.unread(thao) == [short, ban], "the player is told that they are lifted"


# -- who may ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actor", "target", "may"),
    [
        ("moderator", "player", True),
        ("support", "player", True),  # by rank alone: the permission is the administration's to check
        ("moderator", "moderator", False),
        ("moderator", "admin", False),
        ("admin", "moderator", True),
        ("player", "player", False),
    ],
)
def test_nobody_acts_on_the_same_or_a_higher_rank(actor: str, target: str, may: bool) -> None:
    named = ((actor, "Một"), (target, "Hai"))
    one, other = (account(name, "") if role == "player" else moderator(role, name) for role, name in named)
    if may:
        made = imposed(other, one)
        sanctions.lift(made, one, "Nhầm")
    else:
        for deed in (lambda: imposed(other, one), lambda: imposed(one, one)):
            with pytest.raises(ValidationError):
                deed()
        assert not Sanction.objects.exists()


def test_who_is_gone_is_left_alone(thao: User, by: User) -> None:
    User.objects.filter(pk=thao.pk).update(erased_at=timezone.now())
    with pytest.raises(ValidationError):
        imposed(thao, by)


# -- how they end -------------------------------------------------------------------------------------


def end(made: Sanction) -> datetime:
    """Its end was a moment ago."""
    at = timezone.now() - timedelta(seconds=1)
    Sanction.objects.filter(pk=made.pk).update(ends_at=at)
    return timezone.now()


def test_it_lapses_once_and_is_logged_as_the_houses_doing(thao: User, by: User) -> None:
    made = imposed(thao, by)
    told: list[str] = []
    lifted.connect(lambda kind, **_: told.append(kind), weak=False, dispatch_uid="test")
    assert sanctions.lapse(timezone.now()) == 0
    now = end(made)
    assert [sanctions.lapse(now), sanctions.lapse(now)] == [1, 0]
    lifted.disconnect(dispatch_uid="test")
    thao.refresh_from_db()
    assert (thao.shut_out_until, told) == (None, ["suspend"])
    entry = LogEntry.objects.latest("pk")
    assert (entry.action, entry.by, entry.by_name, entry.user) == ("lapse", None, "", thao)


def test_what_is_over_is_not_lifted(thao: User, by: User) -> None:
    made = imposed(thao, by)
    with pytest.raises(ValidationError):
        sanctions.lift(made, by, "  ")
    sanctions.lift(made, by, "Nhầm")
    with pytest.raises(ValidationError, match="over already|hết hiệu lực"):
        sanctions.lift(made, by, "Nhầm nữa")
    assert LogEntry.objects.filter(action="lift").count() == 1


def test_the_log_has_who_what_why_before_and_after(thao: User, by: User) -> None:
    made = imposed(thao, by, note="Xem ván 7")
    sanctions.lift(made, by, "Nhầm người")
    first, second = LogEntry.objects.order_by("pk")
    assert (first.action, first.by, first.why, first.user) == ("impose", by, "Xem ván 7", thao)
    assert first.after["kind"] == "suspend" and first.target_id == str(made.pk)
    assert (second.action, second.why) == ("lift", "Nhầm người")
    assert second.before["lifted_at"] is None and second.after["lifted_by_id"] == by.pk


def test_reading_is_kept_once_and_nobody_reads_for_another(thao: User, by: User) -> None:
    made = imposed(thao, by, "warn", None)
    sanctions.read(by, [made.pk])
    thao.refresh_from_db()
    assert thao.unread_sanctions == 1
    sanctions.read(thao, [made.pk])
    assert thao.unread_sanctions == 0 and not sanctions.unread(thao)


def test_listeners_are_told_in_the_same_transaction(thao: User, by: User) -> None:
    told: list[tuple[int, str]] = []

    def hear(user_id: int, kind: str, **_: Any) -> None:
        assert connection.in_atomic_block
        told.append((user_id, kind))

    sanctioned.connect(hear, weak=False, dispatch_uid="test")
    imposed(thao, by, "mute")
    sanctioned.disconnect(dispatch_uid="test")
    assert told == [(thao.pk, "mute")]


# -- leaderboards -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["exclude", "suspend", "ban"])
def test_the_place_on_leaderboards_goes_and_comes_back(thao: User, by: User, kind: str) -> None:
    hung, gold = account("Hùng", ""), Board("gold")
    standing.note(ranking(thao, hung))
    assert leaderboards.size(gold) == 2
    made = imposed(thao, by, kind)
    assert leaderboards.size(gold) == 1 and not list(recount.wrong())
    standing.note(ranking(thao, hung))
    assert leaderboards.size(gold) == 1, "hands don't list whoever isn't"
    sanctions.lapse(end(made))
    assert leaderboards.size(gold) == 2 and not list(recount.wrong())


def test_one_exclusion_of_two_that_ends_gives_nothing_back(thao: User, by: User) -> None:
    standing.note(ranking(thao, account("Hùng", "")))
    first, second = imposed(thao, by, "exclude"), imposed(thao, by, "exclude", None)
    sanctions.lapse(end(first))
    assert Standing.objects.get(user=thao).hidden
    sanctions.lift(second, by, "Đủ rồi")
    assert not Standing.objects.get(user=thao).hidden and thao.scores.filter(listed=True).exists()


def test_a_mute_leaves_the_place_alone(thao: User, by: User) -> None:
    listing.hide(thao.pk)
    made = imposed(thao, by, "mute")
    sanctions.lift(made, by, "Nhầm")
    assert Standing.objects.get(user=thao).hidden, "what somebody else hid stays hidden"


# -- appeals ------------------------------------------------------------------------------------------


def test_an_appeal_is_made_once_answered_and_told(thao: User, by: User) -> None:
    made = imposed(thao, by)
    sanctions.read(thao, [made.pk])
    made_appeal = appeals.make(made, thao, "  Không phải tôi.  ")
    assert made_appeal.text == "Không phải tôi."
    with pytest.raises(ValidationError) as refused:
        appeals.make(made, thao, "Nữa")
    assert refused.value.code == "once"
    appeals.decide(made_appeal, by, True, "Bạn nói đúng.", "nhầm tên")
    thao.refresh_from_db()
    made.refresh_from_db()
    assert made.lifted_at and not sanctions.is_shut_out(thao) and sanctions.unread(thao) == [made]
    assert [entry.action for entry in LogEntry.objects.order_by("pk")] == ["impose", "decide_appeal", "lift"]
    with pytest.raises(ValidationError):
        appeals.decide(made_appeal, by, False, "Thôi.")


def test_a_refused_appeal_leaves_it_and_is_told(thao: User, by: User) -> None:
    made = imposed(thao, by)
    sanctions.read(thao, [made.pk])
    appeals.decide(appeals.make(made, thao, "Không phải tôi."), by, False, "Đúng là bạn.")
    thao.refresh_from_db()
    assert sanctions.is_shut_out(thao) and sanctions.unread(thao) == [made]
    assert made.appeal.granted is False


@pytest.mark.parametrize(("text", "code"), [("", "empty"), (" \n", "empty"), ("a" * 1001, "long")])
def test_an_appeal_says_something(thao: User, by: User, text: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        appeals.make(imposed(thao, by), thao, text)
    assert refused.value.code == code and not Appeal.objects.exists()


def test_nobody_appeals_for_another_nor_against_what_is_lifted(thao: User, by: User) -> None:
    made = imposed(thao, by)
    sanctions.lift(made, by, "Nhầm")
    for user in (thao, by):
        with pytest.raises(ValidationError) as refused:
            appeals.make(made, user, "Sao vậy?")
        assert refused.value.code == "over"


def test_nobody_decides_on_the_same_or_a_higher_rank(by: User) -> None:
    made = imposed(by, moderator("admin", "Sếp"))
    waiting = appeals.make(made, by, "Sao vậy?")
    for actor in (by, moderator(name="Bạn")):
        with pytest.raises(ValidationError):
            appeals.decide(waiting, actor, True, "Được thôi.")
    assert sanctions.is_shut_out(by)


def test_an_answer_is_needed(thao: User, by: User) -> None:
    waiting = appeals.make(imposed(thao, by), thao, "Sao vậy?")
    with pytest.raises(ValidationError):
        appeals.decide(waiting, by, True, " ")


# -- races --------------------------------------------------------------------------------------------


def at_once(*deeds: Callable[[], Any]) -> list[str]:
    """Each in a thread of its own; what became of each: ``done`` or the code it was refused with."""
    came: list[str] = []

    def run(deed: Callable[[], Any]) -> None:
        try:
            deed()
            came.append("done")
        except ValidationError as refused:
            came.append(refused.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(deed,)) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(came)


@pytest.mark.django_db(transaction=True)
def test_of_two_appeals_at_once_one_is_kept() -> None:
    by, user = moderator(), account()
    made = imposed(user, by)
    assert at_once(*[lambda: appeals.make(made, user, "Sao vậy?")] * 3) == ["done", "once", "once"]
    assert Appeal.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_lifted_and_lapsed_at_once_it_ends_once() -> None:
    by, user = moderator(), account()
    made = imposed(user, by)
    now = end(made)
    lapse = partial(sanctions.lapse, now)
    at_once(partial(sanctions.lift, made, by, "Nhầm"), lapse, lapse)
    assert LogEntry.objects.filter(action__in=("lift", "lapse")).count() == 1
    user.refresh_from_db()
    assert user.shut_out_until is None


@pytest.mark.django_db(transaction=True)
def test_two_moderators_at_once_are_both_heard() -> None:
    user = account()
    both = [moderator(), moderator(name="Xét")]
    reason()
    lasts = [HOUR, 2 * HOUR]
    at_once(*(partial(imposed, user, by, "mute", long) for by, long in zip(both, lasts, strict=True)))
    user.refresh_from_db()
    assert user.muted_until == max(one.ends_at for one in Sanction.objects.all() if one.ends_at)
    assert user.unread_sanctions == 2


# -- what is kept of a player -------------------------------------------------------------------------


def test_it_is_part_of_the_players_data_without_the_staffs_notes(thao: User, by: User) -> None:
    made = imposed(thao, by, note="bí mật nội bộ")
    appeals.make(made, thao, "Không phải tôi.")
    profile = json.dumps(download._profile(thao), default=str, ensure_ascii=False)
    assert "Bạn đã chửi bới." in profile and "Không phải tôi." in profile and "bí mật" not in profile


def test_it_goes_with_the_player_and_the_log_stays(thao: User, by: User) -> None:
    imposed(thao, by)
    erasing.erase(thao)
    assert not Sanction.objects.exists()
    assert LogEntry.objects.get(action="impose").user is None
