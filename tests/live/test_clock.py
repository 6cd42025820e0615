"""The clock: whoever is to act is played for in time, by any process, once; nobody's turn is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from pytest_django import Settings

from game.bots import BOTS
from game.live import clock, positions, tables
from game.live.alarm import alarm
from game.live.clock import Clock, claim, rearm, serve, tick
from game.live.moment import now
from game.live.scene import scene
from game.models import HandRecord, Phase, Table, TableSeat
from game.rules.actions import MUCK, Draw, Lay
from game.rules.sight import Sight
from game.rules.variants import PRESETS, format_variant
from tests.live.build import QUIET, current, dealt, do, do_all, people, person, position_of, seated

pytestmark = pytest.mark.django_db

FOUR = ("sound", "sound", "sound", "sound")
HOUR = timedelta(hours=1)


@pytest.fixture
def any_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that play anything legal."""
    monkeypatch.setitem(BOTS, "sound", lambda sight, rng: rng.choice(sight.legal))


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def run_out(table: Table, until: Callable[[], bool], ticks: int = 500) -> None:
    """The clock's looks, each an hour after the other, until it is so."""
    for _ in range(ticks):
        if until():
            return
        tick(now() + HOUR)
    raise AssertionError(f"after {ticks} ticks at version {current(table).version}")


def is_over(table: Table) -> Callable[[], bool]:
    return lambda: current(table).result is not None


# -- bots ---------------------------------------------------------------------------------------------


def test_bots_play_a_hand_to_its_end_without_waiting(quiet: None, any_legal: None) -> None:
    table = seated([*FOUR])
    dealt(table)
    for _ in range(200):
        if current(table).result:
            break
        assert tick(now()) == 0.0
    assert current(table).result
    assert fresh(table).closed_at, "nobody sits there"


def test_a_bot_takes_its_time(quiet: None, settings: Settings) -> None:
    settings.PHOM_BOT_DELAY = 2.0
    table = seated([*FOUR])
    dealt(table)
    assert fresh(table).due_in == timedelta(seconds=1.2), "the leader takes nothing"
    assert 0.0 < tick(now()) <= 1.0
    assert current(table).version == 0
    assert 0.0 < tick((fresh(table).due_at or now()) - timedelta(milliseconds=300)) <= 0.3


def test_a_bot_sees_its_own_sight_only(quiet: None, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Sight] = []

    def choose(sight: Sight, rng: object) -> Any:
        seen.append(sight)
        return sight.legal[0]

    monkeypatch.setitem(BOTS, "sound", choose)
    table = seated([*FOUR])
    dealt(table)
    tick(now())
    assert [seat.cards is None for seat in seen[0].seats] == [False, True, True, True]


