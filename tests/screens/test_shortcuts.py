"""What is made once and used again shows the same as what is made anew each time."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from itertools import groupby
from operator import itemgetter

import pytest
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from game.rules.sight import SeatSight, Sight
from game.screens import own, seats, table, table_html
from game.screens.feed import Feed, Log
from game.screens.lines import _told
from game.screens.render import render
from tests.screens.scenes import hands, scene


def plain_fill(template: str, facts: Mapping[str, Hashable], **holes: object) -> SafeString:
    return render(template, **facts, **holes)


def plain_feed(
    hand: int, log: Log, names: tuple[str, ...], viewer: int | None, timed_out: tuple[int, ...] = ()
) -> Feed:
    entries = [(version, tuple(event for _, event in group)) for version, group in groupby(log, key=itemgetter(0))]
    told = [
        _told.__wrapped__(version, events, names, viewer, version in timed_out, get_language())
        for version, events in entries
    ]
    shown = tuple(
        render("told", is_loud=one.is_loud, version=one.version, did=one.did, text=one.text) for one in told[-40:]
    )
    texts = ["", "", *(one.text for one in told)]
    return Feed(log, timed_out, shown[::-1], texts[-2], texts[-1])


def plain_hand(sight: Sight, seat: SeatSight, order: tuple[int, ...], names: tuple[str, ...]) -> SafeString:
    return own._hand(own.hand_cards(sight, seat, order), order, own.risks(sight, names), own._hint(sight, seat))


@pytest.mark.parametrize("number", [3, 35, 84, 120])
def test_frames_are_the_same_as_without(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    scenes = [scene(moment, viewer) for moment in hands()[number] for viewer in (*range(len(moment.hand.seats)), None)]
    short = [str(table_html(seen)) for seen in scenes]
    monkeypatch.setattr(table, "feed_of", plain_feed)
    monkeypatch.setattr(own, "hand_html", plain_hand)
    for module in (table, own, seats):
        monkeypatch.setattr(module, "fill", plain_fill)
    for kept in (table._laid, seats._plate, seats._row, seats._middle, own._button):
        kept.cache_clear()
    for seen, shown in zip(scenes, short, strict=True):
        assert str(table_html(seen)).replace("<", "\n<").split("\n") == shown.replace("<", "\n<").split("\n")


def test_what_is_filled_in_is_escaped() -> None:
    name = '<b>"&'
    assert str(conditional_escape(name)) in seats.fill("seat", {}, marks="", position=0, who="", name=name, blocks="")
