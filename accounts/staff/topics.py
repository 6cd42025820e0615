"""The lists of the administration by what one is about to do, instead of by the program's parts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TOPICS: dict[str, tuple[str | Promise, tuple[str, ...]]] = {
    "work": (_("To be dealt with"), ("Report", "Appeal", "Signal", "LogEntry")),
    "players": (_("Players"), ("User", "Sanction", "Friendship", "Block", "Mute", "Lapse", "Trace")),
    "play": (
        _("Tables and hands"),
        ("Table", "HandRecord", "TableSeat", "Message", "Invitation", "Spectator", "Exclusion", "Peek"),
    ),
    "gold": (_("Gold"), ("Account", "Posting", "Entry")),
    "house": (
        _("The house"),
        ("House", "Room", "Announcement", "Reason", "ReservedName", "FilteredWord", "Phrase"),
    ),
}
"""By key: its name, and the models in order. Whatever no topic names stands at the end."""
REST = _("More")


def by_topic(apps: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The models that somebody may see, as Django lists them by app, in topics; empty ones are left out."""
    models = {model["object_name"]: model for app in apps for model in app["models"]}
    found: list[dict[str, Any]] = [
        {"key": key, "name": name, "models": [models.pop(one) for one in names if one in models]}
        for key, (name, names) in TOPICS.items()
    ]
    return [topic for topic in [*found, {"key": "more", "name": REST, "models": [*models.values()]}] if topic["models"]]
