"""What of the game is kept for a while only: for `manage.py cleanup` and the privacy page."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext_lazy as _

from accounts import keeping
from accounts.cleaning import Rule
from game.fairplay import books, telling
from game.live import invitations, reports, talk

rules = (
    Rule(
        "old invitations",
        _("That you were called to a table, and by whom"),
        _("after it no longer holds"),
        None,
        invitations.forget,
    ),
    Rule(
        "old messages",
        _("What you write at tables, which all see who are there"),
        _("after you wrote it"),
        keeping.MESSAGES,
        partial(talk.forget, kept=keeping.MESSAGES),
    ),
    Rule(
        "old reports",
        _("A player, a message or a hand that somebody reported, with what was said around it, for moderators"),
        _("after the report"),
        keeping.REPORTS,
        partial(reports.forget, kept=keeping.REPORTS),
    ),
    Rule(
        "old tallies",
        _("Sums over your hands by week and by who played in them, by which unfair play is noticed"),
        _("after the week"),
        keeping.TALLIES,
        books.forget,
    ),
    Rule(
        "old signals",
        _("That such sums were unusual, for moderators to judge"),
        _("after it was last noticed"),
        keeping.SIGNALS,
        telling.forget,
    ),
)
