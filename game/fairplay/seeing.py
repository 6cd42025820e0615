"""Whether choices turned out well beyond what could be known: each against all that its seat could not tell apart.

The order of the stock is known to nobody. So however somebody plays, well or badly, a choice turns out as well with the
card that comes as it would on the average with any other card of the stock: the difference sums to zero but for chance.
Who sees what comes keeps what it completes, and takes or leaves a discard as the next card is worse or better. What is
kept is held against what sound play from the same sight would have kept, so that luck which both have doesn't count. In
the same way, cards that one waits for lie with the seat before, whose discards one may eat, as often as with others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

from game.bots import sound
from game.bots.laying import top_points
from game.fairplay.replaying import Choice
from game.rules import melds
from game.rules.actions import EAT, Action, Discard, Eat
from game.rules.cards import cards_of, mask_of, points_of
from game.rules.hand import Hand, Phase, Seat
from game.rules.legality import legal_actions
from game.rules.position import ROUNDS
from game.rules.sight import see

MOM = 20.0
"""Points that having no phom costs beside the loose ones."""
U = 40.0
"""Points that an u is worth, to somebody who holds none."""


class Luck(NamedTuple):
    """How well one choice turned out."""

    seat: int
    kind: str
    """``draw``: by the card that came from the stock; ``wait``: by who held what was waited for."""
    gained: float
    """Points better than with the average card, or cards waited for that lay with the seat before."""
    expected: float
    variance: float
    odd: bool
    """Whether sound play from the same sight would have chosen otherwise."""


def lucks(choices: Sequence[Choice]) -> Iterator[Luck]:
    """How well people's choices turned out, where anything hidden mattered."""
    for choice in choices:
        hand = choice.before
        if choice.by_person and (_may_choose_take(hand) or _may_choose_kept(choice)):
            found = _take(choice) if hand.phase is Phase.TAKE else _kept(choice)
            yield from (luck for luck in found if luck.variance > 0)


def _may_choose_take(hand: Hand) -> bool:
    return hand.phase is Phase.TAKE and EAT in legal_actions(hand)


def _may_choose_kept(choice: Choice) -> bool:
    """Whether something was thrown, and the seat takes once more."""
    hand = choice.before
    return isinstance(choice.action, Discard) and hand.round < ROUNDS and _next_draw(hand) < len(hand.pack)


def _next_draw(hand: Hand) -> int:
    """Where in the pack the card lies that the seat to act draws in its next turn if nobody eats."""
    return hand.stock + len(hand.seats) - 1


def _sound(hand: Hand) -> Action:
    return sound.choose(see(hand, hand.turn), Random(0))


def _take(choice: Choice) -> Iterator[Luck]:
    """To draw or to eat, where both could be: by what lay on top."""
    hand = choice.before
    drawn = _worths(hand, hand.seats[hand.turn].cards)
    worths = [-worth for worth in drawn] if isinstance(choice.action, Eat) else drawn
    yield _by_stock(hand, worths, hand.stock, _sound(hand) != choice.action)


def _kept(choice: Choice) -> Iterator[Luck]:
    """What was kept: by what comes if nobody eats, against what sound play keeps; and by who held what it needs."""
    hand, thrown = choice.before, _sound(choice.before)
    seat, kept = hand.seats[hand.turn], _without(hand, choice.action)
    if thrown != choice.action:
        gains = zip(_worths(hand, kept), _worths(hand, _without(hand, thrown)), strict=True)
        yield _by_stock(hand, [mine - sounds for mine, sounds in gains], _next_draw(hand), True)
    yield _by_hands(hand, kept, seat)


def _without(hand: Hand, action: Action) -> int:
    """The cards of the seat to act once this is thrown."""
    return hand.seats[hand.turn].cards & ~(1 << action.card if isinstance(action, Discard) else 0)


def _worths(hand: Hand, cards: int) -> list[float]:
    """What the seat's cards are worth with each card of the stock."""
    seat = hand.seats[hand.turn]
    return [_worth(cards | 1 << card, seat.held & cards, bool(seat.phoms)) for card in hand.pack[hand.stock :]]


def _by_stock(hand: Hand, worths: Sequence[float], drawn: int, odd: bool) -> Luck:
    """How much better it was with the card that came than with the average one."""
    mean = fmean(worths)
    gained = worths[drawn - hand.stock] - mean
    return Luck(hand.turn, "draw", gained, 0.0, fmean((worth - mean) ** 2 for worth in worths), odd)


def _worth(cards: int, held: int, has_laid: bool) -> float:
    """Points, more is better, of a hand that takes this and throws the most expensive loose card."""
    made = melds.best(cards, held)
    if made is None:
        return 0.0
    if made.loose.bit_count() <= 1:
        return U
    return top_points(made.loose) - points_of(made.loose) - (0.0 if made.phoms or has_laid else MOM)


def _by_hands(hand: Hand, cards: int, seat: Seat) -> Luck:
    """How many of the cards that this hand could eat lie with the seat before; the rest with the other seats."""
    others = [_hidden(hand, number) for number in range(len(hand.seats)) if number != hand.turn]
    before = _hidden(hand, hand.source)
    hidden = sum(others)
    wanted = mask_of(card for card in cards_of(hidden) if melds.can_eat(cards, seat.held & cards, card))
    return _hypergeometric(hand.turn, before, hidden, wanted)


def _hidden(hand: Hand, number: int) -> int:
    """What the seat holds that the others haven't seen."""
    seat = hand.seats[number]
    return seat.cards & ~seat.held


def _hypergeometric(seat: int, before: int, hidden: int, wanted: int) -> Luck:
    all_, there, sought = hidden.bit_count(), before.bit_count(), wanted.bit_count()
    part = there / all_ if all_ else 0.0
    variance = sought * part * (1 - part) * (all_ - sought) / (all_ - 1) if all_ > 1 else 0.0
    return Luck(seat, "wait", (wanted & before).bit_count(), sought * part, variance, False)
