"""From finished hands in the database to signals: each hand counts once, what is found again is renewed."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from datetime import timedelta
from functools import cache
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.erasing import erase
from accounts.models import Trace, User
from game.fairplay import books, chance, telling, watching
from game.fairplay.weighing import weigh
from game.models import HandRecord, Pool, Signal, Table, Tally
from game.rules.record import format_hand
from tests.accounts.test_ledger import reads_all
from tests.fairplay.simulated import careful, feeder, play
from tests.live.build import QUIET, people, person
from tests.live.conftest import nothing_cached
from tests.live.past import at_table, finished

__all__ = ["nothing_cached"]

pytestmark = pytest.mark.django_db

EARLIER = timedelta(hours=2)


@cache
def told(record: str) -> dict[str, Any]:
    return weigh(json.loads(record))


@cache
def recorded(seed: int, cheat: bool) -> dict[str, Any]:
    """A hand; with ``cheat`` seat 0 feeds seat 1."""
    return format_hand(play([feeder(1.0) if cheat else careful, careful, careful, careful], seed))


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weighed in this process, the same hand once."""

    def weighed(hands: list[HandRecord]) -> list[dict[str, Any] | None]:
        return [told(json.dumps(watching._record(hand))) if watching._counts(hand) else None for hand in hands]

    monkeypatch.setattr(watching, "_weighed", weighed)


def table_of(*users: User | str) -> Table:
    return at_table(list(users))


def played(table: Table, count: int, *, cheat: bool = False, **fields: Any) -> list[HandRecord]:
    """So many hands, the first ones of always the same."""
    now = timezone.now()
    return [
        finished(table, recorded(500 + number, cheat), now - EARLIER + timedelta(seconds=number), **fields)
        for number in range(count)
    ]


def weighed_all() -> None:
    while watching.batch(timezone.now()):
        pass


def test_a_process_of_its_own_tells_the_same(here: None) -> None:
    """What is read and written there, line by line."""
    hand = finished(table_of(*people()), QUIET, timezone.now() - EARLIER)
    sent = json.dumps(watching._record(hand)) + "\n"
    broken = watching._record(hand) | {"timed_out": 5}
    ran = subprocess.run(
        [watching.sys.executable, "-m", "game.fairplay"],
        input='{"nonsense": 1}\nno JSON\n[]\n' + json.dumps(broken) + "\n" + sent,
        capture_output=True,
        text=True,
    )
    *bad, told = map(json.loads, ran.stdout.splitlines())
    assert told == json.loads(json.dumps(weigh(watching._record(hand)))) and bad == [None] * 4
    assert ran.stderr.count("Traceback") == 4


def test_a_broken_hand_is_weighed_with_the_others_and_never_again(caplog: pytest.LogCaptureFixture) -> None:
    table = table_of(*people())
    broken, fair = (finished(table, QUIET, timezone.now() - EARLIER, timed_out=out) for out in (5, []))
    assert watching.batch(timezone.now()) == 2
    assert HandRecord.objects.filter(weighed=True).count() == 2
    assert {row.sums["flow_hands"] for row in Tally.objects.filter(other__isnull=False)} == {1}
    assert "Traceback" in caplog.text
    assert watching.batch(timezone.now()) == 0


