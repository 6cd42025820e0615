"""What players do with their seats: change places, sit out and come back, leave after the hand, miss hands."""

from __future__ import annotations

import json
from typing import Any

import pytest

from accounts.models import Lapse, User
from game.live import dealing, freeing, places, tables, wishes
from game.live.company import company
from game.live.moment import now
from game.live.refused import Refused
from game.live.scene import scene
from game.models import Freed, Phase, Table, TableSeat
from tests.live.build import QUIET, connected, current, dealt, do_all, people, person, seated
from tests.live.test_house import fresh, wish
from tests.live.test_seats import at_once, refusal, sitting

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet")]

ALL: dict[str, dict[str, int]] = {
    "swap": {"position": 2},
    "stay": {},
    "sit_out": {},
    "come_back": {},
    "leave_after": {},
    "stay_on": {},
}


def lapses(user: User) -> list[str]:
    return list(Lapse.objects.filter(user=user).values_list("kind", flat=True))


def chair_of(user: User) -> TableSeat:
    return TableSeat.objects.get(user=user)


# -- who may ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("do", ALL)
def test_only_who_has_a_seat_here_may(do: str) -> None:
    an, binh, chi, stranger = people()
    table = seated([an, binh, chi])
    TableSeat.objects.filter(user=chi).update(left=True)
    for user in (stranger, chi, None):
        with pytest.raises(Refused, match="not_seated"):
            wish(table, user, "seat", do, ALL[do])
    wish(table, binh, "seat", do, ALL[do])
    Table.objects.update(closed_at=now())
    assert refusal(wish, table, an, "seat", do, ALL[do]).code == "closed"


@pytest.mark.parametrize(
    "message", [{}, {"do": 1}, {"do": {}}, {"do": "leave"}, {"do": "swap"}, {"do": "swap", "position": 0.5}]
)
def test_what_is_no_wish_for_a_seat(message: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="bad_message"):
        wishes.parse(json.dumps({"type": "seat"} | message), None)


# -- changing places ----------------------------------------------------------------------------------


def test_a_free_place_is_taken_at_once_and_a_bot_agrees() -> None:
    an, binh = people(2)
    table = seated([an, binh, "sound"])
    places.swap(table.code, an, 3)
    assert [(chair.position, chair.user) for chair in table.chairs.all()] == [(1, binh), (2, None), (3, an)]
    places.swap(table.code, an, 2)
    assert sitting(table) == [binh, an, "sound"]


def test_two_players_change_places_once_both_want_to() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh, chi])
    places.swap(table.code, an, 1)
    assert sitting(table) == [an, binh, chi]
    assert scene(table.code, binh).wanted_by == "An"
    assert scene(table.code, chi).wanted_by == ""
    places.swap(table.code, binh, 0)
    assert sitting(table) == [binh, an, chi]
    assert not TableSeat.objects.filter(wants__isnull=False).exists()


def test_who_is_asked_may_stay_and_who_asks_may_think_better_of_it() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    places.swap(table.code, an, 1)
    places.stay(table.code, binh)
    places.swap(table.code, binh, 0)
    assert sitting(table) == [an, binh], "An doesn't want it any more"
    places.stay(table.code, binh)
    places.swap(table.code, an, 1)
    assert sitting(table) == [an, binh]


def test_what_was_wanted_of_one_player_isnt_wanted_of_the_next_in_that_place() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh, chi])
    places.swap(table.code, chi, 0)
    places.swap(table.code, an, 3)
    assert scene(table.code, an).wanted_by == ""
    places.swap(table.code, binh, 0)
    assert scene(table.code, binh).wanted_by == "", "it was wanted of An"
    places.swap(table.code, an, 2)
    assert scene(table.code, chi).wanted_by == "An"
    tables.leave(table.code, chi)
    assert chair_of(an).wants is None


def test_places_change_between_hands_only_and_there_have_to_be_such() -> None:
    an, binh = people(2)
    table = seated([an, binh], places=3)
    assert refusal(places.swap, table.code, an, 3).code == "stale"
    dealt(table)
    assert refusal(places.swap, table.code, an, 2).code == "in_hand"
    assert sitting(table) == [an, binh]


def test_what_is_wanted_is_forgotten_with_the_deal() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    places.swap(table.code, an, 1)
    dealt(table)
    Table.objects.update(phase=Phase.RESULT)
    assert scene(table.code, binh).wanted_by == ""


