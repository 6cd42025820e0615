"""Names are held to what holds for chat: they are seen by more people, and for longer."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from game.live.filtering.cleaning import not_shown
from game.live.filtering.links import unlinked
from game.live.filtering.words import starred


def check(name: str) -> None:
    """ValidationError, with a code, for a tidy name of which chat would not show everything."""
    if unlinked(name) != name:
        raise ValidationError(_("A name can't be a web address."), "link")
    if starred(name, not_shown()) != name:
        raise ValidationError(_("That word isn't wanted in a name."), "unwanted")
