"""The lobby as HTML: its counts and its tables, alike for all who see the same."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from accounts.faces import Face, face_of
from game.live.lobby import Lobby, Offer, Sitter


class Shown(NamedTuple):
    """A table of the lobby, with the faces of its people."""

    offer: Offer
    people: tuple[tuple[Sitter, Face], ...]
    empty: tuple[int, ...]
    """One for each place without a person."""


def lobby_html(lobby: Lobby) -> SafeString:
    """`<div id="lobby">` in the active language."""
    return _html(lobby, get_language())


@lru_cache(maxsize=128)
def _html(lobby: Lobby, language: str | None) -> SafeString:
    return render_to_string("lobby/live.html", {"lobby": lobby, "tables": [_shown(offer) for offer in lobby.offers]})


def _shown(offer: Offer) -> Shown:
    people = tuple((sitter, face_of(sitter.user_id, sitter.name)) for sitter in offer.people)
    return Shown(offer, people, tuple(range(offer.free)))
