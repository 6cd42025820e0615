"""Form fields and how all of ours look."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.names.characters import NAME_MAX, NAME_MIN


def _name_hint() -> str:
    return gettext("%(least)d to %(most)d characters. Everybody sees it.") % {"least": NAME_MIN, "most": NAME_MAX}


def name_field(**others: Any) -> forms.CharField:
    """For a display name; what may be in it is checked with whose it is to be."""
    attributes = {
        "autocomplete": "nickname",
        "autocapitalize": "words",
        "spellcheck": "false",
        "maxlength": 2 * NAME_MAX,
    }
    return forms.CharField(
        label=_("Name at the table"),
        help_text=lazy(_name_hint, str)(),
        widget=forms.TextInput(attrs=attributes),
        max_length=4 * NAME_MAX,  # as typed: marks on their own, spaces at the ends
        **others,
    )


class Dressed:
    """Mixed into a form: its fields look like the site's, and say what is wrong in a place that readers are led to."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **others: Any) -> None:
        super().__init__(*args, **others)
        for field in self.fields.values():
            field.widget.attrs["class"] = "input"
            field.widget.attrs.pop("placeholder", None)
            field.error_messages["required"] = _("This is still empty.")
            if isinstance(field, forms.EmailField):
                field.error_messages["invalid"] = _("That isn't a whole e-mail address.")
