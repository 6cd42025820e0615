"""Players made of code, honest and not, and what hands between them add up to."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from game.bots import sound
from game.fairplay import chance, finding, summing
from game.fairplay.weighing import weigh
from game.rules import melds
from game.rules.actions import DRAW, EAT, Action, Discard
from game.rules.cards import cards_of
from game.rules.hand import Hand, Phase, apply, deal
from game.rules.legality import legal_actions
from game.rules.position import ROUNDS
from game.rules.record import format_hand
from game.rules.sight import see
from game.rules.variants import PRESETS

Player = Callable[[Hand, random.Random], Action]
Totals = dict[summing.Key, dict[str, float]]


# Honest: they choose by what their seat sees


def careful(hand: Hand, rng: random.Random) -> Action:
    return sound.choose(see(hand, hand.turn), rng)


def careless(part: float) -> Player:
    """Throws anything so often, and takes a card to eat or doesn't."""

    def choose(hand: Hand, rng: random.Random) -> Action:
        legal = legal_actions(hand)
        if rng.random() < part and all(isinstance(action, Discard) or action in (DRAW, EAT) for action in legal):
            return rng.choice(legal)
        return careful(hand, rng)

    return choose


HONEST: tuple[tuple[Player, ...], ...] = (
    (careful, careful, careful, careful),
    (careful, careless(0.1), careless(0.25), careful),
    (careful, careless(0.25), careful, careless(1.0)),
    (careless(0.25), careless(0.25), careless(0.25), careless(0.25)),
)
"""Tables of people who play well and badly, and of those who throw anything."""


# Not honest: they know what their seat doesn't see


def feeder(part: float) -> Player:
    """Knows what the next seat holds, and so often throws what it can eat, where there is something."""

    def choose(hand: Hand, rng: random.Random) -> Action:
        wanted = [action for action in legal_actions(hand) if isinstance(action, Discard) and _eats(hand, action)]
        return rng.choice(wanted) if wanted and rng.random() < part else careful(hand, rng)

    return choose


def shy(hand: Hand, rng: random.Random) -> Action:
    """Knows what the next seat holds, and throws nothing that it can eat if there is anything else."""
    sight = see(hand, hand.turn)
    safe = tuple(action for action in sight.legal if not (isinstance(action, Discard) and _eats(hand, action)))
    return sound.choose(replace(sight, legal=safe) if safe else sight, rng)


def seer(part: float) -> Player:
    """Knows the stock, and so often keeps what the next card completes, and draws or eats by what lies on top."""

    def choose(hand: Hand, rng: random.Random) -> Action:
        legal = legal_actions(hand)
        if rng.random() >= part:
            return careful(hand, rng)
        if hand.phase is Phase.TAKE and EAT in legal:
            return DRAW if _points(hand, hand.pack[hand.stock]) < _points(hand, hand.offered) else EAT
        coming = hand.stock + len(hand.seats) - 1
        if isinstance(legal[0], Discard) and hand.round < ROUNDS and coming < len(hand.pack):
            return min(legal, key=lambda action: _after(hand, action, hand.pack[coming]))
        return careful(hand, rng)

    return choose


def _eats(hand: Hand, action: Discard) -> bool:
    after = hand.seats[(hand.turn + 1) % len(hand.seats)]
    return melds.can_eat(after.cards, after.held, action.card)


def _points(hand: Hand, card: int | None) -> int:
    """Of the hand to act with another card."""
    seat = hand.seats[hand.turn]
    return melds.least_points(seat.cards | 1 << (card or 0), seat.held) or 0


def _after(hand: Hand, action: Action, coming: int) -> int:
    assert isinstance(action, Discard)
    seat = hand.seats[hand.turn]
    cards = (seat.cards & ~(1 << action.card)) | 1 << coming
    left = melds.best(cards, seat.held)
    return left.points - max((card % 13 + 1 for card in cards_of(left.loose)), default=0) if left else 999


# Hands


def play(players: Sequence[Player], seed: int, preset: str = "online") -> Hand:
    """A hand of a pack of this seed."""
    rng = random.Random(seed)
    hand = deal(PRESETS[preset], len(players), rng.randrange(len(players)), rng.sample(range(52), 52))
    while not hand.is_over:
        hand = apply(hand, players[hand.turn](hand, rng))[0]
    return hand


def evening(players: Sequence[Player], hands: int, seed: int, friends: bool = False) -> Totals:
    """What so many hands at one table add up to; the players are 0, 1, ... in their order, and change places now and
    then. Of friends, player 1 always sits after player 0."""
    totals: Totals = {}
    for number in range(hands):
        order = _places(len(players), random.Random(seed + number // 20), friends)
        record = format_hand(play([players[user] for user in order], 1000 * seed + number))
        facts = weigh(record | {"people": [True] * len(order), "times": [], "timed_out": []})
        for key, sums in summing.of_hand(facts, order, chance.usual, unit=100).items():
            summing.add(totals, key, **sums)
    return totals


def _places(count: int, rng: random.Random, friends: bool) -> list[int]:
    """The players by seat."""
    order = rng.sample(range(count), count)
    if friends:
        order.remove(1)
        order.insert(order.index(0) + 1, 1)
    return order


def pair_score(kind: str, totals: Totals, user: int, other: int) -> float:
    """How strongly the hands tell of one towards another."""
    nothing: dict[str, float] = {}
    return finding.of_pair(kind, totals.get((user, other), nothing), totals[user, None], totals[other, None])[0]


def player_score(kind: str, totals: Totals, user: int) -> float:
    return finding.of_player(kind, totals[user, None])[0]
