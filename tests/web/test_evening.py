"""The score sheet of a table: what it tells, to whom, as a file; and the same people at a new table."""

from __future__ import annotations

import csv
import io
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import close_old_connections, connections
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import blocks, erasing
from accounts.models import User
from game.live import evening, invitations, tables
from game.live.refused import Refused
from game.live.tables import Wanted
from game.models import Entry, Exclusion, HandPlayer, Invitation, Table
from tests.live.build import QUIET, SENDING, people, person
from tests.live.past import at_table, finished
from tests.screens.scenes import text
from tests.web.test_leaderboards import HOSTILE
from tests.web.test_seats import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]

UNITS = [part["units"] for part in ({"units": units} for units in QUIET["result"]["units"])]


def played(sitters: list[User | str], hands: int = 2, unit: int = 0, **fields: Any) -> Table:
    """A closed table at which so many hands were played."""
    table = at_table(sitters)
    for _ in range(hands):
        finished(table, QUIET, unit=unit)
    Table.objects.filter(pk=table.pk).update(closed_at=timezone.now(), **fields)
    return Table.objects.get(pk=table.pk)


def sheet(client: Client, table: Table, tail: str = "sheet/") -> str:
    response = client.get(f"/t/{table.code}/{tail}")
    assert response.status_code == 200
    return response.content.decode()


def rows(client: Client, table: Table) -> list[list[str]]:
    return list(csv.reader(io.StringIO(sheet(client, table, "sheet.csv").removeprefix("\ufeff"))))


# -- what it tells -------------------------------------------------------------------------------------


def test_units_and_running_totals_of_every_hand() -> None:
    four = people()
    table = played([*four], 3, unit=100)
    kept = evening.sheet(table.code, four[0])
    for seat, player in enumerate(kept.players):
        assert (player.name, player.hands) == (four[seat].display_name, 3)
        assert (player.units, player.gold) == (3 * UNITS[seat], 300 * UNITS[seat])
        cells = [line.cells[seat] for line in kept.lines]
        assert [cell.total for cell in cells if cell] == [UNITS[seat] * count for count in (1, 2, 3)]
    assert sum(player.units for player in kept.players) == 0
    assert sum(player.won for player in kept.players) == 3


def test_whoever_comes_later_has_no_part_in_what_was_before() -> None:
    four, late = people(), person("Late")
    table = at_table([*four])
    finished(table, QUIET)
    table.chairs.filter(position=3).update(user=late, name="Late")
    finished(table, SENDING)
    kept = evening.sheet(table.code, late)
    assert [player.name for player in kept.players] == ["An", "Binh", "Chi", "Dung", "Late"]
    assert [[cell is None for cell in line.cells] for line in kept.lines] == [
        [False] * 4 + [True],
        [False] * 3 + [True, False],
    ]
    assert kept.lines[1].cells[4] and kept.lines[1].cells[4].total == SENDING["result"]["units"][3]


def test_the_page_ranks_the_players_and_shows_the_last_hand_first() -> None:
    four = people()
    table = played([*four], 2)
    html = sheet(signed_in(four[0]), table)
    best = four[max(range(4), key=lambda seat: UNITS[seat])].display_name
    assert best in html.split("medal-1")[1].split("</li>")[0]
    assert html.index('">2</a></th>') < html.index('">1</a></th>')
    assert "2 hands" in text(html) and "gold-sum" not in html.split("<main")[1]
    assert "gold-sum" in sheet(signed_in(four[1]), _for_gold(table)).split("<main")[1]


def _for_gold(table: Table) -> Table:
    HandPlayer.objects.filter(hand__table=table).update(gold=1_000)
    return table


@pytest.mark.parametrize("language", ["vi", "en"])
def test_a_sheet_before_the_first_hand(language: str) -> None:
    an = person("An")
    table = tables.create(an, Wanted())
    html = sheet(signed_in(an, language), table)
    assert 'class="empty"' in html and f'href="/t/{table.code}/"' in html


def test_a_long_evening_is_cut_and_can_be_had_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.evening_views.NEWEST", 1)
    four = people()
    table = played([*four], 2)
    client = signed_in(four[0])
    assert '">1</a></th>' not in sheet(client, table)
    assert '">1</a></th>' in sheet(client, table, "sheet/?all")


