"""What the house gives: welcome gold once, relief to the broke a few times a day.

Players from before there was gold get their welcome at first need: when they are first dealt in, ask for relief or
read their statement.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.days import next_day, start_of_day
from accounts.house import house
from accounts.ledger import books
from accounts.ledger.moves import Move
from accounts.ledger.places import HOUSE, purse, reserve
from accounts.ledger.writing import begun, write
from accounts.models.gold import Account, AccountKind, Entry, EntryKind, Posting
from accounts.models.users import User
from accounts.prepared import Among


def welcome(user: User) -> None:
    """The first gold of a player who has had none yet."""
    welcome_all([user.pk])


def welcome_all(users: Iterable[int]) -> None:
    """The same for those among these players, by id."""
    wanted = set(users)
    for user in sorted(wanted - {user for (user,) in _WELCOMED.rows(wanted)}):
        _welcome(user)


_WELCOMED = Among(
    lambda users: Account.objects.filter(user__in=users, kind=AccountKind.PURSE).values_list("user_id"),
)


@transaction.atomic
def _welcome(user: int) -> None:
    posting = begun(f"welcome:{user}")
    if posting:
        accounts = books.lock([purse(user), reserve(user), HOUSE])
        write(posting, accounts, [Move(EntryKind.WELCOME, house().welcome, HOUSE, purse(user))])


@dataclass(frozen=True, slots=True)
class Outlook:
    """How a player stands with relief."""

    is_broke: bool
    """Owns less than a relief is worth."""
    a_day: int
    """How many this player can have a day."""
    left: int
    """How many more today."""
    next_at: datetime | None
    """When the next can be had by a player who is broke then; None: now."""
    gold: int
    """What it is worth."""
    most: int
    """How many a day anybody can have."""

    @property
    def is_due(self) -> bool:
        return self.is_broke and self.next_at is None


def relief_due(user: User, browser: str) -> Outlook:
    """Whether relief can be had now in this browser, and if not, when."""
    now, a_day = timezone.now(), _a_day(user)
    left = a_day - _taken(user, now)
    if user.is_guest and Posting.objects.filter(reference=_of_browser(browser, now)).exists():
        left = 0
    is_broke, next_at = books.holdings(user.pk) < house().relief, None if left > 0 else next_day(now)
    return Outlook(is_broke, a_day, max(left, 0), next_at, house().relief, house().reliefs_a_day)


@transaction.atomic
def relief(user: User, browser: str) -> int:
    """Relief for a player who is broke: the gold given; 0 where none is due.

    ``browser`` is any secret the browser keeps; no more of it is stored than what says that today's was taken.
    """
    welcome(user)
    accounts = books.lock([purse(user.pk), reserve(user.pk), HOUSE])  # before looking: two requests at once get one
    outlook = relief_due(user, browser)
    if not outlook.is_due:
        return 0
    now = timezone.now()
    number = _taken(user, now) + 1
    reference = _of_browser(browser, now) if user.is_guest else f"relief:{user.pk}:{_day(now)}:{number}"
    posting = begun(reference)
    if posting is None:  # another guest of this browser was quicker
        return 0
    write(posting, accounts, [Move(EntryKind.RELIEF, outlook.gold, HOUSE, purse(user.pk))])
    return outlook.gold


def _a_day(user: User) -> int:
    """For guests the browser counts too."""
    confirmed = EmailAddress.objects.filter(user=user, verified=True)
    return house().reliefs_a_day if not user.is_guest and confirmed.exists() else 1


def _taken(user: User, now: datetime) -> int:
    """How many reliefs this player had today, as a guest included."""
    return Entry.objects.filter(
        account__user=user, account__kind=AccountKind.PURSE, kind=EntryKind.RELIEF, at__gte=start_of_day(now)
    ).count()


def _day(now: datetime) -> str:
    return f"{start_of_day(now):%Y-%m-%d}"


def _of_browser(browser: str, now: datetime) -> str:
    """The reference of a guest's relief: of this browser and day, and nobody can tell whose or from which other day."""
    day = _day(now)
    mark = hmac.new(settings.SECRET_KEY.encode(), f"relief {day} {browser}".encode(), "sha256").hexdigest()
    return f"relief:{day}:{mark[:32]}"
