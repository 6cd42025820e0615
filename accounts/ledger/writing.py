"""The only writer. A posting is begun, its accounts are locked, what moves is written: one transaction.

Whoever begins a posting that another process has begun too waits until that one is committed, then finds it done.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db import transaction
from django.utils import timezone

from accounts.ledger.amounts import FOLD_EVERY
from accounts.ledger.folding import fold
from accounts.ledger.moves import Line, Move, lines
from accounts.ledger.places import Place
from accounts.models.gold import Account, Entry, Posting
from accounts.storing import insert, insert_new, store


def begun(reference: str, hand: int | None = None) -> Posting | None:
    """A new posting; None where the reference has one."""
    posting = Posting(reference=reference, hand=hand, at=timezone.now())
    return posting if insert_new(posting, "reference") else None


def write(posting: Posting, accounts: Mapping[Place, Account], moves: Iterable[Move]) -> list[Entry]:
    """Write the entries of a posting just begun, in accounts just locked; these entries.

    Raises IntegrityError where a player, or a jackpot held for it, would fall below zero: then nothing is written.
    """
    entries = [_entry(posting, accounts[line.place], line, gold) for line, gold in lines(moves).items()]
    changed = {entry.account_id: entry.account for entry in entries if entry.folded}
    store(changed.values(), ("balance",))
    insert(entries)
    if posting.pk % FOLD_EVERY == 0:
        transaction.on_commit(fold, robust=True)
    return entries


def _entry(posting: Posting, account: Account, line: Line, gold: int) -> Entry:
    """The entry of a line; the balance of a player's account is raised by it."""
    is_own = line.place.is_own
    if is_own:
        account.balance += gold
    return Entry(
        posting=posting,
        account=account,
        kind=line.kind,
        amount=gold,
        balance=account.balance if is_own else None,
        bots=line.bots,
        folded=is_own,
        at=posting.at,
    )
