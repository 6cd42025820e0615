"""Corrections of what was paid: entries of their own, by a member of the staff with the right, for a written reason.

What stands in the ledger is never changed. A correction sums to zero, takes nobody below zero, happens once, is in the
log, and shows in the player's statement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.ledger import books
from accounts.ledger.moves import Move
from accounts.ledger.open_hands import open_among
from accounts.ledger.places import HOUSE, purse
from accounts.ledger.writing import begun, write
from accounts.models import User
from accounts.models.gold import AccountKind, Entry, EntryKind, Posting
from accounts.numerals import grouped
from accounts.staff import log
from accounts.staff.roles import may_act_on

MAY = "accounts.correct_gold"
MOST = 1_000_000_000
"""Gold that one correction moves for one player."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What is to be put right."""

    key: str
    """Of the form it comes from: what has the same key happens once."""
    gold: Mapping[int, int]
    """For each player, by id: given, or taken where it is below zero."""
    house: int = 0
    """The same for the house."""
    hand: int | None = None
    """The finished hand whose payments these correct."""

    @property
    def reference(self) -> str:
        return f"correction:{self.key}"

    @property
    def moves(self) -> Iterator[Move]:
        """All through the house, for which that comes to its own part."""
        for user, gold in self.gold.items():
            source, to = (HOUSE, purse(user)) if gold > 0 else (purse(user), HOUSE)
            yield Move(EntryKind.CORRECTION, abs(gold), source, to)


@transaction.atomic
def correct(correction: Correction, by: User, why: str) -> Posting | None:
    """Write it; None where that has been done. PermissionDenied without the right; ValidationError, having written
    nothing, where it doesn't sum to zero, has no reason, would take somebody below zero, or isn't theirs to do."""
    check(correction, by, why)
    posting = begun(correction.reference, correction.hand)
    if posting is None:
        return None
    users = User.objects.in_bulk(correction.gold)
    accounts = books.lock([HOUSE, *map(purse, correction.gold)])
    before = {user: accounts[purse(user)].balance for user in correction.gold}
    check_cover(correction, users, before)
    write(posting, accounts, correction.moves)
    for user, balance in before.items():
        log.note(
            by, "correct_gold", posting, why, {"purse": balance}, {"purse": balance + correction.gold[user]},
            user=users[user],
        )  # fmt: skip
    return posting


def check(correction: Correction, by: User, why: str) -> None:
    """What can be said of it beforehand; as `correct`."""
    if not (by.is_active and by.is_staff and by.has_perm(MAY)):
        raise PermissionDenied
    if not why.strip():
        raise ValidationError(_("Give a reason."), code="no_reason")
    if not any(correction.gold.values()) or any(abs(gold) > MOST for gold in correction.gold.values()):
        raise ValidationError(_("Say how much gold is to be moved."), code="nothing")
    if off := sum(correction.gold.values()) + correction.house:
        text = _("What is given and what is taken have to sum to zero; they come to %(sum)s.")
        raise ValidationError(text % {"sum": grouped(off, signed=True)}, code="not_zero")
    _check_players(correction, by)


def _check_players(correction: Correction, by: User) -> None:
    """All are there, none is the one who corrects, or staff above; and played the hand, which is over."""
    users = User.objects.filter(erased_at=None).in_bulk(correction.gold)
    if users.keys() != correction.gold.keys():
        raise ValidationError(_("One of these players isn't there any more."), code="no_player")
    for user in users.values():
        if not may_act_on(by, user):
            text = _("You may not correct the gold of %(name)s.")
            raise ValidationError(text % {"name": user.display_name}, code="not_yours")
    if correction.hand is None:
        return
    if open_among([correction.hand]):
        raise ValidationError(_("This hand is still played: only what is paid can be corrected."), code="in_play")
    if not correction.gold.keys() <= set(players_of(correction.hand)):
        raise ValidationError(_("One of these players had no part in that hand."), code="no_part")


def players_of(hand: int) -> list[int]:
    """Ids of the players for whom gold moved in a hand, in no order."""
    entries = Entry.objects.filter(posting__hand=hand, account__kind=AccountKind.PURSE, account__user__isnull=False)
    return list(entries.order_by().values_list("account__user", flat=True).distinct())


def check_cover(correction: Correction, users: Mapping[int, User], held: Mapping[int, int]) -> None:
    """ValidationError where somebody would owe gold, by what their purses hold."""
    for user, gold in correction.gold.items():
        if (has := held[user]) + gold < 0:
            text = _("%(name)s has only %(gold)s gold.")
            raise ValidationError(text % {"name": users[user].display_name, "gold": grouped(has)}, code="short")
