"""What a new table may be like: every option kept, every bound held, whoever asks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from game.live import gold, options, tables
from game.live.options import Wanted
from game.live.refused import Refused
from game.models import HandRecord, Table, TableSeat
from game.rules.variants import FIELDS, PRESETS, parse_variant
from tests.live.build import dealt, person
from tests.live.test_gold import poor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]


def refusal(wanted: Wanted) -> str:
    with pytest.raises(Refused) as caught:
        tables.create(person("An"), wanted)
    assert not Table.objects.exists()
    return caught.value.code


def test_a_table_is_as_it_was_wanted() -> None:
    wanted = Wanted(
        preset="co_dien",
        changes={"u_price": 8, "sending": True},
        multiplier=3,
        seats=3,
        turn_seconds=30,
        bots_most=1,
        entry="public",
        spectators=False,
        open_hands=False,
        chat=False,
    )
    table = Table.objects.get(pk=tables.create(person("An"), wanted).pk)
    assert table.variant == {"preset": "co_dien", "u_price": 8, "sending": True}
    assert (table.multiplier, table.places, table.turn_seconds, table.bots_most) == (3, 3, 30, 1)
    assert (table.entry, table.pin, table.spectators, table.open_hands, table.chat) == (
        "public",
        "",
        False,
        False,
        False,
    )


def test_what_is_usual_makes_a_table_by_link_without_bots_that_may_be_watched(settings: Any) -> None:
    settings.PHOM_TURN_SECONDS = 25
    table = tables.create(person("An"), Wanted())
    assert (table.variant, table.places, table.turn_seconds, table.bots_most) == ({"preset": "online"}, 4, 25, 3)
    assert (table.entry, table.spectators, table.open_hands, table.chat) == ("link", True, True, True)
    assert TableSeat.objects.count() == 1


def test_changes_that_change_nothing_leave_the_preset() -> None:
    table = tables.create(person("An"), Wanted(changes={"u_price": 5, "eat_price": (1, 2, 4)}))
    assert table.variant == {"preset": "online"}
    assert parse_variant(table.variant).is_preset


def test_hands_by_changed_rules_are_marked_as_such() -> None:
    for changes, is_preset in (({"mom_price": 5}, False), ({}, True)):
        table = tables.create(person(f"An {is_preset}"), Wanted(changes=changes, with_bots=True))
        assert dealt(table).is_preset is is_preset
    assert HandRecord.objects.get(is_preset=False).variant == {"preset": "online", "mom_price": 5}


def test_what_a_hand_may_cost_follows_from_changed_prices() -> None:
    an = person("An")
    dear = Wanted(changes={"u_price": 100, "u_tron_price": 100, "u_khan_price": 100})
    most = gold.terms_of("hien_nha", 1, replace(PRESETS["online"], **dear.changes), 4).most
    assert most > 20_000
    with pytest.raises(Refused) as caught:
        tables.create(an, dear)
    assert (caught.value.code, caught.value.data["needed"]) == ("not_enough_gold", most)


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (Wanted(preset="mine"), "unknown_preset"),
        (Wanted(changes={"u_price": 101}), "variant_value"),
        (Wanted(changes={"u_price": -1}), "variant_value"),
        (Wanted(changes={"u_price": True}), "variant_value"),
        (Wanted(changes={"eat_price": (1, 2)}), "variant_value"),
        (Wanted(changes={"chot_den": "sometimes"}), "variant_value"),
        (Wanted(changes={"colour": "red"}), "unknown_field"),
        (Wanted(stake="heaven"), "bad_options"),
        (Wanted(multiplier=4), "bad_options"),
        (Wanted(seats=5), "bad_options"),
        (Wanted(seats=1), "bad_options"),
        (Wanted(turn_seconds=1), "bad_options"),
        (Wanted(bots_most=4), "bad_options"),
        (Wanted(bots_most=-1), "bad_options"),
        (Wanted(entry="window"), "bad_options"),
        (Wanted(entry="code", pin="12"), "bad_options"),
        (Wanted(entry="code", pin="١٢٣٤"), "bad_options"),
        (Wanted(with_bots=True, bots_most=0), "bad_options"),
        (Wanted(with_bots=True, stake="san_dinh"), "bots_in_lowest_room"),
    ],
)
def test_what_no_table_can_have_is_refused(wanted: Wanted, code: str) -> None:
    assert refusal(wanted) == code


def test_a_preset_can_not_be_smuggled_in_among_the_changes() -> None:
    table = tables.create(person("An"), Wanted(preset="online", changes={"preset": "ca_k"}))
    assert table.variant == {"preset": "online"}


_VALUES = some.one_of(
    some.none(),
    some.booleans(),
    some.integers(-5, 200),
    some.text(max_size=4),
    some.lists(some.integers(-5, 200), max_size=5).map(tuple),
)


@given(some.dictionaries(some.sampled_from((*FIELDS, "colour")), _VALUES, max_size=6))
def test_rules_are_played_as_they_were_wanted_or_refused(changes: dict[str, object]) -> None:
    try:
        variant = options.variant_of(Wanted(changes=changes))
    except Refused as refused:
        assert refused.code in ("variant_value", "unknown_field")
    else:
        assert {name: getattr(variant, name) for name in changes} == changes


@pytest.mark.parametrize(("seats", "most", "sit"), [(4, 3, 3), (4, 2, 2), (4, 1, 1), (2, 3, 1), (3, 2, 2)])
def test_no_more_bots_sit_down_than_are_allowed_and_than_there_is_room_for(seats: int, most: int, sit: int) -> None:
    table = tables.create(person("An"), Wanted(seats=seats, with_bots=True, bots_most=most))
    assert table.chairs.exclude(bot="").count() == sit
    assert dealt(table).seats == sit + 1


def test_digits_are_drawn_where_none_are_wanted_and_kept_only_where_they_are_asked_for() -> None:
    drawn = {options.pin_of(Wanted(entry="code")) for _ in range(50)}
    assert all(options.is_pin(pin) for pin in drawn)
    assert len(drawn) > 40
    assert options.pin_of(Wanted(entry="code", pin="0042")) == "0042"
    assert options.pin_of(Wanted(entry="link", pin="0042")) == ""


def test_without_gold_a_table_of_changed_rules_opens_with_bots_only() -> None:
    an = poor(person("An"), 10)
    table = tables.create(an, Wanted(changes={"mom_price": 9}, with_bots=True))
    assert table.variant["mom_price"] == 9