def test_a_hand_that_cannot_be_added_up_spoils_no_other(here: None, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of(*people())
    broken, fair = (finished(table, QUIET, timezone.now() - EARLIER) for _ in range(2))
    left = watching._left

    def breaks(hand: HandRecord) -> watching.Left:
        return {}["payments"] if hand == broken else left(hand)

    monkeypatch.setattr(watching, "_left", breaks)
    weighed_all()
    assert HandRecord.objects.filter(weighed=True).count() == 2
    assert {row.sums["flow_hands"] for row in Tally.objects.filter(other__isnull=False)} == {1}


def test_a_hand_is_counted_once(here: None) -> None:
    users = people()
    hand = finished(table_of(*users), QUIET, timezone.now() - EARLIER)
    assert watching.batch(timezone.now()) == 1
    before = list(Tally.objects.order_by("pk").values())
    assert watching.batch(timezone.now()) == 0
    assert watching._keep(hand, weigh(watching._record(hand)), chance.Chances(), chance.Cases()) == [], (
        "another process was faster"
    )
    assert list(Tally.objects.order_by("pk").values()) == before
    own = Tally.objects.get(user=users[0], other=users[1])
    assert own.week == books.week_of(hand.started_at) and own.sums["flow_hands"] == 1


def test_what_each_paid_the_other_is_the_same_from_both_sides(here: None) -> None:
    an, binh, *_ = users = people()
    finished(table_of(*users), QUIET, timezone.now() - EARLIER, unit=100)
    weighed_all()
    one, other = (Tally.objects.get(user=pair[0], other=pair[1]).sums for pair in ((an, binh), (binh, an)))
    assert one["flow"] == -other["flow"] and one["flow_gold"] == 100 * one["flow"]
    paid = sum(
        {(0, 1): 1, (1, 0): -1}.get((payment["from"], payment["to"]), 0) * payment["units"]
        for payment in QUIET["result"]["payments"]
    )
    assert one["flow"] == paid


@pytest.mark.parametrize("fields", [{"voided_at": timezone.now()}, {"weighed": True}])
def test_what_doesnt_count_isnt_counted(here: None, fields: dict[str, Any]) -> None:
    finished(table_of(*people()), QUIET, timezone.now() - EARLIER, **fields)
    weighed_all()
    assert not Tally.objects.exists()
    assert HandRecord.objects.get().weighed


def test_a_hand_of_just_now_waits_and_an_old_one_never_counts(here: None) -> None:
    table = table_of(*people())
    finished(table, QUIET, timezone.now())
    finished(table, QUIET, timezone.now() - timedelta(days=120))
    assert watching.batch(timezone.now()) == 0


def test_hands_of_bots_alone_arent_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *args, **others: pytest.fail("asked for nothing"))
    finished(table_of("sound", "sound", "sound", "sound"), QUIET, timezone.now() - EARLIER)
    weighed_all()
    assert HandRecord.objects.get().weighed and not Tally.objects.exists()


def test_of_bots_nothing_is_counted(here: None) -> None:
    an = people(1)[0]
    finished(table_of(an, "sound", "sound", "sound"), QUIET, timezone.now() - EARLIER)
    weighed_all()
    assert set(Tally.objects.values_list("user", "other")) == {(an.pk, None)}


def test_a_failing_process_leaves_the_hands_for_later(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*args: Any, **others: Any) -> None:
        raise subprocess.TimeoutExpired("game.fairplay", 1)

    monkeypatch.setattr(subprocess, "run", fails)
    finished(table_of(*people()), QUIET, timezone.now() - EARLIER)
    with pytest.raises(subprocess.TimeoutExpired):
        watching.batch(timezone.now())
    assert not HandRecord.objects.get().weighed


def test_who_is_erased_meanwhile_spoils_nothing(here: None, monkeypatch: pytest.MonkeyPatch) -> None:
    finished(table_of(*people()), QUIET, timezone.now() - EARLIER)

    def gone(*args: Any) -> None:
        raise IntegrityError

    with monkeypatch.context() as patched:
        patched.setattr(books, "add", gone)
        assert watching.batch(timezone.now()) == 1
    assert not HandRecord.objects.get().weighed
    weighed_all()
    assert HandRecord.objects.get().weighed and Tally.objects.exists()


@pytest.fixture
def fed(here: None) -> tuple[User, User]:
    """An feeds Bình, hand after hand."""
    users = people()
    played(table_of(*users), 30, cheat=True)
    weighed_all()
    return users[0], users[1]


def test_who_feeds_is_told_with_the_numbers_and_the_hands(fed: tuple[User, User]) -> None:
    signal = Signal.objects.get(kind="feeding")
    assert (signal.user, signal.other) == fed
    assert signal.facts["eaten"] > 1.5 * signal.facts["expected"] > 0
    assert signal.facts["discards"] >= 40 and signal.facts["hands"] == 30
    assert len(signal.hands) == books.FIRST and set(signal.hands) <= set(
        HandRecord.objects.values_list("pk", flat=True)
    )
    assert not signal.verdict


def test_nothing_follows_by_itself(fed: tuple[User, User]) -> None:
    assert not any(user.sanctions.exists() for user in fed)
    assert not User.objects.filter(shut_out_until__isnull=False).exists()


def test_what_is_found_again_is_renewed_not_doubled(fed: tuple[User, User]) -> None:
    before = Signal.objects.get(kind="feeding")
    played(Table.objects.get(), 5, cheat=True)
    weighed_all()
    after = Signal.objects.get(kind="feeding")
    assert after.pk == before.pk and after.found_at == before.found_at
    assert after.renewed_at > before.renewed_at and after.facts["hands"] == 35


