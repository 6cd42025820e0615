"""A deal anyone can check: promised before, made of everybody's seeds, told after the end and never earlier."""

from __future__ import annotations

import json
import logging
import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse

from accounts.models import User
from game.bots import BOTS
from game.live import clock, dealing, seeds, tables
from game.live.deadlines import FIRST_HAND
from game.live.moment import now
from game.live.refused import Refused
from game.live.scene import scene
from game.live.tables import Wanted
from game.models import HandRecord, Phase, Table, TableSeat
from game.rules.cards import NAMES
from game.rules.record import differences
from game.rules.shuffle import commitment, shuffled_pack
from game.rules.sight import see
from tests.live.browsers import Browser, opened, revision_of
from tests.live.build import current, dealt, do, people, person, position_of, recorded, seated, with_bots
from tests.live.conftest import Stack

pytestmark = pytest.mark.django_db


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def with_bots_opened(user: User) -> Table:
    """What a press on Play makes, its first hand not dealt yet."""
    return tables.create(user, Wanted(with_bots=True))


def play_out(table: Table) -> HandRecord:
    """The hand to its end, played as a sound player would."""
    while not (hand := position_of(table).hand).is_over:
        do(table, BOTS["sound"](see(hand, hand.turn), random.Random(0)))
    return current(table)


# -- what the pack is made of -------------------------------------------------------------------------


def test_the_pack_follows_from_the_seed_that_was_promised_and_those_of_the_browsers() -> None:
    an, binh = people(2)
    table = seated([an, "sound", binh, "sound"])
    promised, secret = scene(table.code, None).promise, table.next_seed
    assert seeds.add(table.code, an, "an's seed") == promised == commitment(bytes.fromhex(secret))
    seeds.add(table.code, binh, "~ !")
    hand = dealt(table)
    assert (hand.server_seed, hand.player_seeds) == (secret, ["an's seed", "", "~ !", ""])
    assert hand.pack == [NAMES[card] for card in shuffled_pack(bytes.fromhex(secret), hand.player_seeds, 1)]
    assert scene(table.code, None).commitment == promised


def test_silent_browsers_and_bots_add_empty_seeds() -> None:
    hand = dealt(seated([*people(2), "sound"]))
    assert hand.player_seeds == ["", "", ""]
    assert hand.pack == [NAMES[card] for card in shuffled_pack(bytes.fromhex(hand.server_seed), ["", "", ""], 1)]


def test_every_hand_has_a_promise_and_seeds_of_its_own() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    seeds.add(table.code, an, "first")
    promises = [scene(table.code, an).promise]
    hands = [dealt(table)]
    for _ in range(2):
        promises.append(scene(table.code, an).promise)
        play_out(table)
        hands.append(dealt(table))
    assert [commitment(bytes.fromhex(hand.server_seed)) for hand in hands] == promises
    assert len(set(promises)) == 3
    assert [hand.player_seeds for hand in hands] == [["first", ""], ["", ""], ["", ""]]
    assert fresh(table).next_seed not in {hand.server_seed for hand in hands}


def test_seeds_go_by_the_seats_of_the_hand_not_of_the_table() -> None:
    an, binh, chi = people(3)
    table = seated([an, binh, chi])
    for user in (an, binh, chi):
        seeds.add(table.code, user, user.display_name)
    tables.leave(table.code, an)
    assert dealt(table).player_seeds == ["Binh", "Chi"]


def test_two_tables_have_two_seeds() -> None:
    one, other = (with_bots(person(name)) for name in ("An", "Binh"))
    assert one.next_seed != other.next_seed
    assert current(one).server_seed != current(other).server_seed


# -- adding one ---------------------------------------------------------------------------------------


def test_the_last_one_before_the_deal_counts_and_one_after_it_is_for_the_next_hand() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    seeds.add(table.code, an, "one")
    first = seeds.add(table.code, an, "two")
    hand = dealt(table)
    assert hand.player_seeds == ["two", ""]
    second = seeds.add(table.code, an, "three")
    assert first == commitment(bytes.fromhex(hand.server_seed)) != second == scene(table.code, None).promise
    assert current(table).player_seeds == ["two", ""], "what has been dealt stays as it is"
    play_out(table)
    assert dealt(table).player_seeds == ["three", ""]


