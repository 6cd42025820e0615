"""What a table plays for, shown: room and unit, the own gold, what a hand brought."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.safestring import SafeString

from accounts.house import house
from accounts.numerals import grouped
from accounts.stakes import LOWEST
from game.rules.settlement import Result
from game.screens import words
from game.screens.render import fill, render, tongue

if TYPE_CHECKING:
    from game.live.scene import Gold


def worth_html(gold: Gold | None) -> SafeString:
    """For the price card: what a unit is worth, the fee, what is set aside."""
    if gold is None:
        return SafeString("")
    return render("worth", gold=gold, is_lowest=gold.stake == LOWEST, cap=house().bot_wins_a_day)


def purse_html(gold: Gold | None, code: str) -> SafeString:
    """The viewer's own gold, as it is now, and whether this hand is for gold."""
    if gold is None or gold.own is None:
        return SafeString("")
    return _purse(gold.own, gold.is_real, code, tongue())


@lru_cache(maxsize=512)
def _purse(own: int, is_real: bool, code: str, language: str | None) -> SafeString:
    return render("purse", own=own, is_real=is_real, code=code)


def brought_html(gold: Gold | None, result: Result, seat: int | None, code: str) -> SafeString:
    """Under the headline of a finished hand: what it brought the viewer in gold, or why it wasn't for gold."""
    if gold is None or (gold.is_real and gold.own is None):
        return SafeString("")
    brought = gold.brought[seat] if seat is not None and gold.is_real else None
    facts = {
        "is_real": gold.is_real,
        "is_short": gold.stake == LOWEST and gold.own is not None,
        "is_capped": brought is not None and _is_capped(gold, result, seat or 0),
        "tone": words.tone(brought or 0),
    }
    return fill(
        "brought",
        facts,
        brought=None if brought is None else grouped(brought, signed=True),
        own=grouped(gold.own or 0),
        cap=grouped(house().bot_wins_a_day),
        about=reverse("table_gold", args=[code]),
    )


def _is_capped(gold: Gold, result: Result, seat: int) -> bool:
    """Whether bots paid less than the hand's units, because a day allows no more."""
    return gold.with_bots and (gold.brought[seat] or 0) < result.units[seat] * gold.terms.unit - gold.terms.fee


def settled_html(gold: Gold | None, result: Result, names: tuple[str, ...]) -> SafeString:
    """Under the payments: the fee, and the jackpot where there is one (R8.4)."""
    if gold is None or not gold.is_real:
        return SafeString("")
    return fee_html(gold.terms.fee, gold.jackpot, names[result.winner], _jackpot_won(gold, result))


def fee_html(fee: int, jackpot: int | None = None, winner: str = "", won: int = 0) -> SafeString:
    """What each player paid, what lies in the jackpot, and what of it somebody won."""
    lying, jackpot_won = None if jackpot is None else grouped(jackpot), grouped(won) if won else ""
    return fill("settled", {}, fee=grouped(fee), jackpot=lying, winner=winner, jackpot_won=jackpot_won)


def _jackpot_won(gold: Gold, result: Result) -> int:
    """What u khan brought beside the units."""
    if gold.jackpot is None or result.end != "u_khan":
        return 0
    return (gold.brought[result.winner] or 0) + gold.terms.fee - result.units[result.winner] * gold.terms.unit
