"""The front page of the administration: what the last days brought, told from few and cheap queries."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Appeal, Reason, Sanction, User
from accounts.models.gold import Account, Entry, Posting
from game.live import figures, noticing
from game.models import Figure, Report, Signal, Table
from tests.live.build import QUIET, people, person
from tests.live.past import at_table, finished
from tests.staff.conftest import StaffClient

pytestmark = pytest.mark.django_db
Staff = Callable[..., StaffClient]

NOON = datetime(2026, 11, 30, 5, tzinfo=UTC)
"""Of a Monday, in Vietnam."""
YESTERDAY = date(2026, 11, 29)


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    cache.clear()


def hand_of(day: timedelta) -> list[User]:
    users = people()
    finished(at_table(list(users)), QUIET, NOON - day)
    return users


def moved(kind: str, amount: int, at: datetime, entry: str = "fee") -> None:
    account, _ = Account.objects.get_or_create(kind=kind, stake="hien_nha" if kind == "jackpot" else "")
    posting = Posting.objects.create(reference=f"{kind} {amount} {at}", at=at)
    Entry.objects.create(posting=posting, account=account, kind=entry, amount=amount, at=at)


def test_a_day_that_is_over_is_counted_once() -> None:
    hand_of(timedelta(days=1))
    assert figures.keep(NOON) == YESTERDAY
    assert {one.name: one.value for one in Figure.objects.filter(day=YESTERDAY)} == {
        **dict.fromkeys(figures.COUNTED, 0),
        "players": 4,
        "hands": 1,
    }
    assert figures.keep(NOON) == YESTERDAY - timedelta(days=1), "then the one before"
    for _ in range(figures.DAYS):
        figures.keep(NOON)
    assert figures.keep(NOON) is None
    assert Figure.objects.filter(name="hands").count() == figures.DAYS - 1


def test_a_day_is_over_an_hour_after_midnight() -> None:
    """By then what was dealt before it has ended."""
    midnight = NOON - timedelta(hours=12)
    finished(at_table(list(people())), QUIET, midnight + timedelta(minutes=3))
    for minutes in (1, 59):
        assert figures.keep(midnight + timedelta(minutes=minutes)) == YESTERDAY - timedelta(days=1 + minutes // 59)
    assert figures.series(midnight + timedelta(minutes=59))["hands"][-2:] == [1, 0], "counted though not kept yet"
    assert figures.keep(midnight + timedelta(hours=1)) == YESTERDAY
    assert Figure.objects.get(day=YESTERDAY, name="hands").value == 1


def test_days_are_those_of_vietnam() -> None:
    hand_of(timedelta(hours=13))  # eleven at night, the day before
    assert figures.series(NOON)["hands"][-2:] == [0, 0]
    figures.keep(NOON)
    assert figures.series(NOON)["hands"][-2:] == [1, 0]


def test_today_is_counted_anew_each_minute() -> None:
    hand_of(timedelta(hours=1))
    assert figures.series(NOON)["hands"][-1] == 1
    finished(Table.objects.get(), QUIET, NOON - timedelta(minutes=5))
    assert figures.series(NOON)["hands"][-1] == 1
    cache.clear()
    assert figures.series(NOON)["hands"][-1] == 2


def test_gold_issued_burnt_and_won_from_jackpots() -> None:
    moved("house", -700, NOON, "welcome")
    moved("house", 30, NOON)
    moved("house", 12, NOON)
    moved("jackpot", -400, NOON, "jackpot")
    moved("jackpot", 15, NOON)
    moved("house", -9999, NOON - timedelta(days=2), "welcome")
    found = figures.series(NOON)
    assert (found["issued"][-1], found["burnt"][-1], found["jackpots"][-1]) == (700, 42, 400)


def test_the_median_time_to_decide() -> None:
    for minutes in (10, 30, 500):
        Report.objects.create(made_at=NOON - timedelta(minutes=minutes), handled_at=NOON)
    Report.objects.create(made_at=NOON)
    found = figures.series(NOON)
    assert (found["deciding"][-1], found["reports"][-1]) == (30, 4)


def test_the_clocks_lag_is_noted_where_it_is_late() -> None:
    figures.note_lag(NOON)
    assert not Figure.objects.exists()
    table = Table.objects.create(code="latetable", variant={}, due_at=NOON - timedelta(seconds=4))
    figures.note_lag(NOON)
    assert Figure.objects.get(name=figures.LAG).value == 4000
    Table.objects.filter(pk=table.pk).update(due_at=NOON - timedelta(seconds=2))
    figures.note_lag(NOON)
    assert Figure.objects.get(name=figures.LAG).value == 4000, "the most of a day stays"
    assert figures.series(NOON)[figures.LAG][-1] == 4000


def test_one_look_beside_the_clock_does_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noticing.watching, "batch", lambda now: noticing.watching.BATCH)
    assert noticing.look()
    assert Figure.objects.filter(name="hands").count() == 1


def test_nothing_is_noticed_while_the_site_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noticing, "house", lambda: type("Away", (), {"maintenance": True}))
    monkeypatch.setattr(noticing.watching, "batch", lambda now: pytest.fail("weighed"))
    assert not noticing.look()


def page(client: StaffClient) -> str:
    return client.get("/admin/", headers={"accept-language": "en"}).content.decode()


def test_the_charts_have_their_numbers_in_tables(staff: Staff) -> None:
    finished(at_table(list(people())), QUIET, timezone.now() - timedelta(minutes=1))
    shown = page(staff("admin"))
    assert shown.count("<figure") == 8 and shown.count('<svg viewBox="0 0 300 80" aria-hidden="true"') == 2
    assert shown.count("nothing yet") == 6, "no bare axis"
    assert 'height="80.0"' in shown, "the highest bar"
    assert shown.count('<caption class="visually-hidden">') == 2 and "Players a day" in shown
    assert "style=" not in shown.split("The last thirty days")[1].split("</section>")[0]


def test_where_nothing_has_happened_that_is_said(staff: Staff) -> None:
    shown = page(staff("admin"))
    assert "Nothing has happened yet that could be counted." in shown and "<figure" not in shown


def test_a_day_without_a_decision_has_no_median(staff: Staff) -> None:
    at = timezone.now()
    Report.objects.create(made_at=at, handled_at=at)
    shown = page(staff("moderator")).split("<b>Time to decide a report")[1].split("</figure>")[0]
    assert "median: 1 minutes" in shown, "what has begun counts whole"
    assert shown.count("<td>–</td>") == figures.DAYS - 1


def test_what_waits_stands_first(staff: Staff) -> None:
    finished(at_table(list(people())), QUIET, timezone.now() - timedelta(minutes=1))
    shown = page(staff("admin"))
    places = [shown.index(words) for words in ("<h2>Reports<", "<h2>Appeals<", "Signals of the week", "<figure")]
    assert places == sorted(places)
    assert 'class="blocks waiting"' not in page(staff("economist"))


def test_each_role_sees_its_own(staff: Staff) -> None:
    finished(at_table(list(people())), QUIET, timezone.now() - timedelta(minutes=1))
    economist, moderator, support = (page(staff(role)) for role in ("economist", "moderator", "support"))
    assert "Won from jackpots" in economist and "In the jackpots now" in economist
    assert "Won from jackpots" not in moderator and "Signals of the week" in moderator
    assert "Signals of the week" not in support and "Hands a day" in support
    assert "Hands a day" not in page(staff(""))


def test_signals_of_the_week_are_told_by_kind(staff: Staff) -> None:
    an, binh, *_ = people()
    Signal.objects.create(kind="feeding", user=an, other=binh, score=5)
    Signal.objects.create(kind="timing", user=an, score=5, found_at=timezone.now() - timedelta(days=9))
    shown = page(staff("moderator")).split("Signals of the week")[1]
    assert "one feeds the other" in shown and "even as a machine" not in shown.split("</section>")[0]
    assert "2 to be judged" in shown


def test_the_front_page_asks_no_more_the_more_there_is(staff: Staff) -> None:
    client = staff("admin")
    page(client)

    def asked() -> int:
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            page(client)
        return len(queries)

    few = asked()
    table = at_table(list(people()))
    for _ in range(5):
        finished(table, QUIET, timezone.now() - timedelta(minutes=1))
    Report.objects.bulk_create(Report(made_at=timezone.now()) for _ in range(5))
    assert asked() == few


def test_of_more_than_a_hundred_it_is_said_that_they_are_more(staff: Staff) -> None:
    """Whatever waits: nothing is counted to the end for it."""
    client, users = staff("admin"), people()
    reports = Report.objects.bulk_create(Report(reported=users[0], outcome="acted") for _ in range(100))
    signals = [Signal(kind="timing", user=person(f"Người {number}"), score=5) for number in range(100)]
    Signal.objects.bulk_create(signals)
    told = Reason.objects.create(name_vi="Quấy", name_en="Pest")
    given = Sanction.objects.bulk_create(Sanction(user=users[0], kind="mute", reason=told) for _ in range(101))
    Appeal.objects.bulk_create(Appeal(sanction=one, text="Sao vậy?") for one in given[:100])
    shown = page(client)
    for words in (">100 reports are open<", ">100 appeals wait for an answer<", ">100 to be judged<", "<td>100<"):
        assert words in shown
    assert "Other reports about the player: 99 (99 led to something, 0 to nothing)" in about(client, reports[0])
    Report.objects.bulk_create(Report(reported=users[0], outcome="nothing") for _ in range(2))
    Signal.objects.create(kind="timing", user=users[0], score=5)
    Appeal.objects.create(sanction=given[100], text="Sao vậy?")
    with CaptureQueriesContext(connection) as asked:
        shown = page(client)
    for words in (">100+ reports are open<", ">100+ appeals wait for an answer<", ">100+ to be judged<", "<td>100+<"):
        assert words in shown
    bounds = {"game_report": "handled_at", "game_signal": "judged_at", "accounts_appeal": "decided_at"}
    for table, bound in bounds.items():
        sqls = [one["sql"] for one in asked.captured_queries if f'FROM "{table}"' in one["sql"]]
        counting = [sql for sql in sqls if "COUNT(" in sql and f'"{bound}" IS NULL' in sql]
        assert counting and all("LIMIT 101" in sql for sql in counting)
    assert "Other reports about the player: 100+ (" in about(client, reports[0])


def about(client: StaffClient, report: Report) -> str:
    address = f"/admin/game/report/{report.pk}/change/"
    return client.get(address, headers={"accept-language": "en"}).content.decode()