def test_everyone_sees_the_own_seed_only() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    seeds.add(table.code, an, "the seed of An")
    dealt(table)
    seeds.add(table.code, an, "and the next one")
    own, other, nobody = (scene(table.code, user) for user in (an, binh, None))
    assert (own.given, own.seed) == ("the seed of An", "and the next one")
    assert (other.given, other.seed, nobody.given, nobody.seed) == ("", "", "", None)
    assert "seed of An" not in repr(other) + repr(nobody)


def test_it_is_no_change_that_others_see() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    dealt(table)
    before = fresh(table).revision
    seeds.add(table.code, an, "quiet")
    assert fresh(table).revision == before
    assert scene(table.code, an, at_least=before).seed == "quiet", "no reading from before is kept"


def test_only_those_at_the_table_add_something() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    with pytest.raises(Refused, match="not_seated"):
        seeds.add(table.code, person("Em"), "seed")
    tables.leave(table.code, binh)
    with pytest.raises(Refused, match="not_seated"):
        seeds.add(table.code, binh, "seed")
    Table.objects.update(closed_at=now())
    with pytest.raises(Refused, match="stale"):
        seeds.add(table.code, an, "seed")


# -- the first hand -----------------------------------------------------------------------------------


def test_the_first_hand_waits_for_the_browser_and_is_dealt_with_what_it_adds() -> None:
    user = person("An")
    table = with_bots_opened(user)
    assert (table.phase, table.hand_number, table.due_in) == (Phase.WAITING, 0, FIRST_HAND)
    seen = scene(table.code, user)
    assert (seen.phase, seen.seed, seen.promise) == ("waiting", "", commitment(bytes.fromhex(table.next_seed)))
    assert seeds.add(table.code, user, "hello") == seen.promise
    assert (fresh(table).phase, fresh(table).hand_number) == (Phase.PLAYING, 1) or current(table).ended_at
    assert current(table).player_seeds == ["hello", "", "", ""]
    assert scene(table.code, user).seed == "", "the next hand has none yet"


def test_it_is_dealt_soon_in_any_case() -> None:
    table = with_bots_opened(person("An"))
    assert clock.tick(now()) > 0
    assert fresh(table).hand_number == 0
    clock.tick(now() + FIRST_HAND + timedelta(milliseconds=1))
    assert fresh(table).hand_number == 1
    assert current(table).player_seeds == ["", "", "", ""]


def test_it_waits_for_everyone_who_is_to_play() -> None:
    an, binh = people(2)
    table = with_bots_opened(an)
    tables.take_seat(table.code, binh)
    seeds.add(table.code, an, "an")
    assert fresh(table).hand_number == 0
    seeds.add(table.code, binh, "binh")
    assert sorted(current(table).player_seeds) == ["", "", "an", "binh"]


def test_a_table_that_waits_for_its_players_is_not_dealt_by_a_seed() -> None:
    an = person("An")
    table = seated([an, "sound"])
    seeds.add(table.code, an, "early")
    assert fresh(table).hand_number == 0
    TableSeat.objects.filter(user=an).update(ready=True)
    seeds.add(table.code, an, "again")
    assert fresh(table).hand_number == 0, "no deadline runs: nobody wants it yet"


def test_between_hands_a_seed_deals_nothing() -> None:
    an, binh = people(2)
    table = seated([an, binh])
    dealt(table)
    play_out(table)
    for user in (an, binh):
        seeds.add(table.code, user, "next")
    assert (fresh(table).phase, fresh(table).hand_number) == (Phase.RESULT, 1)


# -- through the socket -------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
async def test_the_asker_is_told_to_which_promise_a_seed_was_added() -> None:
    user = await sync_to_async(person)("An")
    table = await sync_to_async(with_bots_opened)(user)
    (browser,) = await opened(table, user)
    assert "Đang xáo bài…" in browser.content
    assert f'data-promise="{commitment(bytes.fromhex(table.next_seed))}" data-seed=""' in browser.content
    await browser.send(type="seed", seed='"<b>')
    told = await browser.next_of("seed")
    assert told == {"kind": "seed", "seed": '"<b>', "promise": commitment(bytes.fromhex(table.next_seed))}
    await browser.reach(await revision_of(table))
    assert 'data-given="&quot;&lt;b&gt;"' in browser.content
    await browser.close()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("bad", ["", "x" * 65, "hạt giống", "a\n", "a\0", "\x7f", "🎲"])
