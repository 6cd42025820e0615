"""No hidden card goes to anybody in any form until it is public.

Two proofs. What every seat and spectator really receives during whole hands is searched for cards that only
others know. And a frame may not depend on hidden cards at all: dealt otherwise, they leave every byte as it is.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import translation

from accounts.models import User
from game import screens
from game.bots import BOTS
from game.live import spectators
from game.live.moment import now
from game.live.positions import Position
from game.live.scene import Scene, see_table
from game.live.snapshots import Snapshot, read
from game.models import HandPlayer, Table
from game.rules.actions import Action, format_action
from game.rules.cards import NAMES, cards_of, mask_of
from game.rules.events import Drew, Event
from game.rules.hand import Hand
from game.rules.shuffle import shuffled_pack
from game.rules.sight import see
from game.screens.cards import sign, spoken
from tests.live.browsers import Browser
from tests.live.build import current, dealt, do, people, position_of, seated
from tests.live.conftest import Stack
from tests.live.detective import hidden, leaks, otherwise, told

SEEDS = range(4)


def sound(hand: Hand) -> Action:
    """What a sound player would do: there are eats, lays and sends."""
    return BOTS["sound"](see(hand, hand.turn), random.Random(0))


@pytest.fixture
def packs(stack: Stack, request: pytest.FixtureRequest) -> None:
    stack([{"pack": [NAMES[card] for card in shuffled_pack(bytes([request.param]), [], 1)]}])


# -- what is really received --------------------------------------------------------------------------


class Watched:
    """A table of four people and two who only look, one of them not signed in; half of them read English."""

    def __init__(self, open_hands: bool = True) -> None:
        users = people()
        self.table = seated([*users], open_hands=open_hands)
        dealt(self.table)
        looking = User.objects.create(username="Em", display_name="Em")
        self.seats: list[int | None] = [0, 1, 2, 3, None, None]
        self.browsers = [
            Browser(user, "en" if number % 2 else "vi") for number, user in enumerate([*users, looking, None])
        ]
        self.found: list[str] = []
        self.searched = 0

    async def open(self) -> None:
        for browser in self.browsers:
            await browser.open(self.table.code)

    async def close(self) -> None:
        for browser in self.browsers:
            await browser.close()

    async def look(self) -> Hand:
        """Everybody's frames up to the present are searched; the position."""
        position = await sync_to_async(position_of)(self.table)
        revision = await sync_to_async(lambda: Table.objects.get(pk=self.table.pk).revision)()
        for seat, browser in zip(self.seats, self.browsers, strict=True):
            await browser.reach(revision)
            texts = [str(frame) for frame in browser.frames] + browser.pages
            self._search(texts, position.hand, seat)
            self._see_own(position.hand, seat, browser)
            browser.frames.clear()
            browser.pages.clear()
        return position.hand

    def _search(self, texts: list[str], hand: Hand, seat: int | None) -> None:
        """To spectators a hand that is over is shut still."""
        self.searched += len(texts)
        self.found += [f"{seat}: {card}" for text in texts for card in leaks(text, hand, seat, is_shut=seat is None)]

    def _see_own(self, hand: Hand, seat: int | None, browser: Browser) -> None:
        """The search finds what is there: at every step the own cards, in the form in which hidden ones would be."""
        if seat is not None:
            shown = mask_of(told(browser.content))
            assert hand.seats[seat].cards & ~shown == 0

    async def open_pages(self) -> None:
        for browser in self.browsers:
            for page in ("", "fragment/", "talk/"):
                await browser.page(f"/t/{self.table.code}/{page}")
            await browser.page("/")

    async def play(self) -> None:
        """The hand to its end, each action sent by its own player's browser; now and then a wrong one."""
        await self.open()
        hand = await self.look()
        hand_id = (await sync_to_async(current)(self.table)).pk
        while not hand.is_over:
            player = self.browsers[hand.turn]
            action = format_action(await sync_to_async(sound)(hand))
            if hand.version % 5 == 0:
                await self.open_pages()
                other = self.browsers[(hand.turn + 1) % 4]
                await other.send(type="act", hand=hand_id, version=hand.version, action=action)
                await other.next_of("notice")
            await player.send(type="act", hand=hand_id, version=hand.version, action=action)
            await player.reach(player.shown + 1)
            hand = await self.look()
        await self.look_at_the_end(hand)
        self.hand = hand

    async def look_at_the_end(self, hand: Hand) -> None:
        """Everybody once more, by pages and by a table asked for; spectators by all that may be had of the record too,
        which tells its players everything."""
        await self.open_pages()
        public_id = (await sync_to_async(current)(self.table)).public_id
        for seat, browser in zip(self.seats, self.browsers, strict=True):
            for page in ("/", "/steps/", ".jsonl") if seat is None else ():
                await browser.page(f"/hands/{public_id}{page}")
            await browser.send(type="table")
            texts = [str(await browser.next_of("table")), *browser.pages]
            self._search(texts, hand, seat)

    def hands(self) -> int:
        """Mask of all cards that were in hand at the end."""
        return mask_of(card for seat in self.hand.seats for card in cards_of(seat.cards))

    async def sees_all(self, browser: Browser) -> bool:
        await browser.send(type="table")
        texts = (await browser.next_of("table"))["content"], await browser.page(f"/t/{self.table.code}/fragment/")
        return all(self.hands() & ~mask_of(told(text)) == 0 for text in texts)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("packs", SEEDS, indirect=True)
