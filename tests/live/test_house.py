"""What hosts may do at their tables, and nobody else; and the races for it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import translation

from accounts.models import User
from game.live import closing, dealing, house, places, tables, wishes
from game.live.moment import now
from game.live.refused import Refused
from game.live.scene import scene
from game.live.tables import Wanted
from game.models import Exclusion, Freed, Phase, Table, TableSeat
from game.screens import table_html
from tests.live.browsers import opened, revision_of
from tests.live.build import connected, current, dealt, do, people, person, seated
from tests.live.test_gold import poor
from tests.live.test_seats import at_once, refusal, sitting

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet")]

ALL: dict[str, Any] = {
    "start": {},
    "add_bot": {},
    "remove_bot": {"position": 2},
    "remove": {"who": 0},
    "hand_over": {"who": 0},
}
"""Everything a host may wish for, with what it takes; 0 stands for the other player."""


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def wish(table: Table, user: User | None, kind: str, do: str, what: dict[str, Any]) -> None:
    """As a socket would, from the text of a message on."""
    wishes.fulfil(wishes.parse(json.dumps({"type": kind, "do": do} | what), None), table.code, user)  # type: ignore[arg-type]


# -- who may ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("do", ALL)
def test_only_the_host_may(do: str) -> None:
    host, player, stranger = people(3)
    table = seated([host, player, "sound"])
    what = {key: value or player.pk for key, value in ALL[do].items()}
    before = sitting(table)
    for user in (player, stranger):
        assert refusal(wish, table, user, "host", do, what).code == "not_host"
    with pytest.raises(Refused, match="not_seated"):
        wish(table, None, "host", do, what)
    assert (sitting(table), fresh(table).host, fresh(table).hand_number) == (before, host, 0)
    wish(table, host, "host", do, what)


@pytest.mark.parametrize("do", ALL)
def test_a_host_who_has_left_may_not_nor_anybody_at_a_closed_table(do: str) -> None:
    host, other = people(2)
    table = seated([host, other, "sound"])
    what = {key: value or other.pk for key, value in ALL[do].items()}
    Table.objects.update(closed_at=now())
    assert refusal(wish, table, host, "host", do, what).code == "closed"
    Table.objects.update(closed_at=None)
    TableSeat.objects.filter(user=host).update(left=True)
    assert refusal(wish, table, host, "host", do, what).code == "not_host"


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"do": None},
        {"do": ["start"]},
        {"do": "START"},
        {"do": "seat_bot"},
        {"do": "remove"},
        {"do": "remove", "position": 1},
        {"do": "remove", "who": "x"},
        {"do": "remove", "who": -1},
        {"do": "remove", "who": [1]},
        {"do": "remove_bot", "position": True},
        {"do": "hand_over", "who": 10**16},
    ],
)
def test_what_is_no_wish_of_a_host(message: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="bad_message"):
        wishes.parse(json.dumps({"type": "host"} | message), None)


# -- starting -----------------------------------------------------------------------------------------


def test_the_host_starts_with_those_who_are_there() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    house.start(table.code, an)
    assert current(table).seats == 2
    assert refusal(house.start, table.code, an).code == "stale"


def test_one_alone_starts_nothing() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    places.sit_out(table.code, binh)
    assert refusal(house.start, table.code, an).code == "too_few"
    assert fresh(table).hand_number == 0


def test_a_double_start_deals_once() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    outcomes = at_once(*[lambda: house.start(table.code, an)] * 3)
    assert sorted(map(str, outcomes)) == ["done", "stale", "stale"]
    assert fresh(table).hand_number == 1


def test_start_in_two_tabs_by_button_and_by_sheet_deals_once() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    at_once(lambda: house.start(table.code, an), lambda: tables.ready(table.code, an))
    assert fresh(table).hand_number == 1


# -- bots ---------------------------------------------------------------------------------------------


def test_bots_come_to_free_places_up_to_the_most_that_may_sit_here() -> None:
    an, binh = people(2)
    table = seated([an, binh], bots_most=1)
    house.add_bot(table.code, an)
    assert sitting(table) == [an, binh, "sound"]
    assert refusal(house.add_bot, table.code, an).code == "no_more_bots"
    Table.objects.update(bots_most=3)
    house.add_bot(table.code, an)
    assert refusal(house.add_bot, table.code, an).code == "table_full"
    names = [chair.name for chair in table.chairs.all()]
    assert len(set(names)) == 4


def test_a_bot_takes_the_place_of_whoever_has_left() -> None:
    an, binh = people(2)
    table = seated([an, binh], places=2, phase=Phase.RESULT)
    TableSeat.objects.filter(user=binh).update(left=True)
    house.add_bot(table.code, an)
    assert sitting(table) == [an, "sound"]


def test_bots_go_one_by_one() -> None:
    an = person("An")
    table = seated([an, "sound", "sound"])
    house.remove_bot(table.code, an, 1)
    assert [chair.position for chair in table.chairs.all()] == [0, 2]
    for position in (0, 1, 77):
        assert refusal(house.remove_bot, table.code, an, position).code == "no_such_player"


def test_in_mid_hand_bots_neither_come_nor_go() -> None:
    an = person("An")
    table = seated([an, "sound"])
    dealt(table)
    assert refusal(house.add_bot, table.code, an).code == "in_hand"
    assert refusal(house.remove_bot, table.code, an, 1).code == "in_hand"


def test_two_presses_seat_two_bots_on_two_places() -> None:
    an = person("An")
    table = seated([an], places=3)
    outcomes = at_once(*[lambda: house.add_bot(table.code, an)] * 3)
    assert sorted(map(str, outcomes)) == ["done", "done", "table_full"]
    assert [chair.position for chair in table.chairs.all()] == [0, 1, 2]


# -- removing -----------------------------------------------------------------------------------------


def test_who_is_removed_gets_no_seat_here_for_a_while_and_is_told() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    house.remove(table.code, an, binh.pk)
    assert sitting(table) == [an]
    exclusion = Exclusion.objects.get()
    assert (exclusion.table, exclusion.user) == (table, binh)
    assert timedelta() < exclusion.until - now() <= house.EXCLUDED
    assert scene(table.code, binh).freed == Freed.REMOVED
    assert scene(table.code, an).freed == ""
    assert refusal(tables.take_seat, table.code, binh).code == "excluded"
    Exclusion.objects.update(until=now())
    tables.take_seat(table.code, binh)
    assert sitting(table) == [an, binh]
    assert scene(table.code, binh).freed == ""
    tables.leave(table.code, binh)
    assert scene(table.code, binh).freed == "", "who left wasn't removed"


def test_in_mid_hand_only_who_has_no_part_in_it_is_removed() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh])
    dealt(table)
    tables.take_seat(table.code, chi)
    assert refusal(house.remove, table.code, an, binh.pk).code == "in_hand"
    assert not Exclusion.objects.exists()
    house.remove(table.code, an, chi.pk)
    assert refusal(tables.take_seat, table.code, chi).code == "excluded"
    assert not scene(table.code, chi).waits


def test_after_a_hand_who_is_removed_isnt_dealt_in() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh, chi])
    dealt(table)
    Table.objects.update(phase=Phase.RESULT)
    house.remove(table.code, an, binh.pk)
    assert scene(table.code, binh).viewer is None
    assert {player.user for player in dealt(table).players.all()} == {an, chi}


def test_nobody_who_isnt_here_is_removed_nor_the_host_nor_who_has_left() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh], phase=Phase.RESULT)
    tables.leave(table.code, binh)
    for other in (an, binh, chi):
        assert refusal(house.remove, table.code, an, other.pk).code == "no_such_player"
    assert not Exclusion.objects.exists()


def test_who_was_waited_for_and_is_removed_is_waited_for_no_more() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh, chi], phase=Phase.RESULT, due_at=now() + timedelta(minutes=1))
    connected(an, binh, chi)
    tables.ready(table.code, an)
    tables.ready(table.code, chi)
    house.remove(table.code, an, binh.pk)
    assert current(table).seats == 2


def test_removing_races_an_action() -> None:
    """Whoever's move ends the hand may be removed after it, and before it not: never with the hand undecided."""
    an, binh, chi = people(3)
    table = seated([an, binh, chi])
    dealt(table)
    outcomes = at_once(lambda: do(table, "discard KS"), lambda: house.remove(table.code, an, binh.pk))
    assert outcomes[1] == "in_hand"
    assert table.chairs.filter(user=binh, left=False).exists()


