"""What those who look after the site ask: whether it lives, whether it is ready, what it measures."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from django.core.management import CommandError
from django.db import OperationalError
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.models import House
from game.live import figures, meters
from game.live.moment import now
from game.live.refused import Refused
from game.management.commands import runclock
from game.models import Table
from phom_site import environ
from tests.browser.server import free_port
from tests.house import has_set
from tests.live.build import QUIET, dealt, do, people, seated
from tests.live.conftest import Stack, nothing_cached, quiet, stack

__all__ = ["Stack", "nothing_cached", "quiet", "stack"]

READY = {"database": "ok", "channel_layer": "ok", "clock": "ok"}


def fail(*args: object, **kwargs: object) -> Any:
    raise OperationalError("the database is away")


@pytest.fixture
def without_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.db.models.query.QuerySet.aggregate", fail)
    monkeypatch.setattr("django.db.models.query.QuerySet.count", fail)


def due(seconds: float, leased: float | None = None) -> Table:
    """A table whose deadline is so many seconds from now, and the lease of the clock that claimed it."""
    lease = None if leased is None else now() + timedelta(seconds=leased)
    return seated(["sound"] * 4, due_at=now() + timedelta(seconds=seconds), lease_until=lease)


@pytest.mark.parametrize("host", ["testserver", "10.1.2.3", "not one of ours"])
def test_a_process_lives_whatever_is_away(client: Client, settings: Settings, host: str) -> None:
    """No database is allowed here."""
    settings.PHOM_MAINTENANCE, settings.SECURE_SSL_REDIRECT = True, True
    response = client.get("/healthz", headers={"host": host})
    assert (response.status_code, response.content) == (200, b"ok\n")
    assert response.headers["cache-control"] == "no-store"


@pytest.mark.django_db
def test_ready(client: Client) -> None:
    due(-5)
    response = client.get("/readyz")
    assert (response.status_code, response.json()) == (200, READY)


@pytest.mark.django_db
def test_without_the_database_it_is_not_ready(client: Client, without_database: None) -> None:
    due(-5)
    response = client.get("/readyz")
    assert (response.status_code, response.json()) == (503, READY | {"database": "away", "clock": "unknown"})


@pytest.mark.django_db
def test_without_the_channel_layer_it_is_not_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.live.push.get_channel_layer", fail)
    response = client.get("/readyz")
    assert (response.status_code, response.json()) == (503, READY | {"channel_layer": "away"})


@pytest.mark.django_db
def test_where_no_clock_runs_it_is_not_ready(client: Client) -> None:
    due(-30)
    response = client.get("/readyz")
    assert (response.status_code, response.json()) == (503, READY | {"clock": "late"})


@pytest.mark.django_db
@pytest.mark.parametrize(("leased", "lag"), [(None, 30), (2, 0), (-1, 1)])
def test_a_table_at_which_the_clock_fails_again_and_again_does_not_make_it_late(leased: float, lag: float) -> None:
    table = due(-30, leased)
    at = (table.due_at or now()) + timedelta(seconds=30)
    assert figures.lag(at).total_seconds() == pytest.approx(lag, abs=0.1)


@pytest.mark.django_db
def test_while_the_site_is_away_no_clock_is_missed(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    due(-30)
    has_set(monkeypatch, maintenance=True)
    assert House().maintenance is False
    assert client.get("/readyz").json() == READY


# -- metrics -----------------------------------------------------------------------------------------------


def measured(client: Client, **headers: str) -> dict[str, float]:
    """What is told, by name and labels."""
    response = client.get("/metrics", headers=headers)
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/plain")
    lines = [line for line in response.content.decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


@pytest.mark.django_db
def test_a_move_is_counted_with_its_time_and_its_queries(client: Client, quiet: None) -> None:
    table = seated([*people()])
    dealt(table)
    first, second = QUIET["actions"][:2]
    before = measured(client)
    do(table, first)
    with pytest.raises(Refused):
        do(table, first)
    do(table, second)
    after = measured(client)

    def more(name: str) -> float:
        return after[name] - before.get(name, 0)

    assert more('phom_moves_total{by="person"}') == more('phom_move_seconds_count{by="person"}') == 2
    assert 4 < more("phom_move_queries_total") < 40
    assert after["phom_tables_in_play"] == 1
    assert after["phom_clock_lag_seconds"] == 0


@pytest.mark.django_db
def test_pages_are_measured_by_what_their_addresses_look_like(client: Client) -> None:
    client.get("/t/nothinghere/")
    client.get("/t/norhere/")
    found = measured(client)
    assert found['phom_page_seconds_count{page="/t/<slug:code>/"}'] >= 2
    assert not [name for name in found if "nothinghere" in name]


@pytest.mark.django_db
def test_without_the_database_the_process_tells_what_it_knows(client: Client, without_database: None) -> None:
    found = measured(client)
    assert found["phom_tables_in_play"] != found["phom_tables_in_play"], "not a number"
    assert found["phom_move_queries_total"] >= 0


def test_sockets_are_counted_by_what_they_are_about() -> None:
    class FairyConsumer:
        pass

    def number() -> float:
        [family] = meters.sockets.collect()
        return sum(sample.value for sample in family.samples if sample.labels == {"of": "fairy"})

    some = [FairyConsumer(), FairyConsumer()]
    for socket in some:
        meters.sockets.opened(socket)
    assert number() == 2
    for socket in (some[0], some[0], some[1]):
        meters.sockets.closed(socket)
    assert number() == 0


def test_a_clock_of_its_own_tells_its_measures_while_it_runs() -> None:
    port = free_port()
    with runclock._measured(port):
        with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
            assert b"# TYPE phom_clock_late_seconds histogram" in answer.read()
        with pytest.raises(CommandError, match=f"^--metrics {port}: "), runclock._measured(port):
            pass
    with pytest.raises(URLError):
        urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10)
    with runclock._measured(None):
        pass


TOKEN = "a token that is not easily guessed"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "headers", "may"),
    [
        ("127.0.0.1", {}, True),
        ("::1", {}, True),
        ("10.2.3.4", {}, False),
        ("192.0.2.9", {}, True),
        ("", {}, False),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, False),
        ("127.0.0.1", {"forwarded": "for=127.0.0.1"}, False),
        ("127.0.0.1", {"x-real-ip": "127.0.0.1"}, False),
        ("10.2.3.4", {"authorization": f"Bearer {TOKEN}"}, True),
        ("10.2.3.4", {"authorization": f"Bearer {TOKEN}", "x-forwarded-for": "10.9.9.9"}, True),
        ("10.2.3.4", {"authorization": "Bearer ơ"}, False),
        ("10.2.3.4", {"authorization": "Bearer "}, False),
    ],
)
def test_metrics_are_not_public(settings: Settings, address: str, headers: dict[str, str], may: bool) -> None:
    settings.PHOM_METRICS_TOKEN = TOKEN
    settings.PHOM_METRICS_FROM = [*settings.PHOM_METRICS_FROM, *environ.networks("PHOM_TEST", ["192.0.2.0/28"])]
    encoded = {name: value.encode().decode("latin-1") for name, value in headers.items()}
    response = Client(REMOTE_ADDR=address).get("/metrics", headers=encoded)
    assert response.status_code == (200 if may else 404)


@pytest.mark.django_db
def test_without_a_token_none_lets_anybody_in() -> None:
    response = Client(REMOTE_ADDR="10.2.3.4").get("/metrics", headers={"authorization": "Bearer "})
    assert response.status_code == 404
