"""What the lobby offers to whom, who is online, and that whoever looks is told of changes by any process."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from accounts import blocks, house
from accounts.models import User
from game.live import lobby, lobby_watch, moment, presence, spectators, tables
from game.live.lobby import MOST, Kind, Lobby, Looker
from game.live.lobby_watch import LobbyWatch
from game.live.presence import Gone
from game.models import Entry, Exclusion, Onlooker, Spectator, Table, TableSeat
from phom_site.asgi import application
from tests.browser.server import running
from tests.live.browsers import Browser
from tests.live.build import people, person, seated
from tests.live.test_processes import SETTINGS, wait_for
from tests.live.wire import Visitor

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet")]

ANY = Kind()


def public(sitters: list[User | str], **fields: object) -> Table:
    return seated(sitters, **({"entry": Entry.PUBLIC} | fields))


def codes(kind: Kind = ANY, user: User | None = None) -> list[str]:
    return [offer.code for offer in lobby.look(moment.now(), kind, user.pk if user else None).offers]


# -- what is offered ----------------------------------------------------------------------------------


def test_free_places_come_first_and_then_those_with_most_people() -> None:
    users = [person(f"player-{number}") for number in range(7)]
    public(users[:2], places=2, code="full")
    public([users[2]], code="one")
    public(users[3:6], code="three")
    public([users[6]], code="new")
    assert codes() == ["three", "new", "one", "full"]


def test_tables_that_everybody_has_left_alone_arent_offered_and_are_again_when_somebody_is_back() -> None:
    table = public([person("An")])
    chair = table.chairs.get()
    assert codes() == ["testtable"]
    TableSeat.objects.update(away_since=moment.now() - timedelta(minutes=5))
    assert codes() == []
    presence.mark(chair.pk, moment.now())
    assert codes() == ["testtable"]
    TableSeat.objects.update(left=True)
    assert codes() == []


def test_of_many_tables_some_are_shown_and_the_others_counted() -> None:
    for number in range(MOST + 3):
        public([person(f"a-{number}")], code=f"a-{number}")
    public([person("b")], code="b", preset="ca_k")
    seen = lobby.look(moment.now(), ANY, None)
    assert (len(seen.offers), seen.more, seen.tables) == (MOST, 4, MOST + 4)
    online = lobby.look(moment.now(), Kind("online"), None)
    assert (len(online.offers), online.more) == (MOST, 3)
    assert codes(Kind("ca_k", "hien_nha")) == ["b"]
    assert codes(Kind("ca_k", "san_dinh")) == []


def test_blocks_count_both_ways_and_exclusions_until_they_end() -> None:
    an, binh, chi, dung = people()
    table = public([an])
    blocks.block(an, binh)
    blocks.block(chi, an)
    Exclusion.objects.create(table=table, user=dung, until=moment.now() + timedelta(minutes=1))
    assert [codes(user=user) for user in (binh, chi, dung, an, None)] == [[], [], [], ["testtable"], ["testtable"]]
    assert lobby.look(moment.now(), ANY, binh.pk).more == 0
    Exclusion.objects.update(until=moment.now())
    assert codes(user=dung) == ["testtable"]


# -- who is online ------------------------------------------------------------------------------------


def test_everybody_counts_once_wherever_they_are() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh, "sound"])
    table.chairs.filter(user__isnull=False).update(seen_at=moment.now())
    assert lobby.online(moment.now()) == 2
    for user, visitor in ((binh, ""), (chi, ""), (None, "one"), (None, "two")):
        spectators.note(spectators.watcher(table.code, user, visitor), moment.now())
    lobby.keep([Looker(f"player-{chi.pk}", chi.pk), Looker("visitor", None)], moment.now(), everybody=True)
    assert lobby.online(moment.now()) == 6
    lobby.forget([Gone(Looker("visitor", None), moment.now())])
    assert lobby.online(moment.now()) == 5


def test_who_went_on_to_another_process_still_looks() -> None:
    moved, then = Looker("visitor", None), moment.now()
    lobby.keep([moved], then, everybody=False)
    lobby.keep([moved], then + timedelta(seconds=1), everybody=True)  # by the other one
    lobby.forget([Gone(moved, then)])
    assert lobby.keep([moved, Looker("new", None)], then, everybody=False) == [Looker("new", None)]
    lobby.forget([Gone(moved, then + timedelta(seconds=1))])
    assert lobby.keep([moved], then, everybody=False) == [moved]


def test_who_was_connected_to_a_process_that_died_is_forgotten() -> None:
    an = person("An")
    then = moment.now() - presence.FORGOTTEN - timedelta(seconds=1)
    table = seated([an])
    TableSeat.objects.update(seen_at=then)
    Spectator.objects.create(table=table, key="one", seen_at=then)
    lobby.keep([Looker("two", None)], then, everybody=True)
    assert lobby.online(moment.now()) == 0
    lobby.keep([Looker("three", None)], moment.now(), everybody=True)
    assert list(Onlooker.objects.values_list("key", flat=True)) == ["three"]


# -- one look serves everybody ------------------------------------------------------------------------


class Follower:
    """A socket that keeps what it is told."""

    def __init__(self, user: User | None = None, kind: Kind = ANY, language: str = "vi") -> None:
        self.kind = kind
        self.looker = Looker(f"player-{user.pk}" if user else "visitor", user.pk if user else None)
        self.language = language
        self.seen: list[str] = []

    def see(self, content: str) -> None:
        self.seen.append(content)


async def test_many_followers_cost_one_reading_and_one_rendering_of_what_they_see_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    an, binh = await sync_to_async(people)(2)
    await sync_to_async(public)([an])
    await sync_to_async(blocks.block)(an, binh)
    rendered: list[Lobby] = []
    read: list[int] = []
    reading = lobby.read
    monkeypatch.setattr(lobby_watch.lobby, "read", lambda at: read.append(1) or reading(at))

    def render(seen: Lobby) -> str:
        rendered.append(seen)
        return " ".join(offer.code for offer in seen.offers)

    watch = LobbyWatch(render)
    alike = [Follower() for _ in range(20)]
    apart, other, english = Follower(binh), Follower(kind=Kind("ca_k")), Follower(language="en")
    for follower in (*alike, apart, other, english):
        watch._followers.add(follower)  # as if they followed, without its own task
    await watch.look(1000)
    assert (len(read), len(rendered)) == (1, 4)
    assert [follower.seen for follower in (*alike, english)] == [["testtable"]] * 21
    assert apart.seen == other.seen == [""]


# -- the socket ---------------------------------------------------------------------------------------


class Tab(Browser):
    """A browser in the lobby."""

    async def enter(self, asked: str = "") -> bool:
        self.socket = WebsocketCommunicator(application, f"/ws/lobby/{asked}", self.headers())
        connected, _ = await self.socket.connect(timeout=5)
        return bool(connected)

    async def until(self, words: str, there: bool = True) -> str:
        """The newest list in which the words are, or aren't; it is waited for."""
        lists = [frame["content"] for frame in self.frames if frame["kind"] == "lobby"]
        newest: str = lists[-1] if lists else (await self.next_of("lobby"))["content"]
        while (words in newest) != there:
            newest = (await self.next_of("lobby"))["content"]
        return newest


