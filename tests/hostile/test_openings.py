"""Nobody keeps a server busy by opening sockets: who has very many gets no more, and everybody else does."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from pytest_django import Settings

from accounts.models import User
from game.live import openings as module
from game.live.openings import Openings, openings
from game.sockets import ABUSED
from tests.live.build import people
from tests.live.test_sanctions import Elsewhere


@pytest.fixture(autouse=True)
def limited(settings: Settings) -> None:
    settings.PHOM_LIMITS = 1


def test_so_many_are_open_and_one_that_goes_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 2)
    some = Openings()
    assert [some.came("an", 0.0) for _ in range(3)] == [True, True, False]
    assert some.came("binh", 0.0), "others aren't concerned"
    some.went("an")
    assert some.came("an", 0.0)


def test_opening_them_again_and_again_is_too_fast_after_a_while() -> None:
    some = Openings()

    def one(time: float) -> bool:
        is_let_in = some.came("an", time)
        if is_let_in:
            some.went("an")
        return is_let_in

    assert all(one(0.0) for _ in range(60)), "all tabs may come back at once"
    assert not one(0.0)
    assert one(1.0)


def test_whom_it_remembers_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT", 3)
    some = Openings()
    for number in range(10):
        some.came(f"visitor-{number}", 0.0)
        some.went(f"visitor-{number}")
    assert len(some._paces) == 3 and not some._open


def test_lifted_there_is_no_bound(settings: Settings) -> None:
    settings.PHOM_LIMITS = 0
    some = Openings()
    assert all(some.came("an", 0.0) for _ in range(200))


@pytest.mark.django_db(transaction=True)
async def test_one_too_many_is_told_and_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 1)
    an, binh = await sync_to_async(people)(2)

    async def tab(user: User | None) -> Elsewhere:
        made = await sync_to_async(Elsewhere)(user)
        assert await made.enter("/ws/lobby/")
        return made

    first, second, other = await tab(an), await tab(an), await tab(binh)
    assert await second.closed() == ABUSED
    assert [frame["code"] for frame in second.frames] == ["too_fast"]
    await second.close()
    await other.next_of("lobby")
    await first.next_of("lobby")
    await first.close()
    third = await tab(an)
    await third.next_of("lobby")
    for one in (third, other):
        await one.close()
    assert {f"player-{an.pk}", f"player-{binh.pk}"}.isdisjoint(openings._open)
