"""Gold: what is set aside, paid, given; nothing twice, nobody below zero, nothing lost."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import ledger, statement
from accounts.ledger import Bill, writing
from accounts.ledger.folding import fold
from accounts.models import User
from accounts.models.gold import Account, AccountKind, Entry, Posting
from tests.accounts.gold import issued, players, purse_entries, sound
from tests.house import BOT_WINS_A_DAY, RELIEF, RELIEFS_A_DAY, WELCOME
from tests.live.build import person

pytestmark = pytest.mark.django_db

ROOM = "hien_nha"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The moment that gold moves in, to be changed: noon in Vietnam."""
    moment = [datetime(2026, 11, 30, 5, tzinfo=UTC)]
    monkeypatch.setattr(timezone, "now", lambda: moment[0])
    return moment


def play(hand: int, bill: Bill, aside: int = 2_000) -> dict[int, int]:
    """A hand of those whom the bill names."""
    ledger.set_aside(hand, dict.fromkeys(bill.players, aside))
    return ledger.settle(hand, bill)


def spend(user: int, leave: int, hand: int) -> None:
    """The house takes all but so much."""
    ledger.set_aside(hand, {user: ledger.balance(user)})
    ledger.settle(hand, Bill(ROOM, fees=((user, ledger.holdings(user) - leave),)))


# -- a hand -------------------------------------------------------------------------------------------


def test_what_is_set_aside_is_still_owned() -> None:
    an, binh = players(2)
    ledger.set_aside(7, {an: 1_005, binh: 20_000})
    assert (ledger.balance(an), ledger.holdings(an)) == (18_995, 20_000)
    assert (ledger.balance(binh), ledger.holdings(binh)) == (0, 20_000)
    assert issued() == 2 * WELCOME


def test_the_end_pays_and_gives_the_rest_back() -> None:
    an, binh, chi = players(3)
    ledger.set_aside(7, {an: 1_005, binh: 2_005, chi: 3_005})
    bill = Bill(ROOM, ((an, binh, 300), (chi, binh, 200), (binh, an, 100)), ((an, 5), (binh, 5), (chi, 5)), 7)
    assert ledger.settle(7, bill) == {an: -205, binh: 395, chi: -205}
    assert [ledger.balance(user) for user in (an, binh, chi)] == [19_795, 20_395, 19_795]
    assert [ledger.holdings(user) for user in (an, binh, chi)] == [19_795, 20_395, 19_795]
    assert ledger.jackpot(ROOM) == 7
    assert ledger.jackpot("san_dinh") == 0
    assert issued() == 3 * WELCOME - 8
    assert sound()


def test_entries_tell_the_balance_after_each() -> None:
    an, binh = players(2)
    play(7, Bill(ROOM, ((an, binh, 300),), ((an, 5), (binh, 5))))
    assert purse_entries(an) == [
        ("welcome", 20_000, 20_000),
        ("reserve", -2_000, 18_000),
        ("release", 2_000, 20_000),
        ("payment", -300, 19_700),
        ("fee", -5, 19_695),
    ]


def test_whoever_cannot_cover_it_is_told_and_nothing_happens() -> None:
    an, binh, chi = players(3)
    with pytest.raises(ledger.Short) as short:
        ledger.set_aside(7, {an: 20_001, binh: 20_000, chi: 30_000})
    assert short.value.users == (an, chi)
    assert ledger.balance(binh) == WELCOME
    assert not Posting.objects.filter(hand=7).exists()
    ledger.set_aside(7, {binh: 20_000})
    assert ledger.balance(binh) == 0


def test_gold_set_aside_for_one_hand_is_not_there_for_another() -> None:
    an, _ = players(2)
    ledger.set_aside(7, {an: 15_000})
    with pytest.raises(ledger.Short):
        ledger.set_aside(8, {an: 5_001})


def test_nothing_of_a_hand_happens_twice() -> None:
    an, binh = players(2)
    bill = Bill(ROOM, ((an, binh, 300),), ((an, 5), (binh, 5)), 5)
    for _ in range(2):
        ledger.set_aside(7, {an: 1_000, binh: 1_000})
    assert ledger.balance(an) == 19_000
    assert [ledger.settle(7, bill) for _ in range(2)] == [{an: -305, binh: 295}] * 2
    ledger.release(7)
    ledger.set_aside(7, {an: 1_000, binh: 1_000})
    assert [ledger.balance(user) for user in (an, binh)] == [19_695, 20_295]
    assert Posting.objects.filter(hand=7).count() == 2


