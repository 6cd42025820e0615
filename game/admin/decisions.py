"""What a decision about reports asks for: the outcome, an answer, the reason, and if need be a sanction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.admin.sanctioning import SanctionForm
from accounts.models import User
from accounts.staff.acting import Why
from accounts.staff.roles import may_act_on
from game.live.deciding import Penalty, Ruling
from game.models import Report
from game.report_forms import Words

LONGEST_ANSWER = 1000
"""Characters."""


class Answer(forms.Form):
    """What the reporters are told; several reports that led to nothing are closed by it from their list."""

    outcome = forms.ChoiceField(
        label=_("Outcome"),
        choices=[one for one in Report.Outcome.choices if one[0] != Report.Outcome.ACTED],
        widget=forms.RadioSelect,
    )
    answer = Words(
        label=_("Answer"),
        help_text=_("The reporters read it beside the thanks; may be empty."),
        required=False,
        max_length=LONGEST_ANSWER,
        widget=forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField"}),
    )


class Decision(Answer, Why):
    """About one report and those that are decided with it; without what its maker may not do. The sanction's own fields
    count where somebody is chosen to be sanctioned."""

    hides = forms.BooleanField(label=_("Remove the reported messages"), required=False)
    together = forms.TypedMultipleChoiceField(
        label=_("Decide with it"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    whom = forms.ChoiceField(label=_("Sanction"), required=False, widget=forms.RadioSelect)

    field_order = ("outcome", "answer", "hides", "together", "whom", "why")

    def __init__(
        self, report: Report, by: User, near: Sequence[tuple[int, Any]], data: QueryDict | None = None, **others: Any
    ) -> None:
        super().__init__(data, **others)
        self.people = {str(user.pk): user for user in _people(report) if may_act_on(by, user)}
        self._choose("outcome", Report.Outcome.choices)
        self._choose("together", near)
        self._choose("whom", [("", _("nobody")), *((key, str(user)) for key, user in self.people.items())])
        may_sanction = bool(self.people) and by.has_perm("accounts.sanction_player")
        may_hide = report.message and not report.message.hidden and by.has_perm("game.act_on_table")
        wanted = {"together": near, "hides": may_hide, "whom": may_sanction}
        for name in [name for name, is_wanted in wanted.items() if not is_wanted]:
            del self.fields[name]
        is_sanction = bool(data and data.get("whom"))
        self.sanction = SanctionForm(data if is_sanction else None, prefix="sanction", use_required_attribute=False)

    def _choose(self, name: str, choices: Any) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean(self) -> None:
        """Whoever does something says so; a sanction is whole."""
        done = self.cleaned_data.get("whom") or self.cleaned_data.get("hides")
        if done and self.cleaned_data.get("outcome", Report.Outcome.ACTED) != Report.Outcome.ACTED:
            self.add_error("outcome", _("If a message is removed or somebody sanctioned, something was done."))
        if self.cleaned_data.get("whom") and not self.sanction.is_valid():
            self.add_error("whom", _("The sanction isn't complete: see below."))

    @property
    def ruling(self) -> Ruling:
        """What a valid form decides."""
        data = self.cleaned_data
        whom = self.people.get(data.get("whom", ""))
        penalty = Penalty(whom, **self.sanction.cleaned_data) if whom else None
        return Ruling(data["outcome"], data["why"], data["answer"], data.get("hides", False), penalty)


def _people(report: Report) -> list[User]:
    """Whom a decision may hit: the reported player, else those who played the reported hand."""
    if report.reported:
        return [report.reported]
    if report.kind != Report.Kind.HAND or report.hand is None:
        return []
    return [player.user for player in report.hand.players.select_related("user") if player.user]
