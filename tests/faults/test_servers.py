"""Servers are killed, ended for a new release, and besieged by everybody at once."""

from __future__ import annotations

import asyncio
import re
import shutil
import signal
from pathlib import Path

import pytest

from game.drill.person import Person
from phom_site.away import RESTARTING
from tests.browser.server import ROOT
from tests.faults.company import LONG, Company
from tests.faults.processes import until
from tests.faults.proof import proves
from tests.faults.stage import Stage, needs_services, staged

pytestmark = pytest.mark.full

CODE = ("accounts", "game", "phom_site", "templates", "static", "locale", "manage.py")
WATCHERS = 480


async def test_killed_in_mid_action_and_started_again() -> None:
    async with staged() as (stage, front):
        company = Company(front.url, stage)
        async with company.at_play():
            for _ in range(3):
                await asyncio.sleep(1)
                stage.servers[0].kill()
                await stage.servers[0].serve()
            await proves(stage, company)


@needs_services
async def test_both_servers_are_killed_in_turn_and_the_other_goes_on() -> None:
    async with staged(servers=2, clocks=1, shared=True) as (stage, front):
        company = Company(front.url, stage)
        async with company.at_play():
            for server in stage.servers:
                server.kill()
                await company.goes_on()
                await server.serve()
            await proves(stage, company)


def newer(folder: Path) -> Path:
    """The same code with another word on a page."""
    for name in CODE:
        part = ROOT / name
        if part.is_dir():
            shutil.copytree(part, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(part, folder / name)
    page = folder / "templates" / "500.html"
    page.write_text(page.read_text() + "<!-- newer -->")
    return folder


async def replace(stage: Stage, code: Path) -> None:
    """One after the other, servers are ended and started with this code, on their ports."""
    for old in list(stage.servers):
        assert await old.end() in (0, -signal.SIGTERM)
        await stage.server(code, old.port).serve()


async def releases(company: Company) -> set[str]:
    """What open pages are told to be of, and so to load again between two hands if they are of another."""
    for person in company.people:
        person.release = ""
    await until(lambda: all(person.release for person in company.people), LONG, "everybody's next sign of life")
    return {person.release for person in company.people}


@pytest.mark.parametrize("shared", [False, pytest.param(True, marks=needs_services)])
async def test_a_new_release_in_mid_hand(tmp_path: Path, shared: bool) -> None:
    """Whoever is at a table connects again, once a server; the hand goes on, and old pages learn that they are old."""
    settings = {"servers": 2, "clocks": 1} if shared else {}
    async with staged(shared=shared, **settings) as (stage, front):  # type: ignore[arg-type]
        company = Company(front.url, stage, slowest=2.0)
        async with company.at_play():
            stands, [old] = [table[0].stand for table in company.tables], await releases(company)
            await replace(stage, newer(tmp_path))
            if not shared:
                assert all(person.record.closes == {RESTARTING: 1} for person in company.people)
            assert not any(person.record.refusals for person in company.people)
            [new] = await releases(company)
            assert new != old
            hands = await proves(stage, company)
            assert all(hands[stand.hand].version > stand.version for stand in stands), "the hands went on"
        page = await company.people[0].browser.get(f"/t/{company.people[0].code}/")
        assert f'<meta name="release" content="{new}">' in page.text
        assert not re.search(r"\b(ERROR|CRITICAL)\b", stage.said()), stage.said()


async def test_five_hundred_come_back_at_once() -> None:
    async with staged() as (stage, front):
        company = Company(front.url, stage, tables=5, slowest=4.0)
        async with company.at_play():
            watchers = [Person(front.url) for _ in range(WATCHERS)]
            is_over = False
            for at, watcher in enumerate(watchers):
                watcher.code = company.tables[at % 5][0].code
            watching = [asyncio.create_task(watcher.play(lambda: is_over)) for watcher in watchers]
            everybody = [*company.people, *watchers]
            await until(lambda: all(person.revision for person in everybody), 2 * LONG, "500 at the tables")
            before = [person.record.sockets for person in everybody]
            front.cut()
            await until(
                lambda: all(person.record.sockets > count for person, count in zip(everybody, before, strict=True)),
                2 * LONG,
                "500 back",
            )
            await proves(stage, company)
            is_over = True
            await asyncio.gather(*watching)