def test_removing_races_the_deal() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh, chi])
    at_once(lambda: house.remove(table.code, an, binh.pk), lambda: dealing.next_hand(table.code, after=0))
    hand = current(table)
    removed = Exclusion.objects.exists()
    assert {player.user for player in hand.players.all()} == ({an, chi} if removed else {an, binh, chi})
    assert removed != table.chairs.filter(user=binh).exists()


# -- handing over -------------------------------------------------------------------------------------


def test_the_host_hands_over_to_a_player_and_may_do_nothing_more() -> None:
    an, binh = people(2)
    table = seated([an, binh, "sound"])
    dealt(table)
    house.hand_over(table.code, an, binh.pk)
    assert fresh(table).host == binh
    assert scene(table.code, binh).is_host and not scene(table.code, an).is_host
    assert refusal(house.hand_over, table.code, an, binh.pk).code == "not_host"
    assert refusal(house.hand_over, table.code, binh, binh.pk).code == "no_such_player"


def test_two_hand_over_to_each_other_and_one_is_host() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh, chi])
    outcomes = at_once(
        lambda: house.hand_over(table.code, an, binh.pk), lambda: house.hand_over(table.code, an, chi.pk)
    )
    assert sorted(map(str, outcomes)) == ["done", "not_host"]
    assert fresh(table).host in (binh, chi)