async def test_nobody_receives_a_hidden_card(
    packs: None, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level("DEBUG")
    monkeypatch.setattr(spectators, "OPENS_AFTER", timedelta(hours=1))
    watched = await sync_to_async(Watched)()
    await watched.play()
    assert watched.found == []
    assert await watched.sees_all(watched.browsers[0]), "after the end all hands lie open to the players"
    assert not await watched.sees_all(watched.browsers[4]), "and not yet to spectators"
    monkeypatch.setattr(spectators, "OPENS_AFTER", timedelta())
    for browser in watched.browsers:
        assert await watched.sees_all(browser)
    await watched.close()
    assert watched.searched > 100
    assert not told("\n".join(record.getMessage() for record in caplog.records if record.name.startswith("game")))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("packs", [0], indirect=True)
async def test_where_the_host_does_not_allow_it_hands_never_open_to_spectators(
    packs: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spectators, "OPENS_AFTER", timedelta())
    watched = await sync_to_async(Watched)(open_hands=False)
    await watched.play()
    assert watched.found == []
    for browser, seat in zip(watched.browsers, watched.seats, strict=True):
        assert await watched.sees_all(browser) is (seat is not None)
    await watched.close()


Leak = Callable[[int], str]

LEAKS: dict[str, Leak] = {
    "name in an attribute": lambda card: f'<i data-card="{NAMES[card]}"></i>',
    "name in an id": lambda card: f'<i id="card-{NAMES[card]}"></i>',
    "name in lower case": lambda card: f'<img src="/static/cards/{NAMES[card].lower()}.svg">',
    "name among others": lambda card: f'<i data-order="{NAMES[card]}{NAMES[card]}"></i>',
    "signs": lambda card: f"<i>{sign(card)}</i>",
    "signs in tags": lambda card: f"<b>{sign(card)[:-1]}</b> <i>{sign(card)[-1]}</i>",
    "escaped signs": lambda card: f"<b>{sign(card)[:-1]}</b>&#{ord(sign(card)[-1])};",
    "spoken in English": lambda card: _spoken("en", card),
    "spoken in Vietnamese": lambda card: _spoken("vi", card),
}


def _spoken(language: str, card: int) -> str:
    with translation.override(language):
        return f'<i aria-label="{spoken(card).capitalize()}"></i>'


@pytest.mark.parametrize("form", LEAKS)
def test_the_search_finds_each_card_in_each_form(form: str) -> None:
    for card in range(52):
        assert told(LEAKS[form](card)) == {card}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("packs", [0], indirect=True)
async def test_a_renderer_that_leaks_is_caught(packs: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The front card of the stock in everybody's frame: were it so, the test above would fail."""
    watched = await sync_to_async(Watched)()
    stock = (await sync_to_async(position_of)(watched.table)).hand.pack[37]
    plain = screens.table_html
    monkeypatch.setattr(screens, "table_html", lambda scene: plain(scene) + LEAKS["name in an id"](stock))
    await watched.open()
    await watched.look()
    await watched.close()
    assert set(watched.found) == {f"{seat}: {NAMES[stock]}" for seat in watched.seats}


# -- what frames depend on ----------------------------------------------------------------------------


def dealt_otherwise(snapshot: Snapshot, viewer: int | None, turn: int) -> Snapshot:
    """The table with the hidden cards in each other's places, in position, log and record."""
    assert snapshot.position and snapshot.record
    position = snapshot.position
    hand = otherwise(position.hand, viewer, turn)
    places = dict(zip(position.hand.pack, hand.pack, strict=True))

    def event(one: Event) -> Event:
        unseen = isinstance(one, Drew) and one.seat != viewer and one.card is not None
        return one._replace(card=places[one.card]) if unseen else one  # type: ignore[union-attr, index]

    log = tuple((version, event(one)) for version, one in position.log)
    return replace(snapshot, position=Position(position.hand_id, position.code, hand, log))


def shown(snapshot: Snapshot, user_id: int | None, moment: Any, language: str) -> tuple[Scene, str]:
    with translation.override(language):
        scene = see_table(snapshot, user_id, moment)
        return scene, screens.table_html(scene)


@pytest.mark.django_db
@pytest.mark.parametrize("packs", SEEDS, indirect=True)
def test_no_frame_depends_on_a_hidden_card(packs: None) -> None:
    table = seated([*people()])
    dealt(table)
    compared = 0
    while True:
        snapshot, moment = read(table.code), now()
        hand = position_of(table).hand
        for viewer, user_id in [*enumerate(_user_ids()), (None, None)]:
            if hidden(hand, viewer).bit_count() < 2:
                continue
            other = dealt_otherwise(snapshot, viewer, 1 + hand.version % 7)
            assert other.position != snapshot.position
            for language in ("vi", "en"):
                assert shown(snapshot, user_id, moment, language) == shown(other, user_id, moment, language)
                compared += 1
        if hand.is_over:
            break
        do(table, sound(hand))
    assert compared > 100


def _user_ids() -> list[int | None]:
    return list(HandPlayer.objects.order_by("seat").values_list("user_id", flat=True))
