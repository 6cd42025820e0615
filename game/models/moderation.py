"""What players want looked at, and what the house noticed by itself. People judge both."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import CalledByKind, Sanction
from game.models.hands import HandRecord
from game.models.tables import Table
from game.models.talk import LONGEST_MESSAGE, Message

LONGEST_REPORT = 500
"""Characters of what a reporter writes."""


class Report(CalledByKind, models.Model):
    """A player, a message or a hand that somebody wants looked at. Only `game.live.reports` and `deciding` write
    here."""

    class Kind(models.TextChoices):
        PLAYER = "player", _("player")
        MESSAGE = "message", _("message")
        HAND = "hand", _("hand")

    class Why(models.TextChoices):
        ABUSE = "abuse", _("insults or threats")
        SPAM = "spam", _("advertising or spam")
        NAME = "name", _("an offensive name")
        COLLUSION = "collusion", _("plays together with somebody")
        CHEATING = "cheating", _("cheats in another way")
        STALLING = "stalling", _("stalls or leaves on purpose")
        OTHER = "other", _("something else")

    class Outcome(models.TextChoices):
        ACTED = "acted", _("something was done")
        NOTHING = "nothing", _("nothing against the rules")
        KNOWN = "known", _("dealt with before")

    kind = models.CharField(_("kind"), max_length=7, choices=Kind.choices, default=Kind.MESSAGE)
    why = models.CharField(_("why"), max_length=9, choices=Why.choices, default=Why.OTHER)
    words = models.CharField(_("in the reporter's words"), max_length=LONGEST_REPORT, blank=True)
    message = models.ForeignKey(
        Message, models.SET_NULL, null=True, blank=True, related_name="reports", verbose_name=_("message")
    )
    hand = models.ForeignKey(
        HandRecord, models.SET_NULL, null=True, blank=True, related_name="reports", verbose_name=_("hand")
    )
    table = models.ForeignKey(
        Table, models.SET_NULL, null=True, blank=True, related_name="reports", verbose_name=_("table")
    )
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="reports_made", verbose_name=_("reporter")
    )
    reported = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="reports", verbose_name=_("player")
    )
    text = models.CharField(_("text"), max_length=LONGEST_MESSAGE, blank=True, help_text=_("Of the message."))
    around = models.JSONField(_("around it"), default=list, blank=True, help_text=_("What was said before and after."))
    made_at = models.DateTimeField(_("made at"), default=timezone.now, db_index=True)
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("claimed by")
    )
    claimed_at = models.DateTimeField(_("claimed at"), null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("decided by")
    )
    handled_at = models.DateTimeField(_("handled at"), null=True, blank=True)
    outcome = models.CharField(_("outcome"), max_length=7, choices=Outcome.choices, blank=True)
    answer = models.TextField(_("answer"), blank=True, help_text=_("What the reporter reads beside the thanks."))
    sanction = models.ForeignKey(
        Sanction, models.SET_NULL, null=True, blank=True, related_name="reports", verbose_name=_("sanction")
    )
    told_at = models.DateTimeField(_("read at"), null=True, blank=True, help_text=_("By the reporter."))

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ("-pk",)
        permissions = [("decide_report", "Can claim and decide reports")]
        constraints = [models.UniqueConstraint(fields=("message", "reporter"), name="one_report_a_reader")]
        indexes = [
            models.Index(fields=("made_at",), condition=Q(handled_at=None), name="reports_open"),
            models.Index(fields=("reporter",), condition=Q(told_at=None), name="reports_to_tell_of"),
        ]

    def __str__(self) -> str:
        return self.text or self.called(self.kind, str(self.pk))


class Signal(CalledByKind, models.Model):
    """Something that happens by chance seldom, about one or two players. It accuses nobody: a person judges it."""

    class Kind(models.TextChoices):
        FEEDING = "feeding", _("one feeds the other")
        GOLD = "gold", _("gold flows one way")
        SHARED = "shared", _("same address or browser at one table")
        LEAVING = "leaving", _("loses to one player, then leaves")
        TIMING = "timing", _("even as a machine")
        SEEING = "seeing", _("plays as if cards lay open")

    class Verdict(models.TextChoices):
        NOTHING = "nothing", _("nothing in it")
        WATCH = "watch", _("to be watched")
        ACTED = "acted", _("something was done")

    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="signals", verbose_name=_("player"))
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("with")
    )
    score = models.FloatField(_("strength"), help_text=_("Standard deviations from what chance does, or alike."))
    facts = models.JSONField(_("facts"), default=dict, help_text=_("The numbers it rests on."))
    hands = models.JSONField(_("hands"), default=list, help_text=_("Ids of those to look at first."))
    found_at = models.DateTimeField(_("found at"), default=timezone.now, db_index=True)
    renewed_at = models.DateTimeField(_("found again at"), default=timezone.now)
    verdict = models.CharField(_("verdict"), max_length=7, choices=Verdict.choices, blank=True)
    judged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("judged by")
    )
    judged_at = models.DateTimeField(_("judged at"), null=True, blank=True)
    note = models.TextField(_("note"), blank=True)

    class Meta:
        verbose_name = _("signal")
        verbose_name_plural = _("signals")
        ordering = ("-pk",)
        indexes = [models.Index(fields=("-score",), condition=Q(judged_at=None), name="signals_to_judge")]
        constraints = [
            models.UniqueConstraint(
                fields=("kind", "user", "other"),
                condition=Q(judged_at=None, other__isnull=False),
                name="one_open_signal_a_pair",
            ),
            models.UniqueConstraint(
                fields=("kind", "user"),
                condition=Q(judged_at=None, other__isnull=True),
                name="one_open_signal_a_player",
            ),
        ]
        permissions = [("judge_signal", _("Can judge a signal of unfair play"))]

    def __str__(self) -> str:
        return self.called(self.kind, str(self.pk))
