"""Quick play: a seat among people of one kind of table, and bots where none come."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection, connections

from accounts import blocks, conduct, ledger
from accounts.ledger import Bill
from accounts.models import Lapse, User
from game.live import clock, filling, house, moment, quick, tables
from game.live.refused import Refused
from game.live.scene import scene
from game.live.tables import Wanted
from game.models import Entry, Exclusion, HandRecord, Phase, Table, TableSeat
from tests.live.build import connected, people, person, seated, with_bots
from tests.live.test_gold import poor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]

LOWEST, HIGHER = "hien_nha", "san_dinh"


def all_here(table: Table) -> None:
    """All people at the table are connected."""
    connected(*(chair.user for chair in table.people() if chair.user))


def rich(user: User) -> User:
    """The same user with 60,000 gold more, from three others by dummy hands."""
    for donor in (person(f"{user.pk}-{number}") for number in range(3)):
        ledger.set_aside(-donor.pk, {donor.pk: 20_000, user.pk: 1})
        ledger.settle(-donor.pk, Bill(HIGHER, payments=((donor.pk, user.pk, 20_000),)))
    return user


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def time_is_up(table: Table) -> None:
    """The clock finds that the table's deadline is over."""
    Table.objects.filter(pk=table.pk).update(due_at=moment.now() - timedelta(seconds=1))
    clock.tick(moment.now())


def sitters(table: Table) -> list[str]:
    return ["bot" if chair.bot else chair.name for chair in table.chairs.all()]


# -- finding a table ----------------------------------------------------------------------------------


def test_the_first_one_opens_a_public_table_that_waits_and_the_next_ones_come_to_it() -> None:
    an, binh, chi, dung = people()
    table = quick.play(an, "ky_gui", LOWEST)
    assert (table.entry, table.variant, table.stake, table.phase) == (
        Entry.PUBLIC,
        {"preset": "ky_gui"},
        LOWEST,
        "waiting",
    )
    assert table.due_in == filling.WAIT
    assert [quick.play(user, "ky_gui", LOWEST) for user in (binh, chi, dung)] == [table] * 3
    assert sitters(table) == ["An", "Binh", "Chi", "Dung"]


def test_a_second_press_leads_to_the_same_table() -> None:
    an = person("An")
    assert quick.play(an, "online", LOWEST) == quick.play(an, "online", LOWEST)
    assert TableSeat.objects.count() == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"variant": {"preset": "ky_gui"}},
        {"variant": {"preset": "online", "u_price": 7}},
        {"stake": HIGHER},
        {"multiplier": 2},
        {"entry": Entry.LINK},
        {"entry": Entry.CODE, "pin": "1234"},
        {"places": 2},
        {"closed_at": moment.timezone.now()},
    ],
)
def test_only_tables_of_exactly_this_kind_with_a_free_place_will_do(fields: dict[str, object]) -> None:
    an, binh, chi = people(3)
    other = seated([an, binh], **({"entry": Entry.PUBLIC} | fields))
    all_here(other)
    assert quick.play(chi, "online", LOWEST) != other


def test_a_table_of_this_kind_that_plays_already_gives_a_seat_from_the_next_hand_on() -> None:
    an, binh = people(2)
    table = with_bots(an)
    Table.objects.update(entry=Entry.PUBLIC)
    all_here(table)
    assert quick.play(binh, "online", LOWEST) == table


def test_tables_that_wait_come_before_those_that_play_and_fuller_ones_before_others() -> None:
    an, binh, chi, dung = people()
    playing = with_bots(an)
    Table.objects.update(entry=Entry.PUBLIC)
    all_here(playing)
    one = seated([binh], code="one", entry=Entry.PUBLIC)
    two = seated([chi, dung], code="two", entry=Entry.PUBLIC)
    for table in (one, two):
        all_here(table)
    assert quick.play(person("E"), "online", LOWEST) == two


def test_however_many_are_full_the_one_with_a_place_is_found() -> None:
    an, binh = people(2)
    table = quick.play(an, "online", LOWEST)
    kind = {"variant": table.variant, "stake": table.stake, "entry": Entry.PUBLIC, "places": 2}
    for number in range(2 * quick.TRIES + 1):
        full = Table.objects.create(code=f"full{number}", **kind)
        for position in range(2):
            sitter = User.objects.create(username=f"{number}-{position}", display_name=f"P{number}-{position}")
            full.chairs.create(position=position, user=sitter, name="P", seen_at=moment.now())
    all_here(table)
    assert quick.play(binh, "online", LOWEST) == table


def test_nobody_is_sent_to_a_table_that_everybody_has_left_alone() -> None:
    an, binh = people(2)
    left = seated([an], entry=Entry.PUBLIC)
    TableSeat.objects.update(away_since=moment.now() - timedelta(minutes=2))
    assert quick.play(binh, "online", LOWEST) != left