def test_a_void_hand_gives_everything_back_and_costs_nothing() -> None:
    an, binh = players(2)
    ledger.set_aside(7, {an: 1_000, binh: 1_000})
    ledger.release(7)
    ledger.release(7)
    assert ledger.balance(an) == ledger.balance(binh) == WELCOME
    assert ledger.settle(7, Bill(ROOM, ((an, binh, 300),))) == {an: 0, binh: 0}
    assert ledger.balance(an) == WELCOME
    assert sound()


def test_two_hands_of_one_player_are_told_apart() -> None:
    an, binh = players(2)
    ledger.set_aside(7, {an: 1_000, binh: 1_000})
    ledger.set_aside(8, {an: 3_000})
    ledger.release(7)
    assert (ledger.balance(an), ledger.holdings(an)) == (17_000, 20_000)


def test_only_those_who_set_gold_aside_pay() -> None:
    an, binh = players(2)
    ledger.set_aside(7, {an: 1_000})
    with pytest.raises(LookupError, match=rf"hand 7: .* received \[{binh}\]"):
        ledger.settle(7, Bill(ROOM, ((an, binh, 300),)))
    assert ledger.settle(7, Bill(ROOM, fees=((an, 5),))) == {an: -5}, "the end is not taken"


def test_nobody_is_brought_below_zero() -> None:
    an, binh = players(2)
    ledger.set_aside(7, {an: 1_000, binh: 1_000})
    with pytest.raises(IntegrityError), transaction.atomic():
        ledger.settle(7, Bill(ROOM, ((an, binh, 20_001),)))
    assert (ledger.balance(an), ledger.holdings(an)) == (19_000, 20_000)
    assert not Posting.objects.filter(reference="hand:7:end").exists()


@pytest.mark.parametrize("kind", [AccountKind.PURSE, AccountKind.RESERVE, AccountKind.JACKPOT])
def test_the_database_itself_knows_no_debts(kind: AccountKind) -> None:
    owner: dict[str, Any] = {"stake": ROOM} if kind == AccountKind.JACKPOT else {"user": person("An")}
    with pytest.raises(IntegrityError):
        Account.objects.create(kind=kind, balance=-1, **owner)


# -- bots and the jackpot -----------------------------------------------------------------------------


def test_bots_play_with_the_gold_of_the_house() -> None:
    an, binh = players(2)
    bill = Bill(ROOM, ((None, an, 700), (binh, None, 200), (binh, an, 50)), ((an, 5), (binh, 5)))
    assert play(7, bill) == {an: 745, binh: -255}
    assert issued() == 2 * WELCOME + 700 - 200 - 10
    bots = Entry.objects.filter(bots=True, account__user__isnull=False).values_list("account__user", "amount")
    assert dict(bots) == {an: 700, binh: -200}


def test_a_day_of_bots_brings_so_much_and_no_more(clock: list[datetime]) -> None:
    (an,) = players(1)
    assert play(1, Bill(ROOM, ((None, an, 4_000),))) == {an: 4_000}
    assert ledger.left_from_bots(an) == BOT_WINS_A_DAY - 4_000
    assert play(2, Bill(ROOM, ((None, an, 4_000),))) == {an: 1_000}
    assert play(3, Bill(ROOM, ((None, an, 4_000),))) == {an: 0}
    assert play(4, Bill(ROOM, ((an, None, 300),))) == {an: -300}, "losses are paid in full"
    assert ledger.left_from_bots(an) == 300, "and may be won back"
    assert play(5, Bill(ROOM, ((None, an, 4_000),), ((an, 5),))) == {an: 295}
    clock[0] = datetime(2026, 11, 30, 16, 59, 59, tzinfo=UTC)
    assert ledger.left_from_bots(an) == 0
    clock[0] = datetime(2026, 11, 30, 17, tzinfo=UTC)  # midnight in Vietnam
    assert ledger.left_from_bots(an) == BOT_WINS_A_DAY
    assert play(6, Bill(ROOM, ((None, an, 4_000),))) == {an: 4_000}
    assert sound()


def test_what_people_pay_at_a_table_with_bots_is_not_capped() -> None:
    an, binh = players(2)
    bill = Bill(ROOM, ((None, an, 6_000), (binh, an, 6_000)))
    assert play(7, bill, aside=10_000) == {an: 11_000, binh: -6_000}


def test_an_u_khan_wins_half_of_what_lay_in_the_jackpot_before() -> None:
    an, binh = players(2)
    play(1, Bill(ROOM, fees=((an, 501), (binh, 500)), to_jackpot=501))
    assert play(2, Bill(ROOM, fees=((an, 5), (binh, 5)), to_jackpot=5, jackpot_winner=an)) == {an: 245, binh: -5}
    assert ledger.jackpot(ROOM) == 501 - 250 + 5
    assert purse_entries(an)[-1] == ("jackpot", 250, 20_000 - 501 - 5 + 250)
    assert sound()


