"""The same gold wanted by two at once, each with a connection of its own: one gets it, or both get their part."""

from __future__ import annotations

from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from allauth.account.models import EmailAddress
from django.db import connection, transaction

from accounts import ledger
from accounts.ledger import Bill, Short
from accounts.ledger.folding import fold
from accounts.models import User
from accounts.models.gold import Account, Entry, Posting
from tests.accounts.gold import players, sound
from tests.house import RELIEF, WELCOME
from tests.live.build import person

pytestmark = pytest.mark.django_db(transaction=True)

ROOM = "hien_nha"


def at_once(*acts: Callable[[], object]) -> list[object]:
    """What each act answered, or the exception it raised, all of them begun together."""
    answers: list[object] = [None] * len(acts)
    start = Barrier(len(acts))

    def run(number: int) -> None:
        try:
            start.wait()
            answers[number] = acts[number]()
        except Exception as error:
            answers[number] = error
        finally:
            connection.close()

    threads = [Thread(target=run, args=(number,)) for number in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def kinds(answers: list[object]) -> list[str]:
    return sorted(type(answer).__name__ for answer in answers)


@pytest.mark.parametrize("turn", range(5))
def test_two_tables_want_the_same_gold(turn: int) -> None:
    an, binh = players(2)
    answers = at_once(
        lambda: ledger.set_aside(1, {an: 15_000, binh: 100}), lambda: ledger.set_aside(2, {binh: 100, an: 15_000})
    )
    assert kinds(answers) == ["NoneType", "Short"]
    assert [error.users for error in answers if isinstance(error, Short)] == [(an,)]
    assert (ledger.balance(an), ledger.balance(binh)) == (5_000, 19_900)


@pytest.mark.parametrize("turn", range(5))
def test_hands_of_the_same_players_do_not_wait_for_each_other_in_a_ring(turn: int) -> None:
    users = players(4)

    def hand(number: int, order: list[int]) -> None:
        for at in range(number, number + 5):
            ledger.set_aside(at, dict.fromkeys(order, 100))
            ledger.settle(at, Bill(ROOM, ((order[0], order[-1], 50),), ((order[0], 5),), 2))

    answers = at_once(lambda: hand(10, users), lambda: hand(20, users[::-1]), lambda: hand(30, users[1:] + users[:1]))
    assert answers == [None] * 3
    assert ledger.jackpot(ROOM) == 3 * 5 * 2
    assert Posting.objects.filter(hand__isnull=False).count() == 3 * 5 * 2
    assert sound()


@pytest.mark.parametrize("turn", range(5))
def test_two_processes_end_the_same_hand(turn: int) -> None:
    an, binh = players(2)
    ledger.set_aside(1, {an: 1_000, binh: 1_000})
    bill = Bill(ROOM, ((an, binh, 300),), ((an, 5), (binh, 5)), 5)
    answers = at_once(*[lambda: ledger.settle(1, bill)] * 3)
    assert answers == [{an: -305, binh: 295}] * 3
    assert (ledger.balance(an), ledger.balance(binh), ledger.jackpot(ROOM)) == (19_695, 20_295, 5)


def test_a_hand_is_paid_or_void_not_both() -> None:
    an, binh = players(2)
    ledger.set_aside(1, {an: 1_000, binh: 1_000})
    at_once(lambda: ledger.settle(1, Bill(ROOM, ((an, binh, 300),))), lambda: ledger.release(1))
    assert (ledger.balance(an), ledger.balance(binh)) in [(19_700, 20_300), (20_000, 20_000)]
    assert sound()


@pytest.mark.parametrize("turn", range(5))
def test_two_win_the_jackpot(turn: int) -> None:
    """Whoever comes second gets half of what is left, while a third feeds it."""
    an, binh, chi = players(3)
    ledger.set_aside(1, {chi: 2_000})
    ledger.settle(1, Bill(ROOM, fees=((chi, 2_000),), to_jackpot=1_000))
    for hand, user in ((2, an), (3, binh), (4, chi)):
        ledger.set_aside(hand, {user: 1_000})
    answers = at_once(
        lambda: ledger.settle(2, Bill(ROOM, jackpot_winner=an)),
        lambda: ledger.settle(3, Bill(ROOM, jackpot_winner=binh)),
        fold,
    )
    won = [next(iter(answer.values())) for answer in answers if isinstance(answer, dict)]
    assert sorted(won) == [250, 500]
    ledger.settle(4, Bill(ROOM, fees=((chi, 100),), to_jackpot=50))
    assert ledger.jackpot(ROOM) == 300
    assert sound()


@pytest.mark.parametrize("turn", range(5))
def test_entries_come_while_others_are_folded_in(turn: int) -> None:
    an, binh = players(2)

    def play(number: int, user: int) -> None:
        for hand in range(number, number + 10):
            ledger.set_aside(hand, {user: 10})
            ledger.settle(hand, Bill(ROOM, fees=((user, 10),), to_jackpot=5))

    def keep_folding() -> None:
        for _ in range(10):
            fold()

    assert at_once(lambda: play(10, an), lambda: play(20, binh), keep_folding, keep_folding) == [None] * 4
    assert ledger.jackpot(ROOM) == 100 and sound()
    fold()
    assert ledger.jackpot(ROOM) == 100 and sound()


def test_an_entry_committed_late_is_folded_in_later() -> None:
    """A fold that finds only younger entries leaves the older one for the next."""
    if connection.vendor == "sqlite":
        pytest.skip("SQLite knows one writer only")
    an, binh = players(2)
    ledger.set_aside(3, {an: 100})
    ledger.settle(3, Bill(ROOM, fees=((an, 2),), to_jackpot=1))  # the jackpot is there
    ledger.set_aside(1, {an: 100})
    ledger.set_aside(2, {binh: 100})
    with transaction.atomic():
        ledger.settle(1, Bill(ROOM, fees=((an, 10),), to_jackpot=5))
        at_once(lambda: ledger.settle(2, Bill(ROOM, fees=((binh, 10),), to_jackpot=7)), fold)
        at_once(fold)
    assert Entry.objects.filter(folded=False).exists()
    assert ledger.jackpot(ROOM) == 13 and sound()
    fold()
    assert ledger.jackpot(ROOM) == 13 and sound()


@pytest.mark.parametrize("turn", range(5))
def test_relief_asked_for_twice_at_once_comes_once(turn: int) -> None:
    an = person("An")
    EmailAddress.objects.create(user=an, email="an@example.com", verified=True)
    ledger.set_aside(1, {an.pk: WELCOME})
    ledger.settle(1, Bill(ROOM, fees=((an.pk, WELCOME),)))
    answers = at_once(*[lambda: ledger.relief(an, "a browser")] * 3)
    assert sorted(answers, key=str) == [0, 0, RELIEF]
    assert ledger.balance(an.pk) == RELIEF


def test_two_guests_of_one_browser_ask_for_relief_at_once() -> None:
    guests = [User.objects.create(username=name, display_name=name, is_guest=True) for name in ("Ong", "Cua")]
    for guest in guests:
        ledger.set_aside(guest.pk, {guest.pk: WELCOME})
        ledger.settle(guest.pk, Bill(ROOM, fees=((guest.pk, WELCOME),)))
    answers = at_once(*[lambda guest=guest: ledger.relief(guest, "a browser") for guest in guests])  # type: ignore[misc]
    assert sorted(answers, key=str) == [0, RELIEF]


@pytest.mark.parametrize("turn", range(5))
def test_welcome_gold_comes_once_to_whoever_comes_in_by_two_doors(turn: int) -> None:
    an = person("An")
    answers = at_once(*[lambda: ledger.welcome(an)] * 2, lambda: ledger.set_aside(1, {an.pk: 1_000}))
    assert answers == [None] * 3
    assert ledger.holdings(an.pk) == WELCOME
    assert Account.objects.filter(user=an).count() == 2
    assert Account.objects.filter(user=None).count() == 1


def test_whoever_is_quicker_to_leave_takes_no_gold_along() -> None:
    an, binh = players(2)
    user = User.objects.get(pk=an)
    ledger.set_aside(1, {an: 1_000, binh: 1_000})
    answers = at_once(
        lambda: ledger.erase(user), lambda: ledger.settle(1, Bill(ROOM, ((binh, an, 300),))), lambda: ledger.erase(user)
    )
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    ledger.erase(user)
    assert (ledger.holdings(an), ledger.holdings(binh)) == (0, 19_700)
    assert sound()
