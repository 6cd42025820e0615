"""Whoever is erased leaves their gold to the house."""

from __future__ import annotations

from django.db import transaction

from accounts.ledger import books
from accounts.ledger.moves import Move
from accounts.ledger.places import HOUSE, purse, reserve
from accounts.ledger.writing import begun, write
from accounts.models.gold import EntryKind
from accounts.models.users import User


@transaction.atomic
def erase(user: User) -> None:
    """What is in the purse goes back. What is set aside for a hand stays until that ends; then it is done again."""
    place = purse(user.pk)
    accounts = books.lock([place, reserve(user.pk), HOUSE])
    account = accounts[place]
    last = account.entries.order_by("-pk").first()
    posting = begun(f"erase:{account.pk}:{last.pk}") if last and account.balance else None
    if posting:
        write(posting, accounts, [Move(EntryKind.CORRECTION, account.balance, place, HOUSE)])
