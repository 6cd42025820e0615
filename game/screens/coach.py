"""The guide's coach: what it says at a step, with the hand's own cards and numbers in it, and where it points."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from game.bots.names import NAMES as BOTS
from game.guide.course import LAST, PRESSES, Stand
from game.guide.script import VISITOR
from game.rules import melds
from game.rules.actions import Discard, Lay, Send
from game.rules.cards import NAMES, cards_of, mask_of, points_of
from game.rules.events import Shifted
from game.rules.settlement import settle
from game.rules.sight import see
from game.screens.cards import all_in_text, in_text
from game.screens.render import render
from game.screens.words import points, sentence, units

FACES = ("person-1", "ga", "lon", "meo")
"""The players of the guide's hands by seat: the visitor, and three of the bots there are."""
_NAMES = {face: name for name, face in BOTS}


class Prompt(NamedTuple):
    """What the coach says: what it is about, and how it goes."""

    title: Promise
    text: Promise


PROMPTS: dict[str, Prompt] = {
    "phom": Prompt(
        _("Phỏm"),
        _(
            "{phom} is a phỏm: a run of one suit. Three or four of one rank make one too. "
            "Get your cards into phỏm; the loose ones cost points."
        ),
    ),
    "throw": Prompt(
        _("Throw (đánh)"), _("You lead, with ten cards. {card} fits nothing and costs {worth}: tap it, then Throw.")
    ),
    "watch": Prompt(_("The others’ turns"), _("To your right first: each takes a card and throws one.")),
    "draw": Prompt(
        _("Draw (bốc)"),
        _("Your turn begins with taking a card. {offered} makes no phỏm with yours: draw from the stock."),
    ),
    "ca": Prompt(_("Cạ"), _("You drew {taken}. With your {mate} it is a cạ: two that wait for a third. Throw {card}.")),
    "eat": Prompt(_("Eat (ăn)"), _("{source} throws {offered}, the third! Eat it, and {source} owes you {price}.")),
    "shift": Prompt(
        _("Chuyển bài"),
        _(
            "{moved} of yours has moved to the gap, so that all throw equally often. "
            "The eaten card, edged in gold, stays with you. Throw {card}."
        ),
    ),
    "round": Prompt(_("Round 3 of 4"), _("It goes the same way. Lean back: I play this turn for you.")),
    "laying": Prompt(
        _("The last round"), _("Now everyone lays their phỏm on the table. Whoever has none is móm, and pays most.")
    ),
    "last": Prompt(_("Your last turn"), _("Your loose cards come to {loose} so far; fewest win. Draw once more.")),
    "lay": Prompt(_("Lay down (hạ)"), _("Put your phỏm on the table: {phoms}.")),
    "send": Prompt(
        _("Send (gửi)"), _("{card} fits the {phom} of {owner}. Tap it, then Send: it no longer counts against you.")
    ),
    "last_throw": Prompt(_("The last card"), _("Throw {card}: then only {left} stay with you, {left_points}.")),
    "result": Prompt(
        _("Yours!"),
        _("{points}, the fewest. The others pay you by rank, {mom} as a móm {mom_price}. One thing is left: ù."),
    ),
    "near_u": Prompt(
        _("Nearly ù"),
        _("Ù: all your cards but one at most in phỏm. Six are; {ca} wait for a third. Throw {card}."),
    ),
    "u": Prompt(_("Ù"), _("{offered} is the one. Eat it!")),
    "end": Prompt(
        _("Ù!"),
        _(
            "The hand ends at once: {u_price} from each. With no card loose it is ù tròn: {u_tron_price}. "
            "Now you know it all!"
        ),
    ),
}


def names() -> tuple[str, ...]:
    """What the players are called, by seat."""
    return tuple(_NAMES.get(face, gettext("You")) for face in FACES)


def coach_html(stand: Stand) -> SafeString:
    prompt = PROMPTS[stand.prompt]
    return render(
        "coach",
        title=prompt.title,
        text=format_html(str(prompt.text), **facts(stand)),
        done=stand.done,
        step=min(stand.done + 1, PRESSES),
        presses=PRESSES,
        action=stand.step.action if stand.step else "",
        is_over=stand.at == LAST,
        show=" ".join(_shown(stand)),
        press=" ".join(_pressed(stand)),
    )


def other_first(stand: Stand) -> SafeString:
    """What is told to whoever does another thing that would be legal."""
    return sentence(gettext("A good thought, but do as I say just this once: %(what)s."), {"what": _do(stand)})


# -- what is true at the step ---------------------------------------------------------------------------