def test_blocked_and_excluded_people_are_not_seated_together() -> None:
    an, binh, chi = people(3)
    table = quick.play(an, "online", LOWEST)
    blocks.block(an, binh)
    Exclusion.objects.create(table=table, user=chi, until=moment.now() + timedelta(minutes=5))
    other = quick.play(binh, "online", LOWEST)
    assert other != table
    assert quick.play(chi, "online", LOWEST) == other


# -- refusals -----------------------------------------------------------------------------------------


def refused(user: User, preset: str = "online", stake: str = LOWEST) -> Refused:
    with pytest.raises(Refused) as caught:
        quick.play(user, preset, stake)
    return caught.value


def test_whoever_sits_elsewhere_is_told_where() -> None:
    an = person("An")
    table = tables.create(an, Wanted())
    assert (refused(an).code, refused(an).data) == ("seated_elsewhere", {"table": table.code})


def test_without_enough_gold_nobody_waits_for_a_table() -> None:
    assert refused(person("An"), stake=HIGHER).code == "not_enough_gold"
    assert refused(poor(person("Binh"), 10)).data == {"needed": 5_000, "own": 10}
    assert not Table.objects.exists()


@pytest.mark.parametrize(("preset", "stake"), [("", LOWEST), ("poker", LOWEST), ("online", ""), ("online", "attic")])
def test_there_is_no_such_kind(preset: str, stake: str) -> None:
    refused(person("An"), preset, stake)
    assert not Table.objects.exists()


def test_whoever_kept_people_waiting_waits_and_is_told_how_long() -> None:
    an = person("An")
    for _ in range(2):
        conduct.note(an.pk, Lapse.Kind.LEFT, moment.now())
    found = refused(an)
    assert found.code == "wait_a_while"
    assert 25 <= int(str(found.data["seconds"])) <= 30
    Lapse.objects.update(at=moment.now() - timedelta(seconds=31))
    assert quick.play(an, "online", LOWEST)


# -- the wait, and what bots do -----------------------------------------------------------------------


def test_when_nobody_comes_bots_take_the_free_places_and_the_hand_is_for_gold() -> None:
    an, binh = people(2)
    table = quick.play(an, "online", LOWEST)
    quick.play(binh, "online", LOWEST)
    all_here(table)
    assert scene(table.code, an).fills
    time_is_up(table)
    assert sitters(table) == ["An", "Binh", "bot", "bot"]
    assert (fresh(table).phase, HandRecord.objects.get().unit) == (Phase.PLAYING, 100)
    assert not scene(table.code, an).fills


def test_nobody_waits_for_the_last_seconds_where_every_place_is_taken() -> None:
    users = people()
    for user in users[:3]:
        table = quick.play(user, "online", LOWEST)
    assert fresh(table).due_in == filling.WAIT
    tables.take_seat(table.code, users[3])
    assert fresh(table).due_in < filling.WAIT
    time_is_up(table)
    assert sitters(table) == ["An", "Binh", "Chi", "Dung"]


def test_whoever_doesnt_want_to_wait_plays_with_bots_at_once() -> None:
    an = person("An")
    table = quick.play(an, "online", LOWEST)
    all_here(table)
    tables.ready(table.code, an)
    assert sitters(table) == ["An", "bot", "bot", "bot"]
    assert fresh(table).phase == Phase.PLAYING


def test_who_leaves_the_wait_closes_the_table_and_may_press_again() -> None:
    an = person("An")
    table = quick.play(an, "online", LOWEST)
    tables.leave(table.code, an)
    assert fresh(table).closed_at
    assert quick.play(an, "online", LOWEST) != table


def test_when_the_first_one_leaves_the_wait_goes_on_for_the_others() -> None:
    an, binh = people(2)
    table = quick.play(an, "online", LOWEST)
    quick.play(binh, "online", LOWEST)
    all_here(table)
    tables.leave(table.code, an)
    assert (fresh(table).phase, fresh(table).host) == (Phase.WAITING, binh)
    time_is_up(table)
    assert sorted(sitters(table)) == ["Binh", "bot", "bot", "bot"]


def test_no_hand_is_dealt_for_somebody_who_has_gone_meanwhile() -> None:
    table = quick.play(person("An"), "online", LOWEST)
    time_is_up(table)
    assert (fresh(table).phase, sitters(table)) == (Phase.WAITING, ["An"])
    assert fresh(table).due_at is None
    assert not HandRecord.objects.exists()


def test_who_comes_back_to_a_wait_that_has_ended_waits_again_and_so_does_who_joins_then() -> None:
    an, binh = people(2)
    table = quick.play(an, "online", LOWEST)
    time_is_up(table)
    assert quick.play(an, "online", LOWEST) == table
    assert fresh(table).due_in == filling.WAIT
    time_is_up(table)
    all_here(table)
    tables.take_seat(table.code, binh)
    all_here(table)
    time_is_up(table)
    assert sitters(table) == ["An", "Binh", "bot", "bot"]


def test_who_asks_for_bots_gets_them_though_no_socket_has_told_of_it_yet() -> None:
    an = person("An")
    quick.play(an, "online", LOWEST)
    assert sitters(tables.sit_down(an)) == ["An", "bot", "bot", "bot"]


