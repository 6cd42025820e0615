"""The staff sees who came the same way, as hashes, and never an address."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts import traces
from accounts.models import Trace
from tests.live.build import person
from tests.staff.conftest import StaffClient

pytestmark = pytest.mark.django_db
Staff = Callable[..., StaffClient]

LIST = "/admin/accounts/trace/"
ADDRESS = "203.0.113.7"


@pytest.fixture
def three(db: None) -> list[Trace]:
    """An and Bình from one address, Chi from another; their browsers differ."""
    ways = (("An", ADDRESS, "1"), ("Binh", ADDRESS, "2"), ("Chi", "203.0.113.8", "3"))
    return [
        Trace.objects.create(user=person(name), address=traces.hash_of(address), device=browser * 16)
        for name, address, browser in ways
    ]


def found(client: StaffClient, **asked: str) -> set[str]:
    return {str(row.user) for row in client.get(LIST, asked).context["cl"].result_list}


def test_who_came_from_one_address_is_found_by_it_and_by_its_hash(staff: Staff, three: list[Trace]) -> None:
    client = staff("moderator")
    assert found(client, q=ADDRESS) == found(client, q=three[0].address) == {"An", "Binh"}
    assert found(client, address=three[2].address) == {"Chi"}
    assert found(client, device="2" * 16) == found(client, q="2" * 16) == {"Binh"}
    assert found(client, q=str(three[0].user_id)) == {"An"}


def test_hashes_lead_to_whoever_has_them_too(staff: Staff, three: list[Trace]) -> None:
    page = staff("moderator").get(LIST).content.decode()
    assert f"?address={three[0].address}" in page and f"?device={'1' * 16}" in page


@pytest.mark.parametrize("role", ["support", "economist"])
def test_only_whoever_keeps_play_fair_sees_it(staff: Staff, three: list[Trace], role: str) -> None:
    assert staff(role).get(LIST).status_code == 403


def test_nobody_changes_it(staff: Staff, three: list[Trace]) -> None:
    client = staff("superuser")
    assert client.get(f"{LIST}add/").status_code == client.get(f"{LIST}{three[0].pk}/delete/").status_code == 403
