"""Whatever is sent to a socket: nobody acts for another seat, sees a hidden card, or makes anything fail."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from game.live.positions import Position
from game.models import Table, TableSeat
from game.rules.actions import format_action
from game.rules.cards import NAMES, cards_of
from game.rules.hand import legal_actions
from phom_site.asgi import application
from tests.hostile.alarms import no_alarm
from tests.hostile.sent import filled, fuzzing, plays, texts, wired
from tests.live.browsers import Browser
from tests.live.build import dealt, person, position_of, seated
from tests.live.detective import leaks
from tests.staff.conftest import member

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet")]
numbers = count()
SEAT_OF_HOST = 3


class World(NamedTuple):
    """A table of four in mid-hand, seat 0 to act, seat 3 its host; another one of others, and whoever looks on."""

    table: Table
    elsewhere: Table
    sitters: list[User]
    stranger: User
    moderator: User

    @classmethod
    def made(cls) -> World:
        number = next(numbers)
        sitters, others = ([person(f"{letter}{one}x{number}") for one in range(4)] for letter in "NM")
        tables = [seated([*four], code=f"{letter}{number}") for four, letter in ((sitters, "n"), (others, "m"))]
        Table.objects.filter(pk=tables[0].pk).update(host=sitters[SEAT_OF_HOST])
        for table in tables:
            dealt(table)
        return cls(*tables, sitters, person(f"Lạ {number}"), member("superuser", f"Nhà {number}"))

    def sender(self, role: str) -> tuple[User | None, int | None]:
        """Who that is, and the seat."""
        if role in SEATS:
            return self.sitters[SEATS[role]], SEATS[role]
        return {"stranger": self.stranger, "moderator": self.moderator, "visitor": None}[role], None

    def known(self, user: User | None, seat: int | None) -> dict[str, Any]:
        """What a hostile sender knows, and guesses."""
        position = position_of(self.table)
        hand = position.hand
        legal = [format_action(action) for action in legal_actions(hand)]
        own = [NAMES[card] for card in cards_of(hand.seats[seat or 0].cards)]
        return {
            "$hand": position.hand_id,
            "$elsewhere": position_of(self.elsewhere).hand_id,
            "$version": position.version,
            "$old": max(0, position.version - 1),
            "$legal": legal[next(numbers) % len(legal)],
            "$cards": "".join(reversed(own)),
            "$card": own[0],
            "$me": user.pk if user else 0,
            "$them": self.sitters[1].pk,
            "$host": self.sitters[SEAT_OF_HOST].pk,
        }

    def others(self, user: User | None) -> list[tuple[Any, ...]]:
        """The places of everybody but the sender, and the other table whole."""
        rows = TableSeat.objects.filter(table__in=[self.table, self.elsewhere], left=False).exclude(user=user)
        places = rows.order_by("pk").values_list("pk", "table", "position", "user", "ready", "sits_out", "hand_order")
        return [*places, (position_of(self.elsewhere).version, Table.objects.get(pk=self.elsewhere.pk).revision)]


SEATS = {"to act": 0, "waiting": 1, "host": SEAT_OF_HOST}
ROLES = (*SEATS, "stranger", "moderator", "visitor")


class Hostile(Browser):
    """Whoever sends such things."""

    async def enter(self, path: str) -> None:
        self.socket = WebsocketCommunicator(application, path, self.headers())
        assert (await self.socket.connect(timeout=30))[0]

    async def sends(self, message: Any) -> None:
        """And has got all that comes of it."""
        await self.socket.send_input(wired(message))
        await self.send(type="ping")
        while (await self.next())["kind"] != "pong":
            pass


def is_own(before: Position, after: Position, seat: int | None) -> bool:
    """Whether nothing was done in the hand but by this seat in its turn."""
    return after.version == before.version or (after.version == before.version + 1 and before.hand.turn == seat)


async def _plays(world: World, role: str, sent: list[Any]) -> None:
    user, seat = world.sender(role)
    browser = await sync_to_async(Hostile)(user)
    await browser.enter(f"/ws/t/{world.table.code}/")
    others = await sync_to_async(world.others)(user)
    for message in sent:
        before = await sync_to_async(position_of)(world.table)
        known = await sync_to_async(world.known)(user, seat)
        await browser.sends(filled(message, known))
        after = await sync_to_async(position_of)(world.table)
        assert is_own(before, after, seat), f"{role} acted for seat {before.hand.turn}: {message}"
        frames = [json.dumps(frame, ensure_ascii=False) for frame in browser.frames]
        assert not [card for frame in frames for card in leaks(frame, after.hand, seat)], f"{role} saw it: {message}"
        assert "failed" not in [frame.get("code") for frame in browser.frames]
        browser.frames.clear()
    if role != "host":
        assert await sync_to_async(world.others)(user) == others
    await browser.close()


@pytest.mark.parametrize("role", ROLES)
@fuzzing(quick=2, full=15)
@given(sent=plays)
async def test_at_a_table(role: str, sent: list[Any]) -> None:
    world = await sync_to_async(World.made)()
    with no_alarm():
        await _plays(world, role, sent)


@pytest.mark.parametrize("path", ["/ws/guide/", "/ws/lobby/", "/ws/here/"])
@fuzzing(quick=3, full=25)
@given(sent=plays)
async def test_at_other_pages(path: str, sent: list[Any]) -> None:
    browser = await sync_to_async(lambda: Hostile(person(f"Em {next(numbers)}")))()
    with no_alarm():
        await browser.enter(path)
        for message in sent:
            await browser.sends(message)
            assert "failed" not in [frame.get("code") for frame in browser.frames]
        await browser.close()


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")


@fuzzing(quick=20, full=300)
@given(
    part=st.sampled_from(["t/{}/", "guide/{}", "lobby/?preset={}&stake={}", "here/?friends={}&language={}", "{}"]),
    said=texts,
    cookies=st.lists(st.sampled_from(["sessionid", "django_language", "guide", "browser", "csrftoken"]), max_size=3),
    value=texts,
)
async def test_by_whatever_address_and_cookies(part: str, said: str, cookies: list[str], value: str) -> None:
    """What a server hands over of a request's line and headers: the path decoded, all else as bytes."""
    path, _, query = part.replace("{}", said.replace("?", "")).partition("?")
    cookie = _encoded("; ".join(f"{name}={value}" for name in cookies)).replace(b"\n", b"").replace(b"\r", b"")
    headers = [(b"origin", b"http://localhost"), (b"host", b"localhost"), (b"cookie", cookie)]
    headers += [(b"accept-language", _encoded(said)), (b"x-request-id", _encoded(value))]
    with no_alarm():
        socket = WebsocketCommunicator(application, "/ws/", headers)
        socket.scope |= {"path": f"/ws/{path}", "query_string": _encoded(query)}
        if (await socket.connect(timeout=30))[0]:
            await socket.send_to(text_data='{"type": "ping"}')
        await socket.disconnect()


async def test_the_search_for_hidden_cards_finds_them() -> None:
    """What is shown to one seat would be found if it were shown to another."""
    world = await sync_to_async(World.made)()
    browser = await sync_to_async(Hostile)(world.sitters[1])
    await browser.enter(f"/ws/t/{world.table.code}/")
    frame = await browser.next_of("table")
    hand = (await sync_to_async(position_of)(world.table)).hand
    found: Callable[[int], list[str]] = lambda seat: leaks(json.dumps(frame, ensure_ascii=False), hand, seat)  # noqa: E731
    assert not found(1) and len(found(0)) == 9
    await browser.close()