async def test_what_is_no_seed_is_refused_in_words(bad: str) -> None:
    user = await sync_to_async(person)("An")
    table = await sync_to_async(with_bots_opened)(user)
    (browser,) = await opened(table, user, language="en")
    await browser.send(type="seed", seed=bad)
    notice = await browser.next_of("notice")
    assert notice["code"] == "bad_seed"
    assert notice["content"] == "A seed is 1 to 64 letters without accents, digits and signs."
    assert await sync_to_async(lambda: fresh(table).hand_number)() == 0
    await browser.close()


@pytest.mark.django_db(transaction=True)
async def test_whoever_only_looks_adds_nothing() -> None:
    users = await sync_to_async(people)(2)
    table = await sync_to_async(seated)(users)
    looking, nobody = await opened(table, await sync_to_async(person)("Em"), None, language="en")
    for browser in (looking, nobody):
        assert "data-seed" not in browser.content
        await browser.send(type="seed", seed="mine")
        assert (await browser.next_of("notice"))["code"] == "not_seated"
        await browser.close()


# -- the secret ---------------------------------------------------------------------------------------


class Watched:
    """A table of two people with three browsers: theirs, and one of somebody not signed in."""

    def __init__(self) -> None:
        users = people(2)
        self.table = seated([*users])
        self.browsers = [Browser(user, "en") for user in (*users, None)]
        self.staff = Browser(User.objects.create_superuser("root", password="x", display_name="Root"))
        self.texts: list[str] = []

    async def gather(self) -> None:
        """Everything that anybody has received or can open at this moment."""
        revision = await revision_of(self.table)
        for browser in self.browsers:
            await browser.reach(revision)
            for name in ("table", "table_fragment", "last_hand"):
                await browser.page(reverse(name, args=[self.table.code]))
            for address in await sync_to_async(self.addresses)():
                await browser.page(address)
            await browser.page("/history/")
        await sync_to_async(self.look_as_staff)()
        for browser in (*self.browsers, self.staff):
            self.texts += [json.dumps(frame) for frame in browser.frames] + browser.pages

    def addresses(self) -> list[str]:
        hand = current(self.table)
        names = ("replay", "replay_steps", "hand_record") if hand.pk else ()
        return [reverse(name, args=[hand.public_id]) for name in names]

    def look_as_staff(self) -> None:
        for model, pk in (("table", self.table.pk), ("handrecord", current(self.table).pk)):
            for address in (f"/admin/game/{model}/", f"/admin/game/{model}/{pk}/change/" if pk else ""):
                if address:
                    self.staff.pages.append(self.staff.client.get(address).content.decode())

    def secrets(self) -> set[str]:
        """The server's seeds that nobody may know now."""
        running = [hand.server_seed for hand in self.table.hands.filter(ended_at=None)]
        return {fresh(self.table).next_seed, *running}

    async def holds(self) -> bool:
        await self.gather()
        secrets = await sync_to_async(self.secrets)()
        assert all(await sync_to_async(self.promises)(secrets)), "the promises are told, in every language of the page"
        return not any(secret in text for secret in secrets for text in self.texts)

    def promises(self, secrets: set[str]) -> list[bool]:
        return [any(commitment(bytes.fromhex(secret)) in text for text in self.texts) for secret in secrets]


