"""The ASGI application starts the clock that PHOM_CLOCK asks for, whatever server runs it."""

import sys
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace

import pytest
from channels.testing import HttpCommunicator
from pytest_django.fixtures import Settings

from game.live import clock
from phom_site import asgi


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One entry for each start of the clock."""
    found: list[str] = []
    monkeypatch.setattr(clock, "start", lambda: found.append("started"))
    return found


@pytest.fixture
def reactor(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], None]]:
    """What a reactor of Twisted is asked to call once it runs."""
    asked: list[Callable[[], None]] = []
    fake = SimpleNamespace(callLater=lambda seconds, call: asked.append(call))
    monkeypatch.setitem(sys.modules, "twisted.internet.reactor", fake)
    return asked


@pytest.mark.parametrize("wanted", [True, False])
async def test_the_first_request_starts_the_clock(settings: Settings, starts: list[str], wanted: bool) -> None:
    settings.PHOM_CLOCK = wanted
    response = await HttpCommunicator(asgi.application, "GET", "/static/img/favicon.svg").get_response()
    assert response["status"] == 200
    assert response["body"].startswith(b"<svg")
    assert bool(starts) is wanted


@pytest.mark.parametrize("wanted", [True, False])
def test_the_reactor_starts_it_before(
    settings: Settings, starts: list[str], reactor: list[Callable[[], None]], wanted: bool
) -> None:
    settings.PHOM_CLOCK = wanted
    asgi.start_clock_before_requests()
    for call in reactor:
        call()
    assert bool(starts) is wanted


def test_without_a_reactor_nothing_is_started(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.PHOM_CLOCK = True
    monkeypatch.delitem(sys.modules, "twisted.internet.reactor", raising=False)
    asgi.start_clock_before_requests()


def test_only_a_process_that_serves_is_set_up_to_serve(
    reactor: list[Callable[[], None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []
    for module in (asgi.collecting, asgi.turns):
        monkeypatch.setattr(module, "begin", partial(begun.append, module.__name__))
    asgi.run_as_a_server()
    for call in reactor:
        call()
    assert begun == ["phom_site.collecting", "phom_site.turns"]
    monkeypatch.delitem(sys.modules, "twisted.internet.reactor")
    asgi.run_as_a_server()
    assert len(begun) == 2


def test_turns_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    before = sys.getswitchinterval()
    asgi.turns.begin()
    assert sys.getswitchinterval() == pytest.approx(asgi.turns.TURN)
    sys.setswitchinterval(before)
