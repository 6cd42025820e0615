"""Hands upon hands, with crashes between any two steps and everything tried again: the ledger stays sound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TypeVar

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts import ledger
from accounts.ledger import Bill, Short, open_hands
from accounts.ledger.folding import fold
from accounts.models import User
from accounts.models.gold import Account, AccountKind
from tests.accounts.gold import crashed, issued, players, sound
from tests.house import BOT_WINS_A_DAY, RELIEF, WELCOME

pytestmark = pytest.mark.django_db

ROOMS = ("hien_nha", "san_dinh")
PLAYERS = 6
QUERIES = 25
"""A crash comes before one of so many: about what a step makes."""
Answer = TypeVar("Answer")


class Site:
    """Players at play, and on paper beside the ledger what each should own."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.players = players(PLAYERS)
        self.purses = Counter(dict.fromkeys(self.players, WELCOME))
        self.aside: dict[int, dict[int, int]] = {}
        self.jackpots: Counter[str] = Counter()
        self.from_bots: Counter[int] = Counter()
        self.relieved: set[int] = set()
        self.hands = self.dealt = 0
        self.now = datetime(2026, 11, 30, 5, tzinfo=UTC)

    def open_among(self, hands: Collection[int]) -> set[int]:
        return set(self.aside)

    def deal(self) -> None:
        """A hand for some players, who may be short; tried until the process lives through it."""
        self.hands += 1
        users = self.chance.sample(self.players, self.chance.randint(1, 4))
        amounts = {user: self.chance.randint(1, 3_000) for user in users}
        short = tuple(user for user, gold in amounts.items() if self.purses[user] < gold)
        try:
            self.insist(lambda: ledger.set_aside(self.hands, amounts))
        except Short as error:
            assert error.users == short
        else:
            assert not short
            self.aside[self.hands], self.dealt = amounts, self.dealt + 1
            self.purses.subtract(amounts)

    def end(self) -> None:
        """One of the hands is over: paid, or now and then void."""
        hand = self.chance.choice(list(self.aside))
        amounts = self.aside[hand]
        if self.chance.random() < 0.1:
            self.insist(lambda: ledger.release(hand))
            brought = dict.fromkeys(amounts, 0)
        else:
            bill = self.bill(amounts)
            brought = self.paid(bill)
            assert self.insist(lambda: ledger.settle(hand, bill)) == brought
            assert ledger.settle(hand, bill) == brought
        del self.aside[hand]
        self.purses.update(amounts)
        self.purses.update(brought)

    def bill(self, amounts: dict[int, int]) -> Bill:
        """Any payments and fees that what was set aside covers."""
        left, fees, payments = dict(amounts), [], []
        for user in amounts:
            fees.append((user, self.spent(left, user, 100)))
        for _ in range(self.chance.randint(0, 6)):
            payer, payee = self.chance.choice([*amounts, None]), self.chance.choice([*amounts, None])
            if payer != payee:
                payments.append((payer, payee, self.spent(left, payer)))
        to_jackpot = self.chance.choice([0, sum(gold for _, gold in fees) // 2])
        winner = self.chance.choice([None, None, *amounts])
        return Bill(self.chance.choice(ROOMS), tuple(payments), tuple(fees), to_jackpot, winner)

    def spent(self, left: dict[int, int], payer: int | None, most: int = 3_000) -> int:
        if payer is None:
            return self.chance.randint(1, 500)
        gold = self.chance.randint(0, min(most, left[payer] // 2))
        left[payer] -= gold
        return gold

    def paid(self, bill: Bill) -> dict[int, int]:
        """What the bill brings each player, reckoned once more, the simple way."""
        brought: Counter[int] = Counter(dict.fromkeys((user for user, _ in bill.fees), 0))
        bots: Counter[int] = Counter()
        for user, fee in bill.fees:
            brought[user] -= fee
        for payer, payee, gold in bill.payments:
            for user, sign, other in ((payer, -1, payee), (payee, 1, payer)):
                if user is not None:
                    (bots if other is None else brought)[user] += sign * gold
        for user, gold in bots.items():
            gold = min(gold, max(0, BOT_WINS_A_DAY - self.from_bots[user]))
            self.from_bots[user] += gold
            brought[user] += gold
        if bill.jackpot_winner:
            won = self.jackpots[bill.stake] // 2
            brought[bill.jackpot_winner] += won
            self.jackpots[bill.stake] -= won
        self.jackpots[bill.stake] += bill.to_jackpot
        return dict(brought)

    def insist(self, act: Callable[[], Answer]) -> Answer:
        """Now and then the process dies at some query; now and then nobody hears that it didn't."""
        while self.chance.random() < 0.4 and crashed(act, at=self.chance.randint(0, QUERIES)):
            self.check_purses()
        answer = act()
        return act() if self.chance.random() < 0.2 else answer

    def relieve(self) -> None:
        """Somebody asks for relief, whether it is due or not."""
        user = self.chance.choice(self.players)
        owned = self.purses[user] + sum(amounts.get(user, 0) for amounts in self.aside.values())
        self.insist(lambda: ledger.relief(User(pk=user), "a browser"))
        if owned < RELIEF and user not in self.relieved:
            self.relieved.add(user)
            self.purses[user] += RELIEF

    def next_day(self) -> None:
        self.now += timedelta(days=1)
        self.from_bots.clear()
        self.relieved.clear()

    def fold(self) -> None:
        self.insist(fold)

    def step(self) -> None:
        """Anything that happens at a site."""
        acts: list[Callable[[], object]] = [self.deal, self.deal, self.deal, self.relieve, self.fold, self.next_day]
        self.chance.choice([*acts, *[self.end] * 4] if self.aside else acts)()

    def check_purses(self) -> None:
        """What is on paper is in the ledger."""
        purses = Account.objects.filter(kind=AccountKind.PURSE).values_list("user", "balance")
        assert dict(purses) == dict(self.purses)

    def check(self) -> None:
        self.check_purses()
        assert {room: ledger.jackpot(room) for room in ROOMS} == {room: self.jackpots[room] for room in ROOMS}
        aside = sum(sum(amounts.values()) for amounts in self.aside.values())
        assert issued() == self.purses.total() + self.jackpots.total() + aside
        assert sound()


@contextmanager
def opened(chance: Random) -> Iterator[Site]:
    """A site, with its clock and its hands."""
    with pytest.MonkeyPatch.context() as patch:
        site = Site(chance)
        patch.setattr(open_hands, "sources", [site.open_among])
        patch.setattr(timezone, "now", lambda: site.now)
        yield site


@given(st.integers(0, 2**32), st.integers(1, 20))
@settings(max_examples=20)
def test_the_ledger_is_sound_after_every_step(seed: int, steps: int) -> None:
    with transaction.atomic(), opened(Random(seed)) as site:
        for _ in range(steps):
            site.step()
            site.check()
        transaction.set_rollback(True)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("hands", [500, pytest.param(2_000, marks=pytest.mark.full)])
def test_the_ledger_is_sound_after_many_hands(hands: int) -> None:
    with opened(Random(hands)) as site:
        while site.dealt < hands:
            for _ in range(hands // 4):
                site.step()
            site.check()
        assert site.hands > site.dealt, "now and then somebody is short"


def test_every_query_can_be_the_last() -> None:
    """One hand, with a crash before each of its queries in turn."""
    an, binh, chi, _ = players(4)
    bill = Bill("hien_nha", ((an, binh, 300), (None, chi, 100)), ((an, 5), (binh, 5), (chi, 5)), 7, binh)
    hand: list[Callable[[], object]] = [
        lambda: ledger.set_aside(1, {an: 1_000, binh: 1_000, chi: 1_000}),
        lambda: ledger.settle(1, bill),
        fold,
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(open_hands, "sources", [lambda hands: {1}])
        for act in hand:
            before, at = owned([an, binh, chi]), 0
            while crashed(act, at):
                assert owned([an, binh, chi]) == before and sound()
                at += 1
            assert at >= 5 and sound()
    assert owned([an, binh, chi]) == [(19_695, 19_695), (20_295, 20_295), (20_095, 20_095)]


def owned(users: list[int]) -> list[tuple[int, int]]:
    return [(ledger.balance(user), ledger.holdings(user)) for user in users]
