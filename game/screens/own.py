"""What only the viewer sees: the own hand with its hints, and the buttons for what may be done now."""

from __future__ import annotations

from functools import lru_cache
from html import escape as as_text
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from game.rules import melds
from game.rules.actions import EAT, Action, Discard, Lay, Send, format_action
from game.rules.autopilot import thrown
from game.rules.cards import NAMES, POINTS, cards_of, mask_of, points_of, rank_of, union
from game.rules.position import Phase
from game.rules.sight import SeatSight, Sight
from game.screens import words
from game.screens.cards import RANK_SIGNS, faces_up, in_text, phom_in_text, sign, spoken, spoken_phom
from game.screens.render import fill, render, tongue
from game.screens.risks import risks
from game.screens.seats import held_eaten

_BEFORE = " aria-pressed="
"""The attribute of a card's button before which advice stands."""


class HandCard(NamedTuple):
    """One card of the own hand, as its button shows it."""

    name: str
    suit: str
    rank: str
    sign: str
    spoken: str
    marks: str
    place: int
    """Where it stands when the hand is arranged by phom and ca."""
    order: int
    """For sorting by rank: points, then suit."""
    throw: str
    """The action that throws it now, or empty."""
    barred: str
    """Why it may not be thrown now, as HTML, or empty."""


class Idle(NamedTuple):
    """What a sight says of what may be done, out of turn."""

    legal: tuple[Action, ...] = ()
    barred: tuple[tuple[int, str], ...] = ()
    taken: int | None = None
    last: tuple[int, int] | None = None


def hand_html(sight: Sight, seat: SeatSight, order: tuple[int, ...], names: tuple[str, ...]) -> SafeString:
    """The own cards as buttons, in the player's order. ``names`` are everyone's, by seat."""
    if not sight.legal:
        return _idle_hand(seat, order, tongue())
    return _hand(hand_cards(sight, seat, order), order, risks(sight, names), _hint(sight, seat))


@lru_cache(maxsize=1024)
def _idle_hand(seat: SeatSight, order: tuple[int, ...], language: str | None) -> SafeString:
    """It stays the same while others play."""
    return _hand(hand_cards(Idle(), seat, order), order, {}, None)


def _hand(
    cards: list[HandCard], order: tuple[int, ...], risky: dict[int, SafeString], hinted: int | None
) -> SafeString:
    language = tongue()
    buttons = [
        _advised(_button(shown, n == 0, language), risky.get(card, ""), card == hinted)
        for n, (card, shown) in enumerate(zip(order, cards, strict=True))
    ]
    return fill("hand", {}, cards=mark_safe("".join(buttons)))


@lru_cache(maxsize=8192)
def _button(card: HandCard, is_first: bool, language: str | None) -> SafeString:
    shown = card._replace(barred=mark_safe(as_text(card.barred)))._asdict()  # what it says is HTML
    return fill("hand_card", {"is_first": is_first, "marks": shown.pop("marks")}, **shown)


def _advised(button: SafeString, risk: str, is_hinted: bool) -> SafeString:
    """The button with what there is to say about throwing its card: why that should be thought over, and whether the
    clock would do it. Put in afterwards, for hardly two hands have the same to say, and buttons are kept."""
    advice = f' data-risk="{as_text(risk)}"' if risk else ""
    if is_hinted:
        word = gettext("hint")
        advice += f' data-hint="{as_text(word)}"'
    return mark_safe(button.replace(_BEFORE, advice + _BEFORE, 1)) if advice else button


def hand_cards(sight: Sight | Idle, seat: SeatSight, order: tuple[int, ...]) -> list[HandCard]:
    phom_cards, loose = arranged(seat)
    barred = dict(sight.barred)
    throws = {action.card: format_action(action) for action in sight.legal if isinstance(action, Discard)}
    marks = _marks(sight, seat, mask_of(phom_cards), barred)
    language = tongue()
    places = {card: place for place, card in enumerate((*phom_cards, *by_ca(loose)))}
    return [
        HandCard(
            NAMES[card],
            NAMES[card][1],
            RANK_SIGNS[rank_of(card)],
            sign(card),
            spoken(card),
            " ".join(mark for mark, cards in marks.items() if cards >> card & 1),
            places[card],
            POINTS[card] * 4 + card // 13,
            throws.get(card, ""),
            _barred(card, barred[card], language) if card in barred else "",
        )
        for card in order
    ]


@lru_cache(maxsize=512)
def _barred(card: int, code: str, language: str | None) -> str:
    """Why it may not be thrown, as HTML."""
    return words.words(code, {"card": NAMES[card]})


def arranged(seat: SeatSight) -> tuple[list[int], list[int]]:
    """The cards in the phom of a best arrangement, phom by phom, and the loose ones by rank."""
    cards = mask_of(seat.cards or ())
    made = None if seat.mucked else melds.best(cards, mask_of(held_eaten(seat)))
    phom_cards = [card for phom in (made.phoms if made else ()) for card in cards_of(phom)]
    return phom_cards, sorted(cards_of(cards & ~mask_of(phom_cards)), key=rank_of)