@pytest.mark.parametrize("chosen", [MUCK, Draw(), None])
def test_for_a_bot_that_fails_the_clock_plays(
    quiet: None, chosen: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(BOTS, "sound", lambda sight, rng: chosen)
    table = seated([*FOUR])
    dealt(table)
    tick(now())
    assert current(table).version == 1
    assert "a bot failed" in caplog.text


# -- time-outs ----------------------------------------------------------------------------------------


def test_in_time_the_clock_leaves_people_alone(quiet: None) -> None:
    table = seated([*people()])
    dealt(table)
    assert tick(now()) == 1.0
    assert current(table).version == 0


def test_out_of_time_it_draws_and_discards_R10_1(quiet: None) -> None:
    table = seated([*people()])
    dealt(table)
    tick(now() + HOUR)
    assert [text.split()[0] for text in current(table).actions] == ["discard"]
    tick(now() + HOUR)
    assert [text.split()[0] for text in current(table).actions] == ["discard", "draw", "discard"]
    assert (fresh(table).due_at or now()) > now(), "the next player has the whole time"


def test_only_the_rest_of_a_turn_is_played_R10_1(quiet: None) -> None:
    table = seated([*people()])
    dealt(table)
    do_all(table, QUIET["actions"][:2])
    tick(now() + HOUR)
    assert len(current(table).actions) == 3
    assert current(table).timed_out == [3]
    assert scene(table.code, None).timed_out == (3,)
    positions.cache.clear()
    assert scene(table.code, None).timed_out == (3,), "the record remembers"


def test_in_a_final_turn_it_lays_and_sends_nothing_R10_2(quiet: None) -> None:
    table = seated([*people()])
    dealt(table)
    run_out(table, is_over(table))
    kinds = [type(action) for action in position_of(table).hand.actions]
    assert Lay in kinds
    assert not [text for text in current(table).actions if text.startswith(("send", "muck", "eat"))]


def test_with_timeout_lays_off_it_mucks_R10_2(quiet: None) -> None:
    variant = format_variant(PRESETS["online"]) | {"timeout_lays": False}
    table = seated([*people()], variant=variant)
    dealt(table)
    run_out(table, is_over(table))
    assert "muck" in current(table).actions
    assert not [text for text in current(table).actions if text.startswith("lay")]


def test_whoever_left_takes_no_time_R10_3(quiet: None) -> None:
    users = people()
    table = seated([*users])
    dealt(table)
    for user in users:
        tables.leave(table.code, user)
    for _ in range(100):
        tick(now())
    assert current(table).result
    assert current(table).timed_out == []
    assert fresh(table).closed_at


# -- the next hand, the pause -------------------------------------------------------------------------


def test_the_countdown_ends_and_the_next_hand_is_dealt(quiet: None) -> None:
    table = seated([*people()])
    dealt(table)
    do_all(table, QUIET["actions"])
    assert tick(now()) == 1.0
    tick(now() + HOUR)
    assert (fresh(table).hand_number, fresh(table).phase) == (2, Phase.PLAYING)


def test_a_table_whose_people_are_away_waits_for_them(quiet: None) -> None:
    users = people(2)
    table = seated([*users, "sound", "sound"])
    dealt(table)
    run_out(table, is_over(table))
    assert fresh(table).due_at is None
    assert tick(now() + HOUR) == 1.0
    tables.ready(table.code, users[0])
    assert fresh(table).hand_number == 2, "the other one isn't here to be waited for"


def test_whoever_is_connected_but_asleep_gets_more_hands(quiet: None, any_legal: None) -> None:
    user = person("An")
    table = seated([user, "sound", "sound", "sound"])
    TableSeat.objects.filter(user=user).update(seen_at=now())
    dealt(table)
    run_out(table, lambda: fresh(table).due_at is None, 2000)
    assert fresh(table).hand_number == 3


def test_whoever_stays_away_for_two_hands_loses_the_seat(quiet: None) -> None:
    users = people()
    table = seated([*users])
    dealt(table)

    def played() -> None:
        while current(table).result is None:
            if position_of(table).hand.turn == 0:
                do(table, QUIET["actions"][0] if current(table).version == 0 else timed_out(table))
            else:
                tick(now() + HOUR)

    played()
    assert current(table).seats == 4
    dealt(table)
    played()
    assert dealt(table).seats < 4 or fresh(table).phase == Phase.WAITING


def timed_out(table: Table) -> Any:
    from game.rules.autopilot import timeout_action

    return timeout_action(position_of(table).hand)


# -- claims -------------------------------------------------------------------------------------------


def test_one_claim_at_a_deadline(quiet: None) -> None:
    dealt(seated([*FOUR]))
    table = Table.objects.get()
    assert claim(table, now())
    assert not claim(table, now())


def test_a_claim_on_a_deadline_that_moved_fails(quiet: None) -> None:
    table = seated([*people()])
    dealt(table)
    old = fresh(table)
    do_all(table, QUIET["actions"][:1])
    assert not claim(old, now() + HOUR)


def test_a_killed_clocks_claim_is_due_again_after_the_lease(quiet: None, any_legal: None) -> None:
    table = seated([*FOUR])
    dealt(table)
    moment = now()
    assert claim(fresh(table), moment)
    tick(moment + clock.LEASE / 2)
    assert current(table).version == 0
    tick(moment + clock.LEASE)
    assert current(table).version == 1


def test_killed_within_a_turn_the_next_clock_finishes_it(quiet: None) -> None:
    """A person's time-out is several actions: the clock dies after the first."""
    table = seated([*people()])
    dealt(table)
    tick(now() + HOUR)
    Table.objects.update(due_at=now() - timedelta(seconds=1), lease_until=now() + clock.LEASE)
    do(table, Draw())
    assert fresh(table).lease_until is None
    tick(now())
    assert current(table).version == 3


def test_of_two_clocks_one_plays(quiet: None, any_legal: None, monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated([*FOUR])
    dealt(table)
    seen_by_both = fresh(table)
    serve(seen_by_both, now())
    serve(seen_by_both, now())
    assert current(table).version == 1


def test_a_table_that_fails_stops_no_other(quiet: None, any_legal: None, caplog: pytest.LogCaptureFixture) -> None:
    broken, sound = seated([*FOUR]), seated([*FOUR], code="other")
    dealt(broken)
    dealt(sound)
    HandRecord.objects.filter(table=broken).update(pack=["??"], version=99)
    positions.cache.clear()
    for _ in range(3):
        tick(now())
    assert current(sound).version == 3
    assert caplog.text.count("the clock could not go on") == 1, "again only after the lease"


# -- jumps --------------------------------------------------------------------------------------------


def due(table: Table) -> float:
    """Seconds to the deadline."""
    due_at = fresh(table).due_at
    assert due_at
    return (due_at - now()).total_seconds()


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_after_a_jump_of_the_wall_clock_deadlines_start_again(quiet: None, jump: timedelta) -> None:
    table = seated([*people()])
    dealt(table)
    revision = fresh(table).revision
    own = Clock()
    own.step(now(), 100.0)
    own.step(now() + jump, 100.0)
    assert current(table).version == 0
    assert due(table) == pytest.approx(table.turn_seconds + jump.total_seconds(), abs=1)
    assert fresh(table).revision > revision, "browsers learn of it"


def test_without_a_jump_an_hour_is_an_hour(quiet: None) -> None:
    table = seated([*people()])
    dealt(table)
    own = Clock()
    own.step(now(), 100.0)
    own.step(now() + HOUR, 100.0 + HOUR.total_seconds())
    assert current(table).version == 1


def test_deadlines_missed_while_no_clock_ran_start_again(quiet: None) -> None:
    table = seated([*people()])
    dealt(table)
    Clock().step(now() + HOUR, 100.0)
    assert current(table).version == 0
    assert due(table) == pytest.approx(table.turn_seconds + HOUR.total_seconds(), abs=1)


def test_what_is_in_order_is_not_armed_again(quiet: None) -> None:
    table = seated([*people()])
    dealt(table)
    before = fresh(table).due_at
    assert rearm(now()) == 0
    assert rearm(now() + timedelta(seconds=table.turn_seconds) + clock.LATE / 2) == 0
    assert fresh(table).due_at == before


def test_a_deadline_armed_again_can_be_claimed(quiet: None) -> None:
    """Arithmetic in the database must give what its comparisons find."""
    table = seated([*people()])
    dealt(table)
    assert rearm(now() + HOUR) == 1
    tick(now() + 2 * HOUR)
    assert current(table).version == 1


# -- running ------------------------------------------------------------------------------------------


@pytest.fixture
async def running() -> Any:
    """The clock, beside the test as beside a server."""
    clock.start()
    task = clock._running
    clock.start()
    assert clock._running is task, "it is started once"
    yield
    assert task
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def wait_for(condition: Callable[[], bool], seconds: float = 5.0) -> None:
    async with asyncio.timeout(seconds):
        while not await sync_to_async(condition)():
            await asyncio.sleep(0.01)


@pytest.mark.django_db(transaction=True)
async def test_it_wakes_up_when_somebody_acts(
    quiet: None, any_legal: None, running: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots answer a person at once: their round waits for none of the clock's looks."""
    monkeypatch.setattr(clock, "LOOK", HOUR)
    user = await sync_to_async(person)("An")
    table = await sync_to_async(seated)([user, "sound", "sound", "sound"])
    await sync_to_async(dealt)(table)
    await asyncio.sleep(0.1)
    await sync_to_async(do)(table, QUIET["actions"][0])
    await wait_for(lambda: is_over(table)() or position_of(table).hand.turn == 0)


@pytest.mark.django_db(transaction=True)
async def test_it_survives_what_goes_wrong(
    quiet: None, any_legal: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, running: None
) -> None:
    def fail(now: object) -> float:
        monkeypatch.undo()
        monkeypatch.setitem(BOTS, "sound", lambda sight, rng: rng.choice(sight.legal))
        raise ConnectionError

    monkeypatch.setattr(clock, "tick", fail)
    alarm.ring()
    await wait_for(lambda: "the clock stumbled" in caplog.text)
    table = await sync_to_async(seated)([*FOUR])
    await sync_to_async(dealt)(table)
    await wait_for(is_over(table))


async def test_it_ends_when_it_is_told_to_while_somebody_acts() -> None:
    alarm.listen()
    waiting = asyncio.create_task(alarm.wait(60))
    await asyncio.sleep(0)
    alarm.ring()
    asyncio.get_running_loop().call_soon(waiting.cancel)  # in the same turn of the loop as the ring
    with pytest.raises(asyncio.CancelledError):
        await waiting


def test_sending_bots_end_hands_too(any_legal: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random packs, random legal play, to the end and the next hand, sums zero."""
    table = seated([person("An"), *FOUR[:3]])
    dealt(table)
    for _ in range(4):
        run_out(table, is_over(table), 1000)
        assert sum(chair.score for chair in table.chairs.all()) == 0
        TableSeat.objects.update(idle_hands=0)
        dealt(table)
