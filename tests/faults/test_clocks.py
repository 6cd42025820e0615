"""Clocks are killed, and the wall clock jumps."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.company import Company
from tests.faults.proof import proves
from tests.faults.stage import needs_services, staged
from tests.faults.wall import Wall

pytestmark = pytest.mark.full

HOUR = 3600


@needs_services
async def test_of_two_clocks_one_is_killed_and_then_the_other() -> None:
    """Half of the seats are the clock's to play."""
    async with staged(clocks=2, shared=True) as (stage, front):
        company = Company(front.url, stage, people=2)
        async with company.at_play():
            first, second = stage.clocks
            first.kill()
            await company.goes_on()
            second.kill()
            first.start()
            await proves(stage, company)


@pytest.mark.skipif(not Wall.is_there, reason="libfaketime isn't installed")
@pytest.mark.parametrize("shared", [False, pytest.param(True, marks=needs_services)])
@pytest.mark.parametrize("jump", [HOUR, -HOUR])
async def test_the_wall_clock_jumps_by_an_hour(tmp_path: Path, shared: bool, jump: int) -> None:
    """Nobody's turn is over by that, nobody is missed, and bots go on."""
    wall = Wall(tmp_path)
    async with staged(clocks=2 if shared else 0, shared=shared, wall=wall) as (stage, front):
        company = Company(front.url, stage, people=3)
        async with company.at_play():
            wall.jump(jump)
            await company.goes_on()
            wall.jump(0)
            hands = await proves(stage, company)
            assert not any(hand.timed_out for hand in hands.values())
            closed = stage.rows("SELECT code FROM game_table WHERE closed_at IS NOT NULL")
            assert not closed
