"""The guide's table: the real one, and what its coach says. Cards and numbers in that are the hand's own."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from game.guide.course import LAST, PRESSES, Stand, before_lesson
from game.guide.script import SEATS, VISITOR
from game.live.scene import Chair, Scene
from game.rules import melds
from game.rules.actions import Action, Discard, Lay, Send
from game.rules.cards import NAMES, cards_of, mask_of, parse_card, points_of
from game.rules.events import Shifted
from game.rules.settlement import settle
from game.rules.sight import Sight, see, see_event
from game.screens.cards import all_in_text, in_text, sign
from game.screens.own import hand_cards
from game.screens.render import render
from game.screens.table import table_html
from game.screens.words import points, units

FACES = ("person-1", "ga", "lon", "meo")
BOTS = ("", "Máy Gà Trống", "Máy Lợn Xoáy", "Máy Mèo Vằn")


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
    "eat": Prompt(_("Eat (ăn)"), _("{source} throws {offered}, the third! Eat it, and {source} owes you {units}.")),
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
    "last": Prompt(_("Your last turn"), _("Your loose cards come to {points} so far; fewest win. Draw once more.")),
    "lay": Prompt(_("Lay down (hạ)"), _("Put your phỏm on the table: {phoms}.")),
    "send": Prompt(
        _("Send (gửi)"), _("{card} fits the {phom} of {owner}. Tap it, then Send: it no longer counts against you.")
    ),
    "last_throw": Prompt(_("The last card"), _("Throw {card}: then only {left} stay with you, {points}.")),
    "result": Prompt(
        _("Yours!"),
        _("{points}, the fewest. The others pay you by rank, {mom} as a móm {units}. One thing is left: ù."),
    ),
    "near_u": Prompt(
        _("Nearly ù"),
        _("Ù: all your cards but one at most in phỏm. Six are; {ca} wait for a third. Throw {card}."),
    ),
    "u": Prompt(_("Ù"), _("{offered} is the one. Eat it!")),
    "end": Prompt(
        _("Ù!"),
        _("The hand ends at once: {units} from each. With no card loose it is ù tròn: {more}. Now you know it all!"),
    ),
}


def guide_html(stand: Stand, order: tuple[int, ...] = ()) -> SafeString:
    """`<main id="table">` at a step of the guide, the coach in it; ``order`` is how the visitor has put the cards."""
    return table_html(scene(stand, order), coach_html(stand))


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


def scene(stand: Stand, order: tuple[int, ...] = ()) -> Scene:
    """The visitor's table. At the end it offers no next hand."""
    hand, sight = stand.hand, see(stand.hand, VISITOR)
    return Scene(
        code="guide",
        revision=stand.at,
        phase="result" if hand.is_over and stand.step else "playing",
        number=stand.lesson,
        hand_id=stand.lesson,
        version=hand.version,
        chairs=tuple(_chair(seat, stand) for seat in range(SEATS)),
        viewer=VISITOR,
        sight=sight,
        log=tuple((version, see_event(event, VISITOR)) for version, event in stand.log),
        timed_out=(),
        due_ms=None,
        turn_seconds=0,
        order=_order(sight, order),
        commitment="",
    )


def _order(sight: Sight, wanted: tuple[int, ...]) -> tuple[int, ...]:
    """The visitor's cards as ordered, the rest arranged by phỏm and cạ."""
    seat = sight.seats[VISITOR]
    arranged = sorted(hand_cards(sight, seat, seat.cards or (), {}), key=lambda card: card.place)
    rest = [parse_card(card.name) for card in arranged]
    return (*(card for card in wanted if card in rest), *(card for card in rest if card not in wanted))


def other_first(stand: Stand) -> str:
    """What is told to whoever does another thing that would be legal."""
    return gettext("A good thought, but do as I say just this once: %(what)s.") % {"what": _do(stand.wanted)}


def _chair(seat: int, stand: Stand) -> Chair:
    is_bot = seat != VISITOR
    won = settle(stand.hand).units if stand.hand.is_over else (0,) * SEATS
    before = before_lesson(stand.lesson)
    score = won[seat] + (settle(before.hand).units[seat] if before else 0)
    name = BOTS[seat] if is_bot else gettext("You")
    return Chair(seat, name, FACES[seat], is_bot, True, is_bot, score, False)


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
        "points": points(sight.hand_points or 0),
        "units": units(hand.variant.eat_price[len(seat.eaten)]),
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
            found: dict[str, object] = {"left": all_in_text(left), "worth": points(points_of(1 << card))}
            if hand.is_final:
                found["points"] = points(points_of(left))
            return found | {"card": in_text(card)}
        case Lay(phoms):
            return {"phoms": format_html(" · ".join(["{}"] * len(phoms)), *map(all_in_text, phoms))}
        case Send(card, to, number):
            return {"card": in_text(card), "owner": _bold(to), "phom": all_in_text(hand.seats[to].phoms[number])}
    return {}


def _of_the_result(stand: Stand) -> dict[str, object]:
    variant, result = stand.hand.variant, settle(stand.hand)
    if result.points is None:
        return {"units": units(variant.u_price), "more": units(variant.u_tron_price)}
    return {
        "points": points(result.points[VISITOR]),
        "mom": _bold(result.mom.index(True)),
        "units": units(variant.mom_price),
    }


def ca(loose: int) -> int:
    """The loose cards that wait for another (R1.5)."""
    return mask_of(card for card in cards_of(loose) if melds.partners(card, loose & ~(1 << card)))


def _bold(seat: int) -> SafeString:
    return format_html("<b>{}</b>", BOTS[seat])


def _do(action: Action | None) -> str:
    """The imperative for an action."""
    match action:
        case Discard(card):
            return gettext("throw %(card)s") % {"card": sign(card)}
        case Send(card, _to, _number):
            return gettext("send %(card)s") % {"card": sign(card)}
    return {"draw": gettext("draw"), "eat": gettext("eat"), "lay": gettext("lay down")}[
        action.kind if action else "draw"
    ]


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
