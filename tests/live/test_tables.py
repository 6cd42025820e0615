"""Coming, being ready, leaving; the next hand is dealt once, to those who stay."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections

from accounts.models import User
from game.live import dealing, positions, tables
from game.live.moment import now
from game.live.refused import Refused
from game.models import HandRecord, Phase, Table, TableSeat
from game.rules.autopilot import timeout_action
from tests.live.build import (
    QUIET,
    SENDING,
    connected,
    current,
    dealt,
    do,
    do_all,
    people,
    person,
    position_of,
    recorded,
    seated,
    with_bots,
)
from tests.live.conftest import Stack

pytestmark = pytest.mark.django_db


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def played(sitters: Sequence[User | str], record: dict[str, Any] = QUIET, **fields: Any) -> Table:
    """A table after its first hand, which went as recorded."""
    table = seated([*sitters], **fields)
    dealt(table)
    do_all(table, record["actions"])
    return table


# -- coming -------------------------------------------------------------------------------------------


def test_one_press_and_a_hand_with_three_bots_is_dealt(quiet: None) -> None:
    user = person("An")
    table = with_bots(user)
    assert [bool(chair.user) for chair in table.chairs.all()] == [True, False, False, False]
    assert len({chair.name for chair in table.chairs.all()}) == 4
    assert (table.phase, table.hand_number, table.host) == (Phase.PLAYING, 1, user)
    assert current(table).leader == 0
    assert tables.open_table(user) == table


@pytest.mark.parametrize("preset", ["online", "ky_gui", "co_dien", "ca_k"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_any_preset_and_number_of_seats(preset: str, seats: int) -> None:
    table = with_bots(person("An"), preset, seats)
    hand = position_of(table).hand
    assert (hand.variant.preset, len(hand.seats)) == (preset, seats)


def test_a_hand_over_with_the_deal_is_paid_at_once_R6_2(stack: Stack) -> None:
    lonely = next(
        record
        for record in map(recorded, range(1, 414))
        if record["result"]["end"] == "u_khan" and record["variant"] == {"preset": "online"} and record["seats"] == 4
    )
    stack([lonely])
    table = seated([*people()])
    hand = dealt(table)
    assert hand.ended_at and hand.result and hand.result["end"] == "u_khan"
    assert sum(player.units or 0 for player in hand.players.all()) == 0
    assert fresh(table).phase == Phase.RESULT
    assert position_of(table).log[0][0] == 0


# -- the next hand ------------------------------------------------------------------------------------


def test_the_winner_leads_the_next_hand_R2_3(quiet: None) -> None:
    table = played(people())
    assert QUIET["result"]["winner"] != 0
    assert dealt(table).leader == QUIET["result"]["winner"]


def test_who_made_u_is_in_the_next_record_R8_5(stack: Stack) -> None:
    u = next(
        record
        for record in map(recorded, range(1, 414))
        if record["result"]["end"] == "u"
        and record["variant"] == {"preset": "online"}
        and record["seats"] == 4
        and record["leader"] == 0
    )
    stack([u, QUIET])
    table = played(people(), u)
    assert dealt(table).u_before == u["result"]["winner"]


def test_where_the_winner_left_the_next_seat_leads_and_seats_close_up_R2_4(quiet: None) -> None:
    users = people()
    table = played(users)
    winner = QUIET["result"]["winner"]
    tables.leave(table.code, users[winner])
    hand = dealt(table)
    names = [player.name for player in hand.players.all()]
    assert names == [user.display_name for user in users if user != users[winner]]
    assert names[hand.leader] == users[(winner + 1) % 4].display_name
    assert table.chairs.count() == 3


def test_when_the_host_leaves_the_next_person_is_host(quiet: None) -> None:
    users = people()
    table = played([users[0], "sound", users[2], users[3]])
    tables.leave(table.code, users[0])
    dealt(table)
    assert fresh(table).host == users[2]


def test_the_next_hand_is_dealt_when_all_who_are_here_are_ready(quiet: None) -> None:
    users = people(3)
    table = played([*users, "sound"])
    connected(users[0], users[1])
    tables.ready(table.code, users[0])
    assert fresh(table).hand_number == 1
    tables.ready(table.code, users[1])
    assert fresh(table).hand_number == 2
    assert not TableSeat.objects.filter(ready=True).exists()


def test_being_ready_twice_or_in_mid_hand_is_nothing(quiet: None) -> None:
    users = people(2)
    table = played([*users, "sound", "sound"])
    connected(*users)
    tables.ready(table.code, users[0])
    revision = fresh(table).revision
    tables.ready(table.code, users[0])
    assert fresh(table).revision == revision
    tables.ready(table.code, users[1])
    revision = fresh(table).revision
    tables.ready(table.code, users[1])
    assert (fresh(table).revision, fresh(table).hand_number) == (revision, 2)


def test_who_has_no_seat_is_not_ready(quiet: None) -> None:
    table = played(people())
    with pytest.raises(Refused, match="not_seated"):
        tables.ready(table.code, person("Em"))


def test_a_hand_is_not_followed_twice_nor_in_mid_hand(quiet: None) -> None:
    table = played(people())
    assert dealing.next_hand(table.code, after=1)
    revision = fresh(table).revision
    assert not dealing.next_hand(table.code, after=1)
    assert not dealing.next_hand(table.code, after=2)
    assert (fresh(table).revision, HandRecord.objects.count()) == (revision, 2)


@pytest.mark.django_db(transaction=True)
def test_processes_that_deal_at_once_deal_once(quiet: None) -> None:
    table = played(people())
    dealers = 4
    outcomes: list[bool] = []
    gate = threading.Barrier(dealers)

    def deal() -> None:
        gate.wait()
        outcomes.append(dealing.next_hand(table.code, after=1))
        connections.close_all()

    threads = [threading.Thread(target=deal) for _ in range(dealers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == [False, False, False, True]
    assert HandRecord.objects.count() == 2


# -- leaving ------------------------------------------------------------------------------------------


def test_leaving_in_mid_hand_hands_the_seat_to_the_clock_at_once_R10_3(quiet: None) -> None:
    users = people()
    table = seated([*users])
    dealt(table)
    tables.leave(table.code, users[0])
    assert (fresh(table).due_at or now()) <= now()
    with pytest.raises(Refused, match="not_seated"):
        tables.seat_in(table.code, current(table).pk, users[0])
    assert tables.open_table(users[0]) is None


def test_the_later_turns_of_one_who_left_take_no_time_R10_3(quiet: None) -> None:
    users = people()
    table = seated([*users])
    dealt(table)
    tables.leave(table.code, users[1])
    assert (fresh(table).due_at or now()) > now()
    do(table, QUIET["actions"][0])
    assert fresh(table).due_in == timedelta(0)


def test_the_result_of_one_who_left_counts_R10_3(quiet: None) -> None:
    users = people()
    table = seated([*users])
    dealt(table)
    tables.leave(table.code, users[3])
    do_all(table, QUIET["actions"])
    player = current(table).players.get(seat=3)
    assert (player.user, player.units) == (users[3], QUIET["result"]["units"][3])
    assert table.chairs.get(position=3).score == player.units


def test_leaving_twice_or_without_a_seat_is_refused(quiet: None) -> None:
    users = people()
    table = seated([*users])
    dealt(table)
    tables.leave(table.code, users[0])
    for user in (users[0], person("Em")):
        with pytest.raises(Refused, match="not_seated"):
            tables.leave(table.code, user)


def test_a_table_without_people_is_closed_after_its_hand(quiet: None) -> None:
    user = person("An")
    table = seated([user, "sound", "sound", "sound"])
    dealt(table)
    tables.leave(table.code, user)
    assert fresh(table).closed_at is None
    do_all(table, QUIET["actions"])
    assert fresh(table).closed_at
    assert fresh(table).due_at is None
    assert not dealing.next_hand(table.code, after=1)


def test_a_table_is_closed_when_its_last_person_leaves_between_hands(quiet: None) -> None:
    user = person("An")
    table = played([user, "sound", "sound", "sound"])
    tables.leave(table.code, user)
    assert fresh(table).closed_at and fresh(table).due_at is None


def test_whoever_was_waited_for_may_leave(quiet: None) -> None:
    users = people(2)
    table = played([*users, "sound", "sound"])
    connected(*users)
    tables.ready(table.code, users[0])
    tables.leave(table.code, users[1])
    assert fresh(table).hand_number == 2
    assert current(table).seats == 3


def test_a_table_with_one_player_left_waits(quiet: None) -> None:
    users = people(2)
    table = seated([*users])
    dealt(table)
    while current(table).result is None:
        do(table, timeout_action(positions.of(current(table)).hand))
    tables.leave(table.code, users[1])
    tables.ready(table.code, users[0])
    assert (fresh(table).phase, fresh(table).due_at) == (Phase.WAITING, None)


def test_whoever_is_shut_out_plays_no_card_more_and_is_not_dealt_in(quiet: None) -> None:
    """Though the socket is open still."""
    users = people()
    table = seated([*users])
    dealt(table)
    User.objects.filter(pk=users[0].pk).update(is_active=False)
    for deed in (
        lambda: tables.seat_in(table.code, current(table).pk, users[0]),
        lambda: tables.ready(table.code, users[0]),
    ):
        with pytest.raises(Refused, match="not_seated"):
            deed()
    do_all(table, QUIET["actions"])
    assert current(table).players.get(seat=0).units == QUIET["result"]["units"][0]
    dealt(table)
    assert [chair.user for chair in table.chairs.all()] == users[1:]


# -- the own order ------------------------------------------------------------------------------------


def test_the_order_of_the_own_hand_is_kept_and_tells_nobody(stack: Stack) -> None:
    stack([SENDING])
    users = people()
    table = seated([*users])
    hand = dealt(table)
    revision = fresh(table).revision
    tables.order(table.code, hand.pk, users[1], "KS3H")
    tables.order(table.code, hand.pk + 1, users[2], "KS3H")
    assert [chair.hand_order for chair in table.chairs.all()] == ["", "KS3H", "", ""]
    assert fresh(table).revision == revision
