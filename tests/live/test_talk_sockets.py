"""What is said comes through every socket of a table, as far as its reader wants to hear it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from threading import Event
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from accounts import blocks
from accounts.models import User
from game.live import talk
from game.models import FilteredWord, Message, Table
from tests.live.browsers import Browser, opened, revision_of
from tests.live.build import people, person, seated
from tests.live.test_lost_layer import lose
from tests.live.test_talk import HOSTILE

pytestmark = pytest.mark.django_db(transaction=True)


class House:
    """A table of four people, and the browsers that came to it."""

    def __init__(self) -> None:
        self.users = people()
        self.stranger = person("Em")
        self.table = seated([*self.users])
        self.browsers: list[Browser] = []

    async def open(self, *users: User | None, language: str = "vi") -> list[Browser]:
        browsers = await opened(self.table, *users, language=language)
        self.browsers += browsers
        return browsers

    async def say(self, user: User, text: str, kind: str = "text") -> Message:
        return await sync_to_async(talk.say)(self.table.code, user, kind, text)


@pytest.fixture
async def house() -> AsyncIterator[House]:
    house = await sync_to_async(House)()
    yield house
    for browser in house.browsers:
        await browser.close()


async def test_said_by_one_it_comes_to_all_in_their_language(house: House) -> None:
    [speaker, reader] = await house.open(*house.users[:2])
    [watcher] = await house.open(None, language="en")
    before = await revision_of(house.table)
    await speaker.send(type="say", kind="phrase", text="luck")
    frames = [await browser.next_of("talk") for browser in (speaker, reader, watcher)]
    assert ["Chúc may mắn!" in frame["html"] for frame in frames] == [True, True, False]
    assert "Good luck!" in frames[2]["html"]
    assert ["is-own" in frame["html"] for frame in frames] == [True, False, False]
    assert {frame["history"] for frame in frames} == {False}
    assert "content" not in frames[0], "htmx swaps nothing"
    assert await revision_of(house.table) == before, "the table itself hasn't changed"


async def test_however_many_listen_it_is_read_once(house: House) -> None:
    browsers = await house.open(*house.users, *house.users, house.stranger, None, None)
    asked: list[str] = []

    def read(execute: Callable[..., object], sql: str, *rest: object) -> object:
        asked.append(sql)
        return execute(sql, *rest)

    await sync_to_async(lambda: connection.execute_wrappers.append(read))()
    try:
        for text in ("một", "hai"):
            await house.say(house.users[0], text)
            for browser in browsers:
                assert text in (await browser.next_of("talk"))["html"]
    finally:
        await sync_to_async(lambda: connection.execute_wrappers.pop())()
    asked = [sql for sql in asked if '"sent_at" >' not in sql]  # how much the speaker has said lately
    assert [sum(f'FROM "{table}"' in sql for sql in asked) for table in ("game_message", "accounts_mute")] == [2, 2]


async def test_muting_holds_from_the_next_message_on(house: House) -> None:
    an, binh = house.users[:2]
    first, second = await house.open(an, binh)
    for mute, text in ((None, "một"), (blocks.mute, "hai"), (blocks.unmute, "ba")):
        if mute:
            await sync_to_async(mute)(an, binh)
        await house.say(binh, text)
        assert text in (await second.next_of("talk"))["html"]
    while "ba" not in first.frames[-1].get("html", ""):
        await first.next_of("talk")
    assert "một" in str(first.frames) and "hai" not in str(first.frames)


async def test_only_who_is_signed_in_is_offered_to_mute_and_report_others(house: House) -> None:
    browsers = await house.open(house.users[0], house.users[1], house.stranger, None)
    await browsers[0].send(type="say", kind="text", text="chào")
    offered = ["talk-more" in (await browser.next_of("talk"))["html"] for browser in browsers]
    assert offered == [False, True, True, False]


async def test_who_comes_later_or_again_gets_the_history(house: House) -> None:
    first, last = await house.say(house.users[0], "một"), await house.say(house.users[1], "hai")
    [browser] = await house.open(house.users[2])
    frame = await browser.next_of("talk")
    assert (frame["history"], frame["last"]) == (True, last.pk)
    assert frame["html"].index(f'id="said-{first.pk}"') < frame["html"].index(f'id="said-{last.pk}"')


async def test_the_muted_and_the_blocked_are_not_heard_by_who_wants_that(house: House) -> None:
    an, binh, chi, dung = house.users
    await sync_to_async(blocks.mute)(an, binh)
    await sync_to_async(blocks.block)(chi, binh)
    first, second, third, fourth = await house.open(an, binh, chi, dung)
    await second.send(type="say", kind="text", text="nghe này")
    assert "nghe này" in (await fourth.next_of("talk"))["html"]
    await fourth.send(type="say", kind="text", text="tôi nghe")
    for browser in (first, third):
        frame = await browser.next_of("talk")
        assert "tôi nghe" in frame["html"] and "nghe này" not in frame["html"]
    assert "nghe này" not in str(first.frames) + str(third.frames)


@pytest.mark.parametrize("text", HOSTILE)
async def test_frames_are_escaped(house: House, text: str) -> None:
    reader, speaker = await house.open(*house.users[:2])
    await sync_to_async(User.objects.filter(pk=house.users[1].pk).update)(display_name="<b>Binh</b>")
    await sync_to_async(lambda: house.table.chairs.filter(position=1).update(name="<b>Binh</b>"))()
    await speaker.send(type="say", kind="text", text=text)
    html = (await reader.next_of("talk"))["html"]
    assert "<script" not in html and "<img" not in html and "<b>Binh" not in html and "&lt;b&gt;Binh" in html
    assert text.isalnum() or (await sync_to_async(Message.objects.get)()).text


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"kind": "text", "text": " "}, "nothing_said"),
        ({"kind": "text", "text": "x" * 201}, "too_long"),
        ({"kind": "text", "text": "www.xau.vn"}, "no_links"),
        ({"kind": "emote", "text": "nothing"}, "bad_message"),
    ],
)
async def test_a_refusal_is_told_to_the_speaker_alone(house: House, said: dict[str, Any], code: str) -> None:
    speaker, other = await house.open(*house.users[:2])
    await speaker.send(type="say", **said)
    assert (await speaker.next_of("notice"))["code"] == code
    assert "notice" not in [frame["kind"] for frame in other.frames]


async def test_spectators_and_visitors_may_not_write(house: House) -> None:
    stranger, visitor = await house.open(house.stranger, None)
    for browser, code in ((stranger, "talkers_sit"), (visitor, "not_seated")):
        await browser.send(type="say", kind="text", text="chào")
        assert (await browser.next_of("notice"))["code"] == code
    assert not await sync_to_async(Message.objects.exists)()


@pytest.mark.parametrize(
    "message",
    [{}, {"kind": "text"}, {"kind": "text", "text": 1}, {"kind": "x", "text": "a"}, {"kind": [], "text": "a"}],
)
async def test_nonsense_is_refused(house: House, message: dict[str, Any]) -> None:
    [browser] = await house.open(house.users[0])
    await browser.send(type="say", **message)
    assert (await browser.next_of("notice"))["code"] == "bad_message"


async def test_without_a_channel_layer_the_watch_tells(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    [reader] = await house.open(house.users[1])
    lose(monkeypatch)
    await house.say(house.users[0], "nghe không?")
    assert "nghe không?" in (await reader.next_of("talk"))["html"]


async def test_a_failure_is_survived(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    [reader] = await house.open(house.users[1])
    since, asked = talk.since, Event()

    def fails_once(*args: Any) -> list[Message]:
        if not asked.is_set():
            asked.set()
            raise RuntimeError("for a moment")
        return since(*args)

    monkeypatch.setattr(talk, "since", fails_once)
    await house.say(house.users[0], "một")
    async with asyncio.timeout(5):
        while not asked.is_set():
            await reader.quiet(0.05)
    await house.say(house.users[0], "hai")
    assert "hai" in (await reader.next_of("talk"))["html"]


async def test_words_are_starred_for_all(house: House) -> None:
    await sync_to_async(FilteredWord.objects.create)(language="vi", word="dở hơi")
    speaker, reader = await house.open(*house.users[:2])
    await speaker.send(type="say", kind="text", text="Dở hơi thật")
    for browser in (speaker, reader):
        assert "** *** thật" in (await browser.next_of("talk"))["html"]


async def test_nothing_is_told_where_there_is_no_chat(house: House) -> None:
    await house.say(house.users[0], "trước đó")
    await sync_to_async(Table.objects.update)(chat=False)
    [browser] = await house.open(house.users[1])
    await browser.send(type="say", kind="emote", text="laugh")
    assert (await browser.next_of("notice"))["code"] == "no_chat"
    assert "talk" not in [frame["kind"] for frame in browser.frames]
    assert 'id="talk"' not in browser.content
