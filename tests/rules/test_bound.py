"""R8.9: no seat can lose more in a hand than is set aside for it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules import melds
from game.rules.actions import DISCARDS, DRAW, EAT, Action, Discard
from game.rules.bound import bound
from game.rules.cards import ALL, NAMES, parse_card
from game.rules.hand import Hand, Phase, apply, deal, legal_actions
from game.rules.settlement import settle
from game.rules.variants import PRESETS, Variant
from tests.rules.build import final, idle_until, play, start, variant

EATER = "TS JS QS JH QH JD QD 2C 3S"
"""Waits for three kings, the first of them for four in a row, and ends without a loose card."""


def fed(hand: Hand, throws: str) -> Hand:
    """Play on with these throws, a dot for the card drawn or any; the next seat eats each one named, if it can."""
    named = {parse_card(name) for name in throws.split() if name != "."}
    for name in throws.split():
        if hand.phase is Phase.TAKE:
            eats = hand.offered in named and EAT in legal_actions(hand)
            hand, _ = apply(hand, EAT if eats else DRAW)
        while (action := legal_actions(hand)[0]).kind == "lay":
            hand, _ = apply(hand, action)
        loose = [action for action in legal_actions(hand) if isinstance(action, Discard)]
        dull = max(loose, key=lambda action: action.card == hand.taken)
        hand, _ = apply(hand, dull if name == "." else DISCARDS[parse_card(name)])
    return apply(hand, EAT)[0]


def _idle_until(hand: Hand, lying: int) -> Hand:
    """Seat 0 is to take with so many cards lying; the leader has thrown the last of its ten."""
    return idle_until(play(hand, f"discard {NAMES[hand.pack[9]]}"), turn=0, lying=lying)


def worst(rules: Variant, seats: int) -> Hand:
    """Seat 0 feeds three kings, the last of them as early as chots of its own can be done without, and pays for ù
    tròn and ù thông for everyone."""
    if seats == 2:  # two in round 3, then a chot
        hand = start("KS KH", EATER, skip=5, stock="KD", u_before=1, rules=rules)
        return fed(_idle_until(hand, 4), "KS 2C KH 3S KD")
    if seats == 3:  # one in round 3, which gives seat 0 the lead, then two chots, with one eaten by another
        hand = start("KS KH", EATER, "4S 5S", skip=9, stock="KD", leader=2, u_before=1, rules=rules)
        return fed(_idle_until(hand, 7), "KS 2C . KH 3S . KD")
    others = ("2D 2H 4S 5S 7C 9C", "7D 7H 9D 9H")  # they eat the throws between, two each
    hand = final("KS KH", EATER, *others, stock="AC KD")._replace(u_before=1, variant=rules)
    return fed(hand, "KS 2C 7C . KH 3S 9C . KD")


UNITS = {"online": (17, 29, 42), "ky_gui": (11, 17, 24), "co_dien": (12, 24, 36), "ca_k": (34, 50, 66)}
"""By hand: ù tròn and what comes on top for each loser, and three cards at the dearest.

online 10n' + 1+2+4, 1+4+4, 4+4+4; ky_gui 5n' + 1+2+3, 1+3+3, 3+3+3; co_dien 12n'; ca_k 12n' + 6+6+10, 6+10+10,
10+10+10; n' is the number of losers."""


@pytest.mark.parametrize("seats", (2, 3, 4))
@pytest.mark.parametrize("preset", PRESETS)
def test_r8_9_the_bound_of_each_preset_is_lost_in_a_hand_and_no_less(preset: str, seats: int) -> None:
    rules = variant(preset)
    assert bound(PRESETS[preset], seats) == UNITS[preset][seats - 2]
    assert settle(worst(rules, seats)).units[0] == -UNITS[preset][seats - 2]


@pytest.mark.parametrize(
    ("changes", "units"),
    [
        ({"u_tron_price": 0, "u_price": 0, "mom_price": 50}, 50 + 8),
        ({"u_tron_price": 0, "u_price": 0, "mom_price": 0, "rank_price": (1, 2, 60)}, 60 + 8),
        ({"u_khan": True, "u_khan_price": 100, "u_thong_price": 7}, 107),
        ({"u_khan": True, "u_khan_price": 100, "u_k_price": (20, 30)}, 130),
        ({"dong_hoa": True, "dong_hoa_price": 30}, 90 + 12),
        ({"dong_hoa_price": 30}, 30 + 12),
        ({"den_three": False}, 10 + 12),
        ({"den_three": False, "chot_den": "tai"}, 30 + 12),
        ({"u_k_price": (5, 9)}, 30 + 12 + 9),
        ({"u_k_price": (5, 9), "ca_k_price": (0, 0, 0, 10)}, 30 + 30),
        ({"u_k_price": (20, 9), "ca_k_price": (0, 0, 0, 10)}, 30 + 10 + 4 + 4 + 20),
        ({"u_k_price": (20, 99), "ca_k_price": (0, 0, 0, 10)}, 30 + 12 + 99),
        ({"chot_price": 0}, 30 + 1 + 2 + 4),
        ({"eat_price": (9, 9, 9), "chot_price": 0}, 30 + 27),
    ],
)
def test_r8_9_each_price_counts_where_it_can_be_asked(changes: dict[str, object], units: int) -> None:
    assert bound(variant(**changes), 4) == units


