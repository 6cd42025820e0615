"""checkledger: what it says of a sound ledger, and of one that somebody has meddled with."""

from __future__ import annotations

from collections.abc import Collection
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import F

from accounts import ledger
from accounts.ledger import Bill, folding, open_hands
from accounts.models import User
from accounts.models.gold import Account, AccountKind, Entry, Posting
from tests.accounts.gold import players

pytestmark = pytest.mark.django_db

ROOM = "hien_nha"


@pytest.fixture(autouse=True)
def nothing_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_hands, "sources", [])


def found() -> list[str]:
    """What checkledger prints, but for the count, which comes last and agrees; its exit status too."""
    out = StringIO()
    try:
        call_command("checkledger", stdout=out)
        status = 0
    except SystemExit as end:
        status = int(str(end.code))
    *complaints, count = out.getvalue().splitlines()
    assert count.endswith(f", {len(complaints)} faults")
    assert status == (1 if complaints else 0)
    return complaints


@pytest.fixture
def users() -> list[int]:
    """Two players after a hand."""
    an, binh = players(2)
    ledger.set_aside(1, {an: 1_000, binh: 1_000})
    ledger.settle(1, Bill(ROOM, ((an, binh, 300),), ((an, 5), (binh, 5)), 5))
    return [an, binh]


def purse_of(user: int) -> Account:
    return Account.objects.get(user=user, kind=AccountKind.PURSE)


def test_a_sound_ledger(users: list[int], capsys: pytest.CaptureFixture[str]) -> None:
    assert found() == []
    folding.fold()
    assert found() == []
    call_command("checkledger")
    entries, postings = Entry.objects.count(), Posting.objects.count()
    assert capsys.readouterr().out == f"6 accounts, {postings} postings, {entries} entries, 0 faults\n"


def test_an_empty_ledger() -> None:
    assert found() == []


def test_a_posting_that_does_not_sum_to_zero(users: list[int]) -> None:
    entry = Entry.objects.get(account__user=users[0], kind="fee")
    Entry.objects.filter(pk=entry.pk).update(amount=-4)
    assert f"posting {entry.posting_id} (hand:1:end), fee: expected a sum of 0, got 1" in found()


def test_kinds_that_make_up_for_each_other(users: list[int]) -> None:
    """A fee booked as a payment on one side sums to zero, but says what isn't so."""
    entry = Entry.objects.get(account__user=users[0], kind="fee")
    Entry.objects.filter(pk=entry.pk).update(kind="correction")
    where = f"posting {entry.posting_id} (hand:1:end)"
    assert found() == [
        f"{where}, correction: expected a sum of 0, got -5",
        f"{where}, fee: expected a sum of 0, got 5",
    ]


def test_a_balance_that_is_not_the_sum_of_its_entries(users: list[int]) -> None:
    purse = purse_of(users[0])
    Account.objects.filter(pk=purse.pk).update(balance=F("balance") + 7)
    assert found() == [
        f"account {purse.pk} (purse {users[0]}): expected a balance of 19695, got 19702",
        "all accounts: expected 39995 held, as issued by the house, got 40002",
    ]


def test_a_fold_that_was_counted_twice(users: list[int]) -> None:
    folding.fold()
    jackpot = Account.objects.get(kind=AccountKind.JACKPOT)
    Entry.objects.filter(account=jackpot).update(folded=False)
    assert f"account {jackpot.pk} (jackpot hien_nha): expected a balance of 0, got 5" in found()
    assert ledger.jackpot(ROOM) == 10


@pytest.mark.parametrize(("wrong", "told"), [(19_000, "19000"), (None, "None")])
def test_an_entry_that_tells_another_balance(users: list[int], wrong: int | None, told: str) -> None:
    entry = Entry.objects.filter(account__user=users[0]).order_by("-pk")[1]
    Entry.objects.filter(pk=entry.pk).update(balance=wrong)
    assert found() == [f"entry {entry.pk} of account {entry.account_id}: expected a balance of 19700, got {told}"]


def test_a_players_entry_that_is_not_in_the_balance(users: list[int]) -> None:
    entry = Entry.objects.filter(account__user=users[0]).order_by("-pk").first()
    assert entry
    Entry.objects.filter(pk=entry.pk).update(folded=False)
    assert len(found()) >= 2


def test_a_debt_that_only_the_entries_tell(users: list[int]) -> None:
    jackpot = Account.objects.get(kind=AccountKind.JACKPOT)
    entry = jackpot.entries.get()
    Entry.objects.filter(pk=entry.pk).update(amount=-5)
    assert f"account {jackpot.pk} (jackpot hien_nha): expected 0 or more, got -5" in found()


def test_a_reserve_that_outlives_its_hand(users: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    ledger.set_aside(2, {users[0]: 1_000})
    ledger.set_aside(3, {users[0]: 500, users[1]: 400})
    reserves = [Account.objects.get(user=user, kind=AccountKind.RESERVE).pk for user in users]
    monkeypatch.setattr(open_hands, "sources", [lambda hands: {2} & set(hands)])
    assert found() == [
        f"hand 3: expected no reserve after its end, got 500 in account {reserves[0]}",
        f"hand 3: expected no reserve after its end, got 400 in account {reserves[1]}",
    ]
    monkeypatch.setattr(open_hands, "sources", [lambda hands: {2}, lambda hands: {3}])
    assert found() == []


def test_a_hand_that_ends_while_it_is_looked_at(users: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    ledger.set_aside(2, {users[0]: 1_000})

    def ends(hands: Collection[int]) -> set[int]:
        ledger.release(2)
        return set()

    monkeypatch.setattr(open_hands, "sources", [ends])
    assert found() == []


def test_an_erased_player_leaves_nothing_wrong(users: list[int]) -> None:
    user = User.objects.get(pk=users[0])
    ledger.erase(user)
    user.delete()
    assert found() == []


def test_it_keeps_nobody_waiting(users: list[int]) -> None:
    """Each check is a statement of its own: no transaction is held over all of them."""
    begun: list[str] = []

    def note(execute: object, sql: str, *args: object) -> object:
        begun.append(sql)
        return execute(sql, *args)  # type: ignore[operator]

    with connection.execute_wrapper(note):
        assert found() == []
    assert begun and not any(sql.startswith(("BEGIN", "SAVEPOINT", "UPDATE", "INSERT")) for sql in begun)