@pytest.fixture
async def tab() -> AsyncIterator[Tab]:
    tab = await sync_to_async(Tab)(None, "en")
    yield tab
    await tab.close()


async def test_the_list_comes_at_once_and_anew_when_something_changes_and_only_then(tab: Tab) -> None:
    assert await tab.enter()
    assert "nobody sits yet" in await tab.until("lobby")
    await tab.until("<b>1</b> player online")
    an, binh = await sync_to_async(people)(2)
    table = await sync_to_async(public)([an])
    assert 'id="table-testtable"' in await tab.until("testtable")
    await sync_to_async(tables.take_seat)(table.code, binh)
    await tab.until("Binh")
    assert await tab.quiet(2 * LobbyWatch.period)
    await sync_to_async(tables.leave)(table.code, an)
    await sync_to_async(tables.leave)(table.code, binh)
    await tab.until("testtable", there=False)


async def test_the_first_socket_of_a_process_reads_the_rooms(tab: Tab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house._rooms, "_seen", None)
    assert await tab.enter("?stake=hien_nha")
    assert "nobody sits yet" in await tab.until("lobby")


async def test_the_address_says_which_tables_and_in_which_language(tab: Tab) -> None:
    an, binh = await sync_to_async(people)(2)
    await sync_to_async(public)([an], code="one")
    await sync_to_async(public)([binh], code="two", preset="ca_k")
    assert await tab.enter("?preset=ca_k&stake=nowhere&language=vi")
    content = await tab.until("table-two")
    assert "table-one" not in content and "Vào bàn" in content


