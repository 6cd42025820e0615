"""Finished hands in a list: what each was for one of its players."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from game.rules.variants import PRESET_NAMES
from game.screens import seats
from game.screens.cards import isolated
from game.screens.render import render
from game.screens.words import points, signed, tone, why

if TYPE_CHECKING:
    from game.live.history import Filters, Page
    from game.models import HandPlayer

RESULTS: dict[str, Promise] = {
    "won": _("won"),
    "lost": _("lost"),
    "u": _("made ù"),
    "mom": _("móm"),
    "den": _("paid for everyone (đền)"),
}
_PLACES: tuple[Promise, ...] = (_("1st"), _("2nd"), _("3rd"), _("4th"))
_OTHERS_U: dict[str, Promise] = {
    "u": _("%(who)s makes ù"),
    "u_tron": _("%(who)s makes ù tròn"),
    "u_khan": _("%(who)s has ù khan"),
    "dong_hoa": _("%(who)s makes ù with đồng hoa trắng"),
}


class Other(NamedTuple):
    """Another player of the hand."""

    name: str
    face: SafeString


class Row(NamedTuple):
    """A hand as it was for one player."""

    public_id: str
    ended_at: datetime | None
    preset: str
    place: int | None
    is_u: bool
    outcome: str
    """How it ended for the player."""
    note: str
    """Who pays for everyone, where that is the player."""
    others: tuple[Other, ...]
    """In order of play, from the player on."""
    units: str
    tone: str
    gold: int | None
    is_voided: bool
    """Whether it was called off, so that there is nothing to look at."""


def page(found: Page, filters: Filters, asked: Mapping[str, str]) -> dict[str, object]:
    """What the page of the own hands shows."""
    kept = {name: value for name, value in _fields(filters).items() if value}
    return {
        "rows": rows(found),
        "filters": filters,
        "is_filtered": bool(kept),
        "chosen": _chosen(filters),
        "is_continued": "before" in asked,
        "query": urlencode(kept),
        "more": urlencode(kept | {"before": found.before}) if found.before else "",
        "presets": PRESET_NAMES,
        "results": RESULTS.items(),
    }


def _chosen(filters: Filters) -> list[str]:
    """The filters in words."""
    days = [date_format(day, "SHORT_DATE_FORMAT") for day in (filters.first, filters.last) if day]
    if len(days) == 1:
        days = [(gettext("from %(day)s") if filters.first else gettext("to %(day)s")) % {"day": days[0]}]
    words = [rules_name(filters.preset), str(RESULTS.get(filters.result, "")), " – ".join(days), filters.against]
    return [word for word in words if word]


def rules_name(preset: str) -> str:
    """What the rules are called; empty for none."""
    return render("rules_name", preset=preset)


def _fields(filters: Filters) -> dict[str, str]:
    """The filters as an address has them."""
    return {
        "preset": filters.preset,
        "result": filters.result,
        "first": filters.first.isoformat() if filters.first else "",
        "last": filters.last.isoformat() if filters.last else "",
        "against": filters.against,
    }


def rows(found: Page) -> list[Row]:
    return [row(player) for player in found.hands]


def row(player: HandPlayer) -> Row:
    """The hand of the player, who has been read with it and with all who played it."""
    hand, everyone = player.hand, list(player.hand.players.all())
    units = player.units or 0
    return Row(
        public_id=hand.public_id,
        ended_at=hand.ended_at,
        preset=hand.preset,
        place=player.place,
        is_u=bool(player.u),
        outcome=outcome(player, everyone),
        note=gettext("paid for everyone (đền)") if player.den else "",
        others=tuple(map(_other, [*everyone[player.seat + 1 :], *everyone[: player.seat]])),
        units=signed(units),
        tone=tone(units),
        gold=player.gold,
        is_voided=hand.voided_at is not None,
    )


def outcome(player: HandPlayer, everyone: list[HandPlayer]) -> str:
    """How the hand ended for the player: by an ù, as a móm, with place and points; or not at all."""
    if player.hand.voided_at:
        return gettext("Called off by a moderator: nobody paid")
    result = player.hand.result or {}
    if player.u:
        return capfirst(why(player.u))
    if result["end"] != "points":
        return str(_OTHERS_U[result["end"]]) % {"who": isolated(everyone[result["winner"]].shown_name)}
    if player.mom and player.place != 1:
        return capfirst(why("mom"))
    place = capfirst(str(_PLACES[(player.place or len(everyone)) - 1]))
    return f"{place} · {points(result['points'][player.seat])}"


def _other(player: HandPlayer) -> Other:
    face = player.face if player.bot else f"person-{player.user_id}"
    plate = seats.Plate(player.seat, player.shown_name, face, bool(player.bot), 0, None, has_left=False)
    return Other(player.shown_name, seats.face_html(plate))
