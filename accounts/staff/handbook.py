"""The handbook: how things are done here. A page in each language, since it is prose."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.staff import roles, team


def handbook(request: HttpRequest) -> HttpResponse:
    """For everybody of the staff."""
    language = "vi" if get_language() == "vi" else "en"
    shown = {
        **admin.site.each_context(request),
        "title": _("Handbook"),
        "chapter": f"admin/handbook/{language}.html",
        "permissions": table(),
        "role_names": [team.NAMES[role] for role in roles.ROLES],
    }
    return TemplateResponse(request, "admin/handbook.html", shown)


ABLE = {
    "accounts.view_user": _("find players, hands, tables, talk"),
    "accounts.see_email": _("see e-mail addresses"),
    "accounts.see_traces": _("see whether two players come from the same address or browser"),
    "game.decide_report": _("deal with reports"),
    "accounts.sanction_player": _("sanction players, lift sanctions"),
    "accounts.decide_appeal": _("decide appeals"),
    "game.act_on_table": _("close tables, freeze chats, remove messages"),
    "game.peek_table": _("look into the hands of a table, after a written reason"),
    "game.void_hand": _("call a hand off"),
    "game.judge_signal": _("judge signals"),
    "game.change_phrase": _("edit word lists and quick phrases"),
    "accounts.change_announcement": _("write announcements"),
    "accounts.view_posting": _("see the ledger"),
    "accounts.correct_gold": _("put gold right"),
    "accounts.set_house": _("set rooms, fees, gifts, maintenance"),
    "accounts.delete_user": _("erase players"),
}
"""What the table of roles says, by the permission it rests on."""


def table() -> list[tuple[object, list[bool]]]:
    """What each role may do, row by row."""
    return [(words, [name in able for able in roles.ROLES.values()]) for name, words in ABLE.items()]
