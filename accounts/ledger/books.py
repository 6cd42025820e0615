"""Accounts of places: opened where missing, locked in the order of their ids; and what lies there."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db.models import F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from accounts.house import house
from accounts.ledger.places import Place, jackpot_of
from accounts.models.gold import OWN, Account, AccountKind, Entry

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
    own = Account.objects.filter(user__in=users, kind__in=OWN).values_list("user").annotate(gold=Sum("balance"))
    owners = {user: gold for user, gold in own.order_by("user") if user is not None}
    return dict.fromkeys(users, house().welcome) | owners


def jackpot(stake: str) -> int:
    """What lies in the room's jackpot."""
    return lying(jackpot_of(stake))


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
    found = {_place(account): account for account in _of(places)}
    for place in sorted(places - found.keys()):
        found[place], _ = Account.objects.get_or_create(**place.fields)
    wanted = [found[place].pk for place in places if place.is_own or place in hold]
    locked = Account.objects.select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk")
    return {place: found[place] for place in places} | {_place(account): account for account in locked}


def _of(places: Iterable[Place]) -> QuerySet[Account]:
    condition = Q()
    for place in places:
        condition |= Q(**place.fields)
    return Account.objects.filter(condition)


def _place(account: Account) -> Place:
    return Place(AccountKind(account.kind), account.user_id, account.stake)
