"""The guide's table: the real one with its coach."""

from __future__ import annotations

from django.utils.safestring import SafeString

from game.guide.course import Stand, before_lesson
from game.guide.script import SEATS, VISITOR
from game.live.scene import Chair, Scene
from game.rules.cards import parse_card
from game.rules.settlement import settle
from game.rules.sight import Sight, see, see_event
from game.screens.coach import FACES, coach_html, names
from game.screens.own import hand_cards
from game.screens.table import table_html


def guide_html(stand: Stand, order: tuple[int, ...] = (), is_whole: bool = False) -> SafeString:
    """`<main id="table">` at a step of the guide, the coach in it; ``order`` is how the visitor has put the cards."""
    return table_html(scene(stand, order), coach_html(stand), is_whole)


def scene(stand: Stand, order: tuple[int, ...] = ()) -> Scene:
    """The visitor's table. At the end it offers no next hand."""
    hand, sight = stand.hand, see(stand.hand, VISITOR)
    return Scene(
        code="guide",
        variant=hand.variant,
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
    arranged = sorted(hand_cards(sight, seat, seat.cards or ()), key=lambda card: card.place)
    rest = [parse_card(card.name) for card in arranged]
    return (*(card for card in wanted if card in rest), *(card for card in rest if card not in wanted))


def _chair(seat: int, stand: Stand) -> Chair:
    is_bot = seat != VISITOR
    won = settle(stand.hand).units if stand.hand.is_over else (0,) * SEATS
    before = before_lesson(stand.lesson)
    score = won[seat] + (settle(before.hand).units[seat] if before else 0)
    return Chair(seat, names()[seat], FACES[seat], is_bot, True, is_bot, score, False)
