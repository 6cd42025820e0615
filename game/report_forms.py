"""Why somebody reports something."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from game.live.reports import Word
from game.models import LONGEST_REPORT, HandPlayer, Report

Kind, Why = Report.Kind, Report.Why
REASONS: dict[str, tuple[Report.Why, ...]] = {
    Kind.PLAYER: (Why.ABUSE, Why.SPAM, Why.NAME, Why.COLLUSION, Why.CHEATING, Why.STALLING, Why.OTHER),
    Kind.MESSAGE: (Why.ABUSE, Why.SPAM, Why.COLLUSION, Why.OTHER),
    Kind.HAND: (Why.COLLUSION, Why.CHEATING, Why.STALLING, Why.OTHER),
}
"""What may be the matter with each kind of thing."""


class Words(forms.CharField):
    """A text of several lines: an end of line counts as one character, as it does where it is written."""

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).replace("\r\n", "\n")


class ReportForm(forms.Form):
    """A reason, and own words, without which “something else” says nothing; of a hand also whom it is about."""

    why = forms.ChoiceField(error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose one of these.")))
    who = forms.ChoiceField(required=False, error_messages={"invalid_choice": _("Choose one of these.")})
    words = Words(required=False, max_length=LONGEST_REPORT)

    def __init__(self, kind: str, players: list[HandPlayer], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        why, who = self.fields["why"], self.fields["who"]
        assert isinstance(why, forms.ChoiceField) and isinstance(who, forms.ChoiceField)
        why.choices = [(reason.value, reason.label) for reason in REASONS[kind]]
        self.players = {str(player.user_id): player for player in players}
        who.choices = [(key, player.shown_name) for key, player in self.players.items()]

    def clean(self) -> None:
        if self.cleaned_data.get("why") == Why.OTHER and not self.cleaned_data.get("words", "x"):
            self.add_error("words", _("Say what it is."))

    @property
    def word(self) -> Word:
        """What a valid form says."""
        return Word(self.cleaned_data["why"], self.cleaned_data["words"])

    @property
    def whom(self) -> User | None:
        """Of a valid form: whom the hand is reported for."""
        player = self.players.get(self.cleaned_data["who"])
        return player.user if player else None
