"""Somebody at a table: reads from its HTML what may be done, does it, and comes back when the connection breaks."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Protocol
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from game.drill import sighting
from game.drill.browser import Browser
from game.drill.record import Press, Record
from game.drill.rhythm import Rhythm
from game.drill.sighting import Sighting, Stand

PING = 4.0
SILENCE = 8.5
"""Seconds, as in a page's script: a connection is asked for a sign of life, and given up without one."""
ANSWER = 3.0
"""Seconds after which a press without an answer is made good by asking for the table."""
TICK = 0.5
HINTED = 0.8
"""How often somebody throws the card that the hint says."""
COME_BACK = (0.5, 5.0)
"""Seconds until a broken connection is opened anew: at first, and at most."""
FOR_GOOD = frozenset({4001, 4003, 4004})
"""Close codes after which a page doesn't come back."""
FAULTS = frozenset({"failed", "bad_message", "too_big", "too_fast"})
"""Refusals that somebody who only presses what there is should never get."""


class Witness(Protocol):
    """Whoever wants to know when what was seen."""

    def pressed(self, person: Person, press: Press) -> None: ...

    def saw(self, person: Person, stand: Stand, at: float) -> None: ...


class Person:
    """A guest in a browser of its own; ``table_of`` so many wait for each other before the first deal."""

    def __init__(
        self,
        url: str,
        rhythm: Rhythm | None = None,
        table_of: int = 4,
        witness: Witness | None = None,
        chance: random.Random | None = None,
    ) -> None:
        self.browser = Browser(url)
        self.rhythm = rhythm or Rhythm()
        self.table_of = table_of
        self.witness = witness
        self.chance = chance or random.Random()
        self.code = ""
        self.seen: Sighting | None = None
        self.record = Record()
        self.release = ""
        self.is_gone = False
        """Whether the server has closed the table to this person for good."""
        self._socket: ClientConnection | None = None
        self._heard = self._pinged = self._asked = 0.0
        self._doing: dict[str, tuple[object, asyncio.Task[None]]] = {}
        """What is about to be done, by its kind, and for what."""

    @property
    def stand(self) -> Stand:
        return self.seen.stand if self.seen else Stand()

    @property
    def revision(self) -> int:
        """Of the table, as it was shown last."""
        return self.seen.revision if self.seen else 0

    # -- pages ----------------------------------------------------------------------------------------

    async def come(self) -> None:
        """Open the first page."""
        await self.browser.get("/")

    async def open_table(self, **wanted: str) -> str:
        """Open a table for people, as the form has it but for what is ``wanted``; its code."""
        form = await self.browser.get("/tables/new/")
        usual = {"preset": "online", "stake": "hien_nha", "multiplier": "1", "seats": str(self.table_of)}
        page = await self.browser.post("/tables/new/", form, **(usual | {"spectators": "on", "chat": "on"} | wanted))
        self.code = _code_of(page.address)
        return self.code

    async def join(self, code: str) -> None:
        """Follow a table's link and sit down there."""
        link = await self.browser.get(f"/j/{code}/")
        if link.address.endswith(f"/j/{code}/"):
            link = await self.browser.post(f"/t/{code}/sit/", link)
        self.code = _code_of(link.address)

    # -- the table ------------------------------------------------------------------------------------

    async def play(self, until: Callable[[], bool]) -> None:
        """Keep the table open and play hand after hand until ``until()``, which is asked twice a second; whatever
        happens to the connection."""
        wait = COME_BACK[0]
        while not (until() or self.is_gone):
            opened = self.record.sockets
            try:
                await self._stay(until)
            except ConnectionClosed as closed:
                self._closed(closed)
            except (OSError, TimeoutError, WebSocketException):
                self.record.breaks += 1
            if not until():
                wait = COME_BACK[0] if self.record.sockets > opened else min(wait * 2, COME_BACK[1])
                await asyncio.sleep(wait * self.chance.uniform(0.7, 1.3))

    async def drop(self) -> None:
        """Let the connection break, without a word to the server."""
        if self._socket:
            self._socket.transport.abort()

    async def say(self, **message: object) -> None:
        """Send any message; nothing where there is no connection any more."""
        if self._socket:
            with suppress(ConnectionClosed):
                await self._socket.send(json.dumps(message))

    def _address(self) -> str:
        site = urlsplit(self.browser.site)
        scheme = "wss" if site.scheme == "https" else "ws"
        return f"{scheme}://{site.netloc}/ws/t/{self.code}/?language={self.browser.language}"

    async def _stay(self, until: Callable[[], bool]) -> None:
        """Be connected until ``until()``, or until it breaks."""
        headers = {"Cookie": self.browser.cookies}
        site: Any = self.browser.site
        async with connect(
            self._address(), origin=site, additional_headers=headers, ping_interval=None, close_timeout=1
        ) as socket:
            self._socket = socket
            self.record.sockets += 1
            self._heard = self._pinged = time.monotonic()
            try:
                await self._listen(socket, until)
            finally:
                self._socket = None
                self._forget()

    async def _listen(self, socket: ClientConnection, until: Callable[[], bool]) -> None:
        while not until():
            try:
                async with asyncio.timeout(TICK):
                    text = await socket.recv()
            except TimeoutError:
                await self._keep_alive(time.monotonic())
                continue
            self._heard = time.monotonic()
            await self._hear(text, self._heard)
            await self._keep_alive(self._heard)

    async def _keep_alive(self, now: float) -> None:
        """Ping in time; TimeoutError once the server has been silent for too long."""
        if now - self._heard > SILENCE:
            raise TimeoutError
        if now - self._pinged >= PING:
            self._pinged = now
            await self.say(type="ping")
        last = self.record.presses[-1] if self.record.presses else None
        if last and last.seen_at is None and now - max(last.at, self._asked) > ANSWER:
            self._asked = now
            await self.say(type="table")

    def _closed(self, closed: ConnectionClosed) -> None:
        if closed.rcvd is None:
            self.record.breaks += 1
        else:
            self.record.closes[closed.rcvd.code] += 1
            self.is_gone = closed.rcvd.code in FOR_GOOD

    # -- what comes -----------------------------------------------------------------------------------

    async def _hear(self, text: str | bytes, now: float) -> None:
        try:
            message = json.loads(text)
            kind = message["kind"]
            if kind == "table":
                await self._see(sighting.read(message["content"]), now)
            elif kind == "notice":
                self._noticed(message["code"])
            elif kind == "pong":
                await self._compare(message)
        except (KeyError, TypeError, ValueError) as error:
            self.record.errors.append(f"a frame that can't be read: {error}")

    async def _compare(self, pong: dict[str, Any]) -> None:
        self.release = pong["release"]
        if pong["revision"] > self.revision:
            await self.say(type="table")

    def _noticed(self, code: str) -> None:
        self.record.was_refused(code)
        if code in FAULTS:
            self.record.errors.append(f"refused: {code}")

    async def _see(self, seen: Sighting, now: float) -> None:
        """The table as it is now; what is to be done follows."""
        self.seen = seen
        self.record.frames += 1
        self.record.saw(seen.stand, now)
        if self.witness:
            self.witness.saw(self, seen.stand, now)
        if promise := sighting.wants_seed(seen):
            self._soon("seed", promise, self._give_seed())
        if seen.is_mine and not self._is_answered_soon(seen.stand, now):
            self._soon("press", seen.stand, self._press(seen.stand))
        elif sighting.wants_ready(seen) and self._is_company(seen):
            self._soon("ready", seen.stand, self._ready(seen.stand))

    def _is_company(self, seen: Sighting) -> bool:
        """Whether there is nobody to be waited for: only the first hand waits for seats to be taken."""
        return seen.stand.hand > 0 or sighting.people(seen) >= self.table_of

    def _is_answered_soon(self, stand: Stand, now: float) -> bool:
        """Whether the answer to a press for this very stand is on its way."""
        last = self.record.presses[-1] if self.record.presses else None
        return bool(last and last.stand == stand and not last.refused and now - last.at < ANSWER)

    # -- what is done ---------------------------------------------------------------------------------

    def _soon(self, kind: str, about: object, doing: Coroutine[Any, Any, None]) -> None:
        """Do it, unless it is being done; once it was done, again after a while only, should it still be wanted."""
        known = self._doing.get(kind)
        if known and known[0] == about and not known[1].done():
            doing.close()
            return
        task = asyncio.get_running_loop().create_task(doing)
        task.add_done_callback(self._done)
        self._doing[kind] = about, task

    def _done(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()):
            self.record.errors.append(f"not done: {error!r}")

    def _forget(self) -> None:
        """The connection is gone: what was about to be done isn't."""
        for _, task in self._doing.values():
            task.cancel()
        self._doing.clear()

    async def _press(self, stand: Stand) -> None:
        await asyncio.sleep(self.rhythm.until_press())
        if self.seen is None or self.seen.stand != stand or not self.seen.is_mine:
            return
        press = Press(stand, self.choose(self.seen), time.monotonic())
        self.record.press(press)
        if self.witness:
            self.witness.pressed(self, press)
        await self.say(type="act", hand=stand.hand, version=stand.version, action=press.action)

    async def _ready(self, stand: Stand) -> None:
        await asyncio.sleep(self.rhythm.until_ready())
        if self.seen and self.seen.stand == stand and sighting.wants_ready(self.seen):
            await self.say(type="ready")
            await asyncio.sleep(ANSWER)

    async def _give_seed(self) -> None:
        await self.say(type="seed", seed=f"{self.chance.getrandbits(128):032x}")
        await asyncio.sleep(ANSWER)

    def choose(self, seen: Sighting) -> str:
        """What to do of what may be done: eat, lay and send where that can be, throw what the hint says, mostly."""
        by_button = sighting.actions(seen)
        for kind in ("eat", "lay", "send", "draw"):
            if kind_of := [action for action in by_button if action.startswith(kind)]:
                return kind_of[0]
        may_go = sighting.throws(seen)
        if not may_go:
            raise ValueError(f"expected something to press at {seen.stand}, found nothing")
        return may_go[0] if self.chance.random() < HINTED else self.chance.choice(may_go)


def _code_of(address: str) -> str:
    """The table whose page has this address; ValueError where it is another page."""
    parts = urlsplit(address).path.strip("/").split("/")
    if len(parts) != 2 or parts[0] != "t":
        raise ValueError(f"expected the page of a table, came to {address}")
    return parts[1]
