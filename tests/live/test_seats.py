"""Tables to come to: opened for friends or with bots, seats taken, bots that give way, and races for all of it."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import connections

from accounts import ledger
from accounts.models import User
from game.live import dealing, tables
from game.live.refused import Refused
from game.live.scene import scene
from game.live.tables import Wanted
from game.models import HandRecord, Phase, Table, TableSeat
from tests.accounts.gold import sound
from tests.house import WELCOME
from tests.live.build import current, dealt, people, person, seated
from tests.live.test_gold import poor

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet")]


def refusal(act: Callable[..., object], *args: object) -> Refused:
    with pytest.raises(Refused) as caught:
        act(*args)
    return caught.value


def sitting(table: Table) -> list[User | str]:
    """Who sits where, in order."""
    return [chair.user or chair.bot for chair in table.chairs.select_related("user")]


# -- opening a table ----------------------------------------------------------------------------------


def test_a_table_for_friends_waits_for_them_and_its_host_deals() -> None:
    an, binh, chi = people(3)
    table = tables.create(an, Wanted(preset="ky_gui", multiplier=2, seats=3))
    assert (table.variant, table.stake, table.multiplier, table.places) == ({"preset": "ky_gui"}, "hien_nha", 2, 3)
    assert (table.phase, table.due_at, sitting(table)) == (Phase.WAITING, None, [an])
    tables.take_seat(table.code, binh)
    tables.take_seat(table.code, chi)
    assert sitting(table) == [an, binh, chi]
    tables.ready(table.code, an)
    hand = current(table)
    assert (hand.seats, hand.leader, hand.unit, hand.people_only) == (3, 0, 200, True)


def test_the_host_alone_deals_to_nobody() -> None:
    an = person("An")
    table = tables.create(an, Wanted())
    assert refusal(tables.ready, table.code, an).code == "too_few"
    table.refresh_from_db()
    assert (table.phase, table.hand_number) == (Phase.WAITING, 0)


def due(table: Table) -> bool:
    return Table.objects.get(pk=table.pk).due_at is not None


def test_where_the_host_is_away_the_others_can_begin_by_a_countdown() -> None:
    an, binh = people(2)
    table = tables.create(an, Wanted())
    tables.take_seat(table.code, binh)
    TableSeat.objects.filter(user=binh).update(seen_at=table.created_at)
    tables.ready(table.code, binh)
    assert due(table) and not table.hands.exists(), "the host may only have gone to send the link"


def test_while_the_host_waits_for_friends_nobody_else_begins() -> None:
    an, binh, chi, dung = people()
    table = tables.create(an, Wanted(seats=3))
    tables.take_seat(table.code, binh)
    TableSeat.objects.update(seen_at=table.created_at)
    tables.ready(table.code, binh)
    assert not due(table)
    tables.take_seat(table.code, chi)
    TableSeat.objects.update(seen_at=table.created_at)
    tables.ready(table.code, chi)
    assert due(table), "nobody else can come, and all the others want it"
    tables.ready(table.code, an)
    assert current(table).seats == 3


def test_with_bots_the_other_seats_are_theirs() -> None:
    an = person("An")
    table = tables.create(an, Wanted(seats=3, with_bots=True))
    assert sitting(table) == [an, "sound", "sound"]
    assert table.due_at


def test_bots_sit_in_the_lowest_room_only() -> None:
    wanted = Wanted(stake="san_dinh", with_bots=True)
    assert refusal(tables.create, person("An"), wanted).code == "bots_in_lowest_room"


def test_a_room_wants_its_least_gold_or_what_a_hand_may_cost() -> None:
    an = person("An")
    refused = refusal(tables.create, an, Wanted(stake="san_dinh"))
    assert (refused.code, refused.data) == ("not_enough_gold", {"needed": 50_000, "own": 20_000})
    refused = refusal(tables.create, an, Wanted(preset="ca_k", multiplier=5))
    assert refused.data["needed"] == 66 * 500 + 25
    assert not Table.objects.exists()


def test_with_bots_a_table_opens_without_gold() -> None:
    an = poor(person("An"), 10)
    assert refusal(tables.create, an, Wanted()).code == "not_enough_gold"
    assert tables.create(an, Wanted(with_bots=True)).places == 4


def test_who_has_a_seat_opens_no_other_table() -> None:
    an = person("An")
    table = tables.create(an, Wanted())
    refused = refusal(tables.create, an, Wanted())
    assert (refused.code, refused.data) == ("seated_elsewhere", {"table": table.code})


# -- taking a seat ------------------------------------------------------------------------------------


def test_a_seat_is_kept_by_whoever_has_it() -> None:
    an, binh = people(2)
    table = tables.create(an, Wanted())
    tables.take_seat(table.code, binh)
    tables.take_seat(table.code, binh)
    tables.take_seat(table.code, an)
    assert sitting(table) == [an, binh]


def test_no_seat_at_a_full_a_closed_or_a_second_table_nor_without_gold() -> None:
    an, binh, chi, dung = people()
    table = tables.create(an, Wanted(seats=2))
    poor(dung, 100)
    assert refusal(tables.take_seat, table.code, dung).code == "not_enough_gold"
    tables.take_seat(table.code, binh)
    assert refusal(tables.take_seat, table.code, chi).code == "table_full"
    other = tables.create(chi, Wanted())
    assert refusal(tables.take_seat, other.code, an).data == {"table": table.code}
    tables.leave(other.code, chi)
    assert refusal(tables.take_seat, other.code, chi).code == "closed"
    with pytest.raises(Table.DoesNotExist):
        tables.take_seat("nowhere", chi)


def test_between_hands_a_bot_gives_way_at_once() -> None:
    an, binh = people(2)
    table = seated([an, "sound", "sound"], places=3)
    Table.objects.update(phase=Phase.RESULT)
    tables.take_seat(table.code, binh)
    assert sitting(table) == [an, "sound", binh]
    hand = dealt(table)
    assert [player.user for player in hand.players.all()] == [an, None, binh]


def test_in_mid_hand_a_bot_plays_on_and_gives_way_at_the_next_deal() -> None:
    an, binh, chi = people(3)
    table = seated([an, "sound", "sound"], places=3)
    hand = dealt(table)
    tables.take_seat(table.code, binh)
    tables.take_seat(table.code, chi)
    assert scene(table.code, binh).waits
    assert scene(table.code, binh).viewer is None
    assert [player.bot for player in hand.players.all()] == ["", "sound", "sound"]
    assert scene(table.code, None).free == 0
    Table.objects.update(phase=Phase.RESULT)
    hand = dealt(table)
    assert {player.user for player in hand.players.all()} == {an, binh, chi}
    assert sorted(chair.position for chair in table.chairs.all()) == [0, 1, 2]
    assert hand.people_only


def test_who_waits_for_the_next_hand_may_leave_again() -> None:
    an, binh = people(2)
    table = seated([an, "sound"], places=2)
    dealt(table)
    tables.take_seat(table.code, binh)
    tables.leave(table.code, binh)
    Table.objects.update(phase=Phase.RESULT)
    assert [player.user for player in dealt(table).players.all()] == [an, None]


def test_in_mid_hand_a_free_place_is_for_the_next_deal() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh])
    dealt(table)
    tables.take_seat(table.code, chi)
    assert scene(table.code, chi).waits
    assert current(table).seats == 2
    Table.objects.update(phase=Phase.RESULT)
    assert dealt(table).seats == 3


def test_who_left_in_mid_hand_gets_the_same_seat_back_as_long_as_there_is_one() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh], places=2)
    dealt(table)
    tables.leave(table.code, binh)
    tables.take_seat(table.code, binh)
    assert scene(table.code, binh).viewer == 1
    tables.leave(table.code, binh)
    tables.take_seat(table.code, chi)
    assert refusal(tables.take_seat, table.code, binh).code == "table_full"
    Table.objects.update(phase=Phase.RESULT)
    assert [player.user for player in dealt(table).players.all()] == [an, chi]


def test_whoever_comes_to_a_table_without_host_is_host_and_nobody_waits_for_who_comes_back() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh])
    dealt(table)
    for user in (an, binh):
        tables.leave(table.code, user)
    assert Table.objects.get(pk=table.pk).host is None
    tables.take_seat(table.code, binh)
    tables.take_seat(table.code, chi)
    assert Table.objects.get(pk=table.pk).host == binh
    assert [chair.ready for chair in table.chairs.filter(user__in=(binh, chi))] == [True, True]


def test_leaving_a_table_that_waits_makes_room_and_hands_it_over() -> None:
    an, binh = people(2)
    table = tables.create(an, Wanted(seats=2))
    tables.take_seat(table.code, binh)
    tables.leave(table.code, an)
    table.refresh_from_db()
    assert (table.host, sitting(table), table.closed_at) == (binh, [binh], None)
    tables.take_seat(table.code, an)
    assert sitting(table) == [an, binh]
    tables.leave(table.code, an)
    tables.leave(table.code, binh)
    table.refresh_from_db()
    assert table.closed_at


# -- races --------------------------------------------------------------------------------------------


def at_once(*acts: Callable[[], object]) -> list[object]:
    """What they return, or their refusals' codes, done in threads of their own that begin together."""
    start, outcomes = threading.Barrier(len(acts)), [None] * len(acts)  # type: list[object]

    def run(number: int, act: Callable[[], object]) -> None:
        start.wait()
        try:
            outcomes[number] = act() or "done"
        except Refused as refused:
            outcomes[number] = refused.code
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=numbered) for numbered in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def test_two_race_for_the_last_seat() -> None:
    an, binh, chi = people(3)
    table = tables.create(an, Wanted(seats=2))
    outcomes = at_once(*(lambda user=user: tables.take_seat(table.code, user) for user in (binh, chi)))  # type: ignore[misc]
    assert sorted(map(str, outcomes)) == ["done", "table_full"]
    assert len(sitting(table)) == 2


