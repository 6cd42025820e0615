"""The states a table is pictured and examined in: recorded positions, and what is pressed there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from game.rules.hand import Hand
from game.rules.sight import see
from tests.browser.stage import Stage
from tests.screens.scenes import Moment, chairs, find, hands

LONG_NAMES = ("Nguyễn Trường Giang", "Châu Chấu Gan Dạ 88", "Đặng Thị Hồng Nhưỡng", "WWWWWWWWWWMMMMMMMMMM")


@dataclass(frozen=True)
class State:
    """A position that passes the test, seen from the seat that is to act or, with `watching`, from the one opposite."""

    test: Callable[[Hand], bool]
    press: str = ""
    seats: int = 4
    watching: bool = False
    names: tuple[str, ...] = ()
    lost: bool = False
    """Whether the connection breaks then."""

    def moment(self) -> Moment:
        return find(self.test, self.seats)

    def show(self, stage: Stage, language: str) -> None:
        """Bring the page of the stage into this state."""
        moment = self.moment()
        hand = moment.hand
        viewer = (hand.turn + 2) % len(hand.seats) if self.watching else hand.turn
        changes: dict[str, Any] = {}
        if self.names:
            people = (chair._replace(name=name) for chair, name in zip(chairs(), self.names, strict=True))
            changes["chairs"] = tuple(people)
        stage.show(moment, viewer, language=language, **changes)
        if self.press:
            stage.page.locator(self.press).first.click()
        if self.lost:
            stage.lose()


def kinds(position: Hand) -> list[str]:
    return [action.kind for action in see(position, position.turn).legal]


def barred(position: Hand) -> list[str]:
    return [code for _card, code in see(position, position.turn).barred if code != "must_lay_first"]


def crowd(position: Hand) -> int:
    """How full the mat is: cards thrown, eaten, and phom of three or more."""
    return sum(len(seat.row) + len(seat.eaten) + 3 * len(seat.phoms) for seat in see(position, None).seats)


@cache
def greatest_crowd() -> int:
    """The most crowded of the recorded positions in which somebody may still throw."""
    moments = (moment.hand for hand in hands() for moment in hand if len(moment.hand.seats) == 4)
    return max(crowd(position) for position in moments if "discard" in kinds(position))


def is_crowded(position: Hand) -> bool:
    return "discard" in kinds(position) and crowd(position) == greatest_crowd()


def is_den(position: Hand) -> bool:
    result = see(position, None).result if position.is_over else None
    return result is not None and result.den is not None


def can_eat(position: Hand) -> bool:
    return "eat" in kinds(position)


STATES = {
    "take": State(lambda position: kinds(position) == ["draw"]),
    "eat": State(can_eat),
    "throw": State(lambda position: set(kinds(position)) == {"discard"}, "#hand .card[data-throw]"),
    "barred": State(lambda position: position.lying > 4 and bool(barred(position)), "#hand .card[data-barred]"),
    "lay": State(lambda position: kinds(position) == ["lay"]),
    "lays": State(lambda position: kinds(position).count("lay") > 2, "#act-lays"),
    "send": State(lambda position: "send" in kinds(position), "#hand .card.can-send"),
    "theirs": State(lambda position: position.lying > 6 and bool(kinds(position)), watching=True),
    "names": State(can_eat, names=LONG_NAMES),
    "crowded": State(is_crowded, "#hand .card[data-throw]"),
    "two": State(lambda position: position.lying > 4 and can_eat(position), seats=2),
    "three": State(lambda position: position.lying > 6 and can_eat(position), seats=3),
    "result": State(lambda position: bool(position.ending) and position.ending.end == "points"),
    "u": State(lambda position: bool(position.ending) and position.ending.end == "u"),
    "den": State(is_den),
    "lost": State(
        lambda position: position.lying > 6 and bool(kinds(position)), lost=True
    ),  # last: nothing can be shown after it
}
