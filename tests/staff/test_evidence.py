"""What the page of a report shows of those who played a hand in which nobody is named."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import sanctions
from accounts.models import User
from game.admin import evidence
from game.live import deciding, reports
from game.live.deciding import Ruling
from game.live.moment import now
from game.live.reports import Word
from game.models import Report
from tests.live.build import people, person, seated
from tests.live.conftest import quiet, stack
from tests.live.test_reports import played, reason
from tests.screens.scenes import text
from tests.staff.conftest import StaffClient

__all__ = ["quiet", "stack"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]
Staff = Callable[..., StaffClient]

ABUSE = Word(Report.Why.ABUSE, "nói bậy")
COLLUSION = Word(Report.Why.COLLUSION)


@pytest.fixture
def moderator(staff: Staff) -> StaffClient:
    return staff("moderator", "Mo")


def page(client: StaffClient, report: Report) -> str:
    answer = client.get(f"/admin/game/report/{report.pk}/change/", headers={"accept-language": "en"})
    assert answer.status_code == 200
    return answer.content.decode()


def blame(user: User, by: User, reporter: str, outcome: str = "acted") -> None:
    """An earlier report with what came of it, and a sanction."""
    report = reports.of_player(user, person(reporter), ABUSE)
    deciding.decide(report.pk, (), by, Ruling(outcome, "seen"))
    sanctions.impose(user, "mute", reason(), now() + timedelta(days=1), by)


def test_of_each_who_played_the_hand_earlier_reports_and_sanctions(moderator: StaffClient) -> None:
    users = people()
    report = reports.of_hand(played(seated([*users])).public_id, users[0], COLLUSION)
    blame(users[1], moderator.user, "Ba")
    blame(users[1], moderator.user, "Bon", "nothing")
    shown = page(moderator, report)
    for user in users:
        assert f"Other reports about {user}" in shown
    assert f"Other reports about {users[1]}: 2 (1 led to something, 1 to nothing)" in text(shown)
    assert shown.count("nói bậy") == 2 and shown.count("Mute: no chat</a>") + shown.count("mute: no chat</a>") == 2
    assert f'reported__id__exact={users[1].pk}"' in shown and shown.count("Sanctions of the player") == 4


def test_where_somebody_is_named_the_others_are_left_alone(moderator: StaffClient) -> None:
    users = people()
    report = reports.of_hand(played(seated([*users])).public_id, users[0], COLLUSION, users[2])
    shown = page(moderator, report)
    assert "Other reports about the player" in shown and f"Other reports about {users[1]}" not in shown


def test_nobody_reads_what_there_is_about_oneself(moderator: StaffClient, staff: Staff) -> None:
    users = people()
    report = reports.of_hand(played(seated([*users[:3], moderator.user])).public_id, users[0], COLLUSION)
    reports.of_player(moderator.user, users[1], ABUSE)
    shown = page(moderator, report)
    assert f"Other reports about {users[1]}" in shown and "nói bậy" not in shown
    assert f"Other reports about {moderator.user}" not in shown


def test_each_shows_the_newest_and_counts_all(moderator: StaffClient) -> None:
    users = people()
    report = reports.of_hand(played(seated([*users])).public_id, users[0], COLLUSION)
    for number in range(evidence.SHOWN + 2):
        blame(users[1], moderator.user, f"R{number}")
    reports.of_player(users[2], users[1], ABUSE)
    first, second = evidence.of(report, moderator.user).of_each[1:3]
    assert len(first.about.newest) == len(first.sanctions) == evidence.SHOWN and first.about.total == "10"
    assert [one.pk for one in first.about.newest] == sorted((one.pk for one in first.about.newest), reverse=True)
    assert len(second.about.newest) == 1 and second.sanctions == []


def test_as_many_queries_for_much_as_for_little(moderator: StaffClient) -> None:
    users = people()
    report = reports.of_hand(played(seated([*users])).public_id, users[0], COLLUSION)
    page(moderator, report)  # where from is noted once
    counts = []
    for some in (users[:1], users):
        for user in some:
            blame(user, moderator.user, f"R{user}{len(some)}")
        with CaptureQueriesContext(connection) as asked:
            page(moderator, report)
        counts.append(len(asked))
    assert counts[0] == counts[1]
