"""R1.1-R1.6: phom, arrangements, ca; recorded positions, named positions, and a brute force that judges thousands."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.rules import melds
from game.rules.cards import NAMES, cards_of, format_cards, mask_of, parse_card, parse_cards
from tests.rules import brute

DATA = Path(__file__).parents[1] / "data" / "melds.jsonl"
RECORDED = [json.loads(line) for line in DATA.read_text().splitlines()]


def names(mask: int) -> list[str]:
    return sorted(NAMES[card] for card in cards_of(mask))


def written(phoms: tuple[int, ...]) -> list[str]:
    return sorted(map(format_cards, phoms))


def as_set(mask: int) -> brute.Cards:
    return frozenset(cards_of(mask))


# Recorded positions


@pytest.mark.parametrize("case", RECORDED, ids=[f"{number}: {case['name']}" for number, case in enumerate(RECORDED)])
def test_recorded_positions(case: dict[str, Any]) -> None:
    hand = mask_of(map(parse_card, case["hand"]))
    eaten = mask_of(map(parse_card, case["eaten"]))
    made = melds.best(hand, eaten)
    assert (made and made.points) == case["best_points"] == melds.least_points(hand, eaten)
    assert names(melds.discardable(hand, eaten)) == sorted(case["discardable"])
    if case["lonely"] is not None:
        assert melds.is_lonely(hand) == case["lonely"]
    if "can_eat" in case:
        assert melds.can_eat(hand, eaten, parse_card(case["discard"])) == case["can_eat"]


# By rule


def test_r1_1_ace_is_low_only() -> None:
    assert melds.is_phom(parse_cards("AS2S3S"))
    assert not melds.is_phom(parse_cards("QSKSAS"))
    assert not melds.is_phom(parse_cards("KSAS2S"))
    assert not melds.has_phom(parse_cards("QSKSACAS2S"))
    assert not melds.has_phom(parse_cards("QSKSAC2C"))


def test_r1_2_there_are_329_phom() -> None:
    assert list(melds.PHOMS) == sorted(melds.PHOMS)
    assert set(map(as_set, melds.PHOMS)) == set(brute.PHOMS)
    assert len(melds.PHOMS) == 329


@pytest.mark.parametrize("text", ["", "7S", "7S7C", "7S8C9D", "7S8STS", "7S7C8S", "7S7C7D7H8H"])
def test_r1_2_anything_else_is_none(text: str) -> None:
    assert not melds.is_phom(parse_cards(text))


def test_r1_2_phoms_in_a_hand() -> None:
    assert written(tuple(melds.phoms_in(parse_cards("JSQSKSAC2C3C4CKCKD")))) == sorted(
        ["JSQSKS", "AC2C3C", "AC2C3C4C", "2C3C4C", "KSKCKD"]
    )


def test_r1_3_points_are_those_of_the_loose_cards() -> None:
    made = melds.best(parse_cards("3H4H5HKSQCAD"))
    assert made == melds.Arrangement((parse_cards("3H4H5H"),), parse_cards("KSQCAD"), 26)


def test_r1_4_an_eaten_card_lies_in_a_phom() -> None:
    hand = parse_cards("7S7C7DKDKH")
    assert melds.is_legal(hand, parse_cards("7S"))
    assert not melds.is_legal(hand, parse_cards("KD"))
    assert melds.best(hand, parse_cards("KD")) is None
    assert melds.least_points(hand, parse_cards("KD")) is None
    assert melds.discardable(hand, parse_cards("KD")) == 0


def test_r1_4_no_phom_holds_two_eaten_cards() -> None:
    eaten = parse_cards("7S7C")
    assert not melds.is_legal(parse_cards("7S7C7D7H"), eaten)
    made = melds.best(parse_cards("7S7C7D7H8S9SKD"), eaten)
    assert made and written(made.phoms) == ["7C7D7H", "7S8S9S"]


def test_r1_4_a_run_is_cut_between_two_eaten_cards() -> None:
    made = melds.best(parse_cards("3S4S5S6S7S8S9S"), parse_cards("6S9S"))
    assert made and made.points == 0
    assert all((phom & parse_cards("6S9S")).bit_count() <= 1 for phom in made.phoms)
    assert melds.best(parse_cards("3S4S5S6S7S8S"), parse_cards("4S5S")) is None


def test_r1_4_an_eaten_card_may_force_a_worse_arrangement() -> None:
    hand = parse_cards("KSKCKD2S3S4SQSJS")
    assert melds.least_points(hand) == 23
    assert melds.least_points(hand, parse_cards("QS")) == 26


def test_r1_4_of_equal_points_the_fewer_loose_cards() -> None:
    made = melds.best(parse_cards("AS2S3S3C3D"))
    assert made and (made.points, made.loose.bit_count()) == (3, 2)
    hand = parse_cards("AS2S3S4S4C4D4H5H6HAH2H")
    points, loose = brute.best(as_set(hand), frozenset()) or (None, None)
    made = melds.best(hand)
    assert made and (made.points, made.loose.bit_count()) == (points, loose)


def test_r5_2_arrangements_leave_no_phom_loose_and_come_best_first() -> None:
    made = melds.arrangements(parse_cards("3S4S5S6S6C6D9H"))
    assert [(written(each.phoms), each.points) for each in made] == [
        (["3S4S5S", "6S6C6D"], 9),
        (["3S4S5S6S"], 21),
        (["4S5S6S"], 24),
    ]


def test_r1_4_a_hand_without_phom_has_one_arrangement() -> None:
    hand = parse_cards("3S9DKH")
    nothing = melds.Arrangement((), hand, 25)
    assert melds.best(hand) == nothing
    assert melds.arrangements(hand) == (nothing,)
    assert melds.arrangements(0) == (melds.Arrangement((), 0, 0),)


def test_r1_5_ca() -> None:
    assert names(melds.partners(parse_card("3H"), parse_cards("AH2H4H5H6H3S3C5S"))) == sorted(
        ["AH", "2H", "4H", "5H", "3S", "3C"]
    )
    assert melds.partners(parse_card("KS"), parse_cards("AC2CAS2SKS")) == 0
    assert names(melds.partners(parse_card("AC"), parse_cards("KSQSKC2C"))) == ["2C"]


def test_r1_5_every_pair_of_cards() -> None:
    for card in range(52):
        assert as_set(melds.partners(card, (1 << 52) - 1)) == brute.partners(card, frozenset(range(52)))


@pytest.mark.parametrize(("text", "least"), [("4S5S6S7S4C5C6C4D4H", 0), ("4S5S6S7S8S2S2C2D2H", 0)])
def test_r1_6_never_greedy(text: str, least: int) -> None:
    assert melds.least_points(parse_cards(text)) == least


def test_r3_2_where_an_eaten_card_may_lie() -> None:
    hand = parse_cards("7S7C5D6D8DKH")
    assert written(melds.eat_phoms(hand, 0, parse_card("7D"))) == sorted(["7S7C7D", "5D6D7D", "6D7D8D", "5D6D7D8D"])
    assert melds.eat_phoms(hand, 0, parse_card("9H")) == ()


def test_r3_2_what_an_earlier_eaten_card_needs_is_taken() -> None:
    hand = parse_cards("7S7C7D8D9DKH")
    assert written(melds.eat_phoms(hand, parse_cards("7S"), parse_card("TD"))) == ["8D9DTD"]
    assert not melds.can_eat(parse_cards("7S7C7D8D"), parse_cards("7S"), parse_card("9D"))


def test_r5_3_layoffs() -> None:
    assert names(melds.layoffs(parse_cards("7H8H9H"))) == ["6H", "TH"]
    assert names(melds.layoffs(parse_cards("JSQSKS"))) == ["TS"]
    assert names(melds.layoffs(parse_cards("AC2C3C"))) == ["4C"]
    assert names(melds.layoffs(parse_cards("7S7C7H"))) == ["7D"]
    assert melds.layoffs(parse_cards("7S7C7H7D")) == 0
    with pytest.raises(KeyError):
        melds.layoffs(parse_cards("7S8C9D"))


def test_r5_3_layoffs_of_every_phom() -> None:
    for phom in melds.PHOMS:
        assert as_set(melds.layoffs(phom)) == brute.layoffs(as_set(phom))


def test_r6_3_u_arrangements() -> None:
    assert melds.u_arrangements(parse_cards("3S4S5S9D")) == melds.arrangements(parse_cards("3S4S5S9D"))
    assert melds.u_arrangements(parse_cards("3S4S5S9DTD")) == ()
    assert melds.u_arrangements(parse_cards("3S4S5S5D5C")) == ()
    assert melds.u_arrangements(parse_cards("9D")) == (melds.Arrangement((), parse_cards("9D"), 9),)
    kinds = [written(made.phoms) for made in melds.u_arrangements(parse_cards("3S4S5S6S7S8S9D"))]
    assert kinds == [["3S4S5S", "6S7S8S"], ["3S4S5S6S7S8S"]]


# Against brute force


def _random_hand(rng: random.Random) -> list[int]:
    return rng.sample(range(52), rng.randint(0, 13))


def _crowded_hand(rng: random.Random) -> list[int]:
    ranks = rng.randint(3, 6)
    low = rng.randint(0, 13 - ranks)
    near = [suit * 13 + low + step for suit in range(4) for step in range(ranks)]
    return rng.sample(near, min(len(near), rng.randint(5, 11)))


def _two_suits_hand(rng: random.Random) -> list[int]:
    return rng.sample(range(26), rng.randint(6, 11))


def _fed_hand(rng: random.Random) -> tuple[int, int]:
    """A legal hand: up to three crossing phom with an eaten card each, and cards near them."""
    near = mask_of(_crowded_hand(rng) + _crowded_hand(rng))
    hand = eaten = 0
    for phom in rng.sample(melds.phoms_in(near), min(8, len(melds.phoms_in(near)))):
        if not phom & hand and eaten.bit_count() < 3:
            hand |= phom
            eaten |= 1 << rng.choice(list(cards_of(phom)))
    others = list(cards_of(near & ~hand))
    return hand | mask_of(rng.sample(others, min(len(others), max(0, 10 - hand.bit_count())))), eaten


def _any_hand(rng: random.Random) -> tuple[int, int]:
    """Any hand, whose eaten cards need not fit."""
    hand = rng.choice((_random_hand, _crowded_hand, _two_suits_hand))(rng)
    return mask_of(hand), mask_of(hand[: rng.choice((0, 0, 1, 2, 3))])


def _positions(seed: int, count: int) -> Iterator[tuple[int, int, int]]:
    """Hands with up to three eaten cards, and a card that is not in them."""
    rng = random.Random(seed)
    for number in range(count):
        cards, eaten = (_any_hand, _fed_hand)[number % 2](rng)
        yield cards, eaten, rng.choice([card for card in range(52) if not cards >> card & 1])


def _as_sets(made: tuple[melds.Arrangement, ...]) -> list[frozenset[brute.Cards]]:
    return [frozenset(map(as_set, each.phoms)) for each in made]


def _assert_arrangement(made: melds.Arrangement, hand: brute.Cards) -> None:
    phoms = frozenset(map(as_set, made.phoms))
    assert list(made.phoms) == sorted(made.phoms)
    assert as_set(made.loose) == brute.loose(hand, phoms)
    assert made.points == brute.points(as_set(made.loose))


def _assert_all(made: tuple[melds.Arrangement, ...], wanted: set[frozenset[brute.Cards]], hand: brute.Cards) -> None:
    assert len(made) == len(wanted) and set(_as_sets(made)) == wanted
    ranks = [(each.points, each.loose.bit_count()) for each in made]
    assert ranks == sorted(ranks)
    for each in made:
        _assert_arrangement(each, hand)


@pytest.mark.parametrize("seed", range(8))
def test_brute_force_agrees_on_best_arrangements(seed: int) -> None:
    for cards, eaten, _ in _positions(seed, 1200):
        hand = as_set(cards)
        legal = brute.legal_arrangements(hand, as_set(eaten))
        wanted = brute.best(hand, as_set(eaten))
        made = melds.best(cards, eaten)
        assert melds.least_points(cards, eaten) == (wanted and wanted[0])
        assert melds.is_legal(cards, eaten) == bool(legal)
        assert (made and (made.points, made.loose.bit_count())) == wanted
        if made:
            _assert_arrangement(made, hand)
            assert frozenset(map(as_set, made.phoms)) in legal


@pytest.mark.parametrize("seed", range(10, 14))
def test_brute_force_agrees_on_eats_and_discards(seed: int) -> None:
    for cards, eaten, card in _positions(seed, 900):
        hand, had = as_set(cards), as_set(eaten)
        wanted = brute.eat_phoms(hand, had, card)
        phoms = melds.eat_phoms(cards, eaten, card)
        assert list(phoms) == sorted(phoms) and set(map(as_set, phoms)) == wanted
        assert melds.can_eat(cards, eaten, card) == bool(wanted)
        assert as_set(melds.discardable(cards, eaten)) == brute.discardable(hand, had)


@pytest.mark.parametrize("seed", range(20, 24))
def test_brute_force_agrees_on_all_arrangements(seed: int) -> None:
    for cards, eaten, _ in _positions(seed, 900):
        hand, had = as_set(cards), as_set(eaten)
        _assert_all(melds.arrangements(cards, eaten), brute.arrangements(hand, had), hand)
        _assert_all(melds.u_arrangements(cards, eaten), brute.u_arrangements(hand, had), hand)


@pytest.mark.parametrize("seed", range(30, 34))
def test_brute_force_agrees_on_phom_and_ca(seed: int) -> None:
    for cards, _, card in _positions(seed, 1200):
        hand = as_set(cards)
        assert set(map(as_set, melds.phoms_in(cards))) == set(brute.phoms_of(hand))
        assert melds.has_phom(cards) == bool(brute.phoms_of(hand))
        assert melds.is_lonely(cards) == brute.is_lonely(hand)
        assert as_set(melds.partners(card, cards)) == brute.partners(card, hand)
