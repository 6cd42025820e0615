"""Players who are called otherwise, and players who go for good."""

from __future__ import annotations

import json

import pytest
from django.utils import translation

from accounts import erasing
from accounts.download import sources
from accounts.models import User
from accounts.signals import renamed
from game.live.scene import scene
from game.models import HandPlayer, Phase, Table
from tests.live.build import QUIET, current, dealt, do_all, people, person, seated
from tests.live.past import BEGINNING, at_table, finished

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]


def call(user: User, name: str) -> None:
    """Rename the user, as the account's pages do."""
    before, user.display_name = user.display_name, name
    user.save()
    renamed.send(sender=User, user=user, before=before)


def names(table: Table, viewer: User | None = None) -> list[str]:
    return [chair.name for chair in scene(table.code, viewer).chairs]


# -- another name -----------------------------------------------------------------------------------------


def test_a_new_name_shows_at_open_tables_and_not_in_old_hands() -> None:
    users = people()
    table = seated([*users])
    revision = Table.objects.get(pk=table.pk).revision
    old = finished(at_table([*users], "closed"), QUIET)
    call(users[1], "Bình An")
    assert names(table) == ["An", "Bình An", "Chi", "Dung"]
    assert Table.objects.get(pk=table.pk).revision == revision + 1
    assert [player.name for player in old.players.all()] == ["An", "Binh", "Chi", "Dung"]


def test_the_hand_in_play_is_played_under_the_old_name_the_next_one_under_the_new() -> None:
    users = people()
    table = seated([*users])
    dealt(table)
    call(users[1], "Bình An")
    assert names(table)[1] == "Binh"
    do_all(table, QUIET["actions"])
    dealt(table)
    assert "Bình An" in names(table)


def test_closed_tables_stay_as_they_were() -> None:
    user = person("An")
    table = seated([user, "sound"], closed_at=BEGINNING)
    call(user, "Bình An")
    assert table.chairs.get(user=user).name == "An"


# -- erased -----------------------------------------------------------------------------------------------


def test_an_erased_player_is_in_old_hands_without_a_name() -> None:
    users = people()
    hand = finished(at_table([*users]), QUIET)
    erasing.erase(users[1])
    player = hand.players.get(seat=1)
    assert (player.user, player.name, player.units) == (None, "", QUIET["result"]["units"][1])
    with translation.override("vi"):
        assert player.shown_name == "người chơi đã rời"
    with translation.override("en"):
        assert player.shown_name == "a player who left the site"


def test_an_erased_player_leaves_the_table() -> None:
    users = people()
    table = seated([*users])
    erasing.erase(users[3])
    assert [chair.user for chair in table.chairs.all()] == users[:3]


def test_without_its_only_person_a_table_closes() -> None:
    user = person("An")
    table = seated([user, "sound", "sound", "sound"])
    dealt(table)
    Table.objects.filter(pk=table.pk).update(phase=Phase.RESULT)
    erasing.erase(user)
    assert Table.objects.get(pk=table.pk).closed_at is not None


def test_in_mid_hand_the_clock_plays_on_for_nobody_anybody_knows() -> None:
    users = people()
    table = seated([*users])
    dealt(table)
    do_all(table, QUIET["actions"][:5])
    erasing.erase(users[1])
    gone = HandPlayer.objects.get(hand=current(table), seat=1)
    assert gone.name == ""
    with translation.override("vi"):
        assert names(table, users[0]) == ["An", "người chơi đã rời", "Chi", "Dung"]
    do_all(table, QUIET["actions"][5:])
    hand = current(table)
    assert hand.result is not None
    assert [player.name for player in hand.players.all()] == ["An", "", "Chi", "Dung"]


# -- everything kept of a player --------------------------------------------------------------------------


def test_the_archive_of_a_player_has_the_hands() -> None:
    users = people()
    finished(at_table([*users]), QUIET)
    parts = dict(source(users[0]) for source in sources)
    (line,) = "".join(parts["hands.jsonl"]).splitlines()
    assert json.loads(line)["actions"] == QUIET["actions"]
