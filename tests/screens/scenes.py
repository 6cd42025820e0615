"""Scenes for screen tests: positions of recorded hands, as one viewer sees them, in seats with names."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from html import unescape
from pathlib import Path
from typing import NamedTuple

from game.live.gold import terms_of
from game.live.scene import Chair, Gold, Scene
from game.rules.actions import parse_action
from game.rules.cards import parse_card
from game.rules.events import Event
from game.rules.hand import Hand, apply, deal
from game.rules.settlement import settle
from game.rules.sight import see, see_event
from game.rules.variants import parse_variant

RECORDS = Path(__file__).parent.parent / "data" / "hands.jsonl"
NAMES = ("Bê Con Cười 44", "Máy Gà", "Máy Lợn", "Máy Ếch")
FACES = ("person-12", "ga", "lon", "ech")


class Moment(NamedTuple):
    """A position and what happened up to it."""

    hand: Hand
    log: tuple[tuple[int, Event], ...]


@cache
def hands() -> tuple[tuple[Moment, ...], ...]:
    """The first recorded hands, each as all its moments."""
    lines = RECORDS.read_text(encoding="utf-8").splitlines()[:150]
    return tuple(tuple(_moments(json.loads(line))) for line in lines)


def _moments(record: dict[str, object]) -> Iterator[Moment]:
    pack = [parse_card(name) for name in record["pack"]]
    hand = deal(parse_variant(record["variant"]), record["seats"], record["leader"], pack, record.get("u_before"))
    log: tuple[tuple[int, Event], ...] = ()
    yield Moment(hand, log)
    for text in record["actions"]:
        hand, events = apply(hand, parse_action(text))
        log += tuple((hand.version, event) for event in events)
        yield Moment(hand, log)


def find(test: Callable[[Hand], bool], seats: int = 4) -> Moment:
    """The first recorded position that passes the test."""
    return next(moment for hand in hands() for moment in hand if len(moment.hand.seats) == seats and test(moment.hand))


def chairs(count: int = 4, **changes: object) -> tuple[Chair, ...]:
    """Seat 0 is a person, the others bots; ``changes`` go to the person's chair."""
    people = {"connected": True, "ready": False, "score": -3, "left": False}
    made = [
        Chair(n, NAMES[n], FACES[n], n > 0, **(people | {"ready": n > 0, "score": n}))  # type: ignore[arg-type]
        for n in range(count)
    ]
    made[0] = Chair(**({f: getattr(made[0], f) for f in Chair._fields} | changes))  # type: ignore[arg-type]
    return tuple(made)


def gold(hand: Hand, viewer: int | None, **changes: object) -> Gold:
    """What such a hand is for in the first room, among people; once it is over, with what it brought."""
    values: dict[str, object] = {
        "stake": "hien_nha",
        "multiplier": 1,
        "places": len(hand.seats),
        "terms": terms_of("hien_nha", 1, hand.variant, len(hand.seats)),
        "is_real": True,
        "with_bots": False,
        "jackpot": 1_250,
        "own": None if viewer is None else 19_430,
        "brought": tuple(units * 100 - 5 for units in settle(hand).units) if hand.is_over else (),
    }
    return Gold(**(values | changes))  # type: ignore[arg-type]


def scene(moment: Moment, viewer: int | None, **changes: object) -> Scene:
    """The moment as the seat, or a spectator, sees it."""
    hand = moment.hand
    sight = see(hand, viewer)
    values: dict[str, object] = {
        "code": "abcd2345",
        "variant": hand.variant,
        "revision": 7,
        "phase": "result" if hand.is_over else "playing",
        "number": 3,
        "hand_id": 12,
        "version": hand.version,
        "chairs": chairs(len(hand.seats)),
        "viewer": viewer,
        "sight": sight,
        "log": tuple((version, see_event(event, viewer)) for version, event in moment.log),
        "timed_out": (),
        "due_ms": 14_000,
        "turn_seconds": 20,
        "order": () if viewer is None else sight.seats[viewer].cards or (),
        "commitment": "",
        "gold": gold(hand, viewer),
    }
    return Scene(**(values | changes))  # type: ignore[arg-type]


def waiting(viewer: int | None = 0) -> Scene:
    """A table before its first hand."""
    nothing = {"hand_id": None, "version": 0, "sight": None, "log": (), "order": ()}
    return scene(find(lambda hand: True), viewer, phase="waiting", number=0, **nothing)


def ids(html: str, prefix: str = "") -> list[str]:
    """The ids of a page in order, those that begin with the prefix."""
    return [name for name in re.findall(r'\sid="([^"]+)"', html) if name.startswith(prefix)]


def text(html: str) -> str:
    """What is to be read, without tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())