def facts(stand: Stand) -> dict[str, object]:
    """Everything a prompt may name, as far as there is such a thing now."""
    return _of_the_hand(stand) | _of_the_action(stand) | (_of_the_result(stand) if stand.hand.is_over else {})


def _of_the_hand(stand: Stand) -> dict[str, object]:
    hand, sight = stand.hand, see(stand.hand, VISITOR)
    seat = hand.seats[VISITOR]
    best = melds.best(seat.cards, seat.held)
    found: dict[str, object] = {
        "source": _bold(hand.source),
        "loose": points(sight.hand_points or 0),
        "price": units(hand.variant.eat_price[len(seat.eaten)]),
    }
    if best and best.phoms:
        found["phom"] = all_in_text(best.phoms[0])
        found["ca"] = all_in_text(ca(best.loose))
    if hand.offered is not None:
        found["offered"] = in_text(hand.offered)
    if hand.taken is not None:
        found |= {"taken": in_text(hand.taken), "mate": all_in_text(melds.partners(hand.taken, seat.cards))}
    shifted = [event for _version, event in stand.log if isinstance(event, Shifted)]
    return found | ({"moved": in_text(shifted[-1].card)} if shifted else {})


def _of_the_action(stand: Stand) -> dict[str, object]:
    hand = stand.hand
    match stand.wanted:
        case Discard(card):
            left = hand.seats[VISITOR].cards & ~(1 << card)
            return {
                "card": in_text(card),
                "worth": points(points_of(1 << card)),
                "left": all_in_text(left),
                "left_points": points(points_of(left)),
            }
        case Lay(phoms):
            return {"phoms": format_html(" · ".join(["{}"] * len(phoms)), *map(all_in_text, phoms))}
        case Send(card, to, number):
            return {"card": in_text(card), "owner": _bold(to), "phom": all_in_text(hand.seats[to].phoms[number])}
    return {}


def _of_the_result(stand: Stand) -> dict[str, object]:
    variant, result = stand.hand.variant, settle(stand.hand)
    if result.points is None:
        return {"u_price": units(variant.u_price), "u_tron_price": units(variant.u_tron_price)}
    return {
        "points": points(result.points[VISITOR]),
        "mom": _bold(result.mom.index(True)),
        "mom_price": units(variant.mom_price),
    }


def ca(loose: int) -> int:
    """The loose cards that wait for another (R1.5)."""
    return mask_of(card for card in cards_of(loose) if melds.partners(card, loose & ~(1 << card)))


def _bold(seat: int) -> SafeString:
    return format_html("<b>{}</b>", names()[seat])


def _do(stand: Stand) -> str:
    """The imperative for what comes next."""
    match stand.wanted:
        case Discard(card):
            return sentence(gettext("throw %(card)s"), {"card": in_text(card)})
        case Send(card, _to, _number):
            return sentence(gettext("send %(card)s"), {"card": in_text(card)})
    imperatives = {
        "next": gettext("press Next"),
        "deal": gettext("press Next hand"),
        "draw": gettext("draw"),
        "eat": gettext("eat"),
        "lay": gettext("lay down"),
    }
    return imperatives[stand.wanted.kind if stand.wanted else stand.step.action if stand.step else "next"]


# -- where it points --------------------------------------------------------------------------------------


def _shown(stand: Stand) -> list[str]:
    """Ids of what the words are about."""
    seat = stand.hand.seats[VISITOR]
    match stand.prompt:
        case "phom":
            best = melds.best(seat.cards, seat.held)
            return [f"card-{NAMES[card]}" for card in cards_of(best.phoms[0] if best else 0)]
        case "ca":
            mates = melds.partners(stand.hand.taken or 0, seat.cards)
            return [f"card-{NAMES[card]}" for card in cards_of(mates | 1 << (stand.hand.taken or 0))]
        case "shift":
            return [f"card-{NAMES[event.card]}" for _version, event in stand.log if isinstance(event, Shifted)]
        case "last":
            return ["loose"]
    return []


def _pressed(stand: Stand) -> list[str]:
    """Ids of what is to be pressed, one after the other; none while the others play."""
    if not stand.is_visitors or stand.step is None:
        return []
    match stand.wanted:
        case Discard(card):
            return [f"card-{NAMES[card]}", "act-throw"]
        case Send(card, to, number):
            return [f"card-{NAMES[card]}", f"send-{NAMES[card]}-{to}-{number}"]
        case None:
            return ["coach-next"] if stand.step.action == "next" else ["act-ready"]
    return [f"act-{stand.wanted.kind}"]
