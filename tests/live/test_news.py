"""What players are told wherever they have a page open, and that others know they have one."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import blocks, friends, presence
from accounts.models import Friendship, User
from game.live import invitations, news, tables, whereabouts
from game.live.moment import now
from game.live.news import News, NewsBeat
from game.live.tables import Wanted
from game.models import Table
from game.sockets import NOT_ALLOWED
from phom_site.asgi import application
from tests.accounts.test_friends import befriend
from tests.live.browsers import Browser, opened
from tests.live.build import people, person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet")]


class Page(Browser):
    """A page without a table."""

    async def enter(self, asked: str = "") -> bool:
        self.socket = WebsocketCommunicator(application, f"/ws/here/{asked}", self.headers())
        connected, _ = await self.socket.connect(timeout=5)
        return bool(connected)

    async def told(self) -> str:
        """Which part the next news say is to be fetched."""
        frame = await self.next_of("news")
        assert frame["target"] == "#" + frame["content"].split('hx-target="#')[1].split('"')[0]
        (address,) = re.findall(r'hx-get="(/[a-z/]+)"', frame["content"])
        return str(address)


@pytest.fixture
async def tab() -> AsyncIterator[Page]:
    """One of Binh's."""
    tab = await sync_to_async(lambda: Page(person("Binh")))()
    yield tab
    await tab.close()


async def called(whom: User) -> Table:
    """An's table, to which An calls."""
    return await sync_to_async(_called)(whom)


def _called(whom: User) -> Table:
    by = person("An")
    table = tables.create(by, Wanted())
    invitations.invite(table, by, whom)
    return table


# -- by the socket ------------------------------------------------------------------------------------


async def test_a_call_is_told_on_any_page_once(tab: Page) -> None:
    assert tab.user and await tab.enter()
    await called(tab.user)
    assert await tab.told() == "/calls/"
    assert "An</bdi></b>" in await tab.page("/calls/")
    assert await tab.quiet(2 * NewsBeat.period)


async def test_a_page_that_is_opened_later_is_told_too_and_when_the_call_ends(tab: Page) -> None:
    assert tab.user
    table = await called(tab.user)
    assert await tab.enter()
    assert await tab.told() == "/calls/"
    await sync_to_async(invitations.decline)(tab.user, table)  # by another tab
    assert await tab.told() == "/calls/"


async def test_it_is_told_at_a_table_too(tab: Page) -> None:
    assert tab.user
    table = await sync_to_async(tables.create)(tab.user, Wanted())
    [browser] = await opened(table, tab.user)
    await called(tab.user)
    assert 'hx-get="/calls/"' in (await browser.next_of("news"))["content"]
    await browser.close()
    assert await tab.enter()


async def test_who_wants_to_be_friends_is_told(tab: Page) -> None:
    assert tab.user and await tab.enter()
    an = await sync_to_async(person)("An")
    await sync_to_async(friends.ask)(an, tab.user)
    assert await tab.told() == "/calls/"
    assert f'action="/friends/{an.pk}/"' in await tab.page("/calls/")


async def test_where_friends_are_is_told_to_those_who_look(tab: Page) -> None:
    an = await sync_to_async(person)("An")
    await sync_to_async(befriend)(an, tab.user)
    other = await sync_to_async(Page)(tab.user)
    assert await tab.enter("?friends=1") and await other.enter()
    assert await tab.quiet(2 * NewsBeat.period)
    table = await sync_to_async(tables.create)(an, Wanted())
    [browser] = await opened(table, an)
    assert await tab.told() == "/friends/online/"
    assert await other.quiet(2 * NewsBeat.period), "it doesn't look"
    await sync_to_async(tables.leave)(table.code, an)
    await browser.close()
    assert await tab.told() == "/friends/online/"
    await other.close()


async def test_the_page_of_friends_tells_who_asks_and_who_calls(tab: Page) -> None:
    assert tab.user and await tab.enter("?friends=1")
    await sync_to_async(friends.ask)(await sync_to_async(person)("Chi"), tab.user)
    assert [await tab.told(), await tab.told()] == ["/friends/", "/friends/online/"]
    assert 'value="accept"' in (await tab.page("/friends/")).split('id="waiting"')[1].split('id="whereabouts"')[0]


async def test_an_open_page_says_that_its_player_is_online(tab: Page) -> None:
    an = await sync_to_async(person)("An")
    await sync_to_async(befriend)(an, tab.user)
    assert await sync_to_async(whereabouts.of)(an) == []
    assert await tab.enter()
    assert await tab.quiet(0.5)
    assert [here.friend for here in await sync_to_async(whereabouts.of)(an)] == [tab.user]


async def test_visitors_are_told_nothing_and_nobody_wishes_anything() -> None:
    visitor = await sync_to_async(Page)(None)
    assert await visitor.enter()
    assert await visitor.closed() == NOT_ALLOWED
    player = await sync_to_async(lambda: Page(person("An")))()
    assert await player.enter()
    for wish in ({"type": "table"}, {"type": "start"}, {"nonsense": 1}):
        await player.send(**wish)
        assert (await player.next())["code"] == "bad_message"
    await player.close()


# -- what is news -------------------------------------------------------------------------------------


def test_news_of_many_take_few_queries(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    an, *others = people()
    for other in others:
        befriend(an, other)
        befriend(other, person(f"Bạn của {other}"))
        invitations.invite(tables.create(other, Wanted()), other, an)
    Friendship.objects.update(accepted_at=now() - news.FRESH)
    everyone = [one.pk for one in (an, *others)]
    at = now()
    with django_assert_max_num_queries(9):
        found = news.read(everyone, everyone, at)
    assert len(found[an.pk].calls) == len(others) and found[others[0].pk].calls == frozenset()


def test_what_was_answered_withdrawn_or_is_old_is_no_news() -> None:
    an, binh, chi, dung = people()
    for asker in (binh, chi, dung):
        friends.ask(asker, an)
    assert len(news.read([an.pk], [], now())[an.pk].calls) == 3
    friends.decline(an, binh)
    assert news.read([binh.pk, chi.pk], [], now()) == {binh.pk: News(), chi.pk: News()}, "who declines doesn't tell"
    friends.accept(an, chi)
    assert len(news.read([chi.pk], [], now())[chi.pk].calls) == 1
    Friendship.objects.filter(asker=dung).update(made_at=timezone.now() - news.FRESH - timedelta(seconds=1))
    assert news.read([an.pk], [], now()) == {an.pk: News()}
    assert list(friends.waiting(an)) == [dung], "on the page of friends it stays"


def test_friends_who_blocked_or_went_offline_are_nowhere() -> None:
    an, binh, chi = people(3)
    for friend in (binh, chi):
        befriend(an, friend)
    presence.keep_online([binh.pk, chi.pk], timezone.now())
    assert [here.friend for here in news.read([an.pk], [an.pk], now())[an.pk].here] == [binh, chi]
    blocks.block(binh, an)
    User.objects.filter(pk=chi.pk).update(online_at=timezone.now() - presence.ONLINE)
    assert news.read([an.pk], [an.pk], now())[an.pk].here == ()
