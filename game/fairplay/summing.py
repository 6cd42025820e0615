"""What a hand tells, added up by players and pairs. Sums are flat, so that those of several weeks add up again.

Of a player (``other`` None) and of one towards another: ``fed`` what was thrown before somebody, ``ate`` what was eaten
so, ``safe`` what could have been eaten, ``left`` short stays lost to one, each as ``_hits``, ``_expected`` and
``_variance``; ``flow``, units paid less units got, and what of it follows from who sits before whom. Of a player alone:
times, and luck with hidden cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.fairplay.feeding import Thrown
from game.fairplay.flow import Paid
from game.fairplay.seeing import Luck

Key = tuple[int, int | None]
Sums = dict[str, float]
Chance = Callable[[str], float]
"""How likely something is that depends on a cell, or how much it comes to."""


def of_hand(facts: Mapping[str, Any], users: Sequence[int | None], chance: Chance, unit: int) -> dict[Key, Sums]:
    """The sums of one hand whose seats these users held; ``unit`` in gold."""
    found: dict[Key, Sums] = {}
    _feeding(found, [Thrown(*one) for one in facts["thrown"]], users, chance)
    for one in facts["paid"]:
        _flow(found, Paid(*one), users, chance, unit)
    for one in facts["lucks"]:
        _luck(found, Luck(*one), users)
    for seat, sums in facts["times"]:
        if (user := users[seat]) is not None:
            add(found, (user, None), **sums)
    return found


def of_leaving(told: Mapping[tuple[int, int], bool], chance: Chance) -> dict[Key, Sums]:
    """The sums of who left after a hand, by leaver and mate: `leaving.lost_and_left`."""
    found: dict[Key, Sums] = {}
    for (user, mate), hit in told.items():
        for key in ((user, mate), (user, None)):
            _count(found, key, "left", hit, chance("left"))
    return found


def add(found: dict[Key, Sums], key: Key, **sums: float) -> None:
    """Add to what is found of a player or pair."""
    kept = found.setdefault(key, {})
    for name, value in sums.items():
        kept[name] = kept.get(name, 0.0) + value


def merge(found: Sequence[Mapping[str, float]]) -> Sums:
    """Several sums as one."""
    together: dict[Key, Sums] = {(0, None): {}}
    for sums in found:
        add(together, (0, None), **sums)
    return together[0, None]


def _count(found: dict[Key, Sums], key: Key, name: str, hit: bool, chance: float) -> None:
    counted = {"hits": float(hit), "expected": chance, "variance": chance * (1 - chance), "tries": 1.0}
    add(found, key, **{f"{name}_{part}": value for part, value in counted.items()})


def _feeding(found: dict[Key, Sums], all_thrown: Sequence[Thrown], users: Sequence[int | None], chance: Chance) -> None:
    pairs = set()
    for one in all_thrown:
        feeder, eater = users[one.feeder], users[one.eater]
        if feeder is not None:
            _count(found, (feeder, None), "safe", one.could, chance(f"could.{one.cell}"))
        if feeder is not None and eater is not None and one.by_people:
            pairs.add((feeder, eater))
            for key, name in (((feeder, eater), "fed"), ((feeder, None), "fed"), ((eater, None), "ate")):
                _count(found, key, name, one.ate, chance(f"ate.{one.cell}"))
            add(found, (feeder, eater), fed_could=float(one.could))
    for pair in pairs:
        add(found, pair, fed_hands=1.0)


def _flow(found: dict[Key, Sums], paid: Paid, users: Sequence[int | None], chance: Chance, unit: int) -> None:
    """Both directions, so that each player's rows tell all of the player."""
    payer, payee = users[paid.payer], users[paid.payee]
    if payer is None or payee is None:
        return
    usual = paid.sign * chance(paid.cell)
    for one, other, sign in ((payer, payee, 1), (payee, payer, -1)):
        sums = {"flow": float(sign * paid.units), "flow_expected": sign * usual, "flow_hands": 1.0}
        sums["flow_square"] = (paid.units - usual) ** 2
        add(found, (one, other), **sums, flow_gold=float(sign * paid.units * unit))
        add(found, (one, None), **sums)


def _luck(found: dict[Key, Sums], luck: Luck, users: Sequence[int | None]) -> None:
    if (user := users[luck.seat]) is not None:
        sums = {"hits": luck.gained, "expected": luck.expected, "variance": luck.variance, "tries": 1.0}
        for name in (luck.kind, f"{luck.kind}_odd") if luck.odd else (luck.kind,):
            add(found, (user, None), **{f"{name}_{part}": value for part, value in sums.items()})


STRENGTHS: dict[str, Callable[[Sums], float]] = {
    "feeding": lambda sums: sums.get("fed_hits", 0.0) - sums.get("fed_expected", 0.0),
    "gold": lambda sums: sums.get("flow", 0.0),
    "leaving": lambda sums: sums.get("left_hits", 0.0),
    "timing": lambda sums: sums.get("take", 0.0) + sums.get("throw", 0.0),
    "seeing": lambda sums: sums.get("draw_hits", 0.0),
}
"""By kind of signal, how much the sums of a single hand tell: which hands to look at first."""
