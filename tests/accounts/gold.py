"""Gold to test with: players with a purse, and crashes wherever the database is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction

from accounts import ledger
from accounts.ledger import books, proof
from accounts.ledger.places import HOUSE
from accounts.models import User
from accounts.models.gold import AccountKind, Entry
from tests.live.build import people


def players(count: int = 4) -> list[int]:
    """Players with welcome gold, by id."""
    users = people(count)
    for user in users:
        ledger.welcome(user)
    return [user.pk for user in users]


def issued() -> int:
    """What the house has given and not got back."""
    return -books.lying(HOUSE)


def sound() -> bool:
    """Whether checkledger finds nothing; it tells what it finds."""
    if connection.vendor == "postgresql":  # its planner has not been told of the rows that this test made
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE accounts_entry, accounts_posting, accounts_account")
    assert list(proof.complaints()) == []
    return True


def purse_entries(user: User | int) -> list[tuple[str, int, int | None]]:
    """Kind, amount and balance of what came and went, from the first."""
    entries = Entry.objects.filter(account__user=user, account__kind=AccountKind.PURSE).order_by("pk")
    return list(entries.values_list("kind", "amount", "balance"))


class Crash(Exception):
    """The process died, as far as the database knows."""


@contextmanager
def crashing(at: int) -> Iterator[None]:
    """The query with that number, from 0, isn't made any more: what ran is rolled back by whoever began it."""
    left = at

    def wrapper(execute: Callable[..., Any], *args: Any) -> Any:
        nonlocal left
        left -= 1
        if left == -1:
            raise Crash
        return execute(*args)

    with transaction.atomic(), connection.execute_wrapper(wrapper):
        yield


def crashed(act: Callable[[], object], at: int) -> bool:
    """Whether the act came to that query, and so to nothing."""
    try:
        with crashing(at):
            act()
    except Crash:
        return True
    return False
