"""What is logged of play: by whom, at which table, hand and version, of which request; no cards, names or ways in."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from prometheus_client.registry import REGISTRY

from game.live import clock, play
from game.live.moment import now
from phom_site.logs import Json, Lines
from tests.live.browsers import opened, revision_of
from tests.live.build import QUIET, dealt, people, position_of, seated
from tests.live.detective import told

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet")]


class Heard(logging.Handler):
    """Every line of the game's, as programs and as people read it."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[dict[str, Any]] = []
        self.text = ""

    def emit(self, record: logging.LogRecord) -> None:
        line = Json().format(record)
        self.lines.append(json.loads(line))
        self.text += f"{line}\n{Lines().format(record)}\n"

    def of(self, event: str) -> dict[str, Any]:
        """The only line that tells of this."""
        [found] = [line for line in self.lines if line["event"] == event]
        return found


@pytest.fixture
def heard() -> Iterator[Heard]:
    handler, logger = Heard(), logging.getLogger("game")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    yield handler
    logger.setLevel(before)
    logger.removeHandler(handler)


def fail(*args: object, **kwargs: object) -> None:
    raise ValueError("KS3H of An")


async def test_an_action_a_refusal_and_a_failure_are_told_with_where_they_were(
    heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    users = await sync_to_async(people)()
    table = await sync_to_async(seated)([*users])
    await sync_to_async(dealt)(table)
    hand = await sync_to_async(position_of)(table)
    [browser] = await opened(table, users[0])
    about = {"type": "act", "hand": hand.hand_id, "version": 0, "action": QUIET["actions"][0]}
    await browser.send(**about)
    await browser.reach(browser.shown + 1)
    await browser.send(**about)
    await browser.next_of("notice")
    monkeypatch.setattr(play, "apply", fail)
    await browser.send(**about | {"version": 1})
    await browser.next_of("notice")
    await browser.close()
    where = {"user": users[0].pk, "table": table.pk, "hand": hand.hand_id}
    acted, refused, failed = heard.of("acted"), heard.of("refused: stale"), heard.of("a wish failed")
    assert acted.items() >= (where | {"version": 1, "seat": 0, "by": "person", "action": "discard"}).items()
    assert refused.items() >= (where | {"version": 0}).items()
    assert failed.items() >= (where | {"version": 1, "level": "error"}).items()
    ids = [line["request"].split(".") for line in (acted, refused, failed)]
    assert len({socket for socket, _ in ids}) == 1, "of one socket"
    assert [int(number) for _, number in ids] == sorted({int(number) for _, number in ids}), "message after message"
    assert "game/live/play.py" in failed["error"] and "KS3H" not in heard.text


async def test_a_whole_hand_tells_no_card_no_name_and_no_way_in(heard: Heard) -> None:
    users = await sync_to_async(people)()
    table = await sync_to_async(seated)([*users])
    await sync_to_async(dealt)(table)
    browsers = await opened(table, *users)
    await browsers[1].send(type="say", kind="text", text="lời riêng")
    for action in QUIET["actions"]:
        position = await sync_to_async(position_of)(table)
        about = {"hand": position.hand_id, "version": position.version}
        await browsers[position.hand.turn].send(type="act", action=action, **about)
        await browsers[0].reach(await revision_of(table))
        while (await sync_to_async(position_of)(table)).version == position.version:
            await asyncio.sleep(0.01)
    for browser in browsers:
        await browser.close()
    assert [line["version"] for line in heard.lines if line["event"] == "acted"] == [
        *range(1, len(QUIET["actions"]) + 1)
    ]
    assert not told(heard.text)
    keys = [browser.client.session.session_key for browser in browsers]
    secret = [table.code, "lời riêng", "testserver", *(user.display_name for user in users), *keys]
    assert not [word for word in secret if re.search(rf"\b{word}\b", heard.text)]


def measured(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0


async def test_sockets_refusals_and_what_is_shown_are_measured() -> None:
    users = await sync_to_async(people)()
    table = await sync_to_async(seated)([*users])
    await sync_to_async(dealt)(table)
    browsers = await opened(table, *users[:2])
    shown, stale = measured("phom_shown_seconds_count"), measured("phom_refused_total", code="stale")
    assert measured("phom_sockets", of="table") >= 2
    position = await sync_to_async(position_of)(table)
    about = {"type": "act", "hand": position.hand_id, "version": 0, "action": QUIET["actions"][0]}
    await browsers[0].send(**about)
    for browser in browsers:
        await browser.at(browser.shown + 1)
    assert measured("phom_shown_seconds_count") == shown + 2
    await browsers[0].send(**about)
    await browsers[0].next_of("notice")
    assert measured("phom_refused_total", code="stale") == stale + 1
    before = measured("phom_sockets", of="table")
    for browser in browsers:
        await browser.close()
    assert measured("phom_sockets", of="table") == before - 2


def test_the_clock_tells_at_which_table_it_fails(heard: Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated(["sound"] * 4)
    dealt(table)
    monkeypatch.setattr(clock, "_do", fail)
    late, bots = measured("phom_clock_late_seconds_count"), measured("phom_bot_seconds_count", bot="sound")
    clock.tick(now())
    assert heard.of("the clock could not go on").items() >= {"table": table.pk, "level": "error"}.items()
    monkeypatch.undo()
    clock.tick(now() + clock.LEASE)
    assert measured("phom_clock_late_seconds_count") == late + 2
    assert measured("phom_bot_seconds_count", bot="sound") == bots + 1
