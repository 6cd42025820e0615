"""Sessions end everywhere: by whatever way, every open socket of theirs closes at once, and nobody else's does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.afterwards import AfterwardsMiddleware, afterwards
from accounts.models import User
from accounts.signals import session_ended
from game.live import push
from game.live.doors import Doors, doors
from game.models import Table
from game.sockets import SHUT_OUT, SIGNED_OUT
from tests.accounts.conftest import PASSWORD, account
from tests.live.build import QUIET, current, dealt, people, seated
from tests.live.test_lost_layer import lose
from tests.live.test_sanctions import Elsewhere, punish

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet")]
BACKEND = "accounts.entrance.backend.Backend"
NEW = "con mèo mướp già"
Way = Callable[[Client, User], Any]


class Tab(Elsewhere):
    """A tab of a browser that is signed in, with others beside it."""

    def __init__(self, user: User) -> None:
        super().__init__(user)
        self.client.force_login(user, BACKEND)

    def beside(self) -> Tab:
        """Another tab of the same browser."""
        other = Tab.__new__(Tab)
        vars(other).update(vars(self), frames=[], pages=[])
        return other

    async def is_open(self) -> bool:
        await self.send(type="ping")
        return (await self.next_of("pong"))["kind"] == "pong"


def sign_out(client: Client, user: User) -> None:
    assert client.post(reverse("account_logout")).status_code == 302


def change_password(client: Client, user: User) -> None:
    sent = {"oldpassword": PASSWORD, "password1": NEW}
    assert client.post(reverse("account_change_password"), sent).status_code == 302


def sign_out_elsewhere(client: Client, user: User) -> None:
    assert client.post(reverse("sign_out_elsewhere")).status_code == 302


def reset_password(client: Client, user: User) -> None:
    fresh = User.objects.get(pk=user.pk)
    fresh.set_password(NEW)
    fresh.save()


def delete(client: Client, user: User) -> None:
    assert client.post(reverse("delete_account"), {"password": PASSWORD}).status_code == 302


async def tabs_of(user: User) -> list[Tab]:
    """One browser's at each kind of page."""
    first = await sync_to_async(Tab)(user)
    tabs = [first, *(first.beside() for _ in range(3))]
    table = await sync_to_async(lambda: seated([user, "sound"]))()
    for tab, path in zip(tabs, (f"/ws/t/{table.code}/", "/ws/here/", "/ws/lobby/", "/ws/guide/"), strict=True):
        assert await tab.enter(path)
    return tabs


async def other() -> Tab:
    """Of somebody else."""
    tab = await sync_to_async(lambda: Tab(account("Em", "em@example.com")))()
    assert await tab.enter("/ws/here/")
    return tab


@pytest.fixture
def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    """What closes is closed at once, not at the next look."""
    monkeypatch.setattr(Doors, "period", 3600)


@pytest.mark.parametrize("way", [sign_out, change_password, sign_out_elsewhere, reset_password, delete])
async def test_every_socket_of_the_session_closes_at_once_and_nobody_elses(blind: None, way: Way) -> None:
    """Also of the tab where it was pressed: its page is on the way to another."""
    user = await sync_to_async(account)()
    tabs, them = await tabs_of(user), await other()
    await sync_to_async(way)(tabs[0].client, user)
    assert [await tab.closed() for tab in tabs] == [SIGNED_OUT] * 4
    assert await them.is_open()
    await them.close()
    assert doors.is_idle


@pytest.mark.parametrize("way", [change_password, sign_out_elsewhere])
async def test_other_devices_are_signed_out_and_this_one_stays(blind: None, way: Way) -> None:
    user = await sync_to_async(account)()
    here, there = await sync_to_async(Tab)(user), await sync_to_async(Tab)(user)
    assert await there.enter("/ws/here/")
    await sync_to_async(way)(here.client, user)
    assert await there.closed() == SIGNED_OUT
    assert await here.enter("/ws/here/")
    assert await here.is_open()
    for tab, status in ((here, 200), (there, 302)):
        assert (await sync_to_async(tab.client.get)("/account/")).status_code == status
    await here.close()


async def test_signing_out_here_leaves_other_devices_alone(blind: None) -> None:
    user = await sync_to_async(account)()
    here, there = await sync_to_async(Tab)(user), await sync_to_async(Tab)(user)
    for tab in (here, there):
        assert await tab.enter("/ws/here/")
    await sync_to_async(sign_out)(here.client, user)
    assert await here.closed() == SIGNED_OUT
    assert await there.is_open()
    await there.close()