@pytest.mark.django_db(transaction=True)
async def test_no_seed_of_the_server_is_told_before_its_hand_is_over(caplog: pytest.LogCaptureFixture) -> None:
    """Frames, pages, fragments, downloads, the admin, logs: before the first deal, in it, after it, in the next one."""
    caplog.set_level(logging.DEBUG)
    watched = await sync_to_async(Watched)()
    for browser in watched.browsers:
        await browser.open(watched.table.code)
    assert await watched.holds()
    for browser in watched.browsers[:2]:
        await browser.send(type="seed", seed="a seed")
        await browser.next_of("seed")
    for _ in range(2):
        hand = await sync_to_async(dealt)(watched.table)
        assert await watched.holds()
        assert not any(hand.server_seed in text for text in watched.texts)
        await sync_to_async(play_out)(watched.table)
        assert await watched.holds()
        assert any(hand.server_seed in text for text in watched.texts), "after the end it is told"
        assert hand.server_seed not in caplog.text
    for secret in await sync_to_async(watched.secrets)():
        assert secret not in caplog.text
    for browser in watched.browsers:
        await browser.close()


@pytest.mark.parametrize("name", ["replay", "replay_steps", "hand_record"])
def test_a_hand_being_played_is_not_given_out(client: Client, name: str) -> None:
    an, binh = people(2)
    table = seated([an, binh])
    client.force_login(an)
    address = reverse(name, args=[dealt(table).public_id])
    assert client.get(address).status_code == 404
    play_out(table)
    assert client.get(address).status_code == 200


def test_staff_find_no_table_by_its_seeds(admin_client: Client) -> None:
    table = seated([*people(2)])
    dealt(table)
    for field in ("next_seed", "chairs__seed", "hands__server_seed", "hands__player_seeds"):
        for lookup in (f"{field}__startswith", f"{field}__gt"):
            assert admin_client.get("/admin/game/table/", {lookup: table.next_seed[:1]}).status_code == 400
    assert admin_client.get("/admin/game/table/", {"state": "playing"}).status_code == 200


# -- after the end ------------------------------------------------------------------------------------


def played(sitters: list[User | str], seed: Callable[[User], str]) -> HandRecord:
    table = seated(sitters)
    for user in (sitter for sitter in sitters if isinstance(sitter, User)):
        seeds.add(table.code, user, seed(user))
    dealt(table)
    return play_out(table)


def test_what_is_downloaded_can_be_checked(client: Client) -> None:
    hand = played([*people(2), "sound"], lambda user: f"{user.display_name} ~")
    client.force_login(User.objects.get(display_name="An"))
    line = client.get(reverse("hand_record", args=[hand.public_id])).content
    record: dict[str, Any] = json.loads(line)
    assert record["deal"] == {
        "server_seed": hand.server_seed,
        "commitment": commitment(bytes.fromhex(hand.server_seed)),
        "player_seeds": ["An ~", "Binh ~", ""],
        "hand_number": 1,
    }
    assert differences(record) == []
    record["deal"]["player_seeds"][1] = "Binh ~~"
    assert [difference.field[:5] for difference in differences(record)] == ["pack["]


def test_a_hand_that_ends_with_the_deal_tells_its_seed_at_once(stack: Stack, client: Client) -> None:
    """The promise for the one after is a new one all the same."""
    stack([next(record for record in map(recorded, range(1, 414)) if record["result"]["end"] == "u_khan")])
    table = seated([*people()])
    hand = dealt(table)
    assert hand.ended_at and table.host
    client.force_login(table.host)
    assert hand.server_seed in client.get(reverse("hand_record", args=[hand.public_id])).content.decode()
    assert fresh(table).next_seed != hand.server_seed


def test_hands_from_before_players_added_something_are_right_too() -> None:
    table = seated([*people(2)])
    secret = bytes.fromhex(table.next_seed)
    hand = dealt(table)
    pack = [NAMES[card] for card in shuffled_pack(secret, [], 1)]
    HandRecord.objects.filter(pk=hand.pk).update(pack=pack, player_seeds=[])
    record = play_out(table).as_record()
    assert record["deal"]["player_seeds"] == []
    assert differences(record) == []


def test_the_way_to_the_last_hand(client: Client) -> None:
    table = seated([*people(2)])
    address = reverse("last_hand", args=[table.code])
    assert client.get(address).status_code == 404
    dealt(table)
    assert client.get(address).status_code == 404
    first = play_out(table)
    assert client.get(address).headers["Location"] == reverse("replay", args=[first.public_id])
    dealt(table)
    assert client.get(address).headers["Location"] == reverse("replay", args=[first.public_id])
    assert dealing.next_hand(table.code, after=0) is False
