"""Many tables of scripted people at once: what they got, and what it cost the server."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from game.drill.company import Company
from game.drill.measure import Figures, Spread, spread
from game.drill.person import Person
from game.drill.processes import use
from game.drill.rhythm import Metronome, Rhythm

ARRIVING = 8
"""So many tables fill at the same time."""
SAMPLE = 1.0
"""Seconds between two looks at the server's memory."""


class Plan(NamedTuple):
    """What is to be tried."""

    url: str
    tables: int
    seconds: float
    """How long it is measured, after the warm-up."""
    warm_up: float = 5.0
    pace: float = 0.0
    """Moves a second at each table; 0: a closed loop."""
    drop: float = 0.0
    """Each connection breaks about so often, in seconds; 0: never."""
    pids: tuple[int, ...] = ()
    """The server's processes, if they are on this machine."""


@dataclass(slots=True)
class Outcome:
    """What came of it: moves, times and use while it was measured, all that went wrong from the start on."""

    moves: int = 0
    seconds: float = 0.0
    latency: Spread = Spread(0, 0, 0)
    refusals: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    breaks: int = 0
    """Connections that were lost, those broken on purpose among them."""
    cpu: float | None = None
    """Seconds of the server's; None where its processes aren't known."""
    memory: list[float] = field(default_factory=list)
    """Megabytes, once a second."""

    @property
    def cpu_a_move(self) -> float | None:
        """Milliseconds."""
        return None if self.cpu is None or not self.moves else 1000 * self.cpu / self.moves

    @property
    def growth(self) -> float | None:
        """How much larger the memory's last tenth is than its first, as a part of it; None where it isn't known."""
        tenth = max(1, len(self.memory) // 10)
        first, last = sum(self.memory[:tenth]), sum(self.memory[-tenth:])
        return None if not first else last / first - 1


async def run(plan: Plan) -> Outcome:
    """Let everybody sit down and play; Turned or OSError where they can't."""
    figures = Figures()
    companies = [Company(plan.url, _rhythm(plan.pace), figures) for _ in range(plan.tables)]
    await _sit_down(companies)
    end = time.monotonic() + plan.warm_up + plan.seconds
    playing = [asyncio.create_task(company.play(lambda: time.monotonic() > end)) for company in companies]
    people = [person for company in companies for person in company.people]
    dropping = asyncio.create_task(_drop(people, plan.drop)) if plan.drop else None
    await asyncio.sleep(plan.warm_up)
    outcome = await _measure(plan, figures)
    if dropping:
        dropping.cancel()
    await asyncio.gather(*playing)
    _add_up(outcome, people)
    return outcome


def _rhythm(pace: float) -> Rhythm:
    return Metronome(1 / pace) if pace else Rhythm()


async def _sit_down(companies: Iterable[Company]) -> None:
    """A few tables at a time, as people come."""
    doors = asyncio.Semaphore(ARRIVING)

    async def arrive(company: Company) -> None:
        async with doors:
            await company.sit_down()

    await asyncio.gather(*map(arrive, companies))


async def _drop(people: Sequence[Person], every: float) -> None:
    while True:
        await asyncio.sleep(every / len(people))
        await random.choice(people).drop()


async def _measure(plan: Plan, figures: Figures) -> Outcome:
    outcome = Outcome()
    began, cpu = time.monotonic(), use(plan.pids).cpu
    figures.is_on = True
    while (left := began + plan.seconds - time.monotonic()) > 0:
        await asyncio.sleep(min(SAMPLE, left))
        outcome.memory.append(use(plan.pids).memory)
    figures.is_on = False
    outcome.seconds = time.monotonic() - began
    outcome.cpu = use(plan.pids).cpu - cpu if plan.pids else None
    outcome.moves, outcome.latency = len(figures.latencies), spread(figures.latencies)
    return outcome


def _add_up(outcome: Outcome, people: Iterable[Person]) -> None:
    for person in people:
        outcome.refusals += person.record.refusals
        outcome.errors += person.record.errors
        outcome.breaks += person.record.breaks + person.record.closes.total()