async def test_a_ban_closes_at_once_with_the_way_to_the_notice(blind: None) -> None:
    user = await sync_to_async(account)()
    tabs = await tabs_of(user)
    await sync_to_async(punish)(user, "ban", None)
    assert [await tab.closed() for tab in tabs] == [SHUT_OUT] * 4


async def test_a_guest_who_becomes_an_account_is_seen_as_one_in_all_tabs(blind: None) -> None:
    tab = await sync_to_async(_guest_tab)()
    assert await tab.enter("/ws/here/")
    new = {"email": "moi@example.com", "password1": NEW, "display_name": "Mới Tinh"}
    answer = await sync_to_async(tab.client.post)(reverse("account_signup"), new)
    assert answer.status_code == 302
    assert await tab.closed() == SIGNED_OUT
    assert await tab.enter("/ws/here/")
    await tab.close()


def _guest_tab() -> Tab:
    client = Client()
    client.post("/play/")
    tab = Tab(User.objects.get(is_guest=True))
    tab.client = client
    return tab


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Doors, "period", 0.05)


@pytest.mark.parametrize("way", [sign_out, change_password, delete])
async def test_without_a_channel_layer_they_close_at_the_next_look(
    soon: None, monkeypatch: pytest.MonkeyPatch, way: Way
) -> None:
    lose(monkeypatch)
    user = await sync_to_async(account)()
    tabs = await tabs_of(user)
    await sync_to_async(way)(tabs[0].client, user)
    assert [await tab.closed() for tab in tabs] == [SIGNED_OUT] * 4


async def test_a_session_that_is_gone_from_the_database_ends_too(soon: None) -> None:
    tab = await other()
    await sync_to_async(Session.objects.all().delete)()
    assert await tab.closed() == SIGNED_OUT


async def test_what_was_still_asked_for_is_not_done(blind: None) -> None:
    users = await sync_to_async(people)()
    table = await sync_to_async(lambda: seated([*users]))()
    hand = await sync_to_async(dealt)(table)
    tab = await sync_to_async(Tab)(users[0])
    assert await tab.enter(f"/ws/t/{table.code}/")
    await tab.next_of("table")
    (door,) = doors._followers
    door.sign_out()
    await tab.send(type="act", hand=hand.pk, version=0, action=QUIET["actions"][0])
    assert await tab.closed() == SIGNED_OUT
    assert (await sync_to_async(current)(table)).version == 0


def test_what_is_told_of_a_session_is_not_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[dict[str, Any]] = []
    monkeypatch.setattr(push, "_send", told.append)
    session_ended.send(sender=Session, key="very-secret-key")
    assert len(told) == 1 and "very-secret-key" not in str(told)


def test_it_is_told_when_the_answer_is_out(rf: RequestFactory) -> None:
    """By then the browser has the new session, for the pages that load themselves again."""
    told: list[str] = []

    def page(request: HttpRequest) -> HttpResponse:
        afterwards(lambda: told.append("first"))
        afterwards(lambda: told.append("second"))
        return HttpResponse("so")

    answer = AfterwardsMiddleware(page)(rf.get("/"))
    assert not told
    answer.close()
    answer.close()
    assert told == ["first", "second"]
    afterwards(lambda: told.append("at once"))
    assert told[-1] == "at once", "where nothing is being answered"


def test_a_new_player_ends_nothing_and_another_name_neither(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[dict[str, Any]] = []
    monkeypatch.setattr(push, "_send", told.append)
    user = account()
    user.display_name = "Mai Lan"
    user.save(update_fields=["display_name"])
    assert not told
    assert not Table.objects.exists()


def test_sessions_of_before_the_first_such_sign_out_hold(client: Client) -> None:
    """Their proof is Django's own."""
    user = account()
    assert "." not in user.get_session_auth_hash()
    client.force_login(user, BACKEND)
    user.sign_outs = 2
    user.save(update_fields=["sign_outs"])
    assert user.get_session_auth_hash().endswith(".2")
    assert client.get("/account/").status_code == 302


def test_whoever_is_signed_in_nowhere_has_nowhere_else(client: Client) -> None:
    assert client.post(reverse("sign_out_elsewhere")).status_code == 302
    client.post("/play/")
    assert client.post(reverse("sign_out_elsewhere"))["location"] == reverse("account_signup"), "nor has a guest"


@pytest.mark.parametrize(("language", "words"), [("vi", "Đăng xuất mọi nơi khác"), ("en", "Sign out everywhere else")])
def test_the_page_says_what_it_does(client: Client, language: str, words: str) -> None:
    client.force_login(account(), BACKEND)
    headers = {"accept-language": language}
    assert words in client.get(reverse("sign_out_elsewhere"), headers=headers).content.decode()
    assert reverse("sign_out_elsewhere") in client.get(reverse("account"), headers=headers).content.decode()
