"""Accounts of places: opened where missing, locked in the order of their ids; and what lies there."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import F, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from accounts.house import house
from accounts.ledger.places import Place, jackpot_of
from accounts.models.gold import OWN, SHARED, Account, AccountKind, Entry
from accounts.prepared import Among, Select

_LOOSE = Entry.objects.filter(account=OuterRef("pk"), folded=False).order_by().values("account")
LYING = F("balance") + Coalesce(Subquery(_LOOSE.annotate(gold=Sum("amount")).values("gold")), 0)
"""Of an account: its balance and what isn't folded in."""


def balance(user: int) -> int:
    """What the player can put on a table now; welcome gold that comes at first need is counted."""
    return _own(user, (AccountKind.PURSE,))


def holdings(user: int) -> int:
    """What the player owns, gold set aside for a hand included."""
    return _own(user, OWN)


def owned(users: Collection[int]) -> dict[int, int]:
    """The same for several players at once."""
    return dict.fromkeys(users, house().welcome) | dict(_OWNED.rows(set(users)))


_OWNED = Among(
    lambda users: (
        Account.objects.filter(user__in=users, kind__in=OWN)
        .values_list("user")
        .annotate(gold=Sum("balance"))
        .order_by("user")
    )
)


def jackpot(stake: str) -> int:
    """What lies in the room's jackpot."""
    return sum(gold for (gold,) in _JACKPOT.rows(stake))


_JACKPOT = Select(
    lambda stake: Account.objects.filter(**jackpot_of(stake).fields).annotate(lying=LYING).values_list("lying")
)


def _own(user: int, kinds: Collection[str]) -> int:
    kept = list(Account.objects.filter(user=user, kind__in=kinds).values_list("balance", flat=True))
    return sum(kept) if kept else house().welcome


def lying(place: Place) -> int:
    """What lies in a shared account, with entries not yet folded in; one query, so that no fold comes between."""
    return Account.objects.filter(**place.fields).annotate(lying=LYING).values_list("lying", flat=True).first() or 0


def lock(places: Collection[Place], hold: Collection[Place] = ()) -> dict[Place, Account]:
    """The accounts of places. Players' are locked until the transaction ends, and so are shared ones to hold.

    Locked always in the order of their ids, so that no two wait for each other; others may refer to them meanwhile.
    """
    places = {*places, *hold}
    found = {_place(account): account for account in _OF.models({place.user or 0 for place in places})}
    for place in sorted(places - found.keys()):
        found[place], _ = Account.objects.get_or_create(**place.fields)
    wanted = [found[place].pk for place in places if place.is_own or place in hold]
    locked = _LOCKED.models(wanted)
    return {place: found[place] for place in places} | {_place(account): account for account in locked}


_OF = Among(lambda users: Account.objects.filter(Q(user__in=users, kind__in=OWN) | Q(user=None, kind__in=SHARED)))
"""Those of players, and all shared ones: as many as there are rooms, and the house's."""
_LOCKED = Among(lambda pks: Account.objects.select_for_update(no_key=True).filter(pk__in=pks).order_by("pk"))


def _place(account: Account) -> Place:
    return Place(AccountKind(account.kind), account.user_id, account.stake)
