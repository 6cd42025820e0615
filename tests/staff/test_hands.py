"""Hands in the administration: called off, looked at once they are over, and never changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command

from accounts import ledger
from accounts.models import LogEntry
from game.models import HandPlayer, HandRecord, Table
from tests.live.build import QUIET, dealt, do_all, people, seated
from tests.live.conftest import quiet, stack
from tests.staff.conftest import StaffClient
from tests.staff.test_tables import run

__all__ = ["quiet", "stack"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet")]
Staff = Callable[..., StaffClient]
HANDS = "/admin/game/handrecord/"


@pytest.fixture
def table() -> Table:
    return seated([*people()], open_hands=False)


@pytest.mark.parametrize("role", ["moderator", "economist", "admin", "superuser"])
def test_a_hand_in_play_is_called_off(role: str, table: Table, staff: Staff) -> None:
    client, hand = staff(role), dealt(table)
    asked = run(client, HANDS, "void", hand.pk, why=None)
    assert asked.status_code == 200 and hand.voided_at is None
    run(client, HANDS, "void", hand.pk, why="Cards were seen.")
    hand.refresh_from_db()
    assert hand.voided_at is not None
    assert LogEntry.objects.get(target_type="game.handrecord").why == "Cards were seen."
    assert {ledger.balance(part.user_id) for part in hand.players.all() if part.user_id} == {20_000}
    call_command("checkledger")


def test_support_may_not(table: Table, staff: Staff) -> None:
    client, hand = staff("support"), dealt(table)
    run(client, HANDS, "void", hand.pk)
    hand.refresh_from_db()
    assert hand.ended_at is None
    assert client.get(f"{HANDS}{hand.pk}/change/").context["acts"] == []


def test_one_that_is_over_is_left_and_said_so(table: Table, staff: Staff) -> None:
    client, hand = staff("moderator"), dealt(table)
    do_all(table, QUIET["actions"])
    before = HandRecord.objects.filter(pk=hand.pk).values().get()
    answer = client.get(run(client, HANDS, "void", hand.pk)["Location"])
    html = answer.content.decode()
    assert "đã xong" in html or "over already" in html
    assert HandRecord.objects.filter(pk=hand.pk).values().get() == before
    assert client.get(f"{HANDS}{hand.pk}/change/").context["acts"] == []


def test_a_finished_hand_shows_all_a_running_one_nothing(table: Table, staff: Staff) -> None:
    client, hand = staff("support"), dealt(table)
    running = client.get(f"{HANDS}{hand.pk}/change/").content.decode()
    do_all(table, QUIET["actions"])
    over = client.get(f"{HANDS}{hand.pk}/change/").content.decode()
    assert hand.server_seed not in running and hand.server_seed in over


def test_rules_room_and_players_stand_in_words_and_once(table: Table, staff: Staff) -> None:
    client, hand = staff("support"), dealt(table)
    do_all(table, QUIET["actions"])
    HandPlayer.objects.filter(hand=hand, seat=0).update(u="u_khan")
    HandPlayer.objects.filter(hand=hand, seat=1).update(user=None, bot="binh", name="Bình Máy")
    shown = client.get(f"{HANDS}{hand.pk}/change/", headers={"accept-language": "en"}).content.decode()
    assert "Phỏm online" in shown and "The porch" in shown and "hien_nha" not in shown
    rows = shown.split('id="players-group"')[1]
    assert "ù khan" in rows and "u_khan" not in rows and "Bình Máy (bot)" in rows
    cells = re.findall(r'<td class="field-who">(.*?)</td>', rows, re.DOTALL)
    assert len(cells) == 4 and 'class="field-name"' not in rows


def test_staff_sees_the_replay_of_a_hand_that_is_closed_to_others(table: Table, staff: Staff, client: Any) -> None:
    hand = dealt(table)
    address = f"/hands/{hand.public_id}/"
    moderator = staff("moderator")
    assert moderator.get(address).status_code == 404, "not while it is played"
    do_all(table, QUIET["actions"])
    assert client.get(address).status_code == 403
    assert moderator.get(address).status_code == 200
    assert moderator.get(f"/hands/{hand.public_id}.jsonl").status_code == 200
    assert staff("").get(address).status_code == 403, "only those who may look at hands"


def test_payments_are_corrected_from_the_hand(table: Table, staff: Staff) -> None:
    client, hand = staff("economist"), dealt(table)
    running = client.get(f"{HANDS}{hand.pk}/change/").content.decode()
    way = f"/admin/accounts/posting/correct/?hand={hand.pk}"
    assert way not in running
    do_all(table, QUIET["actions"])
    assert way in client.get(f"{HANDS}{hand.pk}/change/").content.decode()
    answer = client.get(way)
    users = set(HandPlayer.objects.filter(hand=hand).values_list("user", flat=True))
    assert {f"gold_{user}" for user in users} <= set(answer.context["form"].fields)
