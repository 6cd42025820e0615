"""What is said at tables, what of it was reported, which words aren't shown. Only `game.live` and admins write here."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from game.models.tables import GONE, Table

LONGEST_MESSAGE = 200
"""Characters."""


class MessageKind(models.TextChoices):
    """What a message is made of."""

    TEXT = "text", _("text")
    PHRASE = "phrase", _("quick phrase")
    EMOTE = "emote", _("emote")


class Message(models.Model):
    """Something said at a table, as it was cleaned when it came."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="messages", verbose_name=_("table"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="messages", verbose_name=_("player")
    )
    name = models.CharField(_("name"), max_length=40, help_text=_("Of then."))
    kind = models.CharField(_("kind"), max_length=6, choices=MessageKind.choices, default=MessageKind.TEXT)
    text = models.CharField(
        _("text"), max_length=LONGEST_MESSAGE, help_text=_("Of a quick phrase or an emote: its key.")
    )
    hidden = models.BooleanField(_("hidden"), default=False, help_text=_("By a moderator."))
    sent_at = models.DateTimeField(_("sent at"), default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"

    @property
    def shown_name(self) -> str:
        return self.name or str(GONE)


class Report(models.Model):
    """A message that a player wants looked at, with what it said then."""

    message = models.ForeignKey(Message, models.SET_NULL, null=True, related_name="reports", verbose_name=_("message"))
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("reporter")
    )
    reported = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("player")
    )
    text = models.CharField(_("text"), max_length=LONGEST_MESSAGE)
    around = models.JSONField(_("before it"), default=list, blank=True, help_text=_("What was said before."))
    made_at = models.DateTimeField(_("made at"), default=timezone.now, db_index=True)
    handled_at = models.DateTimeField(_("handled at"), null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ("-pk",)
        constraints = [models.UniqueConstraint(fields=("message", "reporter"), name="one_report_a_reader")]

    def __str__(self) -> str:
        return self.text


class FilteredWord(models.Model):
    """A word that isn't shown in chat, nor taken in a name."""

    class Language(models.TextChoices):
        VIETNAMESE = "vi", _("Vietnamese")
        ENGLISH = "en", _("English")

    language = models.CharField(_("language"), max_length=2, choices=Language.choices)
    word = models.CharField(_("word"), max_length=40, help_text=_("Or several; without marks it holds for all marks."))

    class Meta:
        verbose_name = _("word not shown")
        verbose_name_plural = _("words not shown")
        constraints = [models.UniqueConstraint(fields=("language", "word"), name="once_a_word")]
        ordering = ("language", "word")

    def __str__(self) -> str:
        return self.word
