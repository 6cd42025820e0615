"""The people at one table, and how long each move took until all of them had seen it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from game.drill.measure import Figures
from game.drill.person import Person
from game.drill.record import Press
from game.drill.rhythm import Rhythm
from game.drill.sighting import Stand

SEATS = 4


class Company:
    """Four people at a table of their own."""

    def __init__(self, url: str, rhythm: Rhythm, figures: Figures) -> None:
        self.people = [Person(url, rhythm, SEATS, self) for _ in range(SEATS)]
        self._figures = figures
        self._unseen: dict[Stand, tuple[float, set[Person]]] = {}
        """When a move was made from here, and who hasn't seen yet that it was."""

    async def sit_down(self) -> None:
        """One opens a table, the others follow its link. Turned, OSError."""
        host, *guests = self.people
        await host.come()
        code = await host.open_table()
        for guest in guests:
            await guest.join(code)

    async def play(self, until: Callable[[], bool]) -> None:
        await asyncio.gather(*(person.play(until) for person in self.people))

    def pressed(self, person: Person, press: Press) -> None:
        self._unseen.setdefault(press.stand, (press.at, set(self.people)))

    def saw(self, person: Person, stand: Stand, at: float) -> None:
        for pressed_at, (began, waiting) in list(self._unseen.items()):
            if pressed_at < stand:
                waiting.discard(person)
                if not waiting:
                    del self._unseen[pressed_at]
                    self._figures.seen_by_all(at - began)
