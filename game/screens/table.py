"""A viewer's whole table: public blocks in the order of the viewer's chair, then what is the viewer's own."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from accounts.stakes import LOWEST
from game.rules.actions import EAT
from game.rules.sight import SeatSight
from game.screens import own, seats, stakes, words
from game.screens.cards import face_up
from game.screens.feed import feed_of
from game.screens.prices import prices_html
from game.screens.render import fill, one_language, render, tongue
from game.screens.result import Line, Sums, outcome, result_html

if TYPE_CHECKING:
    from game.live.scene import Chair, Scene

_INWARDS = {
    "top": ("plate", "eaten", "phoms", "row"),
    "right": ("plate", "row", "eaten", "phoms"),
    "left": ("plate", "row", "eaten", "phoms"),
    "bottom": ("row", "eaten", "phoms", "plate"),
}
"""A seat's blocks in reading order: on every side the row lies towards the middle."""


def table_html(scene: Scene, coach: str = "", is_whole: bool = False) -> SafeString:
    """`<main id="table">` in the active language. Nothing in it tells of a card outside ``scene.sight``.

    ``coach`` is what the guide says at its table. A page needs the whole table; what stays the same for good, the
    prices, is left out of what its socket sends.
    """
    with one_language():
        facts, parts = _facts(scene), _parts(scene) | {"coach": coach}
        if is_whole:
            kept = {"prices": prices_html(scene.variant), "worth": stakes.worth_html(scene.gold)}
            return render("table", scene=scene, is_whole=True, **kept, **facts, **parts)
        return fill("table", facts, **parts)


def _facts(scene: Scene) -> dict[str, Hashable]:
    """What else depends on than what is put in its place."""
    sight = scene.sight
    return {
        "state": _state(scene),
        "mine": bool(sight and sight.legal),
        "round": sight.round if sight and not sight.result else None,
        "has_chat": scene.chat,
        "last": words.by_house("last_hand") if "last_hand" in scene.by_house else "",
        "by_house": tuple(words.by_house(code) for code in scene.by_house),
    }


def _parts(scene: Scene) -> dict[str, object]:
    """What is put in its place, made of the scene."""
    sight = scene.sight
    feed = feed_of(scene.hand_id, scene.log, _names(scene), sight.viewer if sight else None, scene.timed_out)
    return {
        "revision": scene.revision,
        "hand": scene.hand_id,
        "version": scene.version,
        "seconds": scene.turn_seconds,
        "turn": None if sight is None or sight.turn is None else scene.chairs[sight.turn].position,
        "due": _due(scene),
        "unit": scene.gold.terms.unit if scene.gold and scene.gold.is_real else "",
        "unsaid": " ".join(map(str, scene.unsaid)),
        "frozen": words.by_house("chat_frozen") if "chat_frozen" in scene.by_house else "",
        "mat": _mat(scene),
        "result": _result(scene) if sight and sight.result else "",
        "peek": _peek(scene),
        "feed": feed.html,
        "deal": _deal(scene),
        "before": feed.before,
        "latest": feed.latest or _opening(scene),
        "outcome": outcome(sight.result, _names(scene), sight.viewer) if sight and sight.result else "",
        "watching": render("watching", watching=scene.watching) if scene.watching.total else "",
        "own": _own(scene) if sight else "",
        "invite": _invite(scene),
        "join": _join(scene),
        "ready": _ready(scene),
    }


def _deal(scene: Scene) -> SafeString:
    """What was promised of the deals, for the browser to note."""
    facts = {"table": scene.alias, "number": scene.number, "promise": scene.promise, "seed": scene.seed}
    dealt = {"promised": scene.commitment, "given": scene.given}
    return fill("deal", {}, **facts, **dealt) if scene.promise else SafeString("")


def _is_gathering(scene: Scene) -> bool:
    """Whether the viewer sits at a table that waits for players."""
    return scene.phase == "waiting" and scene.viewer is not None and scene.due_ms is None


def _invite(scene: Scene) -> SafeString:
    """How others come to a table that gathers, or how long one of quick play waits for them."""
    if scene.fills and scene.viewer is not None:
        is_for_nothing = bool(scene.gold and scene.gold.stake != LOWEST and len(scene.chairs) == 1)
        return render("fills", code=scene.code, is_alone=len(scene.chairs) == 1, is_for_nothing=is_for_nothing)
    if not (scene.free and _is_gathering(scene)):
        return SafeString("")
    bots = min(scene.free, sum(chair.is_bot for chair in scene.chairs))
    return render("invite", free=scene.free - bots, bots=bots, code=scene.code, entry=scene.entry, pin=scene.pin)


