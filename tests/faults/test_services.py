"""Databases and Redis go away, come back, and are full."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.company import LONG, Company
from tests.faults.keeping import Sqlite
from tests.faults.processes import until
from tests.faults.proof import proves
from tests.faults.stage import needs_services, staged

pytestmark = pytest.mark.full


@needs_services
async def test_redis_is_restarted_and_then_gone_for_a_while() -> None:
    """Play goes on meanwhile, between people of two servers."""
    async with staged(servers=2, clocks=1, shared=True) as (stage, front):
        company = Company(front.url, stage)
        async with company.at_play():
            assert stage.redis
            stage.redis.kill()
            await stage.redis.serve()
            await company.goes_on()
            stage.redis.kill()
            pause = asyncio.create_task(asyncio.sleep(10))
            await company.goes_on()
            await pause
            await stage.redis.serve()
            await proves(stage, company)


@needs_services
async def test_postgresql_is_restarted() -> None:
    async with staged(servers=2, clocks=1, shared=True) as (stage, front):
        company = Company(front.url, stage)
        async with company.at_play():
            await asyncio.to_thread(stage.database.kill)
            await asyncio.sleep(2)
            await asyncio.to_thread(stage.database.start)
            await proves(stage, company)


async def test_the_file_is_busy_for_longer_than_anybody_waits() -> None:
    async with staged() as (stage, front):
        company = Company(front.url, stage)
        async with company.at_play():
            assert isinstance(stage.database, Sqlite)
            with closing(sqlite3.connect(stage.database.path, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                await until(lambda: bool(refusals(company)["unsaved"]), LONG, "somebody being told")
            await proves(stage, company)


def refusals(company: Company) -> dict[str, int]:
    """How often people were refused, by the code."""
    counts: dict[str, int] = {"unsaved": 0}
    for person in company.people:
        for code, count in person.record.refusals.items():
            counts[code] = counts.get(code, 0) + count
    return counts


@pytest.fixture(params=[False, pytest.param(True, marks=needs_services)], ids=["SQLite", "PostgreSQL"])
def shared(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def small_disk(shared: bool) -> Iterator[Path]:
    """A disk that has room for the database, and for some megabytes more; every user may enter it."""
    size = "160m" if shared else "12m"
    with tempfile.TemporaryDirectory(prefix="phom-disk-") as name:
        Path(name).chmod(0o755)
        command = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=755", "phom", name]
        if os.geteuid() != 0 or subprocess.run(command, check=False, capture_output=True).returncode:
            pytest.skip("no disk may be mounted here")
        try:
            yield Path(name)
        finally:
            subprocess.run(["umount", "--lazy", name], check=True)


async def test_the_disk_is_full(small_disk: Path, shared: bool) -> None:
    """Whoever acts is told that nothing was kept; once there is room again, play goes on from there."""
    several = {"servers": 2, "clocks": 1} if shared else {}
    async with staged(disk=small_disk, shared=shared, **several) as (stage, front):  # type: ignore[arg-type]
        company = Company(front.url, stage)
        async with company.at_play():
            ballast = small_disk / "ballast"
            fill(ballast)
            await until(lambda: bool(refusals(company)["unsaved"]), LONG, "no room any more")
            ballast.unlink()
            await proves(stage, company)


def fill(path: Path) -> None:
    """Take all the room that is left."""
    with path.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            return
