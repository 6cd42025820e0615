"""What moves at a table when it changes: looked at as soon as a frame has been swapped in, each movement at its own
beginning."""

from __future__ import annotations

from typing import Any

from game.rules.cards import NAMES
from tests.browser.moments import change
from tests.browser.stage import Stage
from tests.screens.scenes import Moment

_WATCH = """() => document.addEventListener('htmx:after:swap', () => {
    const centre = e => (r => [r.left + r.width / 2, r.top + r.height / 2])(e.getBoundingClientRect());
    const isOurs = a => a.constructor === Animation && !a.effect.target.closest('.ring');
    const own = ['offset', 'computedOffset', 'easing', 'composite'];
    const named = a => [...new Set(a.effect.getKeyframes().flatMap(Object.keys))].filter(name => !own.includes(name));
    const all = document.getAnimations();
    window.animated = all.flatMap(named);
    window.moving = all.filter(a => isOurs(a) && !a.seen).map(a => {
        const { target } = a.effect;
        const { delay } = a.effect.getTiming();
        a.seen = true;
        a.pause();
        a.currentTime = delay;
        const what = target.closest('.card[id]')?.id ?? (target.id || target.className.baseVal || target.className);
        const found = { what, delay, from: centre(target), properties: named(a) };
        a.currentTime = 0;
        a.play();
        a.playbackRate = window.rate ?? 1;
        return found;
    });
})"""

_PLACES = """() => {
    const centre = e => (r => [r.left + r.width / 2, r.top + r.height / 2])(e.getBoundingClientRect());
    const found = {};
    for (const card of document.querySelectorAll('#hand [id^=card-], #mat [id^=card-]')) {
        found[card.id] = centre(card.firstElementChild);
    }
    for (const portrait of document.querySelectorAll('[id^=plate-] .portrait')) {
        found[portrait.parentElement.id] = centre(portrait);
    }
    const stock = document.getElementById('stock');
    if (stock) found.stock = centre(stock);
    return found;
}"""

_STILL = """() => document.getAnimations().every(a => a instanceof CSSAnimation || a.effect.target.closest('.ring'))
    && !document.querySelector('.in-flight, .is-flying, .is-gliding, .is-nodding')"""

Places = dict[str, tuple[float, float]]
Moving = list[dict[str, Any]]
"""Movements: what (a card or element by its id, else its class), delay, from (its centre), properties."""


class Movements:
    """A table that is shown changing from one moment to the next."""

    def __init__(self, stage: Stage, rate: float = 1) -> None:
        self.stage = stage
        self.page = stage.page
        self.before: Places = {}
        self.rate = rate
        self.page.evaluate(_WATCH)

    def show(self, before: Moment, end: Moment, viewer: int, **changes: object) -> Moving:
        """What sets out when the table changes; everything on the page is checked for what may be animated at all."""
        self.stage.show(before, viewer)
        self.rest()
        self.before = self.places()
        self.page.evaluate("rate => { window.rate = rate; }", self.rate)
        self.stage.show(end, viewer, settled=False, **changes)
        return self.seen()

    def seen(self) -> Moving:
        moving: Moving = self.page.evaluate("window.moving")
        assert set(self.page.evaluate("window.animated")) <= {"transform", "opacity"}
        return moving

    def places(self) -> Places:
        found: Places = self.page.evaluate(_PLACES)
        return found

    def rest(self) -> None:
        """Until nothing moves and nothing is left of what flew."""
        self.page.wait_for_function(_STILL)


def near(a: tuple[float, float], b: tuple[float, float]) -> bool:
    return abs(a[0] - b[0]) < 3 and abs(a[1] - b[1]) < 3


def of(moving: Moving, what: str) -> Moving:
    return [one for one in moving if one["what"].split(" ")[0] == what]


def card_id(card: int) -> str:
    return f"card-{NAMES[card]}"


def a_throw() -> tuple[Moment, Moment]:
    return change(lambda kinds, before, end: kinds == ["discarded"] and before.hand.version > 6)


def an_eat() -> tuple[Moment, Moment]:
    return change(lambda kinds, before, end: kinds == ["ate", "shifted"])
