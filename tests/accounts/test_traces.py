"""From where players come is kept as hashes alone, and not for long."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.core.management import call_command
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings

from accounts import traces
from accounts.erasing import erase
from accounts.models import Trace, User
from tests.accounts.conftest import account

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_noted() -> Iterator[None]:
    traces.noted.clear()
    yield
    traces.noted.clear()


def came(address: str = "203.0.113.7", browser: str = "Firefox") -> traces.Way:
    request = RequestFactory().get("/", REMOTE_ADDR=address, HTTP_USER_AGENT=browser)
    way = traces.way_of(request)
    assert way is not None
    return way


def note(user: User, address: str = "203.0.113.7", browser: str = "Firefox") -> None:
    traces.note(user, RequestFactory().get("/", REMOTE_ADDR=address, HTTP_USER_AGENT=browser))


def test_a_page_notes_from_where_a_player_came(signed_in: Client, thao: User) -> None:
    signed_in.get("/lobby/", REMOTE_ADDR="203.0.113.7", HTTP_USER_AGENT="Firefox")
    trace = thao.traces.get()
    assert (trace.address, trace.device) == came()


def test_a_guest_is_noted_too(client: Client) -> None:
    client.post("/play/", REMOTE_ADDR="203.0.113.7")
    client.get("/lobby/", REMOTE_ADDR="203.0.113.7")
    assert Trace.objects.get().user.is_guest


def test_whoever_only_looks_in_leaves_no_trace(client: Client) -> None:
    client.get("/rules/")
    client.get("/")
    assert not Trace.objects.exists()


def test_no_address_and_no_browser_can_be_read_from_it(thao: User) -> None:
    note(thao)
    row = json.dumps(list(Trace.objects.values("address", "device")))
    assert "203" not in row.replace(came().address, "").replace(came().device, "") and "Firefox" not in row
    assert all(len(part) == traces.LENGTH and set(part) <= set("0123456789abcdef") for part in came())


def test_another_key_makes_other_hashes(settings: Settings) -> None:
    before = came()
    settings.SECRET_KEY = "another"
    assert not set(before) & set(came())


def test_the_same_place_looks_the_same_and_another_doesnt() -> None:
    assert came() == came()
    assert came("203.0.113.8").address != came().address
    assert came(browser="Chrome").device != came().device
    assert came(browser="Chrome").address == came().address


def test_of_an_ipv6_address_counts_the_network() -> None:
    assert came("2001:db8:1:2:aaaa::1") == came("2001:db8:1:2:bbbb::9")
    assert came("2001:db8:1:3::1").address != came("2001:db8:1:2::1").address
    assert came("::ffff:203.0.113.7") == came("203.0.113.7")


def test_behind_a_proxy_counts_the_address_that_it_tells(settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    request = RequestFactory().get("/", REMOTE_ADDR="127.0.0.1", HTTP_X_FORWARDED_FOR="9.9.9.9, 203.0.113.7")
    way = traces.way_of(request)
    assert way and way.address == came().address == traces.hash_of(" 203.0.113.7 ")


@pytest.mark.parametrize("address", ["", "nonsense", "203.0.113"])
def test_without_an_address_nothing_is_noted(thao: User, address: str) -> None:
    note(thao, address)
    assert not Trace.objects.exists()


def test_one_way_is_one_row_of_which_the_last_time_is_known(thao: User) -> None:
    note(thao)
    early = timezone.now() - timedelta(days=3)
    Trace.objects.update(first_at=early, last_at=early)
    note(thao)
    assert Trace.objects.get().last_at == early, "not every page writes"
    traces.noted.clear()
    note(thao)
    trace = Trace.objects.get()
    assert trace.first_at == early and trace.last_at > early


def test_nobody_fills_the_table_by_inventing_browsers(thao: User) -> None:
    for number in range(20):
        note(thao, browser=f"Firefox/{number}")
    assert Trace.objects.count() == 1


def test_the_memory_of_a_process_doesnt_grow_without_end(thao: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traces, "KEPT", 1)
    other = account("Khoa", "khoa@example.com")
    now = timezone.now()
    due = [traces.noted.is_due(user.pk, came(), now) for user in (thao, thao, other, thao)]
    assert due == [True, False, True, True]


def test_who_was_erased_meanwhile_leaves_none(thao: User) -> None:
    note(thao)
    gone = User.objects.get(pk=thao.pk)
    erase(thao)
    assert not Trace.objects.exists()
    gone.erased_at = timezone.now()
    traces.noted.clear()
    note(gone)
    assert not Trace.objects.exists()


def test_cleanup_removes_them_after_ninety_days(thao: User, capsys: pytest.CaptureFixture[str]) -> None:
    note(thao)
    Trace.objects.update(last_at=timezone.now() - timedelta(days=89))
    call_command("cleanup")
    assert Trace.objects.count() == 1
    Trace.objects.update(last_at=timezone.now() - timedelta(days=91))
    call_command("cleanup")
    assert "old traces: 1" in capsys.readouterr().out
    assert not Trace.objects.exists()


def test_the_privacy_page_tells_of_it(client: Client) -> None:
    page = client.get("/privacy/", headers={"accept-language": "en"}).content.decode()
    assert "only as fingerprints, for moderators" in page and "90 days" in page
    assert "keyed fingerprints" in page


def test_the_download_has_them(signed_in: Client, thao: User) -> None:
    note(thao)
    sent = signed_in.get("/account/data/")
    profile = json.loads(ZipFile(BytesIO(b"".join(sent))).read("profile.json"))  # type: ignore[arg-type]
    assert {"address": came().address, "device": came().device} == {
        name: profile["traces"][0][name] for name in ("address", "device")
    }


def test_how_many_came_the_same_way(thao: User) -> None:
    note(thao)
    note(account("Khoa", "khoa@example.com"), browser="Chrome")
    assert traces.players_by("address", thao.traces.all()) == {came().address: 2}
    assert traces.players_by("device", thao.traces.all()) == {came().device: 1}
