"""How many queries what happens at tables takes, so that nothing grows dear unseen: what sockets wish, what the clock
does, what viewers are shown. The figures are what was found; fewer is fine.

What only opens a transaction, waits for others or asks what time it is, doesn't count.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from game import consumers
from game.live import clock, watch, wishes
from game.live.moment import now
from game.live.refused import Refused
from game.live.scene import scene
from game.live.snapshots import snapshots
from game.models import Table
from game.rules.actions import format_action
from game.rules.autopilot import timeout_action
from game.rules.cards import format_cards
from tests.live.build import QUIET, connected, dealt, do_all, people, person, position_of, seated
from tests.web.test_queries import FREE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]
Do = Callable[[], object]
BOTS = ("sound", "sound", "sound")


class Place:
    """A table in mid-hand: four people's, or one person's with bots."""

    def __init__(self, bots: bool = False) -> None:
        self.users = people(1 if bots else 4)
        self.table = seated([*self.users, *(BOTS if bots else ())])
        connected(*self.users)
        dealt(self.table)
        do_all(self.table, QUIET["actions"][:1])

    def wish(self, user: User, **message: object) -> Do:
        wish = wishes.parse(json.dumps(message), None)
        return lambda: wishes.fulfil(wish, self.table.code, user)  # type: ignore[arg-type]

    def act(self, action: str | None = None) -> Do:
        """An action of whoever's turn it is, as the browser sends it; any that is legal, if none is given."""
        position = position_of(self.table)
        chosen = action or format_action(timeout_action(position.hand))
        about = {"hand": position.hand_id, "version": position.version, "action": chosen}
        return self.wish(self.users[position.hand.turn], type="act", **about)

    def end(self) -> None:
        do_all(self.table, QUIET["actions"][position_of(self.table).version :])

    def tick(self) -> Do:
        """What the clock does once the running deadline is over."""
        due = Table.objects.get(pk=self.table.pk).due_at or now()
        return lambda: clock.tick(due + timedelta(milliseconds=1))

    def shown(self, user: User | None) -> Do:
        """The table to somebody whose socket heard of its last change."""
        revision = Table.objects.get(pk=self.table.pk).revision
        return lambda: scene(self.table.code, user, revision)


def action() -> Do:
    return Place().act()


def action_at_a_table_that_is_known() -> Do:
    """As nearly all are: this process has shown the table as it is. The first of a player is noted."""
    place = Place()
    place.shown(place.users[0])()
    return place.act()


def last_action() -> Do:
    place = Place()
    do_all(place.table, QUIET["actions"][1:-1])
    return place.act(QUIET["actions"][-1])


def late_action() -> Do:
    place = Place()
    wish = place.act()
    wish()

    def again() -> None:
        with pytest.raises(Refused):
            wish()

    return again


def order() -> Do:
    place = Place()
    position = position_of(place.table)
    cards = format_cards(position.hand.seats[0].cards)
    return place.wish(place.users[0], type="order", hand=position.hand_id, cards=cards)


def ready() -> Do:
    place = Place()
    place.end()
    return place.wish(place.users[0], type="ready")


def last_ready() -> Do:
    place = Place()
    place.end()
    for user in place.users[1:]:
        place.wish(user, type="ready")()
    return place.wish(place.users[0], type="ready")


def say() -> Do:
    place = Place()
    return place.wish(place.users[0], type="say", kind="text", text="chào")


def sit_out() -> Do:
    place = Place()
    place.end()
    return place.wish(place.users[1], type="seat", do="sit_out")


def remove() -> Do:
    place = Place()
    place.end()
    return place.wish(place.users[0], type="host", do="remove", who=place.users[1].pk)


def seed() -> Do:
    place = Place()
    return place.wish(place.users[1], type="seed", seed="any text")


def turn_of_a_bot() -> Do:
    return Place(bots=True).tick()


def turn_that_ran_out() -> Do:
    return Place().tick()


def next_hand() -> Do:
    place = Place()
    place.end()
    return place.tick()


def nothing_due() -> Do:
    return lambda: clock.tick(now() - timedelta(hours=1))


def sweep() -> Do:
    Place()
    clocks, at, later = clock.Clock(), now() - timedelta(minutes=1), clock.SWEEP + 1
    clocks.step(at, 1000.0)
    return lambda: clocks.step(at + timedelta(seconds=later), 1000.0 + later)


def socket_opened() -> Do:
    place = Place()
    return lambda: consumers._come(place.table.code, place.users[0], "visitor")


def first_viewer() -> Do:
    place = Place()
    snapshots.clear()
    return place.shown(place.users[0])


def next_viewer() -> Do:
    place = Place()
    place.shown(place.users[0])()
    return place.shown(place.users[1])


def spectator() -> Do:
    place = Place()
    place.shown(place.users[0])()
    return place.shown(person("Em"))


def look_for_those_behind() -> Do:
    place = Place()
    return lambda: watch._read({place.table.code, "another"})


FIGURES: dict[Callable[[], Do], int] = {
    action: 6,
    action_at_a_table_that_is_known: 4,
    last_action: 28,
    late_action: 2,
    order: 2,
    ready: 5,
    last_ready: 17,
    say: 6,
    sit_out: 5,
    remove: 10,
    seed: 3,
    turn_of_a_bot: 9,
    turn_that_ran_out: 16,
    next_hand: 16,
    nothing_due: 1,
    sweep: 7,
    socket_opened: 5,
    first_viewer: 7,
    next_viewer: 0,
    spectator: 0,
    look_for_those_behind: 1,
}


@pytest.mark.parametrize("prepare", FIGURES, ids=lambda prepare: prepare.__name__)
def test_it_takes_no_more_queries(
    prepare: Callable[[], Do], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        do = prepare()
    with CaptureQueriesContext(connection) as found, django_capture_on_commit_callbacks(execute=True):
        do()
    asked = [query["sql"] for query in found.captured_queries if not FREE.match(query["sql"])]
    assert len(asked) <= FIGURES[prepare], "\n".join(asked)
