"""What may be wanted of a new table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from accounts.house import open_rooms
from game.live.options import MOST_BOTS, Wanted, turns
from game.models import PIN_LENGTH, Entry
from game.rules.errors import RuleError
from game.rules.variants import (
    FIELDS,
    LENGTHS,
    MAX_PRICE,
    MAY_BE_NONE,
    MULTIPLIERS,
    PRESET_NAMES,
    PRESETS,
    WORDS,
    Variant,
    parse_variant,
)

SEATS = (4, 3, 2)
BOTS = tuple(range(MOST_BOTS + 1))
YES, NO = "yes", "no"

_CHOICE = {"required": _("Choose one of these."), "invalid_choice": _("Choose one of these.")}
_PRICE = dict.fromkeys(("invalid", "min_value", "max_value"), _("A whole number from 0 to 100."))


def _choice(values: Any, **how: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(choices=[(value, value) for value in values], error_messages=_CHOICE, **how)


class TableForm(forms.Form):
    """Rules with what is changed of them, room, who may come, who sits on the empty seats, and how it is played there.

    What is left empty is as usual; of the rules, as in the preset that is chosen.
    """

    preset = _choice(PRESET_NAMES)
    stake = _choice(())
    multiplier = _choice(MULTIPLIERS, coerce=int)
    seats = _choice(SEATS, coerce=int)
    turn_seconds = _choice((), coerce=int, required=False, empty_value=None)
    with_bots = forms.BooleanField(required=False)
    bots_most = _choice(BOTS, coerce=int, required=False, empty_value=MOST_BOTS)
    entry = _choice(Entry.values, required=False, empty_value=str(Entry.LINK))
    pin = forms.CharField(
        required=False,
        validators=[RegexValidator(rf"\A[0-9]{{{PIN_LENGTH}}}\Z", _("Four digits, or none: then they are drawn."))],
    )
    spectators = forms.BooleanField(required=False)
    open_hands = forms.BooleanField(required=False)
    chat = forms.BooleanField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._offer("turn_seconds", turns())
        self._offer("stake", open_rooms())
        for field in FIELDS:
            self.fields.update(parts_of(field))

    def _offer(self, name: str, values: Iterable[object]) -> None:
        """What can be chosen is known only now."""
        field = self.fields[name]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(value, value) for value in values]

    def clean(self) -> None:
        self._check_bots()
        self._forget_pin()
        if "preset" in self.cleaned_data:
            self.changes = self._changes(PRESETS[self.cleaned_data["preset"]])

    def _check_bots(self) -> None:
        if self.cleaned_data.get("with_bots") and self.cleaned_data.get("bots_most") == 0:
            self.add_error("bots_most", _("Allow at least one, or let no bots sit down."))

    def _forget_pin(self) -> None:
        """A code isn't looked at where none is asked for: its box doesn't even show then."""
        if self.cleaned_data.get("entry") != Entry.CODE:
            self.errors.pop("pin", None)
            self.cleaned_data["pin"] = ""

    def _changes(self, preset: Variant) -> dict[str, Any]:
        """The fields that are wanted otherwise than in the preset, as rules can have them."""
        changes = {}
        for field in FIELDS:
            usual = getattr(preset, field)
            wanted = self._several(field, usual) if field in LENGTHS else self.cleaned_data.get(field)
            if wanted not in ("", usual) and not (wanted is None and field not in MAY_BE_NONE):
                changes[field] = wanted
        try:
            parse_variant({"preset": preset.preset, **changes})
        except RuleError as error:
            self.add_error(None, _("These rules can't be played: %(field)s.") % {"field": error.data.get("field", "")})
        return changes

    def _several(self, field: str, usual: tuple[int, ...] | None) -> tuple[int, ...] | None:
        """Prices that belong together: those left empty are the preset's, where it has any."""
        sent = [self.cleaned_data.get(part) for part in boxes_of(field)]
        if self.cleaned_data.get(f"{field}_none"):
            if any(price is not None for price in sent):
                self.add_error(f"{field}_none", _("Either prices, or none: not both."))
            return None
        if all(price is None for price in sent):
            return usual
        whole = [price if price is not None else (usual or sent)[at] for at, price in enumerate(sent)]
        if None in whole:
            if not any(part in self.errors for part in boxes_of(field)):
                self.add_error(boxes_of(field)[0], _("Write all of these prices, or none."))
            return usual
        return tuple(price for price in whole if price is not None)

    @property
    def wanted(self) -> Wanted:
        """What a valid form asks for."""
        chosen = {name: self.cleaned_data[name] for name in Wanted._fields if name in self.cleaned_data}
        return Wanted(changes=self.changes, **chosen)

    @property
    def chosen(self) -> dict[str, object]:
        """What shows as chosen: what was sent as far as it can be had, else the usual."""
        sent: dict[str, object] = getattr(self, "cleaned_data", {})
        usual: dict[str, object] = Wanted()._asdict() | {"turn_seconds": Wanted().seconds}
        return {**usual, **self.initial, **sent}

    @property
    def written(self) -> dict[str, str]:
        """What was written into the fields of the rules, and into the code, as it was sent."""
        parts = [part for field in FIELDS for part in parts_of(field)]
        return {part: str(self.data.get(part, "")) for part in (*parts, "pin")}

    @property
    def faults(self) -> dict[str, list[str]]:
        """What is wrong with which field."""
        return {name: [str(fault) for fault in faults] for name, faults in self.errors.items()}


def boxes_of(field: str) -> list[str]:
    """The names of the boxes for the prices of a field that has several."""
    return [f"{field}_{at}" for at in range(LENGTHS[field])]


def parts_of(field: str) -> dict[str, forms.Field]:
    """The form's fields for a field of a variant. Empty ones leave it as it is."""
    if field in LENGTHS:
        boxes: dict[str, forms.Field] = {name: _price() for name in boxes_of(field)}
        return boxes | ({f"{field}_none": forms.BooleanField(required=False)} if field in MAY_BE_NONE else {})
    if field in WORDS:
        return {field: _choice(WORDS[field], required=False)}
    if isinstance(getattr(PRESETS["online"], field), bool):
        return {field: _choice((YES, NO), required=False, coerce=lambda word: word == YES)}
    return {field: _price()}


def _price() -> forms.IntegerField:
    return forms.IntegerField(min_value=0, max_value=MAX_PRICE, required=False, error_messages=_PRICE)
