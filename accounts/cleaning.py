"""What `manage.py cleanup` does: everything that has been kept long enough goes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.db.models import F
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import conduct, erasing, friends, keeping, leaderboards, traces
from accounts.models import NameChange


class Rule(NamedTuple):
    """One kind of thing that is kept for a while."""

    what: str
    """In a word, for the command's list."""
    said: Promise
    """What it is, for the privacy page."""
    since: Promise
    """From when its time runs, for the same page."""
    kept: timedelta | None
    """For how long; None: until what ``since`` says."""
    clean: Callable[[datetime], int]
    """Removes what is due at this time; how much that was."""


def _sessions(now: datetime) -> int:
    return Session.objects.filter(expire_date__lt=now).delete()[0]


def _name_changes(now: datetime) -> int:
    return NameChange.objects.filter(changed_at__lt=now - keeping.NAME_CHANGES).delete()[0]


def _addresses(now: datetime) -> int:
    """New addresses whose link has run out: nobody changes one without being here."""
    late = now - keeping.CONFIRMATION_LINK
    unconfirmed = EmailAddress.objects.filter(verified=False, user__seen_at__lt=late)
    removed: int = unconfirmed.exclude(email=F("user__email")).delete()[0]
    return removed


rules: list[Rule] = [
    Rule(
        "idle guests",
        _("A guest: name, gold, settings"),
        _("after the last visit"),
        keeping.GUEST,
        erasing.remove_idle_guests,
    ),
    Rule(
        "unconfirmed accounts",
        _("An account whose e-mail address was never confirmed"),
        _("after the last visit"),
        keeping.UNCONFIRMED,
        erasing.remove_unconfirmed,
    ),
    Rule(
        "unconfirmed addresses",
        _("A new e-mail address that wasn't confirmed"),
        _("after the last visit"),
        keeping.CONFIRMATION_LINK,
        _addresses,
    ),
    Rule(
        "expired sessions", _("A sign-in, in the browser and here"), _("after it was begun"), keeping.SESSION, _sessions
    ),
    Rule(
        "old changes of names",
        _("The names you had before, for moderators"),
        _("after the change"),
        keeping.NAME_CHANGES,
        _name_changes,
    ),
    Rule(
        "old traces",
        _("From which address and with which browser you came, only as fingerprints, for moderators"),
        _("after you last came so"),
        keeping.TRACES,
        traces.forget,
    ),
    Rule(
        "past leaderboards",
        _("Your score on the leaderboards of a week or a month"),
        _("until that week or month is over"),
        None,
        leaderboards.forget_past,
    ),
    Rule(
        "old lapses",
        _("That you left in the middle of a hand, or let hands go by"),
        _("after it happened"),
        keeping.LAPSES,
        conduct.forget,
    ),
    Rule(
        "old requests",
        _("That you asked somebody to be friends, where it wasn't accepted"),
        _("after you asked"),
        keeping.REQUESTS,
        friends.forget_requests,
    ),
    Rule(
        "erased players",
        _("An empty place for whoever was erased in mid-hand"),
        _("until that hand is over"),
        None,
        erasing.remove_erased,
    ),
]
"""In the order of the privacy page. Other apps append theirs when they are ready."""