def test_one_person_races_for_a_seat_at_two_tables() -> None:
    an, binh, chi = people(3)
    codes = [tables.create(user, Wanted()).code for user in (an, binh)]
    outcomes = at_once(*(lambda code=code: tables.take_seat(code, chi) for code in codes))  # type: ignore[misc]
    assert sorted(map(str, outcomes)) == ["done", "seated_elsewhere"]
    assert TableSeat.objects.filter(user=chi).count() == 1


def test_a_table_is_opened_once_however_often_it_is_asked_for() -> None:
    an = person("An")
    outcomes = at_once(*[lambda: tables.create(an, Wanted()).code] * 3)
    assert sorted(outcome == "seated_elsewhere" for outcome in outcomes) == [False, True, True]
    assert Table.objects.count() == 1


def test_two_tables_deal_for_the_same_gold() -> None:
    """Who left a table in mid-hand and sits at another can be dealt in there only with what isn't set aside."""
    an, binh, chi = people(3)
    most = 17 * 100 + 5
    poor(an, most + 10)
    here, there = seated([an, binh], places=2, code="here"), seated([an, chi], places=2, code="there")
    at_once(lambda: dealing.next_hand(here.code, after=0), lambda: dealing.next_hand(there.code, after=0))
    assert HandRecord.objects.filter(players__user=an).count() == 1
    assert ledger.balance(an.pk) == 10
    assert sorted(Table.objects.get(pk=table.pk).phase for table in (here, there)) == ["playing", "waiting"]
    assert sound()


def test_leaving_races_the_deal() -> None:
    an, binh = people(2)
    table = seated([an, binh], places=2)
    at_once(lambda: tables.leave(table.code, binh), lambda: dealing.next_hand(table.code, after=0))
    hand = HandRecord.objects.filter(table=table).first()
    table.refresh_from_db()
    if hand:  # the deal came first: the clock plays for whoever left, whose gold is set aside
        assert table.phase == Phase.PLAYING
        assert ledger.balance(binh.pk) == WELCOME - (17 * 100 + 5)
    else:
        assert sitting(table) == [an]
        assert ledger.balance(binh.pk) == WELCOME
    assert sound()