def test_people_replace_bots_and_bots_people() -> None:
    an, binh = people(2)
    table = quick.play(an, "online", LOWEST)
    all_here(table)
    time_is_up(table)
    quick.play(binh, "online", LOWEST)
    all_here(table)
    Table.objects.update(phase=Phase.RESULT)
    time_is_up(table)
    assert sorted(sitters(table)) == ["An", "Binh", "bot", "bot"]
    TableSeat.objects.filter(user=binh).update(left=True)
    Table.objects.update(phase=Phase.RESULT)
    time_is_up(table)
    assert sorted(sitters(table)) == ["An", "bot", "bot", "bot"]


def test_in_higher_rooms_bots_play_for_nothing_and_go_as_soon_as_two_people_are_there() -> None:
    an, binh = map(rich, people(2))
    table = quick.play(an, "online", HIGHER)
    all_here(table)
    time_is_up(table)
    assert (sitters(table), HandRecord.objects.get().unit) == (["An", "bot", "bot", "bot"], 0)
    quick.play(binh, "online", HIGHER)
    Table.objects.update(phase=Phase.RESULT)
    time_is_up(table)
    assert sorted(sitters(table)) == ["An", "Binh"]
    assert HandRecord.objects.order_by("-number")[0].unit == 500


def test_where_the_second_player_is_short_of_gold_bots_come_back_to_the_first() -> None:
    an, binh = map(rich, people(2))
    table = quick.play(an, "online", HIGHER)
    all_here(table)
    time_is_up(table)
    quick.play(binh, "online", HIGHER)
    poor(binh, 10)
    Table.objects.update(phase=Phase.RESULT)
    time_is_up(table)
    assert (sitters(table), fresh(table).short) == (["An", "bot", "bot", "bot"], [binh.pk])
    assert (fresh(table).phase, fresh(table).hand_number, fresh(table).due_at is None) == (Phase.PLAYING, 2, False)
    assert HandRecord.objects.order_by("-number")[0].unit == 0


def test_bots_come_back_to_whoever_asked_for_the_deal_though_no_socket_has_told_of_it_yet() -> None:
    an, binh = map(rich, people(2))
    table = quick.play(an, "online", HIGHER)
    quick.play(binh, "online", HIGHER)
    poor(binh, 10)
    tables.ready(table.code, an)
    assert (sitters(table), fresh(table).phase) == (["An", "bot", "bot", "bot"], Phase.PLAYING)
    assert not table.chairs.filter(ready=True).exists()


def test_two_who_can_pay_play_on_for_gold_without_the_third() -> None:
    an, binh, chi = map(rich, people(3))
    table = quick.play(an, "online", HIGHER)
    for user in (binh, chi):
        quick.play(user, "online", HIGHER)
    poor(chi, 10)
    tables.ready(table.code, an)
    assert (sitters(table), HandRecord.objects.get().unit) == (["An", "Binh"], 500)


def test_beside_bots_too_nobody_sits_down_who_couldnt_play_for_gold_soon() -> None:
    table = quick.play(rich(person("An")), "online", HIGHER)
    all_here(table)
    time_is_up(table)
    with pytest.raises(Refused, match="not_enough_gold"):
        tables.take_seat(table.code, person("Binh"))


def test_a_host_who_removes_a_bot_gets_no_other() -> None:
    an = person("An")
    table = quick.play(an, "online", LOWEST)
    all_here(table)
    time_is_up(table)
    Table.objects.update(phase=Phase.RESULT)
    house.remove_bot(table.code, an, 3)
    time_is_up(table)
    assert sitters(table) == ["An", "bot", "bot"]


def test_after_a_restart_the_wait_begins_again_and_ends() -> None:
    table = quick.play(person("An"), "online", LOWEST)
    all_here(table)
    Table.objects.update(due_at=moment.now() - timedelta(minutes=5))
    assert clock.rearm(moment.now()) == 1
    assert fresh(table).due_at > moment.now()
    time_is_up(table)
    assert sitters(table) == ["An", "bot", "bot", "bot"]


# -- races --------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_people_who_press_at_once_come_to_the_same_tables() -> None:
    users = [person(f"player-{number}") for number in range(8)]
    start = Barrier(len(users))

    def press(user: User) -> int:
        try:
            start.wait()
            return int(quick.play(user, "online", LOWEST).pk)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(users)) as pool:
        found = list(pool.map(press, users))
    assert sorted(found.count(pk) for pk in set(found)) == [4, 4]
    assert connection.vendor in ("sqlite", "postgresql")


@pytest.mark.django_db(transaction=True)
def test_one_who_presses_twice_at_once_gets_one_seat() -> None:
    an = person("An")
    start = Barrier(2)

    def press(_: int) -> int:
        try:
            start.wait()
            return int(quick.play(an, "online", LOWEST).pk)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        assert len(set(pool.map(press, range(2)))) == 1
    assert TableSeat.objects.count() == 1
