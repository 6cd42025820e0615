"""What a hand costs whom, in gold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from accounts.ledger.moves import Move
from accounts.ledger.places import HOUSE, Place, jackpot_of, purse
from accounts.models.gold import EntryKind


@dataclass(frozen=True, slots=True)
class Bill:
    """What is paid when a hand ends. Players by id; None is the house, with whose gold bots play."""

    stake: str
    """The room's key: its jackpot is meant."""
    payments: tuple[tuple[int | None, int | None, int], ...] = ()
    """Payer, payee, gold."""
    fees: tuple[tuple[int, int], ...] = ()
    """Player, gold (R8.4)."""
    to_jackpot: int = 0
    """How much of the fees goes there; the rest is the house's."""
    jackpot_winner: int | None = None
    """Who wins half of what lay in the jackpot before this hand."""

    @property
    def players(self) -> set[int]:
        named = {user for payer, payee, _ in self.payments for user in (payer, payee)}
        named |= {user for user, _ in self.fees} | {self.jackpot_winner}
        return {user for user in named if user is not None}

    @property
    def shared(self) -> tuple[Place, ...]:
        """The hot accounts it needs."""
        needs_jackpot = self.to_jackpot or self.jackpot_winner is not None
        return (HOUSE, jackpot_of(self.stake)) if needs_jackpot else (HOUSE,)

    def from_bots(self) -> dict[int, int]:
        """What each player who had to do with bots won from them, or lost if below zero."""
        won: dict[int, int] = {}
        for payer, payee, gold in self.payments:
            if payer is None and payee is not None:
                won[payee] = won.get(payee, 0) + gold
            elif payee is None and payer is not None:
                won[payer] = won.get(payer, 0) - gold
        return won


def moves(bill: Bill, from_bots: Mapping[int, int], won_jackpot: int) -> Iterator[Move]:
    """What moves, with what players really get from bots, or give them, and from the jackpot."""
    for payer, payee, gold in bill.payments:
        if payer is not None and payee is not None:
            yield Move(EntryKind.PAYMENT, gold, purse(payer), purse(payee))
    for user, gold in from_bots.items():
        yield Move(EntryKind.PAYMENT, gold, HOUSE, purse(user), bots=True)
    for user, gold in bill.fees:
        yield Move(EntryKind.FEE, gold, purse(user), HOUSE)
    if bill.to_jackpot:
        yield Move(EntryKind.FEE, bill.to_jackpot, HOUSE, jackpot_of(bill.stake))
    if bill.jackpot_winner is not None:
        yield Move(EntryKind.JACKPOT, won_jackpot, jackpot_of(bill.stake), purse(bill.jackpot_winner))
