"""The gate: one action at a version passes, whoever sends it, and everything else changes nothing."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections

from game.live import positions
from game.live.play import Actor, act
from game.live.refused import Refused
from game.models import HandPlayer, HandRecord, Phase, Table, TableSeat
from game.rules.actions import DRAW, EAT, MUCK, Discard, parse_action
from game.rules.autopilot import timeout_action
from game.rules.cards import parse_card
from tests.live.build import QUIET, current, dealt, do, do_all, people, seated

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet")]

FIRST = parse_action(QUIET["actions"][0])


@pytest.fixture
def table(db: None) -> Table:
    table = seated([*people()])
    dealt(table)
    return table


def everything() -> list[Any]:
    """All that an action could change."""
    return [list(model.objects.order_by("pk").values()) for model in (Table, TableSeat, HandRecord, HandPlayer)]


def refused(*args: Any) -> Refused:
    """The refusal of an action; that it changed nothing is made sure of."""
    before = everything()
    with pytest.raises(Refused) as caught:
        act(*args)
    assert everything() == before
    return caught.value


def test_a_legal_action_extends_the_record_and_raises_version_and_revision(table: Table) -> None:
    before = current(table)
    assert act(before.pk, 0, 0, FIRST) == 1
    after = current(table)
    assert (after.version, after.actions, after.ended_at) == (1, QUIET["actions"][:1], None)
    assert after.table.revision == before.table.revision + 1


def test_an_action_seen_at_an_older_version_is_stale(table: Table) -> None:
    do(table, FIRST)
    assert refused(current(table).pk, 0, 0, FIRST).code == "stale"


def test_an_action_of_the_future_is_stale(table: Table) -> None:
    assert refused(current(table).pk, 7, 0, FIRST).code == "stale"


def test_an_action_for_another_hand_is_refused(table: Table) -> None:
    assert refused(current(table).pk + 1000, 0, 0, FIRST).code == "hand_gone"


def test_an_action_for_a_hand_that_is_over_is_refused(table: Table) -> None:
    do_all(table, QUIET["actions"])
    hand = current(table)
    assert refused(hand.pk, hand.version - 1, 0, DRAW).code == "hand_gone"
    assert refused(hand.pk, hand.version, 0, DRAW).code == "hand_over"


def test_another_seats_action_is_refused(table: Table) -> None:
    assert refused(current(table).pk, 0, 1, FIRST).code == "not_your_turn"


def test_a_rule_tells_why_by_code_and_data(table: Table) -> None:
    not_held = next(card for card in range(52) if not positions.of(current(table)).hand.seats[0].cards >> card & 1)
    refusal = refused(current(table).pk, 0, 0, Discard(not_held))
    assert refusal.code == "not_in_hand"
    assert refusal.data
    assert refused(current(table).pk, 0, 0, EAT).code == "already_taken"


@pytest.mark.parametrize("by", [Actor.PERSON, Actor.BOT])
def test_only_the_clock_mucks_R10_2(table: Table, by: Actor) -> None:
    assert refused(current(table).pk, 0, 0, MUCK, by).code == "muck_is_the_clocks"


def test_a_stale_cache_judges_nothing(table: Table) -> None:
    """Another process has played on: what this one remembers must not make a good action stale."""
    remembered = positions.of(current(table))
    do_all(table, QUIET["actions"][:3])
    positions.cache.clear()
    positions.cache.keep(remembered)
    hand = current(table)
    assert refused(hand.pk, 0, 0, FIRST).code == "stale"
    positions.cache.clear()
    positions.cache.keep(remembered)
    assert act(hand.pk, 3, 2, parse_action(QUIET["actions"][3])) == 4


def test_at_the_end_result_and_units_are_stored_once(table: Table) -> None:
    do_all(table, QUIET["actions"])
    hand = current(table)
    assert hand.as_record()["result"] == QUIET["result"]
    assert hand.ended_at
    assert [player.units for player in hand.players.all()] == QUIET["result"]["units"]
    assert [chair.score for chair in table.chairs.all()] == QUIET["result"]["units"]
    assert hand.table.phase == Phase.RESULT
    assert hand.table.due_at


def test_scores_add_up_over_hands(table: Table) -> None:
    do_all(table, QUIET["actions"])
    first = [chair.score for chair in table.chairs.all()]
    dealt(table)
    while current(table).result is None:
        do(table, timeout_action(positions.of(current(table)).hand), Actor.CLOCK)
    units = [player.units or 0 for player in current(table).players.all()]
    assert [chair.score for chair in table.chairs.all()] == [a + b for a, b in zip(first, units, strict=True)]


def test_a_turns_time_starts_with_the_turn_and_runs_on_within_it(table: Table) -> None:
    do(table, QUIET["actions"][0])
    started = current(table).table.due_at
    do(table, QUIET["actions"][1])
    assert current(table).table.due_at == started
    do(table, QUIET["actions"][2])
    later = current(table).table.due_at
    assert started and later and later > started
    assert current(table).table.due_in == timedelta(seconds=table.turn_seconds)


def test_what_is_replayed_is_what_was_played(table: Table) -> None:
    do_all(table, QUIET["actions"])
    played = positions.cache.get(current(table).pk)
    assert played == positions.replay(current(table))


@pytest.mark.parametrize("senders", [2, 6])
def test_of_actions_sent_at_once_one_wins(table: Table, senders: int) -> None:
    """A double click, two tabs, a click racing the clock."""
    hand = current(table)
    outcomes: list[str] = []
    gate = threading.Barrier(senders)

    def send(card: str) -> None:
        try:
            gate.wait()
            outcomes.append(str(act(hand.pk, 0, 0, Discard(parse_card(card)))))
        except Refused as refusal:
            outcomes.append(refusal.code)
        finally:
            connections.close_all()

    own = QUIET["pack"][:senders]
    threads = [threading.Thread(target=send, args=(card,)) for card in own]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["1", *["stale"] * (senders - 1)]
    assert current(table).version == len(current(table).actions) == 1
    assert current(table).table.revision == hand.table.revision + 1


def test_a_lost_push_loses_no_action(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise ConnectionError

    monkeypatch.setattr("game.live.push.get_channel_layer", fail)
    do(table, FIRST)
    assert current(table).version == 1


def test_nothing_hidden_is_logged(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", logger="game")
    do_all(table, QUIET["actions"])
    told = [record.getMessage() for record in caplog.records]
    assert told.count("acted") == len(QUIET["actions"])  # a busy machine may have something to say of the channel layer
    assert not [line for line in told if any(name in line for name in QUIET["pack"])]


def test_the_record_tells_when_each_action_was_made_and_which_no_person_made(table: Table) -> None:
    do(table, FIRST)
    do(table, DRAW, Actor.CLOCK)
    positions.cache.clear()
    do(table, timeout_action(positions.of(current(table)).hand))
    first, second, third = current(table).times
    assert 0 < first <= -second <= third
    hand = current(table)
    assert third <= (hand.table.due_at - hand.started_at).total_seconds() * 1000


def test_a_hand_begun_without_times_goes_on_without(table: Table) -> None:
    do(table, FIRST)
    HandRecord.objects.update(times=[])
    positions.cache.clear()
    do(table, DRAW)
    assert current(table).times == []
