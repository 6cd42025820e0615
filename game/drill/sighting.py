"""What a table's HTML shows its viewer, and what may be done: all that scripts of a page would find there."""

from __future__ import annotations

import re
from html import unescape
from typing import NamedTuple

_HEAD = re.compile(r'<main class="([^"]*)" id="table"[^>]*? data-revision="(\d+)"[^>]*>')
_HAND = re.compile(r' data-hand="(\d+)" data-version="(\d+)"')
_CARD = re.compile(r'<button [^>]*id="card-[^>]*>')
_THROW = re.compile(r' data-throw="([^"]+)"')
_ACTION = re.compile(r'<button [^>]*data-action="([^"]+)"')
_READY = re.compile(r'<button [^>]*data-say="ready"[^>]*>')
_SEED = re.compile(r'<div id="deal"[^>]* data-promise="(\w*)" data-seed=""')
_PEOPLE = re.compile(r'id="seat-\d+" data-who="')


class Stand(NamedTuple):
    """How far the hands of a table are: stands compare as they follow each other."""

    hand: int = 0
    """Its id; 0 before there is any."""
    version: int = 0


class Sighting(NamedTuple):
    """A table as its viewer's page has it."""

    revision: int
    stand: Stand
    is_mine: bool
    """Whether the viewer is to act."""
    is_playing: bool
    content: str


def read(content: str) -> Sighting:
    """What the HTML of a table shows; ValueError where it is none."""
    head = _HEAD.search(content)
    if head is None:
        raise ValueError("expected a table, found none")
    classes, hand = head[1].split(), _HAND.search(head[0])
    stand = Stand(int(hand[1]), int(hand[2])) if hand else Stand()
    return Sighting(int(head[2]), stand, "is-mine" in classes, "is-playing" in classes, content)


def actions(seen: Sighting) -> list[str]:
    """What may be done by buttons: draw, eat, lay, send."""
    return [unescape(action) for action in _ACTION.findall(seen.content)]


def throws(seen: Sighting) -> list[str]:
    """What may be thrown, first the card with the hint, where there is one."""
    cards = sorted(_CARD.findall(seen.content), key=lambda card: " data-hint=" not in card)
    return [unescape(throw[1]) for card in cards if (throw := _THROW.search(card))]


def wants_ready(seen: Sighting) -> bool:
    """Whether there is a button for the next hand that can be pressed."""
    button = _READY.search(seen.content)
    return button is not None and " disabled" not in button[0]


def wants_seed(seen: Sighting) -> str:
    """To which promise the browser has yet to add its seed; empty where it has, or has no seat."""
    promise = _SEED.search(seen.content)
    return promise[1] if promise else ""


def people(seen: Sighting) -> int:
    """How many people have a seat."""
    return len(_PEOPLE.findall(seen.content))