def _join(scene: Scene) -> SafeString:
    """The way to a seat for whoever has none in the hand that is shown, where there is something to be told of it."""
    is_told = scene.waits or scene.is_short or scene.freed or scene.is_closed
    has_none = scene.viewer is None or scene.is_closed
    return render("join", scene=scene) if has_none and (is_told or scene.free) else SafeString("")


def _names(scene: Scene) -> tuple[str, ...]:
    return tuple(chair.name for chair in scene.chairs)


def _due(scene: Scene) -> int | None:
    """Milliseconds to count down; none while a bot thinks, whose deadline is no time-out."""
    turn = scene.sight.turn if scene.sight else None
    return None if turn is not None and scene.chairs[turn].is_bot else scene.due_ms


def _state(scene: Scene) -> str:
    """One word for the layout: what the page is showing."""
    if scene.sight is None:
        return "waiting"
    return "result" if scene.sight.result else "playing"


def _mat(scene: Scene) -> SafeString:
    """Everyone else in order of play, the middle, and last what lies before the viewer's own chair."""
    count = len(scene.chairs)
    own_seat = _viewer_seat(scene)
    first = own_seat or 0
    places = seats.PLACES.get(count, ("bottom",))
    blocks = [_seat(scene, (first + step) % count, places[step], own_seat) for step in range(1, count)]
    middle = seats.middle_html(scene.sight, scene.gold.jackpot if scene.gold else None) if scene.sight else ""
    bottom = _seat(scene, first, places[0], own_seat) if count else SafeString("")
    return mark_safe("".join((*blocks, middle, bottom)))


def _viewer_seat(scene: Scene) -> int | None:
    """Which of the chairs is the viewer's."""
    if scene.viewer is None:
        return None
    return next((n for n, chair in enumerate(scene.chairs) if chair.position == scene.viewer), None)


def _seat(scene: Scene, number: int, place: str, own_seat: int | None) -> SafeString:
    """A seat's public blocks, in a wrapper that says what they don't know: where it is drawn, who is there now."""
    chair, sight = scene.chairs[number], scene.sight
    marks = " ".join(_seat_marks(scene, number, place))
    if sight is None:
        return _laid(chair, None, None, marks, place, True, False, tongue())
    last = sight.last if sight.last and sight.last[0] == number else None
    in_play = sight.result is None
    has_plate = number != own_seat or not in_play  # else plate and eaten cards are with the own hand
    seat = sight.seats[number]
    return _laid(chair, seat, last, marks, place, has_plate, has_plate and in_play, tongue())


@lru_cache(maxsize=4096)
def _laid(
    chair: Chair,
    seat: SeatSight | None,
    last: tuple[int, int] | None,
    marks: str,
    place: str,
    has_plate: bool,
    has_eaten: bool,
    language: str | None,
) -> SafeString:
    """The seats that a move doesn't touch stay the same."""
    blocks = {"plate": seats.plate_html(seats.plate_of(chair, seat)) if has_plate else SafeString("")}
    if seat:
        blocks["row"] = seats.row_html(seats.row_of(chair.position, seat, last))
        blocks["phoms"] = seats.phoms_html(seats.phoms_of(chair.position, seat))
        blocks["eaten"] = seats.eaten_html(chair.position, seats.held_eaten(seat) if has_eaten else ())
    joined = mark_safe("".join(blocks.get(name, "") for name in _INWARDS[place]))
    return seats.seat_html(chair, marks, joined)


def _seat_marks(scene: Scene, number: int, place: str) -> list[str]:
    chair, sight = scene.chairs[number], scene.sight
    marks = [f"seat-{place}"]
    if sight and sight.turn == number:
        marks.append("is-turn")
    if (chair.left or not chair.connected or (chair.sits_out and not sight)) and not chair.is_bot:
        marks.append("is-away")
    if sight and sight.last and sight.last[0] == number and sight.legal:
        marks.append("can-eat" if EAT in sight.legal else "no-eat")
    return marks


def _opening(scene: Scene) -> str:
    """What is told before anything has happened."""
    if "hand_voided" in scene.by_house:
        return words.by_house("hand_voided")
    if scene.is_closed:
        return gettext("This table is closed.")
    if scene.fills:
        return gettext("Waiting for players")
    if scene.sight is None or scene.sight.turn is None:
        is_idle = scene.phase == "waiting" and scene.due_ms is None
        return _who_deals(scene) if is_idle else gettext("Waiting for the next hand")
    if scene.sight.leader == scene.sight.viewer:
        return gettext("Hand %(number)s: you lead") % {"number": scene.number}
    leader = scene.chairs[scene.sight.leader].name
    return gettext("Hand %(number)s: %(who)s leads") % {"number": scene.number, "who": leader}