async def test_what_a_player_isnt_offered_doesnt_come_by_the_socket(tab: Tab) -> None:
    an, binh = await sync_to_async(people)(2)
    await sync_to_async(blocks.block)(binh, an)
    await sync_to_async(public)([an])
    mine = await sync_to_async(Tab)(binh, "en")
    assert await mine.enter() and await tab.enter()
    await tab.until("testtable")
    await mine.until("player")
    assert not any("testtable" in frame["content"] for frame in mine.frames)
    await mine.close()


async def test_a_looker_counts_while_the_socket_is_open(tab: Tab, monkeypatch: pytest.MonkeyPatch) -> None:
    other = await sync_to_async(Tab)(await sync_to_async(person)("An"), "en")
    assert await tab.enter() and await other.enter()
    await tab.until("<b>2</b> players online")
    await other.close()
    await tab.until("<b>1</b> player online")


async def test_it_answers_pings_shows_again_and_refuses_everything_else(tab: Tab) -> None:
    assert await tab.enter()
    await tab.until("lobby")
    await tab.send(type="ping")
    assert (await tab.next_of("pong"))["kind"] == "pong"
    await tab.send(type="table")
    assert (await tab.next_of("lobby"))["content"] == tab.frames[0]["content"]
    await tab.send(type="ready")
    assert (await tab.next_of("notice"))["code"] == "bad_message"
    await tab.socket.send_to(text_data=json.dumps([1]))
    assert (await tab.next_of("notice"))["kind"] == "notice"


# -- several processes --------------------------------------------------------------------------------


@pytest.mark.full
def test_a_table_of_one_process_is_seen_in_the_lobby_of_another(tmp_path: Path) -> None:
    with running(tmp_path, PHOM_CLOCK="off", **SETTINGS) as one, running(tmp_path, PHOM_CLOCK="off", **SETTINGS) as two:
        looker, player = Visitor(two), Visitor(one)
        wire = looker.lobby()
        assert wire.next()["kind"] == "lobby"
        code = player.play("/play/quick/")
        while f'id="table-{code}"' not in wire.next()["content"]:
            pass
        wire.close()


@pytest.mark.full
def test_a_table_that_waits_is_filled_by_a_process_that_was_started_later(tmp_path: Path) -> None:
    with running(tmp_path, PHOM_CLOCK="off", **SETTINGS) as address:
        player = Visitor(address)
        code = player.play("/play/quick/")
        wire = player.watch(code)
        wire.next()
        wire.close()

    def bots() -> int:
        with closing(sqlite3.connect(tmp_path / "phom.sqlite3", timeout=20)) as file:
            return int(file.execute("SELECT count(*) FROM game_tableseat WHERE bot > ''").fetchone()[0])

    assert bots() == 0
    with running(tmp_path, port=int(address.rsplit(":", 1)[1]), **SETTINGS):
        wire = player.watch(code)
        wait_for(lambda: bots() == 3)
        while "is-playing" not in wire.next()["content"]:
            pass
        wire.close()