@pytest.mark.parametrize(("price", "units"), [(5, 5 + 4), (1, 4 + 4)])
def test_r8_9_the_loser_of_two_pays_the_price_of_two_or_as_a_mom(price: int, units: int) -> None:
    rules = variant(u_price=0, u_tron_price=0, eat_price=(0, 0, 0), two_player_price=price, rank_price=(90, 90, 90))
    assert bound(rules, 2) == units


# -- hunting for more ---------------------------------------------------------------------------------

prices = st.integers(0, 20)
triples = st.tuples(prices, prices, prices)
variants = st.builds(
    replace,
    st.sampled_from(list(PRESETS.values())),
    eat_price=triples,
    chot_price=prices,
    rank_price=triples,
    two_player_price=prices,
    mom_price=prices,
    u_price=prices,
    u_tron_price=prices,
    u_khan=st.booleans(),
    u_khan_price=prices,
    dong_hoa=st.booleans(),
    dong_hoa_price=prices,
    u_thong_price=prices,
    ca_k_price=st.none() | st.tuples(prices, prices, prices, prices),
    u_k_price=st.none() | st.tuples(prices, prices),
    sending=st.booleans(),
    den_three=st.booleans(),
    chot_den=st.sampled_from(["none", "any", "tai"]),
)


@st.composite
def tempting(draw: st.DrawFn) -> Hand:
    """A deal in which seat 1 waits for many cards and seat 0 may have them."""
    seats, chance = draw(st.integers(2, 4)), random.Random(draw(st.integers(0, 2**32)))
    pack = list(ALL)
    chance.shuffle(pack)
    grouped = (
        [ALL[number::13] for number in range(13)] if draw(st.booleans()) else [ALL[i * 13 :][:13] for i in range(4)]
    )
    if draw(st.booleans()):
        wanted = [card for group in chance.sample(grouped, 3) for card in chance.sample(sorted(group), 2)]
        pack = [card for card in pack if card not in wanted]
        at = 10 if seats else 0
        pack[at:at] = wanted
    return deal(draw(variants), seats, draw(st.integers(0, 1)), pack, draw(st.none() | st.integers(0, seats - 1)))


def hunted(hand: Hand, seed: int) -> Hand:
    """Played to the end: everyone eats when possible, and throws, knowing all hands, what the next seat can eat.

    Seat 0 eats nothing for most seeds, so that nothing comes back.
    """
    chance = random.Random(seed)
    others = {number for number in range(len(hand.seats)) if chance.random() < 0.7}
    while not hand.is_over:
        hand, _ = apply(hand, _greedy(hand, legal_actions(hand), others, chance))
    return hand


def _greedy(hand: Hand, legal: list[Action], eaters: set[int], chance: random.Random) -> Action:
    if EAT in legal:
        return EAT if hand.turn in eaters or hand.turn == 1 else DRAW
    if legal[0].kind == "lay":
        return chance.choice(legal)
    food = [action for action in legal if isinstance(action, Discard) and _tempts(hand, action.card)]
    throws = [action for action in legal if isinstance(action, Discard)]
    return chance.choice(food or throws or legal)


def _tempts(hand: Hand, card: int) -> bool:
    following = hand.seats[(hand.turn + 1) % len(hand.seats)]
    return not following.mucked and melds.can_eat(following.cards, following.held, card)


@given(tempting(), st.integers(0, 2**32))
def test_r8_9_play_outs_that_hunt_for_the_worst_find_nothing_above_the_bound(hand: Hand, seed: int) -> None:
    units = settle(hunted(hand, seed)).units
    assert min(units) >= -bound(hand.variant, len(hand.seats))


def test_the_hunt_finds_what_is_dear() -> None:
    """It would be worth nothing if it never came near: somebody pays for everyone in some of its hands."""
    dens = 0
    for seed in range(300):
        chance = random.Random(seed)
        pack = list(ALL)
        chance.shuffle(pack)
        dens += settle(hunted(deal(variant(), 4, 0, pack), seed)).den is not None
    assert dens > 0
