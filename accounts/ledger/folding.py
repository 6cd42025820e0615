"""Entries of hot accounts are taken into their balance, so that what lies there is told from few rows.

A hand only inserts entries there and waits for nobody. An entry says itself whether it was folded in: one that is
committed late, with a low id, is found by the next fold.
"""

from __future__ import annotations

from django.db import transaction

from accounts.models.gold import SHARED, Account, Entry

AT_ONCE = 1000
"""Entries in one transaction."""


def fold() -> int:
    """Fold in what there is, each account by itself; how many entries. An account somebody holds is left for later."""
    accounts = Account.objects.filter(kind__in=SHARED).order_by("pk").values_list("pk", flat=True)
    return sum(_fold_all(account) for account in list(accounts))


def _fold_all(account: int) -> int:
    folded = 0
    while some := _fold(account):
        folded += some
    return folded


@transaction.atomic
def _fold(pk: int) -> int:
    account = Account.objects.select_for_update(no_key=True, skip_locked=True).filter(pk=pk).first()
    if account is None:
        return 0
    loose = dict(Entry.objects.filter(account=pk, folded=False).values_list("pk", "amount")[:AT_ONCE])
    if not loose:
        return 0
    Entry.objects.filter(pk__in=loose).update(folded=True)
    account.balance += sum(loose.values())
    account.save(update_fields=["balance"])
    return len(loose)
