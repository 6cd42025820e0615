"""Is the ledger sound? Each check is one query, so that it sees one moment of a site that plays on."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import F, Q, Sum, Window
from django.db.models.functions import Coalesce

from accounts.ledger.books import LYING
from accounts.ledger.open_hands import open_among
from accounts.models.gold import OWN, Account, AccountKind, Entry


def complaints() -> Iterator[str]:
    """What is wrong, with ids, in the words ``WHAT: expected …, got …``; nothing if all is well."""
    for check in (_sums, _balances, _running, _below_zero, _outlived, _issued):
        yield from check()


def _sums() -> Iterator[str]:
    """Every posting sums to zero, each kind in it too."""
    sums = Entry.objects.values("posting", "posting__reference", "kind").annotate(gold=Sum("amount"))
    for wrong in sums.exclude(gold=0).order_by("posting", "kind"):
        where = f"posting {wrong['posting']} ({wrong['posting__reference']}), {wrong['kind']}"
        yield f"{where}: expected a sum of 0, got {wrong['gold']}"


def _balances() -> Iterator[str]:
    """Every balance is the sum of the entries: of shared accounts, of those folded in."""
    entries = Coalesce(Sum("entries__amount", filter=Q(entries__folded=True)), 0)
    accounts = Account.objects.annotate(expected=entries).exclude(balance=F("expected")).order_by("pk")
    for account in accounts:
        yield f"account {account.pk} ({account.tag}): expected a balance of {account.expected}, got {account.balance}"


def _running() -> Iterator[str]:
    """Every entry of a player's account tells the balance after it."""
    running = Window(Sum("amount"), partition_by="account", order_by="pk")
    entries = Entry.objects.filter(account__kind__in=OWN).annotate(expected=running)
    for entry in entries.exclude(balance=F("expected"), folded=True).order_by("pk"):
        where = f"entry {entry.pk} of account {entry.account_id}"
        yield f"{where}: expected a balance of {entry.expected}, got {entry.balance}"


def _below_zero() -> Iterator[str]:
    """Nobody but the house owes anything."""
    accounts = Account.objects.exclude(kind=AccountKind.HOUSE).annotate(lying=LYING).filter(lying__lt=0)
    for account in accounts.order_by("pk"):
        yield f"account {account.pk} ({account.tag}): expected 0 or more, got {account.lying}"


def _outlived() -> Iterator[str]:
    """No reserve outlives its hand. A hand that ended since its reserve was read has none any more."""
    suspects = {hand for hand, _, _ in _reserves()}
    over = suspects - open_among({hand for hand in suspects if hand is not None})
    for hand, account, gold in _reserves():
        if hand in over:
            yield f"hand {hand}: expected no reserve after its end, got {gold} in account {account}"


def _reserves() -> list[tuple[int | None, int, int]]:
    """Hand, account and gold of what is set aside."""
    entries = Entry.objects.filter(account__kind=AccountKind.RESERVE)
    sums = entries.values_list("posting__hand", "account").annotate(gold=Sum("amount"))
    return list(sums.exclude(gold=0).order_by("posting__hand", "account"))


def _issued() -> Iterator[str]:
    """What the house has issued is what everyone holds."""
    total = Account.objects.annotate(lying=LYING).aggregate(
        issued=Coalesce(Sum("lying", filter=Q(kind=AccountKind.HOUSE)), 0),
        held=Coalesce(Sum("lying", filter=~Q(kind=AccountKind.HOUSE)), 0),
    )
    if -total["issued"] != total["held"]:
        yield f"all accounts: expected {-total['issued']} held, as issued by the house, got {total['held']}"
