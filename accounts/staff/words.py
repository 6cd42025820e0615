"""What stands in the log as an action, in words."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ACTIONS: dict[str, str | Promise] = {
    "add": _("added"),
    "change": _("changed"),
    "delete": _("deleted"),
    "grant_role": _("role given"),
    "add_second_factor": _("second factor set up"),
    "remove_second_factor": _("second factor removed"),
    "impose": _("sanctioned"),
    "lift": _("sanction lifted"),
    "lapse": _("sanction ran out"),
    "decide_appeal": _("appeal decided"),
    "claim_report": _("report claimed"),
    "release_report": _("report given back"),
    "decide_report": _("report decided"),
    "judge": _("signal judged"),
    "peek": _("looked into hands"),
    "peek_end": _("stopped looking into hands"),
    "freeze_chat": _("chat frozen"),
    "thaw_chat": _("chat opened again"),
    "remove_message": _("message removed"),
    "restore_message": _("message shown again"),
    "close_table": _("table closed after the hand"),
    "keep_table_open": _("table kept open after all"),
    "void_hand": _("hand called off"),
    "correct_gold": _("gold put right"),
}
"""By what `log.note` is given; another one shows as it is."""

CLEAR: dict[str, str | Promise] = {
    "claim_report": _("Claimed to be dealt with"),
    "release_report": _("Given back for others to deal with"),
    "add_second_factor": _("By oneself, in the settings"),
    "remove_second_factor": _("By oneself, in the settings"),
}
"""Why it was done, where nobody was asked."""
NAMES: dict[str, str | Promise] = {"until": _("until"), "role": _("role"), "purse": _("purse")}
"""What is called so before and after, and is no field."""


def why(action: str, given: str) -> str:
    """The reason as it was given, or as it goes without saying."""
    return given or str(CLEAR.get(action, ""))


def said(action: str) -> str:
    return str(ACTIONS.get(action, action))
