"""How many of those who cheat are found, and how many honest pairs are told of: by simulation, printed, with seeds.

Players are bots, careful and careless, since people who are known to be honest, or not, can't be asked.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from game.fairplay import finding, summing
from game.fairplay.chance import usual
from game.fairplay.finding import THRESHOLDS, of_pair, of_player
from game.fairplay.leaving import lost_and_left
from game.fairplay.sharing import Shared, pairs, strength
from game.fairplay.timing import add
from game.models import Signal
from tests.fairplay.simulated import (
    HONEST,
    Player,
    Totals,
    careful,
    careless,
    evening,
    feeder,
    pair_score,
    player_score,
    seer,
    shy,
)

OTHERS = (careful, careless(0.1), careless(0.25))
FEEDER, SEER = feeder(1.0), seer(1.0)


def strengths(totals: Totals) -> Iterator[tuple[str, float]]:
    """Of every kind of signal, for each two of four players both ways, and for each of them."""
    for user in range(4):
        yield "seeing", player_score("seeing", totals, user)
        for other in {0, 1, 2, 3} - {user}:
            yield from ((kind, pair_score(kind, totals, user, other)) for kind in ("feeding", "gold"))


def alarms(totals: Totals) -> list[str]:
    """What is told of them."""
    return [kind for kind, score in strengths(totals) if score >= THRESHOLDS[kind]]


@cache
def with_cheat(cheat: Player, hands: int, seed: int) -> Totals:
    """Player 0 cheats, for player 1 who sits next."""
    return evening([cheat, *OTHERS], hands, seed, friends=True)


# Feeding, gold, hidden cards


@pytest.mark.parametrize("kind", range(len(HONEST)))
def test_of_honest_tables_nothing_is_told(kind: int) -> None:
    assert alarms(evening(HONEST[kind], 30, 31 + kind)) == []


@pytest.mark.full
@pytest.mark.parametrize("part", range(4))
def test_of_a_thousand_honest_pairs_at_most_one_is_told(part: int, capsys: pytest.CaptureFixture[str]) -> None:
    """42 tables of four are 252 pairs, so a quarter of 1,008; each pair 60 hands."""
    tables = [evening(HONEST[number % len(HONEST)], 60, 100 * part + number) for number in range(42)]
    told = [alarm for totals in tables for alarm in alarms(totals)]
    by_kind = sorted((kind, round(score, 1)) for totals in tables for kind, score in strengths(totals))
    strongest = dict(by_kind)
    with capsys.disabled():
        print(f"\nhonest pairs, part {part}: {len(told)} signals of 252 pairs {told}, the strongest {strongest}")
    assert not told


@pytest.mark.parametrize("seed", (1, 2))
def test_who_feeds_a_friend_is_found_in_thirty_hands(seed: int) -> None:
    assert pair_score("feeding", with_cheat(FEEDER, 30, seed), 0, 1) >= THRESHOLDS["feeding"]


def test_and_the_friend_who_only_eats_isnt_told_of() -> None:
    totals = with_cheat(FEEDER, 30, 1)
    assert pair_score("feeding", totals, 1, 0) < THRESHOLDS["feeding"]
    assert player_score("seeing", totals, 1) < THRESHOLDS["seeing"]


def test_gold_that_goes_one_way_is_found() -> None:
    assert pair_score("gold", with_cheat(FEEDER, 80, 3), 0, 1) >= THRESHOLDS["gold"]


def test_who_knows_the_next_seats_cards_is_found() -> None:
    assert player_score("seeing", with_cheat(shy, 40, 4), 0) >= THRESHOLDS["seeing"]


def test_who_knows_the_stock_is_found() -> None:
    assert player_score("seeing", with_cheat(SEER, 100, 5), 0) >= THRESHOLDS["seeing"]


def test_of_too_few_hands_nothing_is_told() -> None:
    totals = with_cheat(FEEDER, 6, 6)
    assert pair_score("feeding", totals, 0, 1) == pair_score("gold", totals, 0, 1) == 0
    assert player_score("seeing", totals, 0) == 0


CHEATS = {
    "feeds always, 30 hands": ("feeding", FEEDER, 30, 0.95),
    "feeds half the time, 60 hands": ("feeding", feeder(0.5), 60, 0.95),
    "feeds a quarter of the time, 120 hands": ("feeding", feeder(0.25), 120, 0.6),
    "gold by feeding always, 100 hands": ("gold", FEEDER, 100, 0.95),
    "knows the next seat's cards, 60 hands": ("seeing", shy, 60, 0.8),
    "knows the stock, 150 hands": ("seeing", SEER, 150, 0.8),
}


@pytest.mark.full
@pytest.mark.parametrize("cheat", CHEATS)
def test_how_many_who_cheat_are_found(cheat: str, capsys: pytest.CaptureFixture[str]) -> None:
    kind, player, hands, least = CHEATS[cheat]
    tables = [with_cheat(player, hands, 7000 + number) for number in range(10)]
    scores = [
        player_score(kind, totals, 0) if kind == "seeing" else pair_score(kind, totals, 0, 1) for totals in tables
    ]
    found = sum(score >= THRESHOLDS[kind] for score in scores) / len(scores)
    with capsys.disabled():
        print(f"\n{cheat}: {found:.0%} found")
    assert found >= least


# Leaving


def stays(rng: random.Random, count: int, quits: float) -> summing.Sums:
    """So many stays with three mates; who loses a hand is gone with this chance, else with one of twelve.

    The sums are those of the player alone, and towards the first mate under names of their own.
    """
    found: dict[summing.Key, summing.Sums] = {}
    for _ in range(count):
        paid: list[dict[int, int]] = []
        while True:
            paid.append({mate: rng.choice((-4, -1, 0, 0, 1, 4)) for mate in (1, 2, 3)})
            lost = sum(paid[-1].values()) > 0
            if rng.random() < (quits if lost else 1 / 12):
                break
        left = {(0, mate): hit for mate, hit in lost_and_left(paid[-4:], [1, 2, 3]).items()}
        for key, sums in summing.of_leaving(left, usual).items():
            summing.add(found, key, **sums)
    return {**found[0, None], **{f"first_{name}": value for name, value in found[0, 1].items()}}


def leaving_score(sums: summing.Sums) -> float:
    pair = {name.removeprefix("first_"): value for name, value in sums.items() if name.startswith("first_")}
    return of_pair("leaving", pair, sums, {})[0]


def test_of_a_thousand_who_leave_when_they_lose_at_most_one_is_told() -> None:
    rng = random.Random(8)
    scores = [leaving_score(stays(rng, rng.randint(5, 40), rng.choice((1 / 12, 0.2, 0.4)))) for _ in range(1000)]
    assert sum(score >= THRESHOLDS["leaving"] for score in scores) <= 1


def test_who_comes_loses_to_one_and_goes_is_found() -> None:
    lost = {"left_hits": 0.0, "left_expected": 0.0, "left_variance": 0.0}
    found: dict[summing.Key, summing.Sums] = {(0, None): lost, (0, 1): dict(lost)}
    for _ in range(6):
        left = {(0, mate): hit for mate, hit in lost_and_left([{1: 4}, {1: 7, 2: -1}], [1, 2]).items()}
        for key, sums in summing.of_leaving(left, usual).items():
            summing.add(found, key, **sums)
    assert of_pair("leaving", found[0, 1], found[0, None], {})[0] >= THRESHOLDS["leaving"]
    assert of_pair("leaving", found[0, 2], found[0, None], {})[0] < THRESHOLDS["leaving"]


# Timing


def timed(take: Iterator[float], throw: Iterator[float], count: int = 200) -> summing.Sums:
    """The sums of so many takes and throws, of these milliseconds."""
    sums: summing.Sums = {}
    for _ in range(count):
        add(sums, "take", max(1, round(next(take))))
        add(sums, "throw", max(1, round(next(throw))))
    return sums


def lognormal(rng: random.Random, median: float, spread: float) -> Iterator[float]:
    while True:
        yield rng.lognormvariate(0, spread) * median


def human(rng: random.Random) -> summing.Sums:
    """Faster or slower, more or less even; now and then without a thought."""
    take = lognormal(rng, rng.uniform(700, 3000), rng.uniform(0.4, 0.95))
    return timed(take, lognormal(rng, rng.uniform(1500, 8000), rng.uniform(0.35, 0.9)))


def test_of_a_thousand_who_take_time_as_people_do_at_most_one_is_told() -> None:
    rng = random.Random(9)
    scores = [of_player("timing", human(rng))[0] for _ in range(1000)]
    assert sum(score >= THRESHOLDS["timing"] for score in scores) <= 1


@pytest.mark.parametrize("range_", [(800, 1200), (1900, 2600), (30, 120)])
def test_a_machines_even_times_are_found(range_: tuple[float, float]) -> None:
    rng = random.Random(10)
    even = iter(lambda: rng.uniform(*range_), None)
    score, facts = of_player("timing", timed(even, even))
    assert score >= THRESHOLDS["timing"]
    assert facts["take_seconds"] == pytest.approx(sum(range_) / 2000, rel=0.2)


def test_takes_that_come_before_anybody_can_look_are_found() -> None:
    rng = random.Random(11)
    hasty = iter(lambda: rng.choice((90.0, rng.lognormvariate(0, 0.7) * 1500)), None)
    assert of_player("timing", timed(hasty, lognormal(rng, 2000, 0.7)))[0] >= THRESHOLDS["timing"]


def test_of_few_times_nothing_is_told() -> None:
    even = iter(lambda: 1000.0, None)
    assert of_player("timing", timed(even, even, count=20))[0] == 0


# Places


def test_of_a_thousand_pairs_who_share_what_many_have_few_are_told() -> None:
    """Five thousand players: half by networks that hundreds share, the others from home, a tenth of them with somebody;
    browsers as they are spread."""
    rng = random.Random(12)
    homes = iter(range(10_000))
    addresses = [f"net{rng.randrange(10)}" if rng.random() < 0.5 else f"home{next(homes)}" for _ in range(5000)]
    devices = [f"browser{int(rng.paretovariate(0.6))}" for _ in range(5000)]
    told = 0
    for _ in range(1000):
        one, other = rng.sample(range(5000), 2)
        same = [kind.count(kind[one]) if kind[one] == kind[other] else None for kind in (addresses, devices)]
        told += strength(Shared(*same), 5000) >= THRESHOLDS["shared"]
    assert told <= 3


def test_two_who_share_a_home_or_a_rare_browser_are_told() -> None:
    assert strength(Shared(2, None), 30) >= THRESHOLDS["shared"]
    assert strength(Shared(200, 4), 5000) >= THRESHOLDS["shared"]
    assert strength(Shared(None, 2), 5000) >= THRESHOLDS["shared"]


def test_a_browser_that_few_have_tells_nothing_where_few_come() -> None:
    assert strength(Shared(None, 2), 10) < 1
    assert strength(Shared(800, 800), 900) < 1
    assert strength(Shared(None, None), 0) == 0
    assert list(pairs([3, 1, 2])) == [(1, 2), (1, 3), (2, 3)]


def test_thresholds_are_for_every_kind_that_there_is() -> None:
    assert set(THRESHOLDS) == set(finding.LEAST) == set(Signal.Kind.values)
