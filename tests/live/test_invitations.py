"""Calls to a table: how long they hold, whom they let in, and two presses at once."""

from __future__ import annotations

from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.db import close_old_connections, connections

from accounts import blocks, cleaning, erasing
from accounts.models import User
from game.live import house, invitations, tables
from game.live.moment import now
from game.live.refused import Refused
from game.live.tables import Wanted
from game.models import Entry, Invitation, Table
from tests.live.build import people

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> list[User]:
    return people()


def waiting(user: User) -> list[Table]:
    return [call.table for call in invitations.waiting_for(user)]


def age(minutes: float) -> None:
    Invitation.objects.update(made_at=now() - timedelta(minutes=minutes))


def test_a_call_holds_ten_minutes_while_the_table_is_open(four: list[User]) -> None:
    table = tables.create(four[0], Wanted())
    invitations.invite(table, four[0], four[1])
    age(9.9)
    assert waiting(four[1]) == [table]
    assert invitations.invited_by(table, four[0]) == {four[1].pk}
    age(10.1)
    assert waiting(four[1]) == [] and not invitations.invited_by(table, four[0])
    invitations.invite(table, four[0], four[1])
    assert waiting(four[1]) == [table], "called anew"
    tables.leave(table.code, four[0])
    assert waiting(four[1]) == []
    with pytest.raises(Refused, match="closed"):
        invitations.invite(table, four[0], four[1])


def test_one_call_a_pair_and_each_table_once(four: list[User]) -> None:
    an, binh, chi, dung = four
    first = tables.create(an, Wanted())
    tables.take_seat(first.code, binh)
    invitations.invite(first, an, dung)
    invitations.invite(first, binh, dung)
    assert waiting(dung) == [first]
    second = tables.create(chi, Wanted())
    invitations.invite(second, chi, dung)
    assert waiting(dung) == [second, first]
    tables.leave(first.code, an)
    third = tables.create(an, Wanted())
    invitations.invite(third, an, dung)
    assert waiting(dung) == [third, second], "no more are shown at once"
    assert Invitation.objects.filter(by=an, whom=dung).count() == 1


def test_who_declined_is_left_alone_for_a_while_at_other_tables_too(four: list[User]) -> None:
    an, binh = four[:2]
    table = tables.create(an, Wanted())
    invitations.invite(table, an, binh)
    invitations.decline(binh, table)
    tables.leave(table.code, an)
    other = tables.create(an, Wanted())
    invitations.invite(other, an, binh)
    assert waiting(binh) == []
    Invitation.objects.update(declined_at=now() - timedelta(minutes=10.1))
    invitations.invite(other, an, binh)
    assert waiting(binh) == [other]


def test_only_who_sits_there_calls_and_nobody_who_blocks_or_is_gone(four: list[User]) -> None:
    an, binh, chi, dung = four
    table = tables.create(an, Wanted())
    with pytest.raises(Refused, match="not_seated"):
        invitations.invite(table, binh, chi)
    with pytest.raises(Refused, match="no_such_player"):
        invitations.invite(table, an, an)
    User.objects.filter(pk=dung.pk).update(is_active=False)
    with pytest.raises(Refused, match="no_such_player"):
        invitations.invite(table, an, dung)
    invitations.invite(table, an, binh)
    blocks.block(binh, an)
    assert waiting(binh) == [], "who is blocked meanwhile isn't heard"
    with pytest.raises(Refused, match="blocked"):
        invitations.invite(table, an, binh)


def test_the_code_is_spared_only_while_the_one_who_called_sits_there(four: list[User]) -> None:
    an, binh, chi, dung = four
    table = tables.create(an, Wanted(entry=Entry.CODE, pin="1234"))
    tables.take_seat(table.code, binh, "1234")
    invitations.invite(table, binh, chi)
    invitations.invite(table, binh, dung)
    tables.take_seat(table.code, chi)
    assert not invitations.holds(table, chi), "used up"
    tables.leave(table.code, binh)
    with pytest.raises(Refused, match="code_needed"):
        tables.take_seat(table.code, dung)


def test_a_call_is_told_only_while_it_leads_to_a_seat(four: list[User]) -> None:
    an, binh, chi, dung = four
    table = tables.create(an, Wanted(seats=2))
    invitations.invite(table, an, dung)
    assert waiting(dung) == [table] and invitations.calling([dung.pk], now())
    tables.take_seat(table.code, binh)
    assert waiting(dung) == [] and not invitations.calling([dung.pk], now()), "full"
    tables.leave(table.code, binh)
    assert waiting(dung) == [table]
    tables.take_seat(table.code, chi)
    tables.leave(table.code, an)
    assert waiting(dung) == [], "who called has gone"


def test_whom_the_host_has_removed_the_host_alone_calls_back(four: list[User]) -> None:
    an, binh, chi, _ = four
    table = tables.create(an, Wanted())
    tables.take_seat(table.code, binh)
    tables.take_seat(table.code, chi)
    invitations.invite(table, binh, chi)
    house.remove(table.code, an, chi.pk)
    assert waiting(chi) == []
    with pytest.raises(Refused, match="removed"):
        invitations.invite(table, binh, chi)
    invitations.invite(Table.objects.get(pk=table.pk), an, chi)
    assert waiting(chi) == [table]
    tables.take_seat(table.code, chi)


def test_nothing_is_left_of_them(four: list[User]) -> None:
    an, binh, chi, _ = four
    table = tables.create(an, Wanted())
    invitations.invite(table, an, binh)
    invitations.invite(table, an, chi)
    erasing.erase(chi)
    assert Invitation.objects.count() == 1
    rule = next(rule for rule in cleaning.rules if rule.what == "old invitations")
    assert rule.clean(now()) == 0
    age(11)
    assert rule.clean(now()) == 1


@pytest.mark.django_db(transaction=True)
def test_two_tabs_call_the_same_friend(four: list[User]) -> None:
    table = tables.create(four[0], Wanted())
    start, faults = Barrier(2), []

    def press() -> None:
        close_old_connections()
        start.wait(10)
        try:
            invitations.invite(table, four[0], four[1])
        except Exception as fault:
            faults.append(fault)
        finally:
            connections.close_all()

    threads = [Thread(target=press) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert not faults
    assert waiting(four[1]) == [table]