@pytest.mark.parametrize("phase", [Phase.WAITING, Phase.RESULT])
def test_where_the_host_leaves_who_is_connected_and_has_sat_longest_is_host_at_once(phase: Phase) -> None:
    an, binh, chi, dung = people()
    table = seated([an, binh, chi, dung], phase=phase)
    connected(chi, dung)
    tables.leave(table.code, an)
    assert fresh(table).host == chi
    tables.take_seat(table.code, an)
    assert fresh(table).host == chi


def test_where_the_host_leaves_in_mid_hand_somebody_is_host_at_once() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    dealt(table)
    tables.leave(table.code, an)
    assert fresh(table).host == binh


def test_the_host_leaves_at_the_deal() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh, chi])
    at_once(lambda: tables.leave(table.code, an), lambda: dealing.next_hand(table.code, after=0))
    hand = current(table)
    assert fresh(table).host == binh
    assert hand.seats in (2, 3)  # whichever was first
    assert (hand.seats == 3) == table.chairs.filter(user=an, left=True).exists()


def test_a_host_who_loses_the_seat_for_want_of_gold_is_succeeded() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh, chi])
    poor(an, 10)
    assert dealt(table).seats == 2
    assert fresh(table).host == binh


def test_a_host_who_is_gone_for_a_minute_is_succeeded_by_somebody_who_is_there() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh, chi])
    dealt(table)
    connected(chi)
    moment = now()
    TableSeat.objects.filter(user=an).update(away_since=moment)
    closing.sweep(moment + closing.HOST_GONE - timedelta(seconds=1))
    assert fresh(table).host == an
    revision = fresh(table).revision
    closing.sweep(moment + closing.HOST_GONE)
    assert (fresh(table).host, fresh(table).revision) == (chi, revision + 1)
    closing.sweep(moment + closing.HOST_GONE)
    assert fresh(table).revision == revision + 1


def test_where_the_host_goes_after_the_others_were_ready_they_begin_by_a_countdown() -> None:
    an, binh, chi = people(3)
    table = tables.create(an, Wanted())
    for user in (binh, chi):
        tables.take_seat(table.code, user)
    connected(an, binh, chi)
    for user in (binh, chi):
        tables.ready(table.code, user)
    closing.sweep(now())
    assert fresh(table).due_at is None
    TableSeat.objects.filter(user=an).update(seen_at=None, away_since=now())
    closing.sweep(now())
    assert fresh(table).due_at and not table.hands.exists()