def test_after_a_change_of_places_the_winner_still_leads() -> None:
    users = people()
    table = seated([*users])
    dealt(table)
    do_all(table, QUIET["actions"])
    winner = users[QUIET["result"]["winner"]]
    places.swap(table.code, winner, (chair_of(winner).position + 1) % 4)
    other = table.chairs.get(position=(chair_of(winner).position + 1) % 4)
    places.swap(table.code, other.user, chair_of(winner).position)  # type: ignore[arg-type]
    places.swap(table.code, winner, other.position)
    assert chair_of(winner).position == other.position
    hand = dealt(table)
    assert hand.players.get(seat=hand.leader).user == winner


def test_two_race_for_a_free_place() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    at_once(lambda: places.swap(table.code, an, 3), lambda: places.swap(table.code, binh, 3))
    assert sorted(chair.position for chair in table.chairs.all()) in ([0, 3], [1, 3])
    assert TableSeat.objects.filter(wants=3).count() == 1, "the second one asks the first"


def test_two_ask_each_other_at_once() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    at_once(lambda: places.swap(table.code, an, 1), lambda: places.swap(table.code, binh, 0))
    assert sitting(table) == [binh, an]


# -- sitting out --------------------------------------------------------------------------------------


def test_who_sits_out_keeps_the_seat_isnt_dealt_in_and_comes_back() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh, chi])
    places.sit_out(table.code, binh)
    hand = dealt(table)
    assert {player.user for player in hand.players.all()} == {an, chi}
    assert (scene(table.code, binh).viewer, scene(table.code, binh).sits_out) == (None, True)
    assert tables.open_table(binh) == table
    places.come_back(table.code, binh)
    assert not scene(table.code, binh).sits_out
    Table.objects.update(phase=Phase.RESULT)
    assert dealt(table).seats == 3


def test_in_mid_hand_it_holds_from_the_next_hand_on() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh, chi])
    dealt(table)
    places.sit_out(table.code, an)
    assert scene(table.code, an).viewer == 0
    assert tables.seat_in(table.code, current(table).pk, an) == 0
    Table.objects.update(phase=Phase.RESULT)
    assert dealt(table).seats == 2
    assert fresh(table).host == an, "who sits out stays host"


def test_the_seat_is_kept_for_some_hands_and_it_is_told_that_it_went() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh, chi])
    connected(chi)
    places.sit_out(table.code, chi)
    for _ in range(freeing.SITTING_OUT):
        dealt(table)
        assert table.chairs.filter(user=chi).exists()
        Table.objects.update(phase=Phase.RESULT)
    dealt(table)
    assert not table.chairs.filter(user=chi).exists()
    assert scene(table.code, chi).freed == Freed.SAT_OUT
    assert lapses(chi) == [], "it was said openly, and kept nobody waiting"


def test_whoever_sits_out_is_waited_for_by_nobody() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh, chi], phase=Phase.RESULT)
    connected(an, binh, chi)
    tables.ready(table.code, an)
    tables.ready(table.code, binh)
    assert fresh(table).hand_number == 0
    places.sit_out(table.code, chi)
    assert current(table).seats == 2


def test_where_all_people_sit_out_bots_dont_play_alone() -> None:
    an = person("An")
    table = seated([an, "sound", "sound"], phase=Phase.RESULT, due_at=now())
    places.sit_out(table.code, an)
    assert fresh(table).due_at is None
    dealing.next_hand(table.code, after=0)
    assert (fresh(table).phase, fresh(table).hand_number) == (Phase.WAITING, 0)
    tables.ready(table.code, an)
    assert current(table).seats == 3


def test_coming_back_between_hands_starts_the_countdown_again() -> None:
    an, binh = people(2)
    table = seated([an, binh], phase=Phase.RESULT)
    connected(an, binh)
    places.sit_out(table.code, an)
    places.sit_out(table.code, binh)
    assert fresh(table).due_at is None
    places.come_back(table.code, an)
    places.come_back(table.code, binh)
    assert current(table).seats == 2


def test_being_ready_is_coming_back() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh, chi])
    places.sit_out(table.code, an)
    places.sit_out(table.code, chi)
    tables.ready(table.code, an)
    assert current(table).seats == 2
    tables.ready(table.code, chi)
    assert not scene(table.code, chi).sits_out


