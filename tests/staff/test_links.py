"""Links of the administration lead nowhere where whoever reads may not look."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from accounts.models import User
from accounts.staff import log
from accounts.staff.roles import ROLES
from game.models import HandRecord
from tests.live.build import QUIET, dealt, do_all, people, seated
from tests.live.conftest import quiet, stack
from tests.staff.conftest import StaffClient, staff_client

__all__ = ["quiet", "stack"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet")]


def ways(client: StaffClient, address: str) -> set[str]:
    """Where the page leads in the administration."""
    answer = client.get(address)
    assert answer.status_code == 200
    return set(re.findall(r'href="(/admin/[^"#]+)"', answer.content.decode().replace("&amp;", "&")))


@pytest.mark.parametrize("role", ROLES)
def test_no_link_is_refused(role: str) -> None:
    table = seated([*people()])
    hand: HandRecord = dealt(table)
    do_all(table, QUIET["actions"])
    player = User.objects.get(display_name="An")
    log.note(None, "change", player, "as a test")
    client = staff_client(role)
    pages = (
        reverse("admin:index"),
        reverse("admin:accounts_user_change", args=[player.pk]),
        reverse("admin:game_handrecord_change", args=[hand.pk]),
        reverse("admin:game_table_change", args=[table.pk]),
        reverse("admin:accounts_logentry_changelist"),
    )
    for way in sorted(set().union(*(ways(client, page) for page in pages))):
        assert client.get(way).status_code in (200, 302), way


def test_whoever_may_finds_the_gold_of_a_hand_and_who_may_not_reads_of_it() -> None:
    table = seated([*people()])
    hand = dealt(table)
    do_all(table, QUIET["actions"])
    page = reverse("admin:game_handrecord_change", args=[hand.pk])
    gold = f"{reverse('admin:accounts_posting_changelist')}?hand={hand.pk}"
    assert gold in ways(staff_client("economist"), page)
    assert gold not in ways(staff_client("moderator"), page)