def _who_deals(scene: Scene) -> str:
    """At a table that waits for players."""
    if scene.is_host and scene.gold and len(scene.chairs) >= scene.gold.places:
        return gettext("All seats are taken: deal when you like")
    if scene.is_host:
        return gettext("You are the host: deal as soon as two are here")
    if scene.host:
        return gettext("%(who)s is the host and deals") % {"who": scene.host}
    return gettext("Waiting for players")


def _is_shuffling(scene: Scene) -> bool:
    """Whether the first hand waits for nothing but what the browsers add to its deal."""
    return scene.number == 0 and scene.due_ms is not None and all(chair.ready for chair in scene.chairs)


def _own(scene: Scene) -> SafeString:
    """The viewer's strip, hand and buttons; after the end and for spectators there are none."""
    sight = scene.sight
    assert sight is not None
    if sight.viewer is None or sight.result:
        return SafeString("")
    seat = sight.seats[sight.viewer]
    chair = scene.chairs[sight.viewer]
    plate = seats.plate_html(seats.plate_of(chair, seat))
    positions = tuple(chair.position for chair in scene.chairs)
    return mark_safe(
        own.strip_html(sight, plate, stakes.purse_html(scene.gold, scene.code))
        + own.hand_html(sight, seat, scene.order, _names(scene))
        + own.actions_html(sight, seat, _names(scene), positions)
    )


def _peek(scene: Scene) -> SafeString:
    """All hands of a running hand, for the moderator who peeks."""
    sight = scene.sight
    if scene.peek_ms is None or sight is None or sight.result:
        return SafeString("")
    hands = zip(scene.chairs, sight.seats, strict=True)
    shown = [{"name": chair.name, "cards": _open_hand(seat)} for chair, seat in hands]
    return render("peek", hands=shown, minutes=ceil(scene.peek_ms / 60_000))


def _open_hand(seat: SeatSight) -> list[SafeString]:
    """Phom by phom, then the loose cards, those of a ca together."""
    phom_cards, loose = own.arranged(seat)
    return [face_up(card) for card in (*phom_cards, *own.by_ca(loose))]


def _result(scene: Scene) -> SafeString:
    sight = scene.sight
    assert sight is not None and sight.result is not None
    brought = scene.gold.brought if scene.gold else (None,) * len(scene.chairs)
    lines = tuple(
        Line(seats.plate_of(chair, seat)._replace(score=0), seat, gold)
        for chair, seat, gold in zip(scene.chairs, sight.seats, brought, strict=True)
    )
    ready = tuple(chair.ready and not chair.left for chair in scene.chairs)
    own_gold = stakes.brought_html(scene.gold, sight.result, sight.viewer, scene.code)
    settled = stakes.settled_html(scene.gold, sight.result, _names(scene))
    unit = scene.gold.terms.unit if scene.gold and scene.gold.is_real else 0
    return result_html(
        sight.result, lines, sight.viewer, ready, scene.replay, Sums(unit, own_gold, settled), _shut(scene)
    )


def _shut(scene: Scene) -> str:
    """What spectators are told where the hands of the finished hand don't lie open to them."""
    if not scene.is_shut:
        return ""
    return (
        gettext("The hands stay closed to spectators.") if scene.opens_ms is None else gettext("The hands open soon.")
    )


def _ready(scene: Scene) -> SafeString:
    """The buttons of those who sit here while no hand is played: for the next one, where there are others, and the
    sheet of seats."""
    if scene.phase == "playing" or scene.viewer is None or scene.is_closed:
        return SafeString("")
    if scene.fills and len(scene.chairs) < 2:  # the buttons are where it is told what is waited for
        return SafeString("")
    seat = _viewer_seat(scene)
    is_shuffling = _is_shuffling(scene)
    starts = scene.is_host and not is_shuffling and (scene.fills or _is_gathering(scene))
    facts = {
        "is_ready": seat is not None and scene.chairs[seat].ready and not starts,
        "is_shuffling": is_shuffling,
        "starts": starts,
        "sits_out": scene.sits_out,
        "has_sheet": bool(scene.promise),
        "first": scene.number == 0,
        "is_alone": len(scene.chairs) < 2,
    }
    return fill("ready", facts, wanted_by=scene.wanted_by)