def test_the_file_begins_with_the_first_hand() -> None:
    four = people()
    table = played([*four], 2, unit=100)
    head, first, second = rows(signed_in(four[0]), table)
    assert head[:5] == ["hand", "time", "An: units", "An: units in all", "An: gold"]
    assert first[0] == "1" and first[2:5] == [str(UNITS[0]), str(UNITS[0]), str(100 * UNITS[0])]
    assert second[3] == str(2 * UNITS[0])
    answer = signed_in(four[0]).get(f"/t/{table.code}/sheet.csv")
    assert answer["content-type"] == "text/csv; charset=utf-8"
    assert answer["content-disposition"] == f'attachment; filename="phom-{table.code}.csv"'


def test_a_sheet_takes_few_queries(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    four = people()
    table = played([*four], 12)
    client = signed_in(four[0])
    client.get("/contact/")  # who comes for the first time leaves a trace
    with django_assert_max_num_queries(16):
        sheet(client, table)


# -- to whom -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tail", ["sheet/", "sheet.csv"])
def test_only_for_those_who_sat_there(tail: str) -> None:
    four = people()
    table = played([*four])
    for client in (Client(), signed_in(person("Stranger"))):
        answer = client.get(f"/t/{table.code}/{tail}")
        assert answer.status_code == 403
        assert "An" not in text(answer.content.decode()).split()
    assert Client().get(f"/t/nowhere/{tail}").status_code == 404
    table.chairs.filter(user=four[2]).delete()
    assert signed_in(four[2]).get(f"/t/{table.code}/{tail}").status_code == 200, "though the seat is gone"


def test_hosts_of_other_rooms_and_later_guests_have_no_part() -> None:
    four = people()
    table = played([*four])
    table.chairs.all().delete()
    guest = Client()
    guest.post("/play/")
    assert guest.get(f"/t/{table.code}/sheet/").status_code == 403


def test_whoever_was_erased_has_no_name_there() -> None:
    four = people()
    table = played([*four])
    erasing.erase(four[1])
    html = sheet(signed_in(four[0]), table)
    assert "a player who left the site" in text(html) and "Binh" not in html
    assert "Binh" not in sheet(signed_in(four[0]), table, "sheet.csv")
    assert len(evening.sheet(table.code, four[0]).players) == 4


@pytest.mark.parametrize("language", ["vi", "en"])
@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_shown_as_they_are(name: str, language: str) -> None:
    four = [person(name), *people(3)]
    html = sheet(signed_in(four[0], language), played([*four]))
    assert "<script>alert" not in html and "<img src=x" not in html


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", 'a"b,c', "a\nb"])
def test_no_name_is_a_formula_or_breaks_the_file(name: str) -> None:
    four = [person(name), *people(3)]
    head, *hands = rows(signed_in(four[0]), played([*four]))
    assert not head[2].startswith(("=", "+", "-", "@", "\t"))
    assert name in head[2]
    assert {len(row) for row in hands} == {len(head)}


# -- the same people once more -------------------------------------------------------------------------


def again(client: Client, table: Table) -> Table:
    answer = client.post(f"/t/{table.code}/again/")
    assert answer.status_code == 302
    return Table.objects.get(code=answer["location"].split("/")[2])


def test_a_new_table_of_the_same_options_calls_the_others() -> None:
    four = people()
    kept = {"variant": {"preset": "ky_gui"}, "places": 3, "multiplier": 2, "chat": False, "spectators": False}
    table = played([*four], **kept, entry=Entry.CODE, pin="1234", bots_most=1)
    client = signed_in(four[0])
    assert "Binh" in sheet(client, table).split('action="/t/pasttable/again/"')[1]
    new = again(client, table)
    assert (new.variant, new.places, new.multiplier, new.chat, new.spectators, new.bots_most) == (
        {"preset": "ky_gui"},
        3,
        2,
        False,
        False,
        1,
    )
    assert (new.host, new.entry) == (four[0], Entry.CODE) and new.pin
    for other in four[1:]:
        (call,) = invitations.waiting_for(other)
        assert (call.table, call.by) == (new, four[0])
    assert again(signed_in(four[1]), table) == new
    assert new.chairs.filter(user=four[1]).exists(), "without its code"
    assert again(client, table) == new, "a second tab"
    assert Table.objects.count() == 2


def test_house_rules_stay() -> None:
    four = people()
    table = played([*four], variant={"preset": "online", "sending": False})
    assert again(signed_in(four[0]), table).variant == {"preset": "online", "sending": False}


def test_alone_with_bots_it_is_bots_again() -> None:
    an = person("An")
    new = again(signed_in(an), played([an, "sound", "sound", "sound"]))
    assert new.chairs.exclude(bot="").count() == 3
    assert not Invitation.objects.exists()


def test_strangers_removed_and_blocked_ones_arent_called() -> None:
    four = people()
    table = played([*four])
    blocks.block(four[1], four[0])
    Exclusion.objects.create(table=table, user=four[2], until=timezone.now() + timezone.timedelta(minutes=5))
    new = again(signed_in(four[0]), table)
    assert [invitation.whom for invitation in new.invitations.all()] == [four[3]]
    for client, status in ((Client(), 409), (signed_in(person("Stranger")), 409), (signed_in(four[2]), 409)):
        assert client.post(f"/t/{table.code}/again/").status_code == status
    assert signed_in(four[0]).get(f"/t/{table.code}/again/")["location"] == f"/t/{table.code}/sheet/"
    assert signed_in(four[0]).post("/t/nowhere/again/").status_code == 404
    own = again(signed_in(four[1]), table)
    assert own != new, "blocked there, one plays on at another"


def test_whoever_sits_elsewhere_is_told_and_finds_the_way() -> None:
    four = people()
    table = played([*four])
    other = tables.create(four[0], Wanted())
    html = sheet(signed_in(four[0]), table)
    assert f'href="/t/{other.code}/"' in html and "/again/" not in html
    answer = signed_in(four[0]).post(f"/t/{table.code}/again/")
    assert answer.status_code == 409 and f'href="/t/{other.code}/"' in answer.content.decode()


def test_while_they_play_nobody_takes_them_away() -> None:
    four = people()
    table = played([*four])
    Table.objects.filter(pk=table.pk).update(closed_at=None)
    assert "/again/" not in sheet(signed_in(four[1]), table)
    with pytest.raises(Refused, match="not_over"):
        evening.rematch(table.code, four[1])


def test_where_the_new_table_is_full_there_is_another() -> None:
    four = people()
    table = played([*four])
    new = again(signed_in(four[0]), table)
    for stranger in (person("Em"), person("Giang"), person("Hoa")):
        tables.take_seat(new.code, stranger, new.pin)
    assert again(signed_in(four[1]), table) != new


def test_the_evening_goes_on_at_the_next_table_for_those_who_sat_at_both() -> None:
    four = people()
    table = played([*four])
    new = again(signed_in(four[0]), table)
    em = person("Em")
    tables.take_seat(new.code, four[1], new.pin)
    tables.take_seat(new.code, em, new.pin)
    finished(new, SENDING)
    kept, only_new = evening.sheet(new.code, four[0]), evening.sheet(new.code, em)
    assert [line.number for line in kept.lines] == [1, 2, 3] and len(only_new.lines) == 1
    assert kept.players[0].hands == 3 and kept.lines[-1].cells[0].total == kept.players[0].units
    assert len(evening.sheet(table.code, four[0]).lines) == 2
    assert len(rows(signed_in(four[0]), new)) == 4


def test_a_new_table_that_closed_is_no_way_any_more() -> None:
    four = people()
    table = played([*four])
    first = again(signed_in(four[0]), table)
    tables.leave(first.code, four[0])
    second = again(signed_in(four[1]), table)
    assert second != first and invitations.waiting_for(four[0])[0].table == second


def test_a_closed_table_shows_its_sheet_and_the_way_on_to_those_who_sat_there() -> None:
    four = people()
    table = played([*four])
    html = signed_in(four[0]).get(f"/t/{table.code}/").content.decode()
    assert f'formaction="/t/{table.code}/again/"' in html and f'href="/t/{table.code}/sheet/"' in html
    assert 'id="act-ready"' not in html
    assert "/again/" not in signed_in(person("Stranger")).get(f"/t/{table.code}/").content.decode()


@pytest.mark.django_db(transaction=True)
def test_two_who_press_at_once_meet_at_one_table(quiet: None) -> None:
    four = people()
    table = played([*four])
    start = Barrier(2)

    def press(user: User) -> None:
        close_old_connections()
        start.wait(10)
        try:
            evening.rematch(table.code, user)
        finally:
            connections.close_all()

    threads = [Thread(target=press, args=(user,)) for user in four[:2]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    new = Table.objects.exclude(pk=table.pk).get()
    assert {chair.user for chair in new.chairs.all()} == set(four[:2])
