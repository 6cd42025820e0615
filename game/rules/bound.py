"""The most that a seat can lose in a hand, in units (R8.9): what is set aside for it at the deal.

Let S be the seat, and E the next one, the only seat that eats what S throws. What S pays beyond what it gets is no
more than the sum of these, whatever is played.

*Eaten cards.* E eats at most three cards: of ten cards three phom, an eaten card in each, leave at most one loose,
which is u (R6.6). After four rounds it has eaten two at most. The i-th costs the i-th ``eat_price``, a king by R8.6
instead, a chot ``chot_price``. Rounds never go back, since an eaten card was thrown just before: the last c of these
cards are chots, for some c.

*Chots that are paid back.* Of c chots all but n − 1 bring S a chot of its own, where n seats play. Between the first
and the last of them E throws c − 1 times and so does everyone else, n(c − 1) cards in all, of which E eats c − 2.
At least 3n cards lie after the first is eaten, at most 4n − 1 before the last is, as the last card of a hand can't be
eaten (R3.5). So others eat at least (n − 1)(c − 2) + 1 cards, all of them chots, and the n − 2 seats that are neither
S nor E at most (n − 2)(c − 1), one each time round: S eats c − (n − 1), and is paid for each.

*After four rounds* S pays for its place or as a mom, once (R8.2).

*After u* S pays one share, or as many as there are losers where it pays for everyone (R6.6, R6.7); u thong comes on
top of each share (R8.5). Ù khan ends the hand before anything is eaten: one share. Any other u may come with a third
eaten card, be it ù tròn, đồng hoa or plain.

*Kings of a set* (R8.7). Only one player can have three of the four kings, so this is paid once, one's own share even
by who pays for everyone. Three own kings leave one that may be eaten, four leave none; else three may be, one in each
phom of E.

Prices below zero don't exist, so fewer cards eaten cost no more. For each preset, with two, three and four seats,
there is a hand in which this much is lost; for some other variants it is a little more than any hand can bring.
"""

from __future__ import annotations

from functools import lru_cache

from game.rules.variants import Variant

MEALS = 3
"""The cards that one seat can eat in a hand; the last makes u."""


@lru_cache(maxsize=256)
def bound(variant: Variant, seats: int) -> int:
    """The most units that a seat of ``seats`` can lose in one hand of ``variant``."""
    return max(
        price + max(_points(variant, seats, kings), _u(variant, seats, kings), _u_khan(variant))
        for price, kings in _king_sets(variant)
    )


def _king_sets(variant: Variant) -> tuple[tuple[int, int], ...]:
    """What may be paid for a set of own kings, with the number of kings left that may be eaten (R8.7)."""
    none = (0, MEALS)
    return (none,) if variant.u_k_price is None else (none, (variant.u_k_price[0], 1), (variant.u_k_price[1], 0))


def _points(variant: Variant, seats: int, kings: int) -> int:
    """After four rounds: the worst place, and two cards fed (R8.2)."""
    places = (variant.two_player_price,) if seats == 2 else variant.rank_price[: seats - 1]
    return max(variant.mom_price, *places) + _fed(variant, seats, MEALS - 1, kings)


def _u(variant: Variant, seats: int, kings: int) -> int:
    """After u: the dearest kind, for everyone where somebody may have to, and three cards fed (R8.3)."""
    dearest = max(variant.u_price, variant.u_tron_price, variant.dong_hoa_price if variant.dong_hoa else 0)
    shares = seats - 1 if variant.den_three or variant.chot_den != "none" else 1
    return shares * (dearest + variant.u_thong_price) + _fed(variant, seats, MEALS, kings)


def _u_khan(variant: Variant) -> int:
    """After u khan: one share (R6.2)."""
    return variant.u_khan_price + variant.u_thong_price if variant.u_khan else 0


def _fed(variant: Variant, seats: int, meals: int, kings: int) -> int:
    """The most that ``meals`` cards fed to the next seat cost, at most ``kings`` of them kings."""
    return max(_fed_late(variant, seats, meals, kings, late) for late in range(meals + 1))


def _fed_late(variant: Variant, seats: int, meals: int, kings: int, late: int) -> int:
    """The same where the last ``late`` of the cards are chots: less what comes back for those too many."""
    early = meals - late
    prices = [*variant.eat_price[:early], *[variant.chot_price] * late]
    royal = variant.ca_k_price
    if royal is None:
        return sum(prices) - _too_many(seats, late) * variant.chot_price
    dearer = [king - price for king, price in zip([max(royal[:3])] * early + [royal[3]] * late, prices, strict=True)]
    gained = sum(max(0, more) for more in sorted(dearer, reverse=True)[:kings])
    return sum(prices) + gained - _too_many(seats, late) * min(variant.chot_price, royal[3])


def _too_many(seats: int, chots: int) -> int:
    """How many of the chots fed are paid back by chots eaten."""
    return max(0, chots - (seats - 1))
