"""What may be wanted of a new table."""

from __future__ import annotations

from django import forms

from accounts.stakes import STAKES
from game.live.tables import Wanted
from game.rules.variants import MULTIPLIERS, PRESET_NAMES

SEATS = (4, 3, 2)


class TableForm(forms.Form):
    """Rules, room, multiplier, seats, and who sits on the empty ones."""

    preset = forms.ChoiceField(choices=[(name, name) for name in PRESET_NAMES])
    stake = forms.ChoiceField(choices=[(key, key) for key in STAKES])
    multiplier = forms.TypedChoiceField(choices=[(times, times) for times in MULTIPLIERS], coerce=int)
    seats = forms.TypedChoiceField(choices=[(seats, seats) for seats in SEATS], coerce=int)
    with_bots = forms.BooleanField(required=False)

    @property
    def wanted(self) -> Wanted:
        """What a valid form asks for."""
        return Wanted(**self.cleaned_data)

    @property
    def chosen(self) -> dict[str, object]:
        """What shows as chosen: what was sent as far as it can be had, else the usual."""
        sent: dict[str, object] = getattr(self, "cleaned_data", {})
        usual: dict[str, object] = Wanted()._asdict()
        return {**usual, **self.initial, **sent}
