"""How far somebody is in the guide: a number of steps done, from which everything else follows."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from game.guide.script import END, LESSONS, SEATS, STEPS, VISITOR, Step
from game.rules.actions import Action, Lay, parse_action
from game.rules.events import Event
from game.rules.hand import Hand, apply, deal
from game.rules.variants import PRESETS

LAST = len(STEPS)
"""The number of steps done when all are."""
_PRESSED = tuple(at for at, step in enumerate(STEPS) if step.by == "visitor")
PRESSES = len(_PRESSED)
PRESET = "online"


class Stand(NamedTuple):
    """Where somebody is."""

    at: int
    """Steps done, 0 to `LAST`."""
    lesson: int
    """From 1."""
    hand: Hand
    log: tuple[tuple[int, Event], ...]
    """The hand's events, each with the version that its action made."""
    step: Step | None
    """What comes next; None at the end."""
    wanted: Action | None
    """The action of the rules that comes next, if it is one."""
    done: int
    """How many of the visitor's `PRESSES` are done."""

    @property
    def prompt(self) -> str:
        return self.step.prompt if self.step else END

    @property
    def is_visitors(self) -> bool:
        """Whether the visitor is to do what comes next."""
        return self.step is not None and self.step.by == "visitor"

    def wants(self, action: Action) -> bool:
        """Whether this is what comes next; phỏm are laid in any order."""
        if isinstance(action, Lay) and isinstance(self.wanted, Lay):
            return set(action.phoms) == set(self.wanted.phoms)
        return action == self.wanted


def read(text: str | None) -> int:
    """The number of steps done that ``text`` tells, whatever it is; 0 where it tells none."""
    digits = text or ""
    return min(int(digits), LAST) if digits.isascii() and digits.isdigit() and len(digits) < 5 else 0


@lru_cache(maxsize=LAST + 1)
def stand(at: int) -> Stand:
    """Where somebody is who has done ``at`` steps."""
    lesson, before = _lesson_at(at)
    hand = deal(PRESETS[PRESET], SEATS, VISITOR, LESSONS[lesson].pack)
    log: tuple[tuple[int, Event], ...] = ()
    for step in STEPS[before:at]:
        if step.is_played:
            hand, events = apply(hand, parse_action(step.action))
            log += tuple((hand.version, event) for event in events)
    following = STEPS[at] if at < LAST else None
    wanted = parse_action(following.action) if following and following.is_played else None
    return Stand(at, lesson + 1, hand, log, following, wanted, sum(press < at for press in _PRESSED))


def _lesson_at(at: int) -> tuple[int, int]:
    """The number of the lesson, and of the steps before it; the end belongs to the last one."""
    before = 0
    for number, lesson in enumerate(LESSONS[:-1]):
        if at < before + len(lesson.steps):
            return number, before
        before += len(lesson.steps)
    return len(LESSONS) - 1, before


def back(at: int) -> int:
    """The visitor's press before: where to go on from to see it again."""
    return max((press for press in _PRESSED if press < at), default=0)


def before_lesson(lesson: int) -> Stand | None:
    """The end of the hand before the lesson's; None before the first."""
    steps_before = sum(len(done.steps) for done in LESSONS[: lesson - 1])
    return stand(steps_before - 1) if lesson > 1 else None
