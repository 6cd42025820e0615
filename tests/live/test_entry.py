"""Who may sit down at a table: by link, with a code that can't be guessed, not who was removed or is blocked; and
races for all of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.cache import cache

from accounts import blocks
from accounts.models import User
from game.live import knocking, moment, tables
from game.live.options import Wanted
from game.live.refused import Refused
from game.live.scene import scene
from game.models import Exclusion, Phase, Table, TableSeat
from game.screens import table_html
from tests.live.build import dealt, people, person, seated
from tests.live.test_seats import at_once, refusal, sitting

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet")]


@pytest.fixture(autouse=True)
def nobody_has_tried() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def with_code(user: User, **wanted: object) -> Table:
    return tables.create(user, Wanted(entry="code", pin="0472", **wanted))  # type: ignore[arg-type]


# -- the code -----------------------------------------------------------------------------------------


def test_a_table_with_code_asks_for_it() -> None:
    an, binh = people(2)
    table = with_code(an)
    assert refusal(tables.take_seat, table.code, binh).code == "code_needed"
    assert refusal(tables.take_seat, table.code, binh, "  ").code == "code_needed"
    for wrong in ("4720", "472", "04722", "٠٤٧٢", "\0", "0472' OR 1=1"):
        cache.clear()
        assert refusal(tables.take_seat, table.code, binh, wrong).code == "wrong_code"
    assert sitting(table) == [an]
    tables.take_seat(table.code, binh, " 0472 ")
    assert sitting(table) == [an, binh]


def test_a_table_by_link_and_a_public_one_ask_for_none() -> None:
    for number, entry in enumerate(("link", "public")):
        an, binh = person(f"An {number}"), person(f"Binh {number}")
        table = tables.create(an, Wanted(entry=entry, pin="0472"))
        tables.take_seat(table.code, binh, "9999")
        assert sitting(table) == [an, binh]


def test_wrong_codes_are_heard_so_often_and_then_not_even_the_right_one() -> None:
    an, binh, chi = people(3)
    table = with_code(an)
    for number in range(knocking.TRIES):
        assert refusal(tables.take_seat, table.code, binh, f"{number:04}").code == "wrong_code"
    refused = refusal(tables.take_seat, table.code, binh, "0472")
    assert (refused.code, refused.data) == ("too_many_codes", {"minutes": 10})
    tables.take_seat(table.code, chi, "0472")  # others still come in
    cache.clear()  # as after a while
    tables.take_seat(table.code, binh, "0472")


def test_one_who_tries_too_often_takes_nothing_from_the_others() -> None:
    an, binh, chi = people(3)
    table = with_code(an)
    for _ in range(2 * knocking.TABLE_TRIES):
        refusal(tables.take_seat, table.code, binh, "1111")
    tables.take_seat(table.code, chi, "0472")


def test_many_guests_together_try_no_more_than_the_table_hears(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knocking, "TABLE_TRIES", 6)
    host, *guests = (person(f"guest {number}") for number in range(5))
    table = with_code(host)
    codes = [refusal(tables.take_seat, table.code, user, "1111").code for user in guests for _ in range(3)]
    assert codes == ["wrong_code"] * 6 + ["too_many_codes"] * 6


def test_guests_who_only_guess_keep_out_no_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knocking, "TABLE_TRIES", 1)
    host, guest, player = people(3)
    User.objects.filter(pk=guest.pk).update(is_guest=True)
    guest.refresh_from_db()
    table = with_code(host)
    codes = [refusal(tables.take_seat, table.code, guest, "1111").code for _ in range(2)]
    assert codes == ["wrong_code", "too_many_codes"]
    tables.take_seat(table.code, player, "0472")


def test_the_right_code_is_no_try() -> None:
    an, binh = people(2)
    table = with_code(an)
    for _ in range(3 * knocking.TRIES):
        tables.take_seat(table.code, binh, "0472")
        tables.leave(table.code, binh)
    tables.take_seat(table.code, binh, "0472")
    assert len(sitting(table)) == 2


def test_tries_at_once_are_no_more_than_one_after_the_other() -> None:
    an, binh = people(2)
    table = with_code(an)
    tries = [lambda pin=f"{number:04}": tables.take_seat(table.code, binh, pin) for number in range(12)]  # type: ignore[misc]
    outcomes = at_once(*tries)
    assert outcomes.count("wrong_code") == knocking.TRIES
    assert outcomes.count("too_many_codes") == 12 - knocking.TRIES


def test_counts_that_run_out_in_between_begin_again(monkeypatch: pytest.MonkeyPatch) -> None:
    an, binh = people(2)
    table = with_code(an)
    monkeypatch.setattr(cache, "add", lambda *_: False)  # there was a count, which has run out since
    assert refusal(tables.take_seat, table.code, binh, "1111").code == "wrong_code"
    monkeypatch.setattr(cache, "decr", _gone)
    tables.take_seat(table.code, binh, "0472")
    assert len(sitting(table)) == 2


def _gone(key: str) -> int:
    raise ValueError(key)


def test_the_full_and_the_closed_table_are_told_before_the_code_is_asked_for() -> None:
    an, binh, chi = people(3)
    table = with_code(an, seats=2)
    tables.take_seat(table.code, binh, "0472")
    assert refusal(tables.take_seat, table.code, chi).code == "table_full"
    for user in (an, binh):
        tables.leave(table.code, user)
    assert refusal(tables.take_seat, table.code, chi, "0472").code == "closed"


def test_who_left_in_mid_hand_comes_back_without_the_code() -> None:
    an, binh = people(2)
    table = seated([an, binh], entry="code", pin="0472")
    dealt(table)
    tables.leave(table.code, binh)
    tables.take_seat(table.code, binh)
    assert scene(table.code, binh).viewer == 1


def test_only_those_who_sit_there_are_told_the_code() -> None:
    an, binh = people(2)
    table = with_code(an)
    assert scene(table.code, an).pin == "0472"
    assert "0472" in table_html(scene(table.code, an))
    for viewer in (binh, None):
        assert scene(table.code, viewer).pin == ""
        assert "0472" not in table_html(scene(table.code, viewer), is_whole=True)
    tables.take_seat(table.code, binh, "0472")
    assert scene(table.code, binh).pin == "0472"
    tables.leave(table.code, binh)
    assert scene(table.code, binh).pin == ""


# -- the removed and the blocked ----------------------------------------------------------------------


def exclude(table: Table, user: User, minutes: float) -> None:
    Exclusion.objects.create(table=table, user=user, until=moment.now() + timedelta(minutes=minutes))


def test_who_was_removed_waits_and_is_told_how_long() -> None:
    an, binh, chi = people(3)
    table = tables.create(an, Wanted())
    exclude(table, binh, minutes=7.5)
    refused = refusal(tables.take_seat, table.code, binh)
    assert (refused.code, refused.data) == ("excluded", {"minutes": 8})
    tables.take_seat(table.code, chi)
    Exclusion.objects.update(until=moment.now())
    tables.take_seat(table.code, binh)
    assert sitting(table) == [an, chi, binh]


def test_who_was_removed_after_leaving_in_mid_hand_does_not_get_that_seat_back() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    dealt(table)
    tables.leave(table.code, binh)
    exclude(table, binh, minutes=10)
    assert refusal(tables.take_seat, table.code, binh).code == "excluded"
    assert scene(table.code, binh).viewer is None


@pytest.mark.parametrize("blocks_the_other", [0, 1])
def test_who_blocks_or_is_blocked_by_somebody_there_is_not_seated_with_them(blocks_the_other: int) -> None:
    an, binh, chi = people(3)
    pair = (chi, binh) if blocks_the_other else (binh, chi)
    table = tables.create(an, Wanted())
    tables.take_seat(table.code, chi)
    blocks.block(*pair)
    assert refusal(tables.take_seat, table.code, binh).code == "blocked"
    tables.leave(table.code, chi)
    tables.take_seat(table.code, binh)
    assert sitting(table) == [an, binh]
    assert refusal(tables.take_seat, table.code, chi).code == "blocked"


def test_whoever_sits_already_keeps_the_seat_beside_the_blocked() -> None:
    an, binh = people(2)
    table = tables.create(an, Wanted())
    tables.take_seat(table.code, binh)
    blocks.block(an, binh)
    tables.take_seat(table.code, binh)
    assert sitting(table) == [an, binh]


# -- races --------------------------------------------------------------------------------------------


def test_the_same_press_twice_takes_one_seat() -> None:
    an, binh = people(2)
    table = with_code(an)
    outcomes = at_once(*[lambda: tables.take_seat(table.code, binh, "0472")] * 3)
    assert outcomes == ["done"] * 3
    assert sitting(table) == [an, binh]


def test_three_race_for_a_bots_seat_in_mid_hand() -> None:
    an, *others = people()
    table = seated([an, "sound"], places=2)
    dealt(table)
    outcomes = at_once(*(lambda user=user: tables.take_seat(table.code, user) for user in others))  # type: ignore[misc]
    assert sorted(map(str, outcomes)) == ["done", "table_full", "table_full"]
    Table.objects.update(phase=Phase.RESULT)
    assert dealt(table).people_only


def test_a_seat_is_taken_while_the_last_one_leaves() -> None:
    """Either the table closes before, or it stays open for whoever came."""
    an, binh = people(2)
    table = tables.create(an, Wanted())
    outcome = at_once(lambda: tables.take_seat(table.code, binh), lambda: tables.leave(table.code, an))[0]
    table.refresh_from_db()
    if outcome == "closed":
        assert (table.closed_at is not None, sitting(table)) == (True, [])
    else:
        assert (outcome, table.closed_at, sitting(table), table.host) == ("done", None, [binh], binh)


def test_a_removal_races_the_removed_ones_coming_back() -> None:
    """Whichever comes first, nobody who is excluded is seated after that."""
    an, binh = people(2)
    table = tables.create(an, Wanted())
    exclude(table, binh, minutes=10)
    assert at_once(*[lambda: tables.take_seat(table.code, binh)] * 2) == ["excluded"] * 2
    assert not TableSeat.objects.filter(user=binh).exists()


def test_one_opens_a_table_in_one_tab_and_sits_down_at_anothers_in_the_other() -> None:
    an, binh = people(2)
    table = tables.create(an, Wanted())
    outcomes = at_once(lambda: tables.create(binh, Wanted()).code, lambda: tables.take_seat(table.code, binh))
    assert TableSeat.objects.filter(user=binh).count() == 1
    assert sum(outcome == "seated_elsewhere" for outcome in outcomes) == 1


def test_a_code_is_no_secret_of_errors() -> None:
    with pytest.raises(Refused) as caught:
        an, binh = people(2)
        tables.take_seat(with_code(an).code, binh, "1111")
    assert "0472" not in str(caught.value) and "0472" not in repr(caught.value.data)
