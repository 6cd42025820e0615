"""Connections that are slow, half gone, or muddle what pages send."""

from __future__ import annotations

import asyncio
import random
import re
import time

import pytest

from tests.faults.company import LONG, Company
from tests.faults.front import Muddle
from tests.faults.processes import until
from tests.faults.proof import proves
from tests.faults.stage import staged
from tests.live.wire import Visitor, Wire

pytestmark = pytest.mark.full

HERE = (
    "SELECT count(*) FROM game_tableseat s JOIN game_table t ON t.id = s.table_id"
    " WHERE t.code = '{}' AND seen_at IS NOT NULL"
)


async def test_messages_are_doubled_delayed_and_overtake_each_other() -> None:
    async with staged() as (stage, front):
        front.muddle = Muddle(late=0.6, twice=0.5, again=3.0, chance=random.Random(2))
        company = Company(front.url, stage)
        async with company.at_play():
            await company.goes_on(20)
            await proves(stage, company)
        assert front.muddle.doubled > 20
        assert not re.search(r"\b(ERROR|CRITICAL)\b", stage.said()), stage.said()


async def test_half_open_connections() -> None:
    """People notice the silence and come back; the server lets go of what is left of them."""
    async with staged() as (stage, front):
        company = Company(front.url, stage)
        async with company.at_play():
            front.freeze()
            await company.goes_on()
            await proves(stage, company)
            front.freeze()
            for person in company.tables[0]:
                person.is_gone = True  # the page is closed, which nobody tells the server
            await until(
                lambda: stage.rows(HERE.format(company.tables[0][0].code)) == [(0,)], LONG, "nobody being there"
            )


async def test_a_client_that_never_reads() -> None:
    """It is hung up on before what it doesn't take fills the server; the others play on."""
    async with staged() as (stage, front):
        company = Company(front.url, stage)
        async with company.at_play():
            visitor = Visitor(f"http://127.0.0.1:{stage.servers[0].port}")
            wire = await asyncio.to_thread(visitor.watch, company.people[0].code)
            await asyncio.to_thread(ask_until_cut, wire)
            wire.close()
            await proves(stage, company)
        assert not re.search(r"\b(ERROR|CRITICAL)\b", stage.said()), stage.said()


def ask_until_cut(wire: Wire) -> None:
    """Ask for the table again and again, never looking at it, until the server hangs up."""
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        try:
            wire.send(type="table")
        except ConnectionError:
            return
        except TimeoutError:  # the server reads nothing either
            continue
        time.sleep(0.02)
    raise AssertionError("it was never hung up on")
