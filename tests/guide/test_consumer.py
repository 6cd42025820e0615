"""The guide's socket: the table's messages, answered from the script; nothing is kept but how far one is."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.utils import translation
from pytest_django import Settings

from game.guide.course import LAST, PRESSES, stand
from game.models import HandRecord, Table
from game.rules.actions import format_action
from game.rules.cards import parse_card
from game.screens.cards import in_text
from phom_site.asgi import application

pytestmark = pytest.mark.django_db(transaction=True)


class Learner:
    """A browser at the guide."""

    def __init__(self, at: str = "0", language: str = "en") -> None:
        cookie = f"guide={at}; django_language={language}".encode()
        headers = [(b"origin", b"http://localhost"), (b"host", b"localhost"), (b"cookie", cookie)]
        self.socket = WebsocketCommunicator(application, "/ws/guide/", headers)
        self.at = -1
        self.content = ""
        self.notices: list[dict[str, Any]] = []

    async def open(self) -> Learner:
        assert (await self.socket.connect(timeout=5))[0]
        await self.see()
        return self

    async def see(self) -> None:
        """Receive until the table is shown."""
        while (frame := json.loads(await self.socket.receive_from(timeout=5)))["kind"] != "table":
            self.notices.append(frame)
        self.at, self.content = frame["revision"], frame["content"]

    async def say(self, **message: object) -> None:
        await self.socket.send_to(text_data=json.dumps(message))

    async def act(self, action: str, **changes: object) -> None:
        here = stand(self.at)
        message = {"type": "act", "hand": str(here.lesson), "version": str(here.hand.version), "action": action}
        await self.say(**message | changes)
        await self.see()

    async def press(self) -> None:
        """What is wanted; then until the visitor is to do something again, or nothing is left."""
        here = stand(self.at)
        if here.wanted:
            await self.act(format_action(here.wanted))
        else:
            await self.say(type="next" if here.step.action == "next" else "ready")
            await self.see()
        while not stand(self.at).is_visitors and self.at < LAST:
            await self.see()

    async def close(self) -> None:
        await self.socket.disconnect()


async def test_pressing_what_is_said_leads_to_the_end_and_leaves_nothing_in_the_database():
    learner = await Learner().open()
    presses = 0
    while learner.at < LAST:
        await learner.press()
        presses += 1
    assert presses == PRESSES
    assert "coach-play" in learner.content and "act-ready" not in learner.content
    assert not learner.notices
    assert await Table.objects.acount() == await HandRecord.objects.acount() == 0
    await learner.close()


async def test_another_connection_goes_on_where_the_browser_was():
    learner = await Learner(at="9").open()
    assert learner.at == 9
    assert 'data-press="card-JH act-throw"' in learner.content
    await learner.close()
    for rubbish in ("x", "-3", "99999999999", "%00"):
        learner = await Learner(at=rubbish).open()
        assert learner.at in (0, LAST)
        await learner.close()


async def test_the_others_play_on_after_a_connection_in_their_turn():
    learner = await Learner(at="3").open()
    while learner.at < 8:
        await learner.see()
    assert 'data-press="act-draw"' in learner.content
    await learner.close()


async def test_another_legal_action_gets_a_word_and_loses_nothing():
    learner = await Learner(at="1").open()
    await learner.act("discard JH")
    assert learner.at == 1
    with translation.override("en"):
        named = in_text(parse_card("KC"))
    assert [(notice["code"], notice["content"]) for notice in learner.notices] == [
        ("other_first", f"A good thought, but do as I say just this once: throw {named}.")
    ]
    await learner.close()


async def test_at_a_page_that_is_to_be_turned_that_is_said():
    learner = await Learner(at="0").open()
    await learner.act("discard KC")
    assert learner.at == 0
    assert learner.notices[0]["content"] == "A good thought, but do as I say just this once: press Next."
    await learner.close()


async def test_what_fails_inside_is_answered_and_survived(monkeypatch: pytest.MonkeyPatch):
    def fails(*args: object) -> None:
        raise ZeroDivisionError

    learner = await Learner(at="1").open()
    with monkeypatch.context() as broken:
        broken.setattr("game.guide_consumer.check", fails)
        await learner.act("discard JH")
    assert (learner.at, learner.notices[0]["code"]) == (1, "failed")
    await learner.press()
    assert learner.at > 1
    await learner.close()


@pytest.mark.parametrize("action, code", [("draw", "already_taken"), ("discard 2D", "not_in_hand")])
async def test_what_is_against_the_rules_is_told_as_at_a_table(action: str, code: str):
    learner = await Learner(at="1").open()
    await learner.act(action)
    assert (learner.at, learner.notices[0]["code"]) == (1, code)
    await learner.close()


async def test_a_press_made_for_another_position_only_shows_this_one():
    learner = await Learner(at="1").open()
    await learner.act("discard KC", version="5")
    assert learner.at == 1
    await learner.act("discard KC", hand="2")
    assert (learner.at, learner.notices) == (1, [])
    await learner.close()


async def test_nobody_acts_for_the_others(settings: Settings):
    settings.PHOM_BOT_DELAY = 60
    learner = await Learner(at="2").open()
    await learner.act("draw")
    assert (learner.at, learner.notices[0]["code"]) == (2, "not_your_turn")
    await learner.close()


async def test_pages_are_turned_only_where_there_are_some():
    """Else the table comes again, so that no button waits for an answer for good."""
    learner = await Learner(at="1").open()
    for kind in ("next", "ready"):
        await learner.say(type=kind)
        await learner.see()
        assert learner.at == 1
    await learner.say(type="back")
    await learner.see()
    while learner.at:
        await learner.see()
    await learner.say(type="next")
    await learner.see()
    assert learner.at == 1
    await learner.close()


async def test_back_and_once_more():
    learner = await Learner(at="16").open()
    await learner.say(type="back")
    await learner.see()
    assert learner.at == 9
    await learner.say(type="again")
    await learner.see()
    assert learner.at == 0
    await learner.close()


async def test_the_order_of_the_cards_is_kept_while_the_hand_lasts():
    learner = await Learner(at="1").open()
    await learner.say(type="order", hand="1", cards="KCJHTS9H8S6D5D4D2CAS")
    await learner.say(type="table")
    await learner.see()
    chosen = re.findall(r'id="card-(\w\w)"', learner.content)
    assert chosen[:2] == ["KC", "JH"] and chosen[-1] == "AS"
    await learner.say(type="order", hand="2", cards="AS2C4D5D6D8S9HTSJHKC")
    await learner.say(type="table")
    await learner.see()
    assert re.findall(r'id="card-(\w\w)"', learner.content) == chosen
    await learner.close()


async def test_with_the_browser_the_others_go_too(settings: Settings):
    def playing() -> list[asyncio.Task[Any]]:
        return [task for task in asyncio.all_tasks() if "_let_others_play" in repr(task.get_coro())]

    settings.PHOM_BOT_DELAY = 60
    learner = await Learner(at="2").open()
    assert len(playing()) == 1
    await learner.close()
    assert not playing()


async def test_pings_and_rubbish(settings: Settings):
    learner = await Learner(at="1").open()
    await learner.say(type="ping")
    pong = {"kind": "pong", "revision": 1, "release": settings.PHOM_RELEASE}
    assert json.loads(await learner.socket.receive_from(timeout=5)) == pong
    for text in (" ", "[]", "{}", '{"type": []}', "[" * 5000, '{"type": "act"}', '{"type": "other"}'):
        await learner.socket.send_to(text_data=text)
        assert json.loads(await learner.socket.receive_from(timeout=5))["code"] in ("bad_message", "too_big")
    await learner.close()


async def test_whoever_goes_on_with_rubbish_is_hung_up_on(settings: Settings):
    settings.PHOM_LIMITS = 1
    learner = await Learner(at="1").open()
    for _ in range(60):
        await learner.socket.send_to(text_data="x")
    while (output := await learner.socket.receive_output(timeout=5))["type"] != "websocket.close":
        pass
    assert output["code"] == 4003


def test_the_page_is_for_everybody_and_stands_where_the_browser_was(client: Client):
    page = client.get("/guide/", headers={"accept-language": "en"})
    assert page.status_code == 200
    assert 'data-url="/ws/guide/?language=en"' in page.content.decode()
    assert page.cookies["guide"].value == "0" and not page.cookies["guide"]["secure"]
    assert '<meta name="guide-cookie" content="guide">' in page.content.decode(), "for the script that writes it"
    client.cookies["guide"] = "9"
    assert 'data-press="card-JH act-throw"' in client.get("/guide/").content.decode()
    client.cookies["guide"] = str(LAST)
    again = client.get("/guide/")
    assert again.cookies["guide"].value == "0" and "coach-next" in again.content.decode()


def test_a_secure_sites_cookie_is_secure(client: Client, settings: Settings):
    settings.SESSION_COOKIE_SECURE = True
    assert client.get("/guide/").cookies["guide"]["secure"]