# -- leaving ------------------------------------------------------------------------------------------


def test_who_leaves_after_this_hand_plays_it_and_is_gone_then() -> None:
    users = people()
    table = seated([*users])
    dealt(table)
    places.leave_after(table.code, users[0])
    assert tables.open_table(users[0]) == table
    do_all(table, QUIET["actions"])
    assert tables.open_table(users[0]) is None
    assert not scene(table.code, users[0]).is_shut, "who played it sees how it ended"
    assert fresh(table).host == users[1]
    assert lapses(users[0]) == []
    assert dealt(table).seats == 3
    assert scene(table.code, users[0]).freed == ""


def test_who_thinks_better_of_it_stays() -> None:
    users = people()
    table = seated([*users])
    dealt(table)
    places.leave_after(table.code, users[0])
    places.stay_on(table.code, users[0])
    do_all(table, QUIET["actions"])
    assert tables.open_table(users[0]) == table


def test_where_all_leave_after_the_hand_the_table_closes() -> None:
    an = person("An")
    table = seated([an, "sound", "sound", "sound"])
    dealt(table)
    places.leave_after(table.code, an)
    do_all(table, QUIET["actions"])
    assert fresh(table).closed_at and fresh(table).due_at is None


def test_after_this_hand_is_now_where_none_is_played() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh, chi], phase=Phase.RESULT)
    places.leave_after(table.code, binh)
    assert tables.open_table(binh) is None
    dealt(table)
    tables.take_seat(table.code, binh)
    places.leave_after(table.code, binh)
    assert tables.open_table(binh) is None


def test_leaving_people_in_mid_hand_is_noted_leaving_bots_isnt() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh])
    dealt(table)
    here = company(table.code, an)
    assert (here.plays, here.leaves_people, here.at_stake) == (True, True, 17 * 100 + 5)
    tables.leave(table.code, an)
    assert lapses(an) == ["left"]
    assert not company(table.code, binh).leaves_people
    tables.take_seat(table.code, an)
    tables.leave(table.code, an)
    assert lapses(an) == ["left"], "of one hand it counts once"
    tables.leave(table.code, binh)
    assert lapses(binh) == [], "nobody was left alone any more"
    alone = seated([chi, "sound"], code="withbots")
    dealt(alone)
    tables.leave(alone.code, chi)
    assert lapses(chi) == []


def test_leaving_between_hands_is_nobodys_business() -> None:
    an, binh = people(2)
    table = seated([an, binh], phase=Phase.RESULT)
    tables.leave(table.code, an)
    assert lapses(an) == []


def test_leaving_twice_at_once_is_noted_once() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    dealt(table)
    outcomes = at_once(*[lambda: tables.leave(table.code, an)] * 2)
    assert sorted(map(str, outcomes)) == ["done", "not_seated"]
    assert lapses(an) == ["left"]


# -- missing hands ------------------------------------------------------------------------------------


def idle(user: User, hands: int) -> None:
    TableSeat.objects.filter(user=user).update(idle_hands=hands)


def test_who_isnt_connected_and_missed_two_hands_is_taken_out_and_told() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh, chi])
    idle(binh, 1)
    assert dealt(table).seats == 3
    Table.objects.update(phase=Phase.RESULT)
    idle(binh, 2)
    assert dealt(table).seats == 2
    assert scene(table.code, binh).freed == Freed.IDLE
    assert lapses(binh) == ["idle"]
    Table.objects.update(phase=Phase.RESULT)
    tables.take_seat(table.code, binh)
    assert scene(table.code, binh).freed == ""


def test_alone_with_bots_nobody_was_kept_waiting() -> None:
    an = person("An")
    table = seated([an, "sound", "sound"])
    idle(an, 2)
    dealing.next_hand(table.code, after=0)
    assert fresh(table).closed_at
    assert lapses(an) == []
    assert scene(table.code, an).freed == Freed.IDLE


def test_only_the_last_ones_are_told_why() -> None:
    table = seated([person("An")])
    for number in range(freeing.TOLD + 5):
        chair = TableSeat(table=table, user_id=number + 100)
        freeing.tell(table, chair, Freed.IDLE)
    freeing.tell(table, chair, Freed.REMOVED)
    assert list(table.freed) == [str(number + 105) for number in range(freeing.TOLD)]
    assert table.freed[str(chair.user_id)] == "removed"