def by_ca(loose: list[int]) -> list[int]:
    """Loose cards so that those of a ca (R1.5) stand together, and those in none last."""
    rest = list(loose)
    in_ca: list[int] = []
    alone: list[int] = []
    while rest:
        chain = [rest.pop(0)]
        for card in chain:
            near = [other for other in rest if melds.partners(card, 1 << other)]
            chain += near
            rest = [other for other in rest if other not in near]
        (in_ca if len(chain) > 1 else alone).extend(chain)
    return in_ca + alone


def _marks(sight: Sight | Idle, seat: SeatSight, in_phom: int, barred: dict[int, str]) -> dict[str, int]:
    """Class and mask of the cards that carry it."""
    return {
        "in-phom": in_phom,
        "is-eaten": mask_of(held_eaten(seat)),
        "is-taken": 0 if sight.taken is None else 1 << sight.taken,
        "is-mate": union(eat_choices(sight, seat)),
        "is-barred": mask_of(card for card, code in barred.items() if code != "must_lay_first"),
        "can-send": mask_of(action.card for action in sight.legal if isinstance(action, Send)),
    }


def _hint(sight: Sight, seat: SeatSight) -> int | None:
    """The card that the clock would throw now (R10.1); none while nothing can be thrown."""
    if not any(isinstance(action, Discard) for action in sight.legal):
        return None
    return thrown(mask_of(seat.cards or ()), mask_of(held_eaten(seat)), sight.taken)


def eat_choices(sight: Sight | Idle, seat: SeatSight) -> tuple[int, ...]:
    """The phom that eating would make and that leave the fewest points; empty when nothing can be eaten (R3.2)."""
    if EAT not in sight.legal or sight.last is None:
        return ()
    cards, held, eaten = mask_of(seat.cards or ()), mask_of(held_eaten(seat)), sight.last[1]
    left = {
        phom: melds.least_points((cards | 1 << eaten) & ~phom, held) for phom in melds.eat_phoms(cards, held, eaten)
    }
    least = min(points for points in left.values() if points is not None)
    return tuple(phom for phom, points in left.items() if points == least)


def strip_html(sight: Sight, plate: SafeString, purse: SafeString) -> SafeString:
    """Own name plate, gold, points and the button that arranges the hand."""
    return fill("strip", {}, plate=plate, purse=purse, points=sight.hand_points)


def actions_html(sight: Sight, seat: SeatSight, names: tuple[str, ...], positions: tuple[int, ...]) -> SafeString:
    """The buttons of what is legal now, and only those; else whose turn it is."""
    if not sight.legal:
        return fill("actions", {"mine": False}, turn="" if sight.turn is None else names[sight.turn])
    can_throw = any(isinstance(action, Discard) for action in sight.legal)
    is_plain = EAT not in sight.legal and not any(isinstance(action, Lay | Send) for action in sight.legal)
    last = "" if sight.last is None else in_text(sight.last[1])
    if is_plain:  # nothing but to draw, or to throw
        return fill("actions", {"mine": True, "taking": sight.phase is Phase.TAKE, "can_throw": can_throw}, last=last)
    lays = [_lay_choice(action, seat) for action in sight.legal if isinstance(action, Lay)]
    return render(
        "actions",
        mine=True,
        taking=sight.phase is Phase.TAKE,
        last=last,
        can_eat=EAT in sight.legal,
        eat_phoms=[phom_in_text(phom) for phom in _longest(eat_choices(sight, seat))],
        lays=lays,
        sends=[_send_choice(a, sight, names, positions) for a in sight.legal if isinstance(a, Send)],
        can_throw=can_throw,
    )


def _longest(phoms: tuple[int, ...]) -> tuple[int, ...]:
    """The phom that say it all in few words: those that are part of a longer one are left out."""
    return tuple(phom for phom in phoms if not any(other != phom and other & phom == phom for other in phoms))


def _lay_choice(action: Lay, seat: SeatSight) -> dict[str, object]:
    rest = points_of(mask_of(seat.cards or ()) & ~union(action.phoms))
    eaten = mask_of(seat.eaten)
    left = gettext("%(points)s left") % {"points": words.points(rest)}
    return {
        "action": format_action(action),
        "preview": format_html_join(" · ", "{}", ((part,) for part in (left, *map(phom_in_text, action.phoms)))),
        "phoms": [{"cards": faces_up(phom, eaten, named=False), "spoken": spoken_phom(phom)} for phom in action.phoms],
        "left": left,
    }


def _send_choice(action: Send, sight: Sight, names: tuple[str, ...], positions: tuple[int, ...]) -> dict[str, str]:
    phom = phom_in_text(sight.seats[action.to].phoms[action.number])
    own = action.to == sight.viewer
    text = gettext("your %(phom)s") if own else gettext("%(phom)s of %(owner)s")
    return {
        "action": format_action(action),
        "card": NAMES[action.card],
        "sign": in_text(action.card),
        "id": f"{NAMES[action.card]}-{action.to}-{action.number}",
        "target": f"phom-{positions[action.to]}-{action.number}",
        "to": mark_safe(text % {"phom": phom, "owner": format_html("<bdi>{}</bdi>", names[action.to])}),
    }
