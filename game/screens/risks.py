"""Which throws are risky, and why: for players who want to be asked first.

A throw is risky if one of these holds, the first that does being the reason; all of it is known to the seat:

1. It breaks a phỏm: the points of the best arrangement rise by it.
2. It makes a cạ (R1.5) with a card that the next player has eaten, who may be able to eat it too.
3. It would be dear, being a chốt (R6.7) or the third card that the next player eats (R6.6): the next player may be
   able to eat it, but not some other card that could be thrown and breaks nothing.

The next player may be able to eat a card if this seat has seen neither of two others that make a phỏm with it, and
that player holds two cards face down: eaten cards don't count, for no phỏm holds two of them (R1.4), nor does
what lies on the table (R5.4). The last throw of a hand and one to a player who mucked can't be eaten.
"""

from __future__ import annotations

from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from game.bots.reading import Reading, chance_to_eat, read
from game.rules import melds
from game.rules.actions import Discard
from game.rules.position import ROUNDS
from game.rules.sight import Sight
from game.screens import words
from game.screens.cards import in_text, isolated

MEALS_BEFORE_U = 2


def risks(sight: Sight, names: tuple[str, ...]) -> dict[int, SafeString]:
    """The reason, in words and as HTML, for each of the viewer's cards whose throw is risky now."""
    throws = [action.card for action in sight.legal if isinstance(action, Discard)]
    if not throws:
        return {}
    reading = read(sight)
    broken = {card: text for card in throws if (text := _breaks(reading, card))}
    eatable = [card for card in throws if chance_to_eat(reading, card) > 0]
    safe = [card for card in throws if card not in eatable and card not in broken]
    dear = {card: _dear(sight, safe) for card in eatable if safe and _is_dear(reading)}
    fitting = {card: text for card in eatable if (text := _fits(reading, card, names[reading.next.seat]))}
    return dear | fitting | broken


def _breaks(reading: Reading, card: int) -> SafeString | None:
    if reading.me.mucked:
        return None
    before = melds.least_points(reading.cards, reading.held)
    after = melds.least_points(reading.cards & ~(1 << card), reading.held)
    if before is None or after is None or after <= before:
        return None
    change = {"before": before, "after": words.points(after)}
    return words.sentence(gettext("It breaks a phỏm: your loose cards go from %(before)s to %(after)s."), change)


def _fits(reading: Reading, card: int, name: str) -> SafeString | None:
    for eaten in reading.next.eaten:
        if melds.partners(eaten, 1 << card):
            known = {"who": isolated(name), "eaten": in_text(eaten), "card": in_text(card)}
            return words.sentence(gettext("%(who)s has eaten %(eaten)s and may eat %(card)s too."), known)
    return None


def _is_dear(reading: Reading) -> bool:
    return reading.sight.round == ROUNDS or len(reading.next.eaten) == MEALS_BEFORE_U


def _dear(sight: Sight, safe: list[int]) -> SafeString:
    known = {"others": format_html_join(" ", "{}", ((in_text(card),) for card in safe[:2]))}
    if sight.round == ROUNDS:
        return words.sentence(gettext("Last round: this card may still be eaten, unlike %(others)s."), known)
    return words.sentence(gettext("A third card eaten is ù, and this one may be eaten, unlike %(others)s."), known)
