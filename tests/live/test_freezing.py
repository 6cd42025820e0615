"""What else moderators do at a table: freeze its chat, remove a message, close it after the hand. The table is told."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.exceptions import PermissionDenied, ValidationError

from accounts.models import LogEntry, User
from game.live import freezing, push, removing, shutting, talk
from game.live.dealing import next_hand
from game.live.refused import Refused
from game.live.scene import scene
from game.models import Message, Table, TableSeat
from tests.live.browsers import Browser, opened, revision_of
from tests.live.build import QUIET, dealt, do, do_all, people, person, seated
from tests.live.moderators import moderator

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet")]


@pytest.fixture
def table() -> Table:
    return seated([*people()])


def sitter(table: Table) -> User:
    user = TableSeat.objects.select_related("user").filter(table=table)[0].user
    assert user
    return user


def logged() -> list[tuple[str, str]]:
    return list(LogEntry.objects.order_by("pk").values_list("action", "why"))


# -- the chat -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind, text", [("text", "Chào"), ("phrase", "luck"), ("emote", "wow")])
def test_a_frozen_chat_takes_nothing(table: Table, kind: str, text: str) -> None:
    by, user = moderator(), sitter(table)
    freezing.freeze(table.code, by, "Insults.")
    with pytest.raises(Refused) as refused:
        talk.say(table.code, user, kind, text)
    assert refused.value.code == "chat_frozen"
    assert scene(table.code, None).by_house == ("chat_frozen",)
    freezing.thaw(table.code, by, "They are sorry.")
    talk.say(table.code, user, kind, text)
    assert scene(table.code, None).by_house == ()
    assert logged() == [("freeze_chat", "Insults."), ("thaw_chat", "They are sorry.")]


def test_the_panel_says_so(table: Table, client: Any) -> None:
    client.force_login(sitter(table))
    address, words = f"/t/{table.code}/talk/", "đã khóa trò chuyện"
    shown = client.get(address).content.decode()
    assert words not in shown and "disabled" not in shown
    assert "data-frozen" not in client.get(f"/t/{table.code}/").content.decode()
    freezing.freeze(table.code, moderator(), "x")
    shown = client.get(address).content.decode()
    assert words in shown and 'aria-describedby="talk-frozen" disabled>' in shown
    assert "data-frozen" in client.get(f"/t/{table.code}/").content.decode()


def test_twice_is_once(table: Table) -> None:
    by = moderator()
    for _ in range(2):
        freezing.freeze(table.code, by, "x")
    assert logged() == [("freeze_chat", "x")]


@pytest.mark.parametrize("act", [freezing.freeze, freezing.thaw, shutting.close_after_hand, shutting.keep_open])
def test_each_needs_the_right_a_reason_and_another_table(table: Table, act: Callable[..., None]) -> None:
    with pytest.raises(PermissionDenied):
        act(table.code, moderator("Peeker", "peek_table"), "x")
    with pytest.raises(PermissionDenied):
        act(table.code, person("Em"), "x")
    with pytest.raises(ValidationError):
        act(table.code, moderator(), " ")
    own = moderator("Own")
    TableSeat.objects.filter(table=table, position=0).update(user=own)
    with pytest.raises(ValidationError):
        act(table.code, own, "x")
    before = Table.objects.values("chat_frozen", "last_hand", "closed_at").get()
    assert before == {"chat_frozen": False, "last_hand": False, "closed_at": None} and not logged()


async def test_everybody_is_told_once_and_in_their_language(table: Table) -> None:
    by, user = await sync_to_async(moderator)(), await sync_to_async(sitter)(table)
    browsers = [*await opened(table, user), *await opened(table, None, language="en")]
    try:
        await sync_to_async(freezing.freeze)(table.code, by, "Insults.")
        for browser, words in zip(browsers, ("khóa trò chuyện", "has frozen the chat"), strict=True):
            notice = await browser.next_of("notice")
            assert words in notice["content"] and words in browser.content
        await browsers[0].send(type="say", kind="text", text="Chào")
        assert (await browsers[0].next_of("notice"))["code"] == "chat_frozen"
        assert await browsers[1].quiet()
    finally:
        for browser in browsers:
            await browser.close()


# -- a message ----------------------------------------------------------------------------------------


def test_nobody_gets_a_removed_message_any_more(table: Table) -> None:
    by, user = moderator(), sitter(table)
    kept, removed = (talk.say(table.code, user, "text", text) for text in ("một", "hai"))
    removing.remove(removed, by, "Insults.")
    assert [message.pk for message in talk.lately(table.code, None)] == [kept.pk]
    assert scene(table.code, None).unsaid == (removed.pk,)
    removing.remove(Message.objects.get(pk=removed.pk), by, "again")
    removing.restore(Message.objects.get(pk=removed.pk), by, "It was meant well.")
    assert scene(table.code, None).unsaid == ()
    assert len(talk.lately(table.code, None)) == 2
    assert logged() == [("remove_message", "Insults."), ("restore_message", "It was meant well.")]
    entry = LogEntry.objects.order_by("pk")[0]
    assert entry.user == user and entry.before == {"hidden": False} and entry.after == {"hidden": True}


def test_the_table_names_no_more_than_it_has_to(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(removing, "KEPT", 3)
    by, user = moderator(), sitter(table)
    said = [Message.objects.create(table=table, user=user, name="An", text=str(number)) for number in range(5)]
    for message in said:
        removing.remove(message, by, "x")
    assert scene(table.code, None).unsaid == tuple(message.pk for message in said[-3:])


def test_removing_needs_the_right_a_reason_and_somebody_else(table: Table) -> None:
    by = moderator()
    message = talk.say(table.code, sitter(table), "text", "một")
    with pytest.raises(PermissionDenied):
        removing.remove(message, moderator("Peeker", "peek_table"), "x")
    with pytest.raises(ValidationError):
        removing.remove(message, by, "")
    for author in (by, User.objects.create_superuser("root", display_name="Root")):
        own = Message.objects.create(table=table, user=author, name="x", text="x")
        with pytest.raises(ValidationError):
            removing.remove(own, by, "x")
    assert not Message.objects.filter(hidden=True).exists()


@pytest.fixture
async def browsers(table: Table) -> AsyncIterator[list[Browser]]:
    user = await sync_to_async(sitter)(table)
    found = await opened(table, user, None)
    yield found
    for browser in found:
        await browser.close()


@pytest.mark.parametrize("is_layer_there", [True, False])
async def test_it_goes_from_open_pages(
    table: Table, browsers: list[Browser], is_layer_there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At once by the channel layer; without one within a second, as every process reads of it in the database."""
    by, user = await sync_to_async(moderator)(), await sync_to_async(sitter)(table)
    message = await sync_to_async(talk.say)(table.code, user, "text", "một")
    for browser in browsers:
        await browser.next_of("talk")
    if not is_layer_there:
        monkeypatch.setattr(push, "_send", lambda message: None)
    await sync_to_async(removing.remove)(message, by, "x")
    revision = await revision_of(table)
    for browser in browsers:
        await browser.reach(revision)
        assert f'data-unsaid="{message.pk}"' in browser.content