def test_an_empty_jackpot_is_worth_nothing() -> None:
    an, binh = players(2)
    assert play(1, Bill(ROOM, ((binh, an, 100),), jackpot_winner=an)) == {an: 100, binh: -100}
    assert "jackpot" not in [kind for kind, _, _ in purse_entries(an)]


# -- hot accounts -------------------------------------------------------------------------------------


def hot(kind: AccountKind) -> tuple[int, int]:
    """The kept balance of a shared account, and how many entries it lacks."""
    account = Account.objects.get(kind=kind)
    return account.balance, account.entries.filter(folded=False).count()


def test_folding_changes_no_sum() -> None:
    an, binh = players(2)
    for hand in range(3):
        play(hand, Bill(ROOM, ((an, binh, 10),), ((an, 5), (binh, 5)), 5))
    assert hot(AccountKind.JACKPOT) == (0, 3)
    assert hot(AccountKind.HOUSE) == (0, 5)
    for _ in range(2):
        fold()
        assert hot(AccountKind.JACKPOT) == (15, 0)
        assert hot(AccountKind.HOUSE) == (-2 * WELCOME + 15, 0)
        assert (ledger.jackpot(ROOM), issued()) == (15, 2 * WELCOME - 15)
    play(9, Bill(ROOM, fees=((an, 5),), to_jackpot=2))
    assert (ledger.jackpot(ROOM), hot(AccountKind.JACKPOT)) == (17, (15, 1))
    assert sound()


