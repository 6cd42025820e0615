"""Events told in a line each, to one viewer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from game.rules.events import Ate, Discarded, Drew, Ended, Event, Laid, Mucked, Sent, Shifted
from game.screens import words
from game.screens.cards import all_in_text, in_text
from game.screens.render import tongue

# For each thing told: when the viewer did it, and when another player did.
_TOLD: dict[str, tuple[Promise, Promise]] = {
    "drew": (_("You draw {card}"), _("{who} draws")),
    "drew_open": (_("You draw {card}"), _("{who} draws {card}")),
    "ate": (_("You eat {card} from {source}: {units}"), _("{who} eats {card} from {source}: {units}")),
    "ate_chot": (
        _("You eat the chốt {card} from {source}: {units}"),
        _("{who} eats the chốt {card} from {source}: {units}"),
    ),
    "ate_free": (_("You eat {card} from {source}"), _("{who} eats {card} from {source}")),
    "shifted": (_("{source}’s {card} moves to your row"), _("{source}’s {card} moves to {who}")),
    "shifted_own": (_("Your {card} moves to {who}"),) * 2,
    "discarded": (_("You throw {card}"), _("{who} throws {card}")),
    "laid": (_("You lay {phoms}"), _("{who} lays {phoms}")),
    "sent": (_("You send {card} to {to}"), _("{who} sends {card} to {to}")),
    "sent_own": (_("You send {card} to your own phỏm"), _("{who} sends {card} to their own phỏm")),
    "mucked": (_("Your time ran out: nothing is laid"), _("{who} ran out of time: nothing is laid")),
    "ended_u": (_("You make ù!"), _("{who} makes ù!")),
    "ended_u_tron": (_("You make ù tròn!"), _("{who} makes ù tròn!")),
    "ended_u_khan": (_("You have ù khan!"), _("{who} has ù khan!")),
    "ended_dong_hoa": (_("You make ù with đồng hoa trắng!"), _("{who} makes ù with đồng hoa trắng!")),
}
_QUIET = ("drew", "discarded")


class Told(NamedTuple):
    """What one action made happen, in words."""

    version: int
    text: SafeString
    is_loud: bool
    """Whether more happened than a draw and a throw."""
    did: str
    """The same for programs, which show it by movement and sound: ``ate:2:1:4 shifted:1:3:0``, an event a word."""


def tell(
    log: Sequence[tuple[int, Event]], names: tuple[str, ...], viewer: int | None, timed_out: Sequence[int] = ()
) -> list[Told]:
    """The log, an entry an action, oldest first; what the clock played says so."""
    language, told = tongue(), []
    for version, group in groupby(log, key=itemgetter(0)):
        events = tuple(event for _version, event in group)
        reader = viewer if any(viewer in _involved(event) for event in events) else None
        told.append(_told(version, events, names, reader, version in timed_out, language))
    return told


def _involved(event: Event) -> tuple[int | None, ...]:
    """The seats whose players read it in other words than everybody else."""
    match event:
        case Ate(seat, source) | Shifted(seat, source):
            return seat, source
        case Sent(seat, _card, to):
            return seat, to
        case _:
            return (event.seat,)


@lru_cache(maxsize=16384)
def _told(
    version: int,
    events: tuple[Event, ...],
    names: tuple[str, ...],
    viewer: int | None,
    is_late: bool,
    language: str | None,
) -> Told:
    """It is told in every frame that follows."""
    clock = [format_html("{}", gettext("Out of time"))] if is_late else []
    text = _joined(clock + [line(event, names, viewer) for event in events])
    return Told(version, text, any(event.kind not in _QUIET for event in events), _did(events))


def _did(events: Sequence[Event]) -> str:
    """Kind, seat, the seat that a card came from, units paid; nothing of cards, which may be hidden."""
    return " ".join(":".join("" if part is None else str(part) for part in _facts(event)) for event in events)


def _facts(event: Event) -> tuple[str, int | None, int | None, int]:
    match event:
        case Ate(seat, source, _card, units, _why):
            return event.kind, seat, source, units
        case Shifted(seat, source, _card):
            return event.kind, seat, source, 0
        case Ended(end, seat):
            return f"ended_{end}", seat, None, 0
        case _:
            return event.kind, event.seat, None, 0


def _joined(lines: list[SafeString]) -> SafeString:
    return lines[0] if len(lines) == 1 else format_html_join(" · ", "{}", ((told,) for told in lines))


def line(event: Event, names: tuple[str, ...], viewer: int | None) -> SafeString:
    """One event in the active language. Events must be those the viewer may know."""
    if isinstance(event, Ended) and event.seat is None:
        return format_html("{}", gettext("The four rounds are over"))
    code, values = _parts(event, names, viewer)
    mine, other = _TOLD[code]
    assert event.seat is not None
    return format_html(str(mine if event.seat == viewer else other), who=_bold(names[event.seat]), **values)


def _bold(name: str) -> SafeString:
    """A name, in its own direction of writing."""
    return format_html('<b dir="auto">{}</b>', name)


def _whom(seat: int, names: tuple[str, ...], viewer: int | None) -> SafeString:
    """A player in the middle of a sentence."""
    return format_html("{}", pgettext("from, of, to you", "you")) if seat == viewer else _bold(names[seat])


def _parts(event: Event, names: tuple[str, ...], viewer: int | None) -> tuple[str, dict[str, object]]:
    """Which sentence, and what stands in it."""
    match event:
        case Drew(card=None):
            return "drew", {"card": ""}
        case Drew(card=int(card)):
            return "drew_open", {"card": in_text(card)}
        case Discarded(card=card):
            return event.kind, {"card": in_text(card)}
        case Ate(_seat, source, card, units, why):
            code = "ate_free" if not units else "ate_chot" if why == "chot" else "ate"
            return code, {
                "card": in_text(card),
                "source": _whom(source, names, viewer),
                "units": words.units(units),
            }
        case Shifted(_seat, source, card):
            code = "shifted_own" if source == viewer else "shifted"
            return code, {"card": in_text(card), "source": _whom(source, names, viewer)}
        case Laid(_seat, phoms):
            return "laid", {"phoms": format_html_join(" · ", "{}", ((all_in_text(phom),) for phom in phoms))}
        case Sent(seat, card, to, _index):
            code = "sent_own" if seat == to else "sent"
            return code, {"card": in_text(card), "to": _whom(to, names, viewer)}
        case Mucked():
            return "mucked", {}
        case Ended(end, _seat):
            return f"ended_{end}", {}
        case _:
            raise TypeError(f"expected a known event, received {type(event).__name__}")
