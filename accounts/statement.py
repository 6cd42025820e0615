"""What came into a player's purse and went out of it, newest first, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models.gold import Account, AccountKind, Entry, EntryKind

SIZE = 30
FILTERS: dict[str, tuple[EntryKind, ...]] = {
    "payments": (EntryKind.PAYMENT,),
    "fees": (EntryKind.FEE,),
    "jackpot": (EntryKind.JACKPOT,),
    "aside": (EntryKind.RESERVE, EntryKind.RELEASE),
    "given": (EntryKind.WELCOME, EntryKind.RELIEF, EntryKind.CORRECTION),
}
"""What may be shown alone: together every kind."""


@dataclass(frozen=True, slots=True)
class Row:
    """An entry of a statement."""

    entry: Entry
    hand: int | None
    """The hand it belongs to, if that is over: one can look at it."""


@dataclass(frozen=True, slots=True)
class Page:
    """Some of a statement."""

    rows: tuple[Row, ...]
    before: int | None
    """What the next page is asked for with; None at the end."""


def page_of(user: int, only: str = "", before: int | None = None) -> Page:
    """The entries of a filter, or all, that are older than the one named."""
    purse = Account.objects.filter(user=user, kind=AccountKind.PURSE).first()
    if purse is None:
        return Page((), None)
    entries = purse.entries.select_related("posting").order_by("-pk")
    if only:
        entries = entries.filter(kind__in=FILTERS[only])
    if before is not None:
        entries = entries.filter(pk__lt=before)
    found = list(entries[: SIZE + 1])
    over = _over(purse, found)
    rows = tuple(Row(entry, entry.posting.hand if entry.posting.hand in over else None) for entry in found[:SIZE])
    return Page(rows, found[SIZE - 1].pk if len(found) > SIZE else None)


def _over(purse: Account, entries: list[Entry]) -> set[int | None]:
    """The hands of these entries that were played to their end: there is a fee for each."""
    hands = {entry.posting.hand for entry in entries}
    fees = purse.entries.filter(kind=EntryKind.FEE, posting__hand__in=hands)
    return set(fees.values_list("posting__hand", flat=True))
