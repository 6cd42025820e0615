"""What is done about players who break the rules of the house, and the log of everything the staff does.

Only `accounts.sanctions` writes sanctions and appeals, only `accounts.staff.log` writes the log.
"""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

LONGEST_APPEAL = 1000
"""Characters."""


class CalledByKind:
    """What is called by its ``kind``, one of ``Kind``, and its number: the log keeps the kind alone."""

    kind: Any
    Kind: Any

    @property
    def log_name(self) -> str:
        return str(self.kind)

    @classmethod
    def called(cls, name: str, number: str) -> str:
        return f"{cls.Kind(name).label} #{number}" if name in cls.Kind.values else name


class Reason(models.Model):
    """Why somebody is sanctioned, and what they are told: a template in both languages."""

    name_vi = models.CharField(_("name in Vietnamese"), max_length=80)
    name_en = models.CharField(_("name in English"), max_length=80)
    text_vi = models.TextField(_("text in Vietnamese"), help_text=_("What the player reads."))
    text_en = models.TextField(_("text in English"), help_text=_("What the player reads."))
    is_offered = models.BooleanField(_("offered"), default=True, help_text=_("For new sanctions."))

    class Meta:
        verbose_name = _("reason")
        verbose_name_plural = _("reasons")
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.name_vi if get_language() == "vi" else self.name_en

    @property
    def log_name(self) -> str:
        return f"{self.name_vi} / {self.name_en}"


class Sanction(CalledByKind, models.Model):
    """Something done about a player: begins at once, ends by itself unless it is lifted before."""

    class Kind(models.TextChoices):
        WARN = "warn", _("warning")
        MUTE = "mute", _("mute: no chat")
        EXCLUDE = "exclude", _("kept off the leaderboards")
        SUSPEND = "suspend", _("suspension")
        BAN = "ban", _("ban")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="sanctions", verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices)
    reason = models.ForeignKey(Reason, models.PROTECT, related_name="+", verbose_name=_("reason"))
    text_vi = models.TextField(_("text in Vietnamese"), help_text=_("What the player reads."))
    text_en = models.TextField(_("text in English"), help_text=_("What the player reads."))
    note = models.TextField(_("note"), blank=True, help_text=_("For the staff alone."))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("moderator")
    )
    begins_at = models.DateTimeField(_("begins at"), default=timezone.now)
    ends_at = models.DateTimeField(_("ends at"), null=True, blank=True, help_text=_("Empty: not by itself."))
    seen_at = models.DateTimeField(_("read at"), null=True, blank=True, help_text=_("By the player."))
    lifted_at = models.DateTimeField(_("lifted at"), null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("lifted by")
    )
    lifted_why = models.TextField(_("lifted because"), blank=True)
    lapsed = models.BooleanField(_("lapsed"), default=False, editable=False, help_text=_("Ended by itself."))

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering = ("-pk",)
        permissions = (("sanction_player", _("Can impose and lift sanctions")),)
        indexes = [
            models.Index(fields=("user", "kind"), condition=Q(lifted_at=None), name="sanctions_in_force"),
            models.Index(fields=("ends_at",), condition=Q(lifted_at=None, lapsed=False), name="sanctions_to_lapse"),
        ]

    def __str__(self) -> str:
        return self.called(self.kind, str(self.pk))

    @property
    def text(self) -> str:
        """What the player reads, in the active language."""
        return self.text_vi if get_language() == "vi" else self.text_en

    @property
    def is_over(self) -> bool:
        """Whether it holds no more: lifted, or come to its end."""
        return self.lifted_at is not None or (self.ends_at is not None and self.ends_at <= timezone.now())


class Appeal(models.Model):
    """What a player has to say to a sanction, once; and what came of it."""

    sanction = models.OneToOneField(Sanction, models.CASCADE, related_name="appeal", verbose_name=_("sanction"))
    text = models.CharField(_("text"), max_length=LONGEST_APPEAL)
    made_at = models.DateTimeField(_("made at"), default=timezone.now)
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("decided by")
    )
    granted = models.BooleanField(_("granted"), null=True, default=None)
    answer = models.TextField(_("answer"), blank=True, help_text=_("What the player reads."))

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        ordering = ("-pk",)
        permissions = (("decide_appeal", _("Can decide appeals")),)
        indexes = [models.Index(fields=("made_at",), condition=Q(decided_at=None), name="appeals_undecided")]

    def __str__(self) -> str:
        return self.called("", str(self.pk))

    log_name = ""

    @classmethod
    def called(cls, name: str, number: str) -> str:
        return name or f"{cls._meta.verbose_name} #{number}"


class Unchanging(models.QuerySet["LogEntry"]):
    """Rows that are written once: TypeError for whoever would change or delete many."""

    def blank(self, pk: int, before: dict[str, Any], after: dict[str, Any]) -> None:
        """The one exception: what is left of an entry once whom it concerns is erased."""
        LogEntry._base_manager.filter(pk=pk).update(before=before, after=after)

    def update(self, **values: Any) -> int:
        raise TypeError("the log isn't changed")

    def delete(self) -> tuple[int, dict[str, int]]:
        raise TypeError("the log isn't deleted")


class LogEntry(models.Model):
    """Something a member of the staff did, or the house by itself. Written once, never changed, never deleted; but it
    forgets the names of whoever is erased."""

    at = models.DateTimeField(_("at"), default=timezone.now, db_index=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("who")
    )
    by_name = models.CharField(
        _("name"), max_length=150, blank=True, help_text=_("Of whoever did it; empty: the house.")
    )
    action = models.CharField(_("action"), max_length=40, db_index=True)
    target_type = models.CharField(_("kind of object"), max_length=60, help_text=_("Such as accounts.user."))
    target_id = models.CharField(_("object"), max_length=40)
    target_name = models.CharField(_("name of the object"), max_length=200, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("player"),
        help_text=_("Whom it concerns."),
    )
    why = models.TextField(_("why"))
    before = models.JSONField(_("before"), default=dict, blank=True)
    after = models.JSONField(_("after"), default=dict, blank=True)

    objects = Unchanging.as_manager()

    class Meta:
        verbose_name = _("entry of the log")
        verbose_name_plural = _("log")
        ordering = ("-pk",)
        indexes = [models.Index(fields=("target_type", "target_id"), name="log_of_an_object")]

    def __str__(self) -> str:
        return self.shown_name or self.target_type

    @property
    def shown_name(self) -> str:
        """What the object is called: a player as today, what has no name, or is no more, by its number.

        Of models whose names are made of words the log keeps ``log_name``, and their ``called`` puts that, and the
        number, into words of the reader's; what it doesn't know, from before, stays.
        """
        if self.user is not None and self.target_type == self.user._meta.label_lower:
            return str(self.user)
        called = getattr(self._model, "called", None)
        return called(self.target_name, self.target_id) if called else self.target_name or self.target_id

    @property
    def _model(self) -> type[models.Model] | None:
        """None: there is no such model any more."""
        try:
            return apps.get_model(self.target_type)
        except (LookupError, ValueError):
            return None

    def save(self, *args: Any, **others: Any) -> None:
        """TypeError for one that is written already."""
        if self.pk is not None:
            raise TypeError("the log isn't changed")
        super().save(*args, **others)

    def delete(self, *args: Any, **others: Any) -> tuple[int, dict[str, int]]:
        raise TypeError("the log isn't deleted")
