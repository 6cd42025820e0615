"""Signals in the administration: the numbers, the neighbours, a verdict with a reason; nothing else happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import LogEntry, Sanction, User
from game.admin.signals import MEANINGS, NUMBERS
from game.fairplay.finding import THRESHOLDS, of_pair, of_player
from game.models import HandRecord, Signal
from tests.live.build import QUIET, people
from tests.live.past import at_table, finished
from tests.staff.conftest import StaffClient, member

pytestmark = pytest.mark.django_db
Staff = Callable[..., StaffClient]

LIST = "/admin/game/signal/"


@pytest.fixture
def four(db: None) -> list[User]:
    return people()


@pytest.fixture
def hand(four: list[User]) -> HandRecord:
    return finished(at_table(list(four)), QUIET)


@pytest.fixture
def signal(four: list[User], hand: HandRecord) -> Signal:
    facts = {"hands": 40, "discards": 160, "eaten": 70, "expected": 24.5, "could_be_eaten": 75}
    return Signal.objects.create(
        kind="feeding", user=four[0], other=four[1], score=8.3, facts=facts, hands=[hand.pk, 999_999]
    )


def shown(client: StaffClient, path: str) -> str:
    answer = client.get(path, headers={"accept-language": "en"})
    assert answer.status_code == 200
    return answer.content.decode()


def judge(client: StaffClient, *signals: Signal, **fields: Any) -> Any:
    """As the page between sends it."""
    data = {
        "action": "judge",
        "_selected_action": [one.pk for one in signals],
        "only": ",".join(str(one.pk) for one in signals),
        "confirmed": "1",
        "verdict": "watch",
        "note": "seen",
        "why": "The hands look so.",
    }
    return client.post(LIST, data | fields, headers={"accept-language": "en"})


def test_the_page_has_the_numbers_and_leads_to_all_neighbours(staff: Staff, signal: Signal, hand: HandRecord) -> None:
    page = shown(staff("moderator"), f"{LIST}{signal.pk}/change/")
    for text in ("70", "24.50", "160", "8.3 (told from", "discards before the other", "far more often"):
        assert text in page
    for path in (f"accounts/user/{signal.user_id}/", f"accounts/user/{signal.other_id}/", f"handrecord/{hand.pk}/"):
        assert path in page
    assert f"/hands/{hand.public_id}/" in page and "999999" not in page


def test_strongest_first_and_only_those_to_be_judged(staff: Staff, signal: Signal, four: list[User]) -> None:
    Signal.objects.create(kind="gold", user=four[2], other=four[3], score=11)
    Signal.objects.create(kind="timing", user=four[2], score=20, judged_at=timezone.now(), verdict="nothing")
    rows = staff("moderator").get(LIST).context["cl"].result_list
    assert [row.kind for row in rows] == ["gold", "feeding"]
    assert [row.kind for row in staff("moderator").get(f"{LIST}?state=judged").context["cl"].result_list] == ["timing"]
    assert len(staff("moderator").get(f"{LIST}?state=all").context["cl"].result_list) == 3


def test_the_list_asks_no_more_the_more_there_is(staff: Staff, signal: Signal, four: list[User]) -> None:
    client = staff("moderator")
    client.get(LIST)

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get(LIST)
        return len(queries)

    few = asked()
    for kind in ("gold", "leaving", "shared"):
        Signal.objects.create(kind=kind, user=four[2], other=four[3], score=11)
    assert asked() == few


def test_signals_are_found_by_player(staff: Staff, signal: Signal, four: list[User]) -> None:
    client = staff("moderator")
    for words in (str(four[0].pk), "Binh"):
        assert list(client.get(LIST, {"q": words}).context["cl"].result_list) == [signal]
    assert list(client.get(LIST, {"q": "Dung"}).context["cl"].result_list) == []
    assert list(client.get(LIST, {"user__id__exact": four[0].pk}).context["cl"].result_list) == [signal]
    assert "signals about the player" in shown(client, f"/admin/accounts/user/{four[0].pk}/change/")


def test_judging_asks_for_verdict_and_reason(staff: Staff, signal: Signal) -> None:
    client = staff("moderator")
    between = client.post(LIST, {"action": "judge", "_selected_action": [signal.pk]}, headers={"accept-language": "en"})
    assert "to be watched" in between.content.decode()
    for missing in ("why", "verdict"):
        judge(client, signal, **{missing: ""})
        signal.refresh_from_db()
        assert signal.judged_at is None and not LogEntry.objects.exists()


def test_a_verdict_is_kept_and_logged_and_nothing_follows(staff: Staff, signal: Signal) -> None:
    client = staff("moderator")
    assert judge(client, signal).status_code == 302
    signal.refresh_from_db()
    assert (signal.verdict, signal.note, signal.judged_by) == ("watch", "seen", client.user)
    entry = LogEntry.objects.get()
    assert (entry.by, entry.action, entry.why, entry.user) == (client.user, "judge", "The hands look so.", signal.user)
    assert entry.before["verdict"] == "" and entry.after["verdict"] == "watch"
    assert not Sanction.objects.exists()
    assert not User.objects.filter(shut_out_until__isnull=False).exists()


def test_several_are_judged_at_once(staff: Staff, signal: Signal, four: list[User]) -> None:
    second = Signal.objects.create(kind="gold", user=four[2], other=four[3], score=11)
    judge(staff("moderator"), signal, second, verdict="nothing")
    assert set(Signal.objects.values_list("verdict", flat=True)) == {"nothing"}
    assert LogEntry.objects.count() == 2


@pytest.mark.parametrize("role", ["support", "economist", ""])
def test_other_roles_see_none_and_judge_none(staff: Staff, signal: Signal, role: str) -> None:
    client = staff(role)
    assert client.get(LIST).status_code == 403
    assert judge(client, signal).status_code == 403
    signal.refresh_from_db()
    assert signal.judged_at is None


def test_nobody_sees_or_judges_what_is_about_oneself(staff: Staff, signal: Signal) -> None:
    client = staff("moderator")
    own = Signal.objects.create(kind="timing", user=client.user, score=9)
    as_other = Signal.objects.create(kind="feeding", user=signal.user, other=client.user, score=9)
    assert list(client.get(LIST).context["cl"].result_list) == [signal]
    judge(client, own, as_other)
    for one in (own, as_other):
        assert client.get(f"{LIST}{one.pk}/change/").status_code == 302
        one.refresh_from_db()
        assert one.judged_at is None
    front = shown(client, "/admin/").split("Signals of the week")[1]
    assert "1 to be judged" in front and "even as a machine" not in front.split("</section>")[0]


def test_addresses_and_browsers_are_for_those_who_may_see_them(staff: Staff, signal: Signal) -> None:
    client = staff("support")
    client.user.user_permissions.set(Permission.objects.filter(codename__in=("view_signal", "judge_signal")))
    shared = Signal.objects.create(kind="shared", user=signal.user, other=signal.other, score=9)
    assert list(client.get(LIST).context["cl"].result_list) == [signal]
    assert client.get(f"{LIST}{shared.pk}/change/").status_code == 302
    judge(client, shared)
    shared.refresh_from_db()
    assert shared.judged_at is None
    assert client.get(f"{LIST}{signal.pk}/change/").status_code == 200
    assert shared in staff("moderator").get(LIST).context["cl"].result_list


def test_staff_of_the_same_rank_is_judged_by_others(staff: Staff, signal: Signal) -> None:
    about = Signal.objects.create(kind="timing", user=member("moderator"), score=9)
    judge(staff("moderator"), about)
    about.refresh_from_db()
    assert about.judged_at is None
    judge(staff("admin"), about)
    about.refresh_from_db()
    assert about.judged_at is not None


def test_signals_are_neither_added_changed_nor_deleted_by_hand(staff: Staff, signal: Signal) -> None:
    client = staff("superuser")
    assert client.get(f"{LIST}add/").status_code == 403
    assert client.get(f"{LIST}{signal.pk}/delete/").status_code == 403
    assert client.post(f"{LIST}{signal.pk}/change/", {"score": 0}).status_code == 403
    client.post(LIST, {"action": "delete_selected", "_selected_action": [signal.pk], "post": "yes"})
    assert Signal.objects.get() == signal


def test_every_number_has_a_name_and_every_kind_a_meaning() -> None:
    sums: dict[str, float] = {"take": 200, "throw": 200, "take_log": 1400, "throw_log": 1400}
    named = [of_pair(kind, {}, {}, {})[1] for kind in ("feeding", "gold", "leaving")]
    named += [of_player(kind, sums)[1] for kind in ("timing", "seeing")]
    assert {name for facts in named for name in facts} <= set(NUMBERS)
    assert set(MEANINGS) == set(THRESHOLDS) == set(Signal.Kind.values)
