"""What tables play for: set aside at the deal, paid at the end, nobody ever below nothing (R8.4, R8.8, R8.9)."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress

import pytest
from django.db.models import Sum

from accounts import ledger, standing
from accounts.finished import Finished
from accounts.ledger import Bill
from accounts.models import User
from game.live import dealing, gold, positions, tables
from game.live.play import act
from game.live.refused import Refused
from game.live.scene import scene
from game.live.snapshots import snapshots
from game.models import HandPlayer, HandRecord, Phase, Table
from game.rules.actions import EAT, Action
from game.rules.cards import ALL
from game.rules.hand import Hand, legal_actions
from tests.accounts.gold import crashed, sound
from tests.house import WELCOME, has_set
from tests.live.build import QUIET, current, dealt, do_all, people, person, position_of, recorded, seated
from tests.live.conftest import Stack

pytestmark = pytest.mark.django_db

UNIT, FEE = 100, 5
KHAN = recorded(162)
"""Its pack deals an ù khan."""


def poor(user: User, left: int) -> User:
    """The same user with no more than this in the purse; a dummy hand has taken the rest."""
    number = -user.pk
    spare = ledger.balance(user.pk) - left
    ledger.set_aside(number, {user.pk: spare})
    ledger.settle(number, Bill("hien_nha", fees=((user.pk, spare),)))
    return user


def played(table: Table) -> HandRecord:
    """The quiet hand, dealt and played to its end."""
    dealt(table)
    do_all(table, QUIET["actions"])
    return current(table)


def owned(*users: User) -> list[int]:
    return [ledger.holdings(user.pk) for user in users]


# -- a hand among people ------------------------------------------------------------------------------


def test_r8_9_the_most_a_seat_can_lose_is_set_aside_at_the_deal(quiet: None) -> None:
    users = people()
    hand = dealt(seated([*users], "online"))
    most = 42 * UNIT + FEE
    assert [ledger.balance(user.pk) for user in users] == [WELCOME - most] * 4
    assert owned(*users) == [WELCOME] * 4
    assert (hand.unit, hand.stake, hand.preset, hand.is_preset, hand.people_only) == (100, "hien_nha", "online", 1, 1)
    assert gold.open_among([hand.pk, hand.pk + 1]) == {hand.pk}
    assert sound()


def test_r8_4_the_end_pays_units_and_fees_and_half_of_the_fees_goes_to_the_jackpot(quiet: None) -> None:
    users = people()
    hand = played(seated([*users], "online"))
    units = hand.result["units"]
    assert any(units)
    assert owned(*users) == [WELCOME + won * UNIT - FEE for won in units]
    assert [ledger.balance(user.pk) for user in users] == owned(*users)
    assert [player.gold for player in hand.players.all()] == [won * UNIT - FEE for won in units]
    assert ledger.jackpot("hien_nha") == 4 * FEE // 2
    assert gold.open_among([hand.pk]) == set()
    assert sound()


def test_r8_4_without_a_jackpot_all_fees_are_the_houses(quiet: None) -> None:
    users = people()
    hand = played(seated([*users], "ky_gui"))
    assert sum(owned(*users)) == 4 * WELCOME - 4 * FEE
    assert ledger.jackpot("hien_nha") == 0
    assert hand.unit == UNIT


def test_r8_8_the_multiplier_makes_the_unit_bigger_and_changes_no_record(quiet: None) -> None:
    users = people()
    one = played(seated([*users], "co_dien"))
    again = [person(name) for name in ("Em", "Phuc", "Giang", "Hoa")]
    before = owned(*again)
    three = played(seated([*again], "co_dien", multiplier=3, code="bigger"))
    assert three.result == one.result
    units = three.result["units"]
    assert three.unit == 3 * UNIT
    assert [now - then for now, then in zip(owned(*again), before, strict=True)] == [
        won * 3 * UNIT - 3 * FEE for won in units
    ]


def test_the_fee_is_a_twentieth_of_a_unit_rounded_up() -> None:
    assert [gold.fee_of(unit) for unit in (1, 20, 21, 100, 300)] == [1, 1, 2, 5, 15]


def test_an_u_khan_wins_half_of_what_lay_in_the_jackpot(stack: Stack) -> None:
    users = people()
    table = seated([*users], "online")
    stack([QUIET, KHAN])
    played(table)
    lay, before = ledger.jackpot("hien_nha"), owned(*users)
    hand = dealt(table)
    assert hand.result["end"] == "u_khan"
    assert current(table).table.phase == Phase.RESULT
    won = lay // 2
    assert ledger.jackpot("hien_nha") == lay - won + 4 * FEE // 2
    seats = {player.user_id: player for player in hand.players.all()}
    for user, then in zip(users, before, strict=True):
        player = seats[user.pk]
        extra = won if player.seat == hand.result["winner"] else 0
        assert ledger.holdings(user.pk) - then == player.gold == player.units * UNIT - FEE + extra
    assert sound()


def test_an_u_khan_wins_nothing_where_the_variant_has_no_jackpot(stack: Stack) -> None:
    users = people()
    variant = {"preset": "ky_gui", "u_khan": True, "u_khan_price": 10}
    stack([QUIET, KHAN])
    played(seated([*users], "online"))
    lay = ledger.jackpot("hien_nha")
    for table in Table.objects.all():
        for user in users:
            tables.leave(table.code, user)
    hand = dealt(seated([*users], variant=variant, code="other"))
    assert hand.result["end"] == "u_khan"
    assert not hand.is_preset
    assert ledger.jackpot("hien_nha") == lay
    assert sum(player.gold or 0 for player in hand.players.all()) == -4 * FEE


def test_what_the_hand_was_for_each_is_kept_and_told_to_the_accounts(
    quiet: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Finished] = []
    monkeypatch.setattr(standing, "note", told.append)
    users = people()
    hand = played(seated([*users], "online"))
    players = list(hand.players.all())
    assert sorted(player.place or 0 for player in players)[0] == 1
    assert [player.mom for player in players] == hand.result["mom"]
    assert {player.u for player in players} == {""}
    (finished,) = told
    assert (finished.hand, finished.preset, finished.is_preset, finished.people_only) == (hand.pk, "online", True, True)
    assert [part.user for part in finished.parts] == [user.pk for user in users]
    assert [part.gold for part in finished.parts] == [player.gold for player in players]
    assert [part.place for part in finished.parts] == [player.place for player in players]
    assert finished.at == hand.ended_at


def test_who_pays_for_everyone_is_told_with_the_units(stack: Stack) -> None:
    record = next(
        found
        for found in map(recorded, range(1, 90))
        if found.get("result", {}).get("den") is not None and found["seats"] == 4
    )
    stack([record])
    shift = record["leader"]
    table = seated([*people()], variant=record["variant"])
    dealt(table)
    do_all(table, record["actions"])
    hand = current(table)
    den = hand.result["den"]
    assert den == (record["result"]["den"] - shift) % 4
    shares = [
        payment["units"]
        for payment in hand.result["payments"]
        if payment["from"] == den and payment["why"] in ("u", "u_tron", "dong_hoa", "u_thong")
    ]
    players = list(hand.players.all())
    assert [player.den for player in players] == [sum(shares) if seat == den else 0 for seat in range(4)]
    assert players[hand.result["winner"]].u == hand.result["end"]
    assert players[den].place == 4


# -- bots ---------------------------------------------------------------------------------------------


def test_beside_bots_gold_is_the_houses_and_nothing_goes_to_the_jackpot(quiet: None) -> None:
    an = person("An")
    hand = played(seated([an, "sound", "sound", "sound"], "online"))
    units = hand.result["units"]
    assert ledger.holdings(an.pk) == WELCOME + units[0] * UNIT - FEE
    assert [player.gold for player in hand.players.all()] == [units[0] * UNIT - FEE, *(won * UNIT for won in units[1:])]
    assert ledger.jackpot("hien_nha") == 0
    assert not hand.people_only
    assert sound()


def test_bots_win_no_jackpot(stack: Stack) -> None:
    stack([QUIET, KHAN])
    played(seated([*people()], "online"))
    lay = ledger.jackpot("hien_nha")
    assert lay
    dealt(seated([person("Em"), "sound", "sound", "sound"], "online", code="bots"))
    assert ledger.jackpot("hien_nha") == lay
    assert sound()


@pytest.mark.parametrize("stake", ["san_dinh", "pho_phuong", "cung_dinh"])
def test_beside_bots_nothing_is_played_for_in_higher_rooms(quiet: None, stake: str) -> None:
    an = person("An")
    table = seated([an, "sound", "sound", "sound"], "online", stake=stake)
    hand = played(table)
    assert hand.unit == 0
    assert [player.gold for player in hand.players.all()] == [None] * 4
    assert ledger.holdings(an.pk) == WELCOME
    shown = scene(table.code, an).gold
    assert shown
    assert not shown.is_real


def test_what_bots_lose_in_a_day_has_an_end(stack: Stack, monkeypatch: pytest.MonkeyPatch) -> None:
    won = next(
        record
        for record in map(recorded, range(1, 90))
        if record["seats"] == 4 and record["leader"] == 0 and record.get("result", {}).get("units", [0])[0] > 2
    )
    has_set(monkeypatch, bot_wins_a_day=150)
    stack([won])
    an = person("An")
    table = seated([an, "sound", "sound", "sound"], variant=won["variant"])
    dealt(table)
    do_all(table, won["actions"])
    assert won["result"]["units"][0] == current(table).players.get(user=an).units
    assert current(table).players.get(user=an).gold == 150 - FEE
    assert ledger.holdings(an.pk) == WELCOME + 150 - FEE
    assert sound()


# -- who can't cover it -------------------------------------------------------------------------------


def test_r8_9_who_cannot_cover_a_hand_is_not_dealt_in_and_told_why(quiet: None) -> None:
    users = people()
    poor(users[1], 42 * UNIT + FEE - 1)
    table = seated([*users], "online")
    hand = dealt(table)
    assert [player.user for player in hand.players.all()] == [users[0], users[2], users[3]]
    seen = scene(table.code, users[1])
    assert seen.viewer is None
    assert seen.is_short
    assert seen.free == 1
    assert not scene(table.code, users[0]).is_short
    assert ledger.balance(users[0].pk) == WELCOME - 29 * UNIT - FEE  # the bound of three
    assert sound()


def test_r8_9_who_can_just_cover_it_is_dealt_in(quiet: None) -> None:
    users = people()
    poor(users[1], 42 * UNIT + FEE)
    assert dealt(seated([*users], "online")).seats == 4
    assert ledger.balance(users[1].pk) == 0


def test_r8_9_a_single_player_left_waits_for_others(quiet: None) -> None:
    an, binh = people(2)
    poor(binh, 10)
    table = seated([an, binh], "online")
    assert dealing.next_hand(table.code, after=0)
    table.refresh_from_db()
    assert (table.phase, table.short, table.due_at) == (Phase.WAITING, [binh.pk], None)
    assert ledger.balance(an.pk) == WELCOME
    assert [chair.user for chair in table.people()] == [an]


def test_a_table_nobody_at_which_can_play_is_closed(quiet: None) -> None:
    users = [poor(user, 10) for user in people(2)]
    table = seated([*users], "online")
    assert dealing.next_hand(table.code, after=0)
    table.refresh_from_db()
    assert table.closed_at
    assert table.short == [user.pk for user in users]


def test_alone_with_bots_the_hand_is_dealt_without_gold(quiet: None) -> None:
    an = poor(person("An"), 100)
    table = seated([an, "sound", "sound", "sound"], "online")
    hand = played(table)
    assert hand.unit == 0
    assert ledger.holdings(an.pk) == 100
    seen = scene(table.code, an)
    assert seen.viewer == 0
    assert seen.gold
    assert (seen.gold.is_real, seen.gold.own) == (False, 100)
    ledger.relief(an, "browser")
    assert dealt(table).unit == UNIT


def test_beside_a_bot_who_cannot_cover_goes_where_another_can(quiet: None) -> None:
    an, binh = people(2)
    poor(binh, 100)
    table = seated([an, binh, "sound", "sound"], "online")
    hand = dealt(table)
    assert (hand.seats, hand.unit) == (3, UNIT)
    assert scene(table.code, binh).is_short


def test_who_was_short_once_is_forgotten_with_the_next_deal(quiet: None) -> None:
    users = people()
    poor(users[1], 10)
    table = seated([*users], "online")
    dealt(table)
    Table.objects.filter(pk=table.pk).update(phase=Phase.RESULT)
    dealt(table)
    assert not scene(table.code, users[1]).is_short


# -- crashes ------------------------------------------------------------------------------------------


class Play:
    """People and bots at three tables, hand after hand, while the process dies now and then."""

    def __init__(self, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.chance, self.crashes = random.Random(seed), 0
        an, binh, chi, dung, em, phuc, giang, hoa = self.users = [
            *people(),
            *map(person, ("Em", "Phuc", "Giang", "Hoa")),
        ]
        with monkeypatch.context() as patched:
            has_set(patched, welcome=10**9)  # those among people never run out of it
            for user in (an, binh, chi, dung, em, phuc):
                ledger.welcome(user)
        self.before = {user: ledger.holdings(user.pk) for user in self.users}
        self.tables = [
            seated([an, binh], "ca_k", code="two", multiplier=2),
            seated([chi, dung, em, phuc], "online", code="four", stake="cung_dinh"),
            seated([giang, "sound", hoa], "online", code="bots", multiplier=5),
        ]

    def step(self) -> None:
        """One action at one of the tables, or the deal."""
        table = self.chance.choice(self.tables)
        table.refresh_from_db()
        if table.phase != Phase.PLAYING:
            self.survive(lambda: dealing.next_hand(table.code, after=table.hand_number))
        else:
            at = position_of(table)
            action = _choice(at.hand, self.chance)
            self.survive(lambda: act(at.hand_id, at.version, at.hand.turn, action))

    def survive(self, do: Callable[[], object]) -> None:
        """Do it, if need be once more after a crash at any query, as the next process would."""
        if self.chance.random() < 0.3 and crashed(do, self.chance.randrange(40)):
            self.crashes += 1
            positions.cache.clear()
            snapshots.clear()
        with suppress(Refused):  # it was done: no crash came
            do()

    def pack(self, *_: object) -> tuple[int, ...]:
        """One that makes hands short: equal ranks lie together."""
        cards = list(ALL)
        cards.sort(key=lambda card: card % 13 // 4 + self.chance.random() * 2)
        return tuple(cards)


def _choice(hand: Hand, chance: random.Random) -> Action:
    legal = legal_actions(hand)
    return EAT if EAT in legal else chance.choice(legal)


@pytest.mark.parametrize("hands", [30, pytest.param(600, marks=pytest.mark.full)])
def test_whatever_crashes_the_ledger_is_sound_and_every_hand_is_paid_once(
    hands: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Play(hands, monkeypatch)
    monkeypatch.setattr(dealing, "shuffled_pack", play.pack)
    over = HandRecord.objects.filter(ended_at__isnull=False)
    while over.count() < hands:
        play.step()
    assert play.crashes > hands // 2
    assert sound()
    for user in play.users:
        brought = HandPlayer.objects.filter(user=user).aggregate(gold=Sum("gold"))["gold"] or 0
        assert ledger.holdings(user.pk) == play.before[user] + brought
    for hand in over.filter(unit__gt=0, people_only=True):
        assert sum(player.gold or 0 for player in hand.players.all()) >= -hand.seats * gold.fee_of(hand.unit)
    assert over.filter(unit=0).exists() or hands < 100  # those beside bots had run out of gold
