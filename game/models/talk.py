"""What is said at tables, which words aren't shown. Only `game.live` and admins write here."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.languages import either
from game.models.tables import GONE, Table

LONGEST_MESSAGE = 200
"""Characters."""
FEWEST_LETTERS = 2
"""Of a word that isn't shown."""


class MessageKind(models.TextChoices):
    """What a message is made of."""

    TEXT = "text", _("text")
    PHRASE = "phrase", _("quick phrase")
    EMOTE = "emote", _("emote")


class Message(models.Model):
    """Something said at a table, as it was cleaned when it came."""

    is_personal = True
    """The log keeps neither who said it nor what."""

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


class Phrase(models.Model):
    """Something said with one press, in the reader's language."""

    key = models.SlugField(_("key"), max_length=12, unique=True, help_text=_("In messages; never changed."))
    text_vi = models.CharField(_("text in Vietnamese"), max_length=60)
    text_en = models.CharField(_("text in English"), max_length=60)
    place = models.PositiveSmallIntegerField(_("place"), default=100, help_text=_("In the order they are offered."))
    is_offered = models.BooleanField(_("offered"), default=True)

    class Meta:
        verbose_name = _("quick phrase")
        verbose_name_plural = _("quick phrases")
        ordering = ("place", "pk")

    def __str__(self) -> str:
        return self.text_vi

    @property
    def text(self) -> str:
        """In the active language."""
        return either(self.text_vi, self.text_en)


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

    def clean(self) -> None:
        """ValidationError for signs or a letter alone: they would be stars in everybody's messages."""
        if self.word and sum(sign.isalnum() for sign in self.word) < FEWEST_LETTERS:
            raise ValidationError({"word": _("At least two letters or digits: fewer are in nearly everything.")})