@pytest.mark.parametrize("language", ["vi", "en"])
def test_whoever_was_ready_and_is_host_then_may_deal(language: str) -> None:
    an, binh, chi = people(3)
    table = tables.create(an, Wanted())
    for user in (binh, chi):
        tables.take_seat(table.code, user)
    connected(an, binh, chi)
    tables.ready(table.code, binh)
    house.hand_over(table.code, an, binh.pk)
    with translation.override(language):
        button = re.findall('<button[^>]*id="act-ready".*?</button>', table_html(scene(table.code, binh)), re.DOTALL)[0]
    assert "disabled" not in button and {"vi": "Chia bài", "en": "Deal"}[language] in button
    tables.ready(table.code, binh)
    assert table.hands.count() == 1


def test_before_the_first_hand_a_host_may_be_gone_for_longer() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    connected(binh)
    moment = now()
    TableSeat.objects.filter(user=an).update(away_since=moment)
    closing.sweep(moment + closing.HOST_GONE_BEFORE - timedelta(seconds=1))
    assert fresh(table).host == an
    closing.sweep(moment + closing.HOST_GONE_BEFORE)
    assert fresh(table).host == binh


def test_a_host_alone_or_among_absent_ones_stays_host() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    closing.sweep(now() + closing.HOST_GONE_BEFORE * 2)
    assert fresh(table).host == an


# -- closing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", [Phase.WAITING, Phase.RESULT])
def test_a_table_where_nobody_was_for_ten_minutes_closes(phase: Phase) -> None:
    an, binh = people(2)
    table = seated([an, binh], phase=phase)
    moment = now()
    TableSeat.objects.update(away_since=moment)
    closing.sweep(moment + closing.DESERTED - timedelta(seconds=1))
    assert fresh(table).closed_at is None
    closing.sweep(moment + closing.DESERTED)
    assert fresh(table).closed_at
    assert tables.open_table(an) is None
    assert scene(table.code, an).is_closed
    assert refusal(tables.take_seat, table.code, binh).code == "closed"


def closes(changes: Callable[[Table], object]) -> bool:
    table = seated([*people(2)])
    changes(table)
    closing.sweep(now() + closing.DESERTED * 2)
    return fresh(table).closed_at is not None


@pytest.mark.parametrize(
    "changes",
    [
        lambda table: TableSeat.objects.filter(position=1).update(seen_at=now()),
        lambda table: TableSeat.objects.filter(position=1).update(away_since=now() + closing.DESERTED * 2),
        lambda table: Table.objects.update(due_at=now()),
        lambda table: dealt(table),
        lambda table: Table.objects.update(created_at=now() + closing.DESERTED * 2),
    ],
    ids=["somebody is there", "somebody was just there", "a hand comes", "a hand is played", "it is new"],
)
def test_it_stays_open_where(changes: Callable[[Table], object]) -> None:
    assert not closes(changes)


def test_who_has_left_keeps_no_table_open() -> None:
    assert closes(lambda table: TableSeat.objects.filter(position=1).update(seen_at=now(), left=True))


# -- through sockets ----------------------------------------------------------------------------------


async def test_what_the_host_does_is_shown_to_everybody_and_a_refusal_told_to_the_asker_alone() -> None:
    def a_table() -> tuple[Table, list[User]]:
        users = people(2)
        return seated([*users]), users

    table, (an, binh) = await sync_to_async(a_table)()
    host, player, watcher = browsers = await opened(table, an, binh, None)
    for asker, code in ((player, "not_host"), (watcher, "not_seated")):
        await asker.send(type="host", do="add_bot")
        assert (await asker.next_of("notice"))["code"] == code
        await asker.next_of("table")
    before = await revision_of(table)
    await host.send(type="host", do="add_bot")
    for browser in browsers:
        assert 'class="bot"' in (await browser.at(before + 1))["content"]
    await player.send(type="seat", do="swap", position=0)
    assert "Đổi chỗ?" in (await host.at(before + 2))["content"]
    assert "Đổi chỗ?" not in (await watcher.at(before + 2))["content"]
    for browser in browsers:
        await browser.close()