def test_what_was_judged_isnt_told_again_from_the_same_hands(fed: tuple[User, User]) -> None:
    Signal.objects.update(verdict="nothing", judged_at=timezone.now())
    played(Table.objects.get(), 5, cheat=True)
    weighed_all()
    assert Signal.objects.filter(kind="feeding").count() == 1
    Signal.objects.update(judged_at=timezone.now() - timedelta(days=14))
    played(Table.objects.get(), 5, cheat=True)
    weighed_all()
    assert sorted(Signal.objects.filter(kind="feeding").values_list("verdict", flat=True)) == ["", "nothing"]


def test_another_process_that_tells_it_first_is_no_fault(fed: tuple[User, User]) -> None:
    signal = Signal.objects.get(kind="feeding")
    found = telling.Finding("feeding", signal.user_id, signal.other_id, 9.0, {}, [])
    kept = Signal.objects.filter

    class Late:
        """Sees no open signal at first."""

        def __init__(self) -> None:
            self.asked = 0

        def __call__(self, **which: Any) -> Any:
            self.asked += 1
            rows = kept(**which)
            update = rows.update
            looks = iter((lambda **numbers: 0, update))
            rows.update = lambda **numbers: next(looks)(**numbers)
            return rows

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Signal.objects, "filter", Late())
        telling._write(found, timezone.now())
    assert Signal.objects.get(kind="feeding").score == 9.0


def test_honest_hands_are_told_of_nobody(here: None) -> None:
    played(table_of(*people()), 30)
    weighed_all()
    assert not Signal.objects.exists()


# Who leaves


def stay(table: Table, loser: int, **fields: Any) -> HandRecord:
    """A hand that the loser's seat loses to the next one."""
    record = next(record for record in (recorded(seed, False) for seed in range(500, 700)) if _pays(record, loser))
    return finished(table, record, timezone.now() - EARLIER, **fields)


def _pays(record: dict[str, Any], loser: int) -> bool:
    payee = (loser + 1) % 4
    net = sum(
        {(loser, payee): 1, (payee, loser): -1}.get((one["from"], one["to"]), 0) * one["units"]
        for one in record["result"]["payments"]
    )
    return net > 0


def test_who_loses_to_one_and_is_gone_is_counted(here: None) -> None:
    an, binh, chi, dung = people()
    stay(table_of(an, binh, chi, dung), 0)
    weighed_all()
    assert Tally.objects.get(user=an, other=binh).sums["left_hits"] == 1
    assert Tally.objects.get(user=an, other=None).sums["left_tries"] == 3


def test_who_stays_for_the_next_hand_hasnt_left(here: None) -> None:
    an, *others = people()
    table = table_of(an, *others)
    stay(table, 0)
    stay(table, 0, weighed=True)
    weighed_all()
    assert "left_tries" not in Tally.objects.get(user=an, other=None).sums


def test_a_long_stay_isnt_a_short_one(here: None) -> None:
    an, binh, *others = people()
    table = table_of(an, binh, *others)
    for _ in range(3):
        stay(table, 0, weighed=True)
    stay(table, 0)
    weighed_all()
    sums = Tally.objects.get(user=an, other=binh).sums
    assert sums["left_tries"] == 1 and sums["left_hits"] == 0


def test_who_comes_loses_and_goes_is_told(here: None) -> None:
    users = people()
    for number in range(6):
        stay(at_table(list(users), code=f"short{number}"), 0)
    weighed_all()
    signal = Signal.objects.get(kind="leaving", user=users[0])
    assert signal.other == users[1]
    assert signal.facts["lost_and_left"] == 6


# From where


@pytest.fixture
def same_place() -> Callable[..., None]:
    def come(*users: User, address: str = "a" * 16, device: str = "d" * 16) -> None:
        Trace.objects.bulk_create(Trace(user=user, address=address, device=f"{device}") for user in users)

    return come


def test_table_mates_from_the_same_place_are_told(here: None, same_place: Callable[..., None]) -> None:
    an, binh, chi, dung = users = people()
    same_place(an, binh)
    same_place(chi, address="c" * 16, device="e" * 16)
    played(table_of(*users), 6)
    weighed_all()
    signal = Signal.objects.get(kind="shared")
    assert (signal.user, signal.other) == (an, binh)
    assert signal.facts["same_address"] == signal.facts["same_device"] == 2 and signal.facts["hands"] == 6
    assert signal.hands


