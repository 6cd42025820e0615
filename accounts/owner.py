"""Who is looking, for the bar of every page."""

from __future__ import annotations

from functools import cached_property, partial
from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts import friends, ledger, sanctions
from accounts.models import Sanction, User


class Owner:
    """The account or guest of a session, as the bar shows it; what isn't shown isn't looked up."""

    def __init__(self, user: User) -> None:
        self.user = user

    @property
    def name(self) -> str:
        return str(self.user)

    @property
    def is_guest(self) -> bool:
        return self.user.is_guest

    @cached_property
    def gold(self) -> int:
        """All that is owned: what is set aside for a hand too."""
        return ledger.holdings(self.user.pk)

    @cached_property
    def asked_by(self) -> int:
        """How many ask to be friends, and wait for an answer."""
        return friends.waiting(self.user).count()

    @property
    def is_shut_out(self) -> bool:
        return sanctions.is_shut_out(self.user)

    @cached_property
    def unread(self) -> list[Sanction]:
        """What was done about them, and they are to be told."""
        return sanctions.unread(self.user)


def of(request: HttpRequest) -> Owner | None:
    """None for visitors, and where an error came before it was known who asks."""
    user = getattr(request, "user", None)
    return Owner(user) if isinstance(user, User) else None


def context(request: HttpRequest) -> dict[str, Any]:
    """Context processor: ``owner`` on pages that ask for it; false in conditions where there is none."""
    return {"owner": SimpleLazyObject(partial(of, request))}
