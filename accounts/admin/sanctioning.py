"""What is asked before somebody is sanctioned: what, why, how long, in which words."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import sanctions
from accounts.models import Reason, Sanction

DURATIONS = {
    "1h": (timedelta(hours=1), _("an hour")),
    "1d": (timedelta(days=1), _("a day")),
    "3d": (timedelta(days=3), _("three days")),
    "7d": (timedelta(days=7), _("a week")),
    "30d": (timedelta(days=30), _("30 days")),
    "90d": (timedelta(days=90), _("90 days")),
    "365d": (timedelta(days=365), _("a year")),
    "none": (None, _("without an end; a warning needs none")),
}
LONGEST_TEXT = 2000
"""Characters of what a player is told."""
CHOOSE = ("", "---------")
"""Nothing is chosen by itself."""


class SanctionForm(forms.Form):
    """``cleaned_data`` is what `sanctions.impose` takes: ``kind``, ``reason``, ``ends_at``, ``texts``."""

    kind = forms.ChoiceField(label=_("kind"), choices=[CHOOSE, *Sanction.Kind.choices])
    reason = forms.ModelChoiceField(Reason.objects.filter(is_offered=True), label=_("reason"))
    lasts = forms.ChoiceField(
        label=_("how long"), choices=[CHOOSE, *((key, text) for key, (_long, text) in DURATIONS.items())]
    )
    text_vi = forms.CharField(
        label=_("text in Vietnamese"),
        help_text=_("What the player reads; empty: that of the reason."),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField"}),
    )
    text_en = forms.CharField(
        label=_("text in English"),
        help_text=_("What the player reads; empty: that of the reason."),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField"}),
    )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if not {"kind", "reason", "lasts", "text_vi", "text_en"} <= given.keys():
            return given
        texts = {"vi": given["text_vi"].strip(), "en": given["text_en"].strip()}
        if bool(texts["vi"]) != bool(texts["en"]):
            self.add_error("text_en" if texts["vi"] else "text_vi", _("Write it in both languages, or in none."))
        ends_at = end_of(given["lasts"], given["kind"])
        if ends_at is None and given["kind"] == Sanction.Kind.SUSPEND:
            self.add_error("lasts", _("A suspension ends: without an end it is a ban."))
        others = {name: value for name, value in given.items() if name not in ("lasts", "text_vi", "text_en")}
        return others | {"ends_at": ends_at, "texts": texts}


def end_of(lasts: str, kind: str) -> datetime | None:
    """When it ends if it begins now; None: not by itself. A warning is over once it is read."""
    long = DURATIONS[lasts][0]
    return None if long is None or kind == Sanction.Kind.WARN else timezone.now() + long


def shown(user: Any) -> str:
    """What holds against the player already, for whoever is about to add to it."""
    return ", ".join(str(one.get_kind_display()) for one in sanctions.in_force(user))
