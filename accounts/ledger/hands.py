"""The gold of a hand: the most that can be lost is set aside at the deal; the end pays and gives the rest back.

A hand has two postings, ``hand:ID:deal`` and ``hand:ID:end``; the end is either a settlement or a release.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from accounts.days import start_of_day
from accounts.house import house
from accounts.ledger import bills, books
from accounts.ledger.bills import Bill
from accounts.ledger.gifts import welcome_all
from accounts.ledger.moves import Move
from accounts.ledger.places import Place, jackpot_of, purse, reserve
from accounts.ledger.writing import begun, write
from accounts.models.gold import AccountKind, Entry, EntryKind, Posting
from accounts.prepared import Select


class Short(Exception):
    """Players, by id, who can't cover what is to be set aside: nothing was."""

    def __init__(self, users: Iterable[int]) -> None:
        self.users = tuple(users)
        super().__init__(f"can't cover what is set aside: {', '.join(map(str, self.users))}")


@transaction.atomic
def set_aside(hand: int, amounts: Mapping[int, int]) -> None:
    """Each player's gold from the purse to the reserve; raises Short, having written nothing."""
    welcome_all(amounts)
    posting = begun(f"hand:{hand}:deal", hand)
    if posting is None:
        return
    accounts = books.lock([place(user) for user in amounts for place in (purse, reserve)])
    short = [user for user, gold in amounts.items() if accounts[purse(user)].balance < gold]
    if short:
        raise Short(short)
    write(
        posting, accounts, (Move(EntryKind.RESERVE, gold, purse(user), reserve(user)) for user, gold in amounts.items())
    )


@transaction.atomic
def settle(hand: int, bill: Bill) -> dict[int, int]:
    """Pay the bill of a hand that is over, and release what was set aside: what that brought each player, by id.

    From bots nobody wins more than is left of the day. The second time, and of a hand that was released, nothing
    moves; the answer tells what had. Raises LookupError where the bill names players who set nothing aside.
    """
    end = f"hand:{hand}:end"
    posting = begun(end, hand)
    if posting:
        return _brought(_settle(posting, hand, bill))
    return _brought(Entry.objects.filter(posting__reference=end).select_related("account"))


def _settle(posting: Posting, hand: int, bill: Bill) -> list[Entry]:
    aside = set_aside_for(hand)
    if unknown := bill.players - aside.keys():
        raise LookupError(f"hand {hand}: expected players who set gold aside, received {sorted(unknown)}")
    pot = jackpot_of(bill.stake)
    hold = () if bill.jackpot_winner is None else (pot,)  # two winners at once: the second gets half of what is left
    accounts = books.lock([*_of_players(aside), *bill.shared], hold)
    won = books.lying(pot) // 2 if hold else 0
    return write(posting, accounts, [*_released(aside), *bills.moves(bill, _from_bots(bill, posting.at), won)])


@transaction.atomic
def release(hand: int) -> None:
    """Give back what was set aside for a hand that won't be finished."""
    posting = begun(f"hand:{hand}:end", hand)
    if posting:
        aside = set_aside_for(hand)
        write(posting, books.lock(_of_players(aside)), _released(aside))


def left_from_bots(user: int) -> int:
    """How much more the player can win from bots today; what was lost to them may be won back on top of the limit."""
    return _left_from_bots(user, timezone.now())


def set_aside_for(hand: int) -> dict[int, int]:
    """What lies in reserve for a hand, by player."""
    return {user: gold for user, gold in _ASIDE.rows(hand) if gold}


_ASIDE = Select(
    lambda hand: (
        Entry.objects.filter(posting__hand=hand, account__kind=AccountKind.RESERVE, account__user__isnull=False)
        .values_list("account__user")
        .annotate(gold=Sum("amount"))
        .order_by("account__user")
    )
)


def _of_players(users: Iterable[int]) -> list[Place]:
    return [place(user) for user in users for place in (purse, reserve)]


def _released(aside: Mapping[int, int]) -> Iterator[Move]:
    for user, gold in aside.items():
        yield Move(EntryKind.RELEASE, gold, reserve(user), purse(user))


def _from_bots(bill: Bill, at: datetime) -> dict[int, int]:
    """What players win from bots as far as the day allows; what they lose, in full."""
    return {user: min(gold, _left_from_bots(user, at)) if gold > 0 else gold for user, gold in bill.from_bots().items()}


def _left_from_bots(user: int, at: datetime) -> int:
    today = Entry.objects.filter(
        account__user=user, account__kind=AccountKind.PURSE, bots=True, at__gte=start_of_day(at)
    )
    return max(0, house().bot_wins_a_day - (today.aggregate(gold=Sum("amount"))["gold"] or 0))


def _brought(entries: Iterable[Entry]) -> dict[int, int]:
    """What a hand's end brought each player, by id."""
    brought: dict[int, int] = {}
    for entry in entries:
        account, is_own = entry.account, entry.kind == EntryKind.RELEASE
        if account.kind == AccountKind.PURSE and account.user_id is not None:
            brought[account.user_id] = brought.get(account.user_id, 0) + (0 if is_own else entry.amount)
    return brought
