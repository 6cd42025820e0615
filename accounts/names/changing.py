"""Taking another name: once in a while, and nobody else's, neither today's nor one given up a moment ago."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import NameChange, User
from accounts.names import characters
from accounts.names.reserved import is_reserved
from accounts.names.skeleton import skeleton
from accounts.signals import renamed

EVERY = timedelta(days=30)
"""From one change to the next; for as long a name given up is nobody else's."""
checks: list[Callable[[str], None]] = []
"""What else is asked of the names that players choose, whoever they are: ValidationError. Other apps append theirs."""


def next_change(user: User) -> datetime | None:
    """When the user may change names again; None: now. The name chosen at the sign-up counts as no change."""
    last = user.name_changes.values_list("changed_at", flat=True).first()
    due = last + EVERY if last else None
    return due if due and due > timezone.now() else None


def checked(name: str, user: User | None) -> str:
    """The name as it is kept, if this user, None: somebody new, may have it; ValidationError with a code."""
    name = characters.tidy(name)
    characters.check(name)
    if is_reserved(name) and not (user and user.is_staff):
        raise ValidationError(_("That name is kept for the house."), "reserved")
    for check in checks:
        check(name)
    if _is_anothers(name, user):
        raise _taken()
    return name


def _is_anothers(name: str, user: User | None) -> bool:
    folded, since = skeleton(name), timezone.now() - EVERY
    others = User.objects.filter(skeleton=folded)
    given_up = NameChange.objects.filter(skeleton=folded, changed_at__gt=since)
    if user and user.pk:
        others, given_up = others.exclude(pk=user.pk), given_up.exclude(user=user)
    return others.exists() or given_up.exists()


def _taken() -> ValidationError:
    return ValidationError(_("Somebody has that name, or one that looks like it. Add a word or a number."), "taken")


@transaction.atomic
def change(user: User, name: str) -> None:
    """Give the user the name; nothing if it is the present one. ValidationError: code ``soon`` before its time.

    Other capitals alone are nothing to wait for afterwards.
    """
    row = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    name, before = checked(name, row), row.display_name
    if name == before:
        return
    if next_change(row):
        raise ValidationError(_("You changed your name not long ago."), "soon")
    row.display_name = name
    _save(row)
    if name.casefold() == before.casefold():
        renamed.send(sender=User, user=row, before=before)
    else:
        note(row, before)
    user.display_name, user.skeleton = row.display_name, row.skeleton


@transaction.atomic
def impose(user: User, name: str) -> None:
    """The house calls the user so, whenever the last change was; the name has been checked. ValidationError: ``gone``,
    ``taken``."""
    row = User.objects.select_for_update(no_key=True).filter(pk=user.pk, erased_at=None).first()
    if row is None:
        raise ValidationError(_("There is no such player any more."), "gone")
    before, row.display_name = row.display_name, name
    if before != name:
        _save(row)
        note(row, before)


def note(user: User, before: str) -> None:
    """The user, saved with another name, was called so ``before``: keep that, and tell who has to know."""
    NameChange.objects.create(user=user, before=before, after=user.display_name, skeleton=skeleton(before))
    renamed.send(sender=User, user=user, before=before)


def _save(row: User) -> None:
    """ValidationError where somebody else was quicker."""
    try:
        with transaction.atomic():
            row.save(update_fields=["display_name"])
    except IntegrityError as error:
        raise _taken() from error
