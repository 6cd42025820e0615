"""From sums to what is worth a look: how strong it is, from where on it is told, and the numbers it rests on.

The thresholds are set by simulation of honest play (tests/fairplay): with all of them together, of a thousand pairs of
honest players less than one is told of.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import exp, log, sqrt

from game.fairplay.scoring import Count, Guess, above, between, drift, habit

Sums = Mapping[str, float]
Facts = dict[str, float]

THRESHOLDS = {"feeding": 3.5, "gold": 3.5, "shared": 2.0, "leaving": 4.5, "timing": 4.0, "seeing": 4.0}
"""By kind of signal, from which strength on it is told."""
LEAST = {"feeding": 40, "gold": 25, "shared": 5, "leaving": 5, "timing": 120, "seeing": 100}
"""Below so many discards, hands together, hands together, stays, times, discards, nothing is told."""
FEW = 40
"""Choices by the stock from which on their luck is told."""

FEEDS = 0.12
"""How much people differ in how often what they throw is eaten, and in how often they eat: a part of the average."""
WINS = 0.35
"""How much people differ in what they win of another in a hand, in units."""
LEAVES = 0.5
"""How much people differ in how often a short stay ends with a loss: a part of the average."""
CAUTION = 0.15
"""How much people differ in how often what they throw could be eaten: a part of the average."""
WAITS = 0.05
"""How much ways to play differ in where the cards lie that are waited for: a part of the average."""
USUAL = {"take": 0.75, "throw": 0.65}
"""How much the logarithms of a person's times usually vary, as standard deviations."""
EVENNESS = 0.25
"""How much people differ in that: a part of the average."""
QUICK = Guess(0.03, 0.03**2)
"""The part of takes that come quicker than a look, by people whose hands are faster than their eyes."""


def of_pair(kind: str, pair: Sums, own: Sums, others: Sums) -> tuple[float, Facts]:
    """How strongly the sums of one player towards another tell of this kind, one of `PAIRS`, in the light of what each
    of both does with everybody; and the numbers."""
    return PAIRS[kind](pair, own, others)


def of_player(kind: str, own: Sums) -> tuple[float, Facts]:
    """The same of the sums of one player, for one of `PLAYERS`."""
    return PLAYERS[kind](own)


def _get(sums: Sums, name: str) -> float:
    return sums.get(name, 0.0)


def count(sums: Sums, name: str) -> Count:
    """What is counted there by that name."""
    return Count(_get(sums, f"{name}_hits"), _get(sums, f"{name}_expected"), _get(sums, f"{name}_variance"))


def _feeding(pair: Sums, own: Sums, others: Sums) -> tuple[float, Facts]:
    here, feeder, eater = count(pair, "fed"), count(own, "fed"), count(others, "ate")
    score = above(here, habit(feeder - here, FEEDS), habit(eater - here, FEEDS))
    facts = {
        "hands": _get(pair, "fed_hands"),
        "discards": _get(pair, "fed_tries"),
        "could_be_eaten": _get(pair, "fed_could"),
        "eaten": here.hits,
        "expected": here.expected,
        "eaten_of_others": (feeder - here).hits,
        "expected_of_others": (feeder - here).expected,
    }
    return _enough("feeding", facts["discards"], score), facts


def _enough(kind: str, many: float, score: float) -> float:
    return score if many >= LEAST[kind] else 0.0


def _gold(pair: Sums, own: Sums, others: Sums) -> tuple[float, Facts]:
    beyond, hands = _beyond(pair), _get(pair, "flow_hands")
    loses, wins = _loss(own, pair, 1), _loss(others, pair, -1)
    score = drift(beyond, _get(pair, "flow_square"), hands, loses, wins)
    facts = {
        "hands": hands,
        "units": _get(pair, "flow"),
        "gold": _get(pair, "flow_gold"),
        "expected": _get(pair, "flow_expected") + (loses.mean + wins.mean) * hands,
    }
    return _enough("gold", hands, score), facts


def _beyond(sums: Sums) -> float:
    """Units paid beyond what follows from who sits before whom."""
    return _get(sums, "flow") - _get(sums, "flow_expected")


