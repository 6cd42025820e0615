"""The database is lost: its copy, taken under play, is put back, and play goes on."""

from __future__ import annotations

import asyncio
import subprocess
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.faults.company import Company
from tests.faults.keeping import parsed
from tests.faults.stage import Stage, needs_services, staged

pytestmark = pytest.mark.full

Actions = dict[int, list[Any]]


def actions(stage: Stage) -> Actions:
    """Those of each hand."""
    return {pk: parsed(found) for pk, found in stage.rows("SELECT id, actions FROM game_handrecord")}


async def ran(stage: Stage, *words: object) -> subprocess.CompletedProcess[str]:
    return await asyncio.to_thread(stage.manage, *map(str, words))


async def succeeds(stage: Stage, *words: object) -> str:
    done = await ran(stage, *words)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


async def refuses(stage: Stage, because: str, *words: object) -> None:
    done = await ran(stage, *words)
    assert done.returncode == 1 and because in done.stderr, done.stdout + done.stderr


async def is_sound(stage: Stage) -> None:
    await succeeds(stage, "checkledger")
    assert ", 0 differ" in await succeeds(stage, "checkhands", "--kept")


def emptied(stage: Stage, folder: Path) -> dict[str, str]:
    """What leads to a database in which there is nothing yet."""
    if "DATABASE_URL" not in stage.environment:
        return {"PHOM_DB": str(folder / "new" / "phom.sqlite3")}
    url = stage.environment["DATABASE_URL"]
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE DATABASE elsewhere")
    return {"DATABASE_URL": url.replace("/postgres?", "/elsewhere?")}


@pytest.mark.parametrize("shared", [False, pytest.param(True, marks=needs_services)])
async def test_a_copy_taken_under_play_is_sound_when_it_is_put_back(shared: bool, tmp_path: Path) -> None:
    file = tmp_path / "copy"
    async with staged(shared=shared) as (stage, front):
        company = Company(front.url, stage)
        async with company.at_play():
            await company.goes_on()
            before = await asyncio.to_thread(actions, stage)
            await succeeds(stage, "backup", file)
            await company.goes_on()
            await refuses(stage, "the database is in use", "restore", file, "--replace")
        await refuses(stage, "--replace loses them", "restore", file)
        stage.servers[0].kill()
        after = await asyncio.to_thread(actions, stage)
        home = dict(stage.environment)
        stage.environment |= await asyncio.to_thread(emptied, stage, tmp_path)
        await succeeds(stage, "restore", file)
        await is_sound(stage)
        stage.environment |= home
        await succeeds(stage, "restore", file, "--replace")
        await is_sound(stage)
        restored = await asyncio.to_thread(actions, stage)
        assert sum(map(len, before.values())) <= sum(map(len, restored.values())) < sum(map(len, after.values()))
        assert all(after[pk][: len(found)] == found for pk, found in restored.items())
        await stage.servers[0].serve()
        others = Company(front.url, stage, tables=1)
        async with others.at_play():
            await others.goes_on()
        await is_sound(stage)
