"""Erasing a person: what others played with them stays, without their name; their gold goes back to the house."""

from __future__ import annotations

import secrets
from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db import transaction
from django.utils import timezone

from accounts import blocks, friends, guests, keeping, ledger, sanctions
from accounts.models import User
from accounts.signals import change_access, erased
from accounts.staff import log


@transaction.atomic
def erase(user: User) -> None:
    """Remove the user. While a hand still holds some of their gold, an empty row stays, for `remove_erased`.

    Seats are given up first, by whoever listens to `erased`. Nothing the second time.
    """
    row = User.objects.select_for_update(no_key=True).filter(pk=user.pk, erased_at=None).first()
    if row is None:
        return
    erased.send(sender=User, user_id=row.pk)
    change_access(row.pk)
    log.forget(row)
    ledger.erase(row)
    if ledger.holdings(row.pk):
        _empty(row)
    else:
        row.delete()


def _empty(row: User) -> None:
    """Nothing of the person is left in the row, and nobody gets in as it."""
    kept_of = (row.name_changes, row.lapses, row.traces)
    for kept in (EmailAddress.objects, SocialAccount.objects, Authenticator.objects, *kept_of):
        kept.filter(user=row).delete()
    friends.forget(row)
    blocks.forget(row)
    sanctions.forget(row)
    row.groups.clear()
    row.user_permissions.clear()
    row.username, row.display_name = f"erased-{secrets.token_hex(10)}", ""
    row.email = row.first_name = row.last_name = ""
    row.is_active = row.is_staff = row.is_superuser = False
    row.preferences, row.last_login, row.online_at, row.erased_at = {}, None, None, timezone.now()
    row.set_unusable_password()
    row.save()


@transaction.atomic
def remove_erased(now: datetime) -> int:
    """Remove the empty rows whose hands are over; how many."""
    rows = User.objects.select_for_update(no_key=True).filter(erased_at__lte=now).order_by("pk")
    return sum(_removed(row) for row in rows)


def _removed(row: User) -> bool:
    ledger.erase(row)
    if ledger.holdings(row.pk):
        return False
    row.delete()
    return True


def remove_idle_guests(now: datetime) -> int:
    """Erase the guests who didn't come back; how many."""
    return _all_erased(guests.idle(now))


def remove_unconfirmed(now: datetime) -> int:
    """Erase the accounts whose address was never confirmed and who didn't come back: it may be somebody else's.

    Whoever is vouched for by another site needs no address, and who works for the house is looked after by people.
    """
    old = User.objects.filter(is_guest=False, is_staff=False, erased_at=None, seen_at__lt=now - keeping.UNCONFIRMED)
    unknown = old.exclude(emailaddress__verified=True).filter(socialaccount=None)
    return _all_erased(list(unknown))


def _all_erased(users: list[User]) -> int:
    """Each in a transaction of its own."""
    for user in users:
        erase(user)
    return len(users)
