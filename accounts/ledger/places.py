"""Where gold lies, before anyone has looked up the account."""

from __future__ import annotations

from typing import Any, NamedTuple

from accounts.models.gold import OWN, AccountKind


class Place(NamedTuple):
    """What an account is known by."""

    kind: AccountKind
    user: int | None = None
    stake: str = ""

    @property
    def is_own(self) -> bool:
        """Whether it is one player's, so that its balance is kept and it is locked by whoever changes it."""
        return self.kind in OWN

    @property
    def fields(self) -> dict[str, Any]:
        """What the account is found and opened by."""
        return {"kind": self.kind, "user_id": self.user, "stake": self.stake}


HOUSE = Place(AccountKind.HOUSE)


def purse(user: int) -> Place:
    return Place(AccountKind.PURSE, user)


def reserve(user: int) -> Place:
    return Place(AccountKind.RESERVE, user)


def jackpot_of(stake: str) -> Place:
    return Place(AccountKind.JACKPOT, stake=stake)
