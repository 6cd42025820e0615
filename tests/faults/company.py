"""People at tables, who play hand after hand while a test does its worst to the site."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from game.drill.person import Person, Rhythm
from game.drill.record import Press
from tests.faults.processes import until
from tests.faults.stage import Stage

FAR_AWAY = 3600.0
LONG = 120.0
"""Seconds in which what comes by itself has to come, on a machine that has much else to do."""
BY = 8
"""So many actions show that a table goes on."""


class Pace(Rhythm):
    """Presses come about twice a second, until people rest."""

    def __init__(self, chance: random.Random, slowest: float) -> None:
        self.rests = False
        self._chance, self._slowest = chance, slowest

    def until_press(self) -> float:
        return FAR_AWAY if self.rests else self._chance.uniform(0, self._slowest)

    def until_ready(self) -> float:
        return self.until_press()


class Company:
    """Some tables: ``people`` at each, the other seats for bots."""

    def __init__(
        self, url: str, stage: Stage, tables: int = 2, people: int = 4, slowest: float = 0.5, seed: int = 1
    ) -> None:
        self._stage = stage
        self._chance = random.Random(seed)
        self.pace = Pace(self._chance, slowest)
        self.tables = [[self._person(url, people) for _ in range(people)] for _ in range(tables)]
        self._is_over = False

    def _person(self, url: str, people: int) -> Person:
        return Person(url, self.pace, people, chance=random.Random(self._chance.random()))

    @property
    def people(self) -> list[Person]:
        return [person for table in self.tables for person in table]

    @property
    def presses(self) -> list[Press]:
        return [press for person in self.people for press in person.record.presses]

    @asynccontextmanager
    async def at_play(self) -> AsyncIterator[None]:
        """All sit down and play for as long as the block lasts; it begins once everybody sees a hand on its way."""
        for table in self.tables:
            host, *others = table
            await host.come()
            bots = {"seats": "4", "with_bots": "on"} if len(table) < 4 else {}
            code = await host.open_table(**bots)
            for other in others:
                await other.join(code)
        playing = [asyncio.create_task(person.play(lambda: self._is_over)) for person in self.people]
        try:
            await until(lambda: all(person.stand.version >= 4 for person in self.people), LONG, "a hand at each table")
            yield
        finally:
            self._is_over = True
            _, late = await asyncio.wait(playing, timeout=LONG)
            for task in late:
                task.cancel()
            ends = await asyncio.gather(*playing, return_exceptions=True)
        assert not any(ends), ends

    def _stands(self) -> dict[str, tuple[int, int]]:
        """How far each table is, as the database has it."""
        query = (
            "SELECT t.code, h.number, h.version FROM game_table t JOIN game_handrecord h"
            " ON h.table_id = t.id AND h.number = t.hand_number"
        )
        stands = {code: (number, version) for code, number, version in self._stage.rows(query)}
        return {table[0].code: stands.get(table[0].code, (0, 0)) for table in self.tables}

    async def goes_on(self, by: int = BY, seconds: float = LONG) -> None:
        """Return once every table's hand has gone on by so many actions, or a new one was dealt: none is stuck."""
        before = await asyncio.to_thread(self._stands)

        def have_all() -> bool:
            now = self._stands()
            return all(now[code] >= (number, version + by) for code, (number, version) in before.items())

        await until(have_all, seconds, f"every table going on from {before}")

    async def rest(self, seconds: float = LONG) -> None:
        """Nobody presses any more; return once all see their tables as the database has them, for a second."""
        self.pace.rests = True
        quiet = 0.0
        for _ in range(round(seconds / 0.25)):
            quiet = quiet + 0.25 if await asyncio.to_thread(self._all_see) else 0.0
            if quiet >= 1.0:
                return
            await asyncio.sleep(0.25)
        seen = {person.code: [each.revision for each in table] for table in self.tables for person in table[:1]}
        raise AssertionError(f"the database has {self._revisions()}, people see {seen}")

    def _revisions(self) -> dict[str, int]:
        return dict(self._stage.rows("SELECT code, revision FROM game_table"))  # type: ignore[arg-type]

    def _all_see(self) -> bool:
        revisions = self._revisions()
        return all(person.revision == revisions[person.code] for person in self.people)