def test_entries_are_folded_in_every_so_often(
    django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that a sum never goes over more entries than come in between."""
    monkeypatch.setattr(writing, "FOLD_EVERY", 10)
    an, binh = players(2)
    with django_capture_on_commit_callbacks(execute=True) as ran:
        for hand in range(10):
            play(hand, Bill(ROOM, fees=((an, 1), (binh, 1)), to_jackpot=1), aside=1)
    assert len(ran) == 2, "of 20 postings every tenth"
    assert hot(AccountKind.JACKPOT) == (10, 0)
    assert hot(AccountKind.HOUSE) == (-2 * WELCOME + 10, 0)


def test_a_hand_asks_little_of_the_database(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    an, binh, chi, dung = players(4)
    fees = tuple((user, 5) for user in (an, binh, chi, dung))
    play(1, Bill(ROOM, fees=fees, to_jackpot=10))
    bill = Bill(ROOM, ((an, binh, 100), (chi, binh, 200), (dung, binh, 300)), fees, 10)
    with django_assert_max_num_queries(12):
        ledger.set_aside(2, dict.fromkeys((an, binh, chi, dung), 1_000))
    with django_assert_max_num_queries(14):
        ledger.settle(2, bill)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the plan as SQLite words it")
def test_nothing_that_is_asked_for_a_hand_or_a_page_reads_a_whole_table() -> None:
    """However many players and entries there are: each query finds its rows by an index."""
    an, binh = players(2)
    with CaptureQueriesContext(connection) as asked:
        play(1, Bill(ROOM, ((None, an, 10), (an, binh, 10)), ((an, 5), (binh, 5)), 5, an))
        ledger.relief(User.objects.get(pk=an), "mine")
        statement.page_of(an, "fees", before=1_000)
        statement.page_of(an)
        assert (ledger.holdings(an), ledger.jackpot(ROOM), ledger.left_from_bots(an)) == (19_995, 5, 4_990)
    queries = [query["sql"] for query in asked if query["sql"].startswith("SELECT")]
    assert len(queries) > 20
    assert [sql for sql in queries if reads_all(sql)] == []


def reads_all(sql: str) -> bool:
    """Whether SQLite goes through every row of a table for it."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        return any(step.startswith("SCAN") and step != "SCAN CONSTANT ROW" for *_, step in cursor.fetchall())


# -- welcome gold, relief -----------------------------------------------------------------------------


def test_welcome_gold_comes_once() -> None:
    an = person("An")
    assert ledger.holdings(an.pk) == WELCOME, "it is counted on before it is there"
    for _ in range(2):
        ledger.welcome(an)
    assert purse_entries(an) == [("welcome", WELCOME, WELCOME)]


def test_players_from_before_there_was_gold_get_it_when_they_are_dealt_in() -> None:
    an = person("An")
    ledger.set_aside(7, {an.pk: 1_000})
    assert (ledger.balance(an.pk), ledger.holdings(an.pk)) == (19_000, 20_000)


def relieved(user: User, browser: str = "mine") -> int:
    """Relief once more, all of it spent at once."""
    given = ledger.relief(user, browser)
    if given:
        spend(user.pk, 0, hand=Posting.objects.latest("pk").pk)
    return given


def broke(**fields: Any) -> User:
    """A player who has lost everything."""
    name = f"Broke {User.objects.count()}"
    user = User.objects.create(username=name, display_name=name, **fields)
    ledger.welcome(user)
    spend(user.pk, 0, hand=1_000 + user.pk)
    return user


def confirm(user: User) -> User:
    EmailAddress.objects.create(user=user, email="an@example.com", verified=True, primary=True)
    return user


def test_relief_is_for_the_broke() -> None:
    (an,) = players(1)
    user = User.objects.get(pk=an)
    spend(an, RELIEF, hand=1)
    assert not ledger.relief_due(user, "mine").is_broke
    assert ledger.relief(user, "mine") == 0
    ledger.set_aside(2, {an: 1})
    assert ledger.relief(user, "mine") == 0, "what is set aside is owned"
    ledger.release(2)
    spend(an, RELIEF - 1, hand=3)
    assert ledger.relief_due(user, "mine").is_due
    assert ledger.relief(user, "mine") == RELIEF
    assert ledger.balance(an) == 2 * RELIEF - 1


def test_an_account_has_one_a_day_a_confirmed_one_more(clock: list[datetime]) -> None:
    an = broke()
    assert [relieved(an) for _ in range(2)] == [RELIEF, 0]
    confirm(an)
    assert ledger.relief_due(an, "mine").left == RELIEFS_A_DAY - 1
    assert [relieved(an) for _ in range(3)] == [RELIEF, RELIEF, 0]
    due = ledger.relief_due(an, "mine")
    assert (due.is_broke, due.left, due.is_due) == (True, 0, False)
    assert due.next_at == datetime(2026, 11, 30, 17, tzinfo=UTC)
    clock[0] = datetime(2026, 11, 30, 17, tzinfo=UTC)
    assert [relieved(an) for _ in range(4)] == [RELIEF, RELIEF, RELIEF, 0]
    assert sound()


def test_guests_have_one_a_day_in_a_browser(clock: list[datetime]) -> None:
    first, second = broke(is_guest=True), broke(is_guest=True)
    assert [relieved(first) for _ in range(2)] == [RELIEF, 0]
    assert not ledger.relief_due(second, "mine").is_due
    assert relieved(second) == 0, "a new guest is no new browser"
    assert relieved(first, "other") == 0, "a new browser no new guest"
    assert relieved(second, "other") == RELIEF
    clock[0] = datetime(2026, 11, 30, 17, tzinfo=UTC)
    assert relieved(second) == RELIEF


def test_what_a_guest_had_counts_once_there_is_an_account() -> None:
    guest = broke(is_guest=True)
    assert relieved(guest) == RELIEF
    guest.is_guest = False
    guest.save()
    assert relieved(guest) == 0
    confirm(guest)
    assert [relieved(guest) for _ in range(3)] == [RELIEF, RELIEF, 0]


def test_the_ledger_does_not_know_the_browser(clock: list[datetime]) -> None:
    """Neither whose it is nor that two days were of the same."""
    guest = broke(is_guest=True)
    relieved(guest, "a browser's word")
    clock[0] = datetime(2026, 12, 1, 17, tzinfo=UTC)
    relieved(guest, "a browser's word")
    references = Posting.objects.filter(reference__startswith="relief:").values_list("reference", flat=True)
    marks = {reference.split(":")[-1] for reference in references}
    assert len(marks) == 2
    assert not any("word" in reference for reference in references)


# -- leaving ------------------------------------------------------------------------------------------


def test_the_gold_of_an_erased_player_goes_back_to_the_house() -> None:
    an, binh = players(2)
    user = User.objects.get(pk=an)
    ledger.set_aside(7, {an: 1_000, binh: 1_000})
    ledger.erase(user)
    assert (ledger.balance(an), ledger.holdings(an)) == (0, 1_000), "what a hand needs stays until it ends"
    ledger.settle(7, Bill(ROOM, ((an, binh, 300),)))
    ledger.erase(user)
    ledger.erase(user)
    assert ledger.holdings(an) == 0
    user.delete()
    assert issued() == ledger.holdings(binh) == 20_300
    assert Entry.objects.filter(account__kind=AccountKind.PURSE, account__user=None).count() == 6
    assert sound()