# -- the last hand ------------------------------------------------------------------------------------


def test_the_table_closes_when_the_hand_is_over(table: Table) -> None:
    dealt(table)
    do_all(table, QUIET["actions"][:-1])
    shutting.close_after_hand(table.code, moderator(), "x")
    table.refresh_from_db()
    assert table.closed_at is None and scene(table.code, None).by_house == ("last_hand",)
    do(table, QUIET["actions"][-1])
    table.refresh_from_db()
    assert table.closed_at is not None and table.due_at is None
    assert scene(table.code, None).by_house == ("closed_by_house",)
    assert not next_hand(table.code, after=table.hand_number)


def test_without_a_hand_it_closes_at_once(table: Table) -> None:
    shutting.close_after_hand(table.code, moderator(), "x")
    table.refresh_from_db()
    assert table.closed_at is not None


def test_it_may_be_kept_open_until_then(table: Table) -> None:
    by = moderator()
    dealt(table)
    shutting.close_after_hand(table.code, by, "x")
    shutting.keep_open(table.code, by, "A mistake.")
    do_all(table, QUIET["actions"])
    table.refresh_from_db()
    assert table.closed_at is None and table.due_at is not None
    shutting.close_after_hand(table.code, by, "y")
    shutting.keep_open(table.code, by, "too late")
    table.refresh_from_db()
    assert table.closed_at is not None
    assert logged() == [("close_table", "x"), ("keep_table_open", "A mistake."), ("close_table", "y")]


def test_whoever_sits_there_reads_why_it_closed(table: Table, client: Any) -> None:
    user = sitter(table)
    shutting.close_after_hand(table.code, moderator(), "x")
    client.force_login(user)
    assert "đã đóng bàn này" in client.get(f"/t/{table.code}/").content.decode()
