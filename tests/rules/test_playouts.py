"""Random hands under random house rules: what must hold in every position (Hypothesis)."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from game.rules import melds
from game.rules.actions import DISCARDS, DRAW, EAT, MUCK, Action, Lay, Send, format_action, parse_action
from game.rules.autopilot import timeout_action
from game.rules.cards import ALL, PACK, cards_of, mask_of
from game.rules.errors import RuleError
from game.rules.hand import Hand, apply, check, deal, legal_actions
from game.rules.record import differences, format_hand, parse_hand
from game.rules.settlement import settle
from game.rules.sight import see, see_event
from game.rules.variants import PRESETS, format_variant, parse_variant

prices = st.integers(0, 20)
variants = st.builds(
    replace,
    st.sampled_from(list(PRESETS.values())),
    u_khan=st.booleans(),
    dong_hoa=st.booleans(),
    dong_hoa_price=prices,
    u_thong_price=prices,
    ca_k_price=st.none() | st.tuples(prices, prices, prices, prices),
    u_k_price=st.none() | st.tuples(prices, prices),
    sending=st.booleans(),
    den_three=st.booleans(),
    chot_den=st.sampled_from(["none", "any", "tai"]),
    tie_rule=st.sampled_from(["laid_first", "last_discard"]),
    timeout_lays=st.booleans(),
)


@st.composite
def deals(draw: st.DrawFn) -> Hand:
    """A dealt hand; most packs are stacked so that phoms are frequent."""
    seats = draw(st.integers(2, 4))
    chance = random.Random(draw(st.integers(0, 2**32)))
    pack = list(ALL)
    chance.shuffle(pack)
    if draw(st.booleans()):
        pack.sort(key=lambda card: card % 13 // 4 + chance.random() * 2)
    u_before = draw(st.none() | st.integers(0, seats - 1))
    return deal(draw(variants), seats, draw(st.integers(0, seats - 1)), pack, u_before)


seeds = st.integers(0, 2**32)


def positions(hand: Hand, seed: int, eager: bool = True) -> list[Hand]:
    """The hand played to its end by random legal actions, now and then by the clock; every position of it."""
    chance, played = random.Random(seed), [hand]
    while not hand.is_over:
        action = timeout_action(hand) if chance.random() < 0.1 else _pick(legal_actions(hand), chance, eager)
        hand, _ = apply(hand, action)
        played.append(hand)
    return played


def _pick(legal: list[Action], chance: random.Random, eager: bool) -> Action:
    """Any of the actions; the eager eat and send whenever they can."""
    rare = [action for action in legal if action.kind in ("eat", "send")]
    return chance.choice(rare if eager and rare else legal)


@given(deals(), seeds, st.booleans())
def test_all_52_cards_are_somewhere_exactly_once(hand: Hand, seed: int, eager: bool) -> None:
    for position in positions(hand, seed, eager):
        places = [1 << card for card in position.pack[position.stock :]]
        for seat in position.seats:
            places += [seat.cards, mask_of(seat.row), *seat.phoms]
        assert sum(places) == PACK == mask_of(card for place in places for card in cards_of(place))


@given(deals(), seeds)
def test_every_position_keeps_the_layout_and_the_eaten_cards(hand: Hand, seed: int) -> None:
    for position in positions(hand, seed):
        lengths = [len(seat.row) for seat in position.seats]
        assert sum(lengths) == position.lying
        assert max(lengths) - min(lengths) <= 1
        for seat in position.seats:
            assert len(seat.eaten) <= 3
            assert seat.mucked or melds.is_legal(seat.cards, seat.held)
            assert all(melds.is_phom(phom) and (phom & mask_of(seat.eaten)).bit_count() <= 1 for phom in seat.laid)
            assert all(melds.is_phom(phom) for phom in seat.phoms)


@given(deals(), seeds)
def test_a_hand_has_its_turns_and_draws(hand: Hand, seed: int) -> None:
    """R3.6: 4n + eats turns and 4n - 1 draws, fewer only after an u."""
    last = positions(hand, seed)[-1]
    kinds = [action.kind for action in last.actions]
    seats = len(last.seats)
    if settle(last).end == "points":
        assert kinds.count("discard") == 4 * seats + kinds.count("eat")
        assert kinds.count("draw") == 4 * seats - 1
    else:
        assert kinds.count("draw") <= 4 * seats - 1


@given(deals(), seeds)
def test_payments_sum_to_zero_and_den_pays_alone(hand: Hand, seed: int) -> None:
    result = settle(positions(hand, seed)[-1])
    assert sum(result.units) == 0
    assert all(payment.units > 0 and payment.payer != payment.payee for payment in result.payments)
    if result.den is not None:
        shares = [payment for payment in result.payments if payment.why in ("u", "u_tron", "dong_hoa", "u_thong")]
        assert {payment.payer for payment in shares} <= {result.den}


@given(deals(), seeds)
def test_parse_undoes_format(hand: Hand, seed: int) -> None:
    played = positions(hand, seed)
    for position in (played[0], played[len(played) // 2], played[-1]):
        record = format_hand(position)
        assert parse_hand(record) == position
        assert differences(record) == []
    assert parse_variant(format_variant(hand.variant)) == hand.variant


@given(deals(), seeds)
def test_legal_actions_are_those_that_check_lets_pass(hand: Hand, seed: int) -> None:
    chance = random.Random(seed)
    played = positions(hand, seed)
    for position in chance.sample(played, min(6, len(played))):
        legal = legal_actions(position)
        assert len(set(legal)) == len(legal)
        passing = {_normal(action) for action in _conceivable(position, chance) if _passes(position, action)}
        assert {_normal(action) for action in legal} == passing
        for action in legal:
            assert parse_action(format_action(action)) == action
            assert not _passes(position, action, seat=(position.turn + 1) % len(position.seats))


def _passes(hand: Hand, action: Action, seat: int | None = None) -> bool:
    try:
        check(hand, action, seat)
    except RuleError:
        return False
    return True


def _normal(action: Action) -> Action:
    return Lay(tuple(sorted(action.phoms))) if isinstance(action, Lay) else action


def _conceivable(hand: Hand, chance: random.Random) -> list[Action]:
    """Draw, eat, every discard and send, and every choice of up to three phoms in hand and a few beside it."""
    phoms = melds.phoms_in(hand.seats[hand.turn].cards)[:12] + chance.sample(melds.PHOMS, 2)
    legal_lays = [action for action in legal_actions(hand) if isinstance(action, Lay)]
    lays: list[Action] = [Lay(choice) for size in (0, 1, 2, 3) for choice in combinations(phoms, size)]
    sends = [Send(card, to, index) for card in ALL for to in range(4) for index in range(4)]
    shuffled = [Lay(tuple(chance.sample(lay.phoms, len(lay.phoms)))) for lay in legal_lays]
    return [DRAW, EAT, *DISCARDS, *lays, *shuffled, *sends]


@given(deals(), seeds)
def test_muck_is_the_clocks_alone(hand: Hand, seed: int) -> None:
    for position in positions(hand, seed):
        assert MUCK not in legal_actions(position)
        if _passes(position, MUCK):
            assert position.is_final
            assert not position.variant.timeout_lays


@given(deals(), seeds)
def test_the_clock_always_has_a_legal_action(hand: Hand, seed: int) -> None:
    for position in positions(hand, seed)[:-1]:
        check(position, timeout_action(position))


@given(deals(), seeds)
def test_nobody_sees_a_card_that_is_not_theirs(hand: Hand, seed: int) -> None:
    for position in positions(hand, seed)[:-1]:
        for viewer in (None, *range(len(position.seats))):
            sight = see(position, viewer)
            shown = [seat.seat for seat in sight.seats if seat.cards is not None]
            assert shown == ([] if viewer is None else [viewer])
            assert sight.result is None
            assert bool(sight.legal) == (viewer == position.turn)


@given(deals(), seeds)
def test_events_tell_what_changed(hand: Hand, seed: int) -> None:
    """Every action tells at least one event, the last one the end, and drawn cards only to who drew."""
    for before, after in zip(played := positions(hand, seed), played[1:], strict=False):
        told, events = apply(before, after.actions[-1])
        assert told == after
        assert events
        assert (events[-1].kind == "ended") == after.is_over
        for event in events:
            others = [see_event(event, viewer) for viewer in range(4) if viewer != before.turn]
            assert all(getattr(seen, "card", None) is None for seen in others) or event.kind != "drew"
