"""By what somebody was let in, and whether it holds still: a socket stays open for hours, and asks nobody by itself.

It ends with the session: by signing out, here or everywhere else, by another password, with the account; and as long
as the player is shut out. `accounts.signals` tells at once of what may have ended.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from enum import Enum, auto
from typing import Any, NamedTuple

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils.crypto import constant_time_compare

from accounts import sanctions
from accounts.models import User
from accounts.models.users import OF_ACCESS, Gone


class Entry(NamedTuple):
    """What a page or a socket was opened with."""

    user_id: int
    session: str
    """Its key; secret."""
    proof: str
    """What the session holds of the password."""


class End(Enum):
    """Why it holds no more."""

    SIGNED_OUT = auto()
    SHUT_OUT = auto()


def entry(user: User, session: Any) -> Entry:
    """That of a session, which was read already."""
    return Entry(user.pk, session.session_key or "", session.get(HASH_SESSION_KEY, ""))


def end_all(user: User) -> None:
    """Every session of the user's ends; the one in use needs a new proof. Gone."""
    with transaction.atomic():
        row = User.objects.select_for_update(no_key=True).filter(pk=user.pk, erased_at=None).first()
        if row is None:
            raise Gone
        row.sign_outs += 1
        row.save(update_fields=["sign_outs"])
    user.refresh_from_db(fields=OF_ACCESS)


def ended(entries: Collection[Entry], now: datetime) -> dict[Entry, End]:
    """Those that hold no more. Two queries."""
    known = User.objects.only("is_active", "shut_out_until", *OF_ACCESS).in_bulk({one.user_id for one in entries})
    alive = Session.objects.filter(session_key__in={one.session for one in entries}, expire_date__gt=now)
    keys = set(alive.values_list("session_key", flat=True))
    ends = {one: _end(one, known.get(one.user_id), one.session in keys, now) for one in entries}
    return {one: end for one, end in ends.items() if end}


def _end(one: Entry, user: User | None, is_alive: bool, now: datetime) -> End | None:
    if user is None or not is_alive or not constant_time_compare(one.proof, user.get_session_auth_hash()):
        return End.SIGNED_OUT
    return End.SHUT_OUT if sanctions.is_shut_out(user, now) else None
