"""Quick phrases, which the staff edits: those that are offered, and those that are only read in old messages."""

from __future__ import annotations

from accounts.house import Glance
from game.models import Phrase

_phrases = Glance(lambda: {phrase.key: phrase for phrase in Phrase.objects.all()}, Phrase)


def known() -> dict[str, Phrase]:
    """All there are by key, also those withdrawn."""
    return _phrases.get()


def offered() -> dict[str, Phrase]:
    """Those that may be said, in the order in which they are offered."""
    return {key: phrase for key, phrase in known().items() if phrase.is_offered}