def test_who_hardly_played_together_isnt_told(here: None, same_place: Callable[..., None]) -> None:
    an, binh, *others = people()
    same_place(an, binh)
    played(table_of(an, binh, *others), 3)
    weighed_all()
    assert not Signal.objects.exists()


def test_what_many_share_tells_nothing(here: None, same_place: Callable[..., None]) -> None:
    users = people()
    crowd = User.objects.bulk_create(User(username=f"user{number}", display_name=f"N{number}") for number in range(60))
    same_place(*users, *crowd)
    played(table_of(*users), 6)
    weighed_all()
    assert not Signal.objects.exists()


# What is kept


def test_the_pool_learns_from_everybody(here: None) -> None:
    played(table_of(*people()), 3)
    before = chance.Chances()
    weighed_all()
    cells = list(Pool.objects.filter(cell__startswith="ate."))
    assert sum(cell.tries for cell in cells) >= 30
    assert Pool.objects.get(cell="flow.online.4").tries == 12
    assert Pool.objects.get(cell="left").tries == 12
    after = chance.Chances()
    most = max(cells, key=lambda cell: cell.tries)
    assert after(most.cell) != before(most.cell)
    assert before("ate.1.0.99"[:-1]) > before("ate.1.0.0"), "what nobody could hold is hardly ever eaten"


def test_sums_and_signals_dont_stay_for_ever(fed: tuple[User, User], capsys: pytest.CaptureFixture[str]) -> None:
    call_command("cleanup")
    assert Tally.objects.exists() and Signal.objects.exists()
    Tally.objects.update(week=timezone.now().date() - timedelta(days=120))
    Signal.objects.update(renewed_at=timezone.now() - timedelta(days=181))
    call_command("cleanup")
    assert not Tally.objects.exists() and not Signal.objects.exists()
    assert "old tallies" in capsys.readouterr().out


def test_nothing_stays_of_whoever_is_erased(fed: tuple[User, User]) -> None:
    erase(fed[1])
    assert not Signal.objects.filter(kind="feeding").exists()
    assert not Tally.objects.filter(other=fed[1].pk).exists() and Tally.objects.filter(user=fed[0]).exists()


def test_adding_up_reads_only_what_is_between_the_players(here: None, monkeypatch: pytest.MonkeyPatch) -> None:
    users, stranger = people(), person("Em")
    hand = finished(table_of(*users), QUIET, timezone.now() - EARLIER)
    week = books.week_of(hand.started_at)
    Tally.objects.create(user=users[0], other=stranger, week=week)
    read: list[Tally] = []
    from_db = Tally.from_db.__func__  # type: ignore[attr-defined]

    def counted(cls: type[Tally], *args: Any) -> Tally:
        read.append(from_db(cls, *args))
        return read[-1]

    monkeypatch.setattr(Tally, "from_db", classmethod(counted))
    weighed_all()
    assert read and stranger.pk not in {row.other_id for row in read}


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL reads a few rows without their index")
def test_sums_are_found_by_player_however_many_there_are(fed: tuple[User, User]) -> None:
    with CaptureQueriesContext(connection) as asked:
        played(Table.objects.get(), 1, cheat=True)
        weighed_all()
        telling.let_go(fed[1].pk)
        fed[1].delete()
    queries = [query["sql"] for query in asked if '"game_tally"' in query["sql"] and "INSERT" not in query["sql"]]
    assert len([sql for sql in queries if sql.startswith("DELETE")]) > 1
    assert [sql for sql in queries if reads_all(sql)] == []


def test_the_command_weighs_what_there_is(here: None, capsys: pytest.CaptureFixture[str]) -> None:
    played(table_of(*people()), 7)
    call_command("signals", most=3)
    assert capsys.readouterr().out == "3 hands weighed, 0 signals to judge\n"
    call_command("signals")
    assert capsys.readouterr().out == "4 hands weighed, 0 signals to judge\n"


def test_of_what_the_clock_and_bots_do_no_times_are_counted(here: None) -> None:
    an, *_ = users = people()
    actions = len(QUIET["actions"])
    times = [100 * (number + 1) * (-1 if number % 2 else 1) for number in range(actions)]
    finished(table_of(*users), QUIET, timezone.now() - EARLIER, times=times)
    weighed_all()
    counted = sum(row.sums.get(kind, 0) for row in Tally.objects.filter(other=None) for kind in ("take", "throw"))
    kinds = [text for text in QUIET["actions"][::2] if text.split()[0] in ("draw", "eat", "discard")]
    assert counted == len(kinds)
