"""A finished hand once more; of a hand in play nothing is to be had."""

from __future__ import annotations

import pytest

from game.live import replays
from game.live.play import Actor
from game.models import HandRecord
from game.rules.record import parse_hand
from tests.live.build import QUIET, current, dealt, do, do_all, people, person, position_of, recorded, seated
from tests.live.past import at_table, finished

pytestmark = pytest.mark.django_db

KHAN = recorded(89)
"""Over with the deal."""


def test_every_position_from_the_deal_to_the_end() -> None:
    hand = finished(at_table([*people()]), QUIET)
    replay = replays.read(hand.public_id, None)
    assert [position.version for position in replay.positions] == list(range(len(QUIET["actions"]) + 1))
    assert replay.last == len(QUIET["actions"])
    assert replay.positions[-1].hand == parse_hand(QUIET)
    assert not replay.positions[0].log
    assert [player.name for player in replay.players] == ["An", "Binh", "Chi", "Dung"]
    assert list(replay.result.units) == QUIET["result"]["units"]


def test_a_hand_that_ended_with_the_deal() -> None:
    hand = finished(at_table([*people()]), KHAN)
    replay = replays.read(hand.public_id, None)
    assert replay.last == 0
    assert replay.positions[0].hand.is_over and replay.positions[0].log


@pytest.mark.usefixtures("quiet")
def test_nothing_of_a_hand_in_play() -> None:
    table = seated([*people()])
    hand = dealt(table)
    do_all(table, QUIET["actions"][:-1])
    with pytest.raises(HandRecord.DoesNotExist):
        replays.read(hand.public_id, None)
    with pytest.raises(HandRecord.DoesNotExist):
        replays.find(hand.public_id, None)
    do(table, QUIET["actions"][-1])
    end, live = replays.read(hand.public_id, table.host_id).positions[-1], position_of(table)
    assert (end.hand, end.log, end.timed_out) == (live.hand, live.log, live.timed_out)


@pytest.mark.usefixtures("quiet")
def test_what_the_clock_played_is_told_from_then_on() -> None:
    table = seated([*people()])
    dealt(table)
    do(table, QUIET["actions"][0])
    do(table, QUIET["actions"][1], Actor.CLOCK)
    do_all(table, QUIET["actions"][2:])
    replay = replays.read(current(table).public_id, table.host_id)
    assert [position.timed_out for position in replay.positions[:4]] == [(), (), (2,), (2,)]
    assert replay.positions[-1].timed_out == (2,)


def test_whose_seat_it_was() -> None:
    users = people()
    replay = replays.read(finished(at_table([*users]), QUIET).public_id, None)
    assert [replay.seat_of(user.pk) for user in users] == [0, 1, 2, 3]
    assert replay.seat_of(person("Em").pk) is None
    assert replay.seat_of(None) is None


def test_by_its_number_for_those_who_played_it() -> None:
    users = people()
    hand = finished(at_table([*users]), QUIET)
    assert replays.of_player(hand.pk, users[2].pk) == hand
    with pytest.raises(HandRecord.DoesNotExist):
        replays.of_player(hand.pk, person("Em").pk)