def _loss(all_: Sums, pair: Sums, sign: int) -> Guess:
    """What a player loses to another in a hand, as far as hands with others tell; with ``sign`` -1, what he wins."""
    hands = _get(all_, "flow_hands") - _get(pair, "flow_hands")
    squares = _get(all_, "flow_square") - _get(pair, "flow_square")
    if hands < 1 or squares <= 0:
        return Guess(0.0, WINS**2)
    total = sign * _beyond(all_) - _beyond(pair)
    return between(total / hands, hands**2 / squares, Guess(0.0, WINS**2))


def _leaving(pair: Sums, own: Sums, others: Sums) -> tuple[float, Facts]:
    here, all_ = count(pair, "left"), count(own, "left")
    facts = {"stays": _get(pair, "left_tries"), "lost_and_left": here.hits, "expected": here.expected}
    return _enough("leaving", facts["stays"], above(here, habit(all_ - here, LEAVES))), facts


def _timing(own: Sums) -> tuple[float, Facts]:
    times = {kind: _get(own, kind) for kind in USUAL}
    even = [_evenness(own, kind) for kind, many in times.items() if many >= LEAST["timing"] / 2]
    takes, quick = times["take"], _get(own, "quick")
    hasty = above(Count(quick, takes * QUICK.mean, takes * QUICK.mean), Guess(1.0, QUICK.variance / QUICK.mean**2))
    facts = {"times": sum(times.values()), "quick": quick}
    facts |= {f"{kind}_seconds": exp(_mean(own, kind)) / 1000 for kind, many in times.items() if many}
    facts |= {f"{kind}_spread": _spread(own, kind) for kind, many in times.items() if many}
    return _enough("timing", facts["times"], max([*even, hasty])), facts


def _mean(own: Sums, kind: str) -> float:
    return _get(own, f"{kind}_log") / _get(own, kind)


def _spread(own: Sums, kind: str) -> float:
    """The standard deviation of the logarithms."""
    return sqrt(max(0.0, _get(own, f"{kind}_square") / _get(own, kind) - _mean(own, kind) ** 2))


def _evenness(own: Sums, kind: str) -> float:
    """Standard deviations by which somebody's times vary less than people's, compared as logarithms."""
    less = log(USUAL[kind]) - log(max(_spread(own, kind), 0.01))
    return less / sqrt(EVENNESS**2 + 1 / (2 * _get(own, kind)))


def _seeing(own: Sums) -> tuple[float, Facts]:
    drawn, odd, waited, safe = (count(own, name) for name in ("draw", "draw_odd", "wait", "safe"))
    scores = {
        "stock": above(drawn) if _get(own, "draw_tries") >= FEW else 0.0,
        "stock_against_sound_play": above(odd) if _get(own, "draw_odd_tries") >= FEW else 0.0,
        "seat_before": above(waited, Guess(1.0, WAITS**2)),
        "seat_after": above(_turned(safe), Guess(1.0, CAUTION**2)),
    }
    facts = {
        "thrown": _get(own, "safe_tries"),
        "choices": _get(own, "draw_tries"),
        "against_sound_play": _get(own, "draw_odd_tries"),
        "points_gained": drawn.hits,
        "points_gained_against_sound_play": odd.hits,
        "waited_for": waited.hits,
        "waited_for_expected": waited.expected,
        "could_be_eaten": safe.hits,
        "could_be_eaten_expected": safe.expected,
    }
    return _enough("seeing", facts["thrown"], max(scores.values())), facts | scores


def _turned(count: Count) -> Count:
    """What did not happen, seen as what did: as much below the expectation as it is above."""
    return Count(2 * count.expected - count.hits, count.expected, count.variance)


PAIRS: dict[str, Callable[[Sums, Sums, Sums], tuple[float, Facts]]] = {
    "feeding": _feeding,
    "gold": _gold,
    "leaving": _leaving,
}
PLAYERS: dict[str, Callable[[Sums], tuple[float, Facts]]] = {"timing": _timing, "seeing": _seeing}
