"""What a viewer's screen is made of, and what it must not be made of."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser

from game.live import tables
from game.live.moment import now
from game.live.scene import scene
from game.live.snapshots import snapshots
from game.models import Table, TableSeat
from game.rules.cards import cards_of, parse_card
from game.rules.events import Drew
from game.rules.shuffle import commitment
from tests.live.build import QUIET, current, dealt, do, do_all, people, person, position_of, seated

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]


@pytest.fixture
def table(db: None) -> Table:
    table = seated([*people()])
    dealt(table)
    return table


def test_each_sees_the_own_seat(table: Table) -> None:
    for number, chair in enumerate(table.chairs.all()):
        seen = scene(table.code, chair.user)
        assert seen.viewer == number
        assert seen.sight
        assert [seat.cards is not None for seat in seen.sight.seats] == [at == number for at in range(4)]
        assert set(seen.order) == set(cards_of(position_of(table).hand.seats[number].cards))


@pytest.mark.parametrize("who", ["nobody", "anonymous", "another"])
def test_others_see_what_is_public(table: Table, who: str) -> None:
    user = {"nobody": lambda: None, "anonymous": AnonymousUser, "another": lambda: person("Em")}[who]()
    seen = scene(table.code, user)
    assert (seen.viewer, seen.order) == (None, ())
    assert seen.sight and all(seat.cards is None for seat in seen.sight.seats)


def test_what_others_drew_is_not_in_the_log(table: Table) -> None:
    do_all(table, QUIET["actions"][:12])
    for number, chair in enumerate(table.chairs.all()):
        drawn = [event for _, event in scene(table.code, chair.user).log if isinstance(event, Drew)]
        assert drawn
        assert all((event.card is None) == (event.seat != number) for event in drawn)


def test_each_event_has_the_version_its_action_made(table: Table) -> None:
    do_all(table, QUIET["actions"])
    seen = scene(table.code, None)
    versions = [version for version, _ in seen.log]
    assert versions == sorted(versions)
    assert set(versions) == set(range(1, seen.version + 1))


def test_time_is_told_in_milliseconds_and_not_below_zero(table: Table) -> None:
    due = scene(table.code, None).due_ms
    assert due and 0 < due <= table.turn_seconds * 1000
    Table.objects.update(due_at=now().replace(year=2020))
    assert scene(table.code, None).due_ms == 0
    Table.objects.update(due_at=None)
    assert scene(table.code, None).due_ms is None


def test_the_promise_is_shown_and_the_seed_is_not(table: Table) -> None:
    seed = current(table).server_seed
    seen = scene(table.code, None)
    assert seen.commitment == commitment(bytes.fromhex(seed))
    assert seed not in repr(seen)


def test_the_own_order_is_kept_new_cards_come_last_and_gone_ones_go(table: Table) -> None:
    first = table.chairs.get(position=0)
    user = first.user
    assert user
    held = QUIET["pack"][:10]
    wanted = "".join(reversed(held))
    tables.order(table.code, current(table).pk, user, wanted)
    before = scene(table.code, user).order
    assert before == tuple(parse_card(name) for name in reversed(held))
    do_all(table, QUIET["actions"][:8])
    after = scene(table.code, user).order
    kept = [card for card in before if card in after]
    assert list(after[: len(kept)]) == kept
    assert len(after) == len(set(after)) == position_of(table).hand.seats[0].cards.bit_count()


def test_an_order_with_other_cards_does_no_harm(table: Table) -> None:
    first = table.chairs.get(position=0)
    assert first.user
    plain = scene(table.code, first.user).order
    tables.order(table.code, current(table).pk, first.user, "".join(QUIET["pack"][10:]))
    assert scene(table.code, first.user).order == plain


def test_chairs_say_who_is_there_ready_and_gone(table: Table) -> None:
    users = [chair.user for chair in table.chairs.all()]
    assert users[1] and users[2]
    TableSeat.objects.filter(user=users[1]).update(seen_at=now())
    tables.leave(table.code, users[2])
    seen = scene(table.code, users[2])
    assert [chair.connected for chair in seen.chairs] == [False, True, False, False]
    assert [chair.left for chair in seen.chairs] == [False, False, True, False]
    assert seen.viewer is None, "whoever left for good watches like anybody else"
    assert seen.order == ()


def test_bots_are_always_there_and_ready(table: Table) -> None:
    other = seated([person("Em"), "sound"], code="other")
    dealt(other)
    bot = scene("other", None).chairs[1]
    assert (bot.is_bot, bot.connected, bot.ready) == (True, True, True)


def test_after_the_end_everything_lies_open_to_the_players(table: Table) -> None:
    do_all(table, QUIET["actions"])
    seen = scene(table.code, table.host)
    assert seen.phase == "result"
    assert seen.sight and seen.sight.result
    assert all(seat.cards is not None for seat in seen.sight.seats)
    assert [chair.score for chair in seen.chairs] == QUIET["result"]["units"]


def test_a_table_that_waits_shows_who_sits_there(db: None) -> None:
    users = people(3)
    seated([*users], code="waits")
    seen = scene("waits", users[1])
    assert (seen.phase, seen.hand_id, seen.sight, seen.version, seen.viewer) == ("waiting", None, None, 0, 1)
    assert [chair.name for chair in seen.chairs] == ["An", "Binh", "Chi"]


def test_no_table_no_scene(db: None) -> None:
    with pytest.raises(Table.DoesNotExist):
        scene("nothing", None)


def test_viewers_of_one_revision_share_one_reading(table: Table, django_assert_max_num_queries: object) -> None:
    revision = scene(table.code, None, 0).revision
    with django_assert_max_num_queries(1):  # type: ignore[operator]  # PostgreSQL is asked for the time
        scene(table.code, None, revision)
    do(table, QUIET["actions"][0])
    assert scene(table.code, None, revision + 1).revision == revision + 1
    assert snapshots.get(table.code, 0).table.revision == revision + 1


def test_no_reading_of_the_database_outlives_what_it_must_show(table: Table) -> None:
    """A page always shows the present, whatever was read for sockets."""
    scene(table.code, None, 0)
    do(table, QUIET["actions"][0])
    assert scene(table.code, None).version == 1
