"""Who knows whom, who wants nothing of whom, and who keeps others waiting."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Friendship(models.Model):
    """Asked for by one player, and a friendship once the other accepts. Only `accounts.friends` writes here,
    and `accounts.blocks` which ends it.

    Whoever was declined isn't told: the row stays for a while, so that nobody is asked again and again.
    """

    asker = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="asked", verbose_name=_("who asked")
    )
    asked = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="asked_by", verbose_name=_("who was asked")
    )
    made_at = models.DateTimeField(_("asked at"), default=timezone.now)
    accepted_at = models.DateTimeField(_("accepted at"), null=True, blank=True)
    declined_at = models.DateTimeField(_("declined at"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(
        _("withdrawn at"), null=True, blank=True, help_text=_("Of a request that had been declined before.")
    )

    class Meta:
        verbose_name = _("friendship")
        verbose_name_plural = _("friendships")
        constraints = [
            models.UniqueConstraint(fields=("asker", "asked"), name="asked_once"),
            models.CheckConstraint(condition=~Q(asker=F("asked")), name="nobody_asks_oneself"),
        ]

    def __str__(self) -> str:
        return f"{self.asker_id} → {self.asked_id}"


class Block(models.Model):
    """A player with whom another wants nothing to do. Only `accounts.blocks` writes here."""

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocks", verbose_name=_("who blocked")
    )
    whom = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocked_by", verbose_name=_("who is blocked")
    )
    made_at = models.DateTimeField(_("since"), default=timezone.now)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [
            models.UniqueConstraint(fields=("by", "whom"), name="blocked_once"),
            models.CheckConstraint(condition=~Q(by=F("whom")), name="nobody_blocks_oneself"),
        ]

    def __str__(self) -> str:
        return f"{self.by_id} → {self.whom_id}"


class Mute(models.Model):
    """A player whose words another doesn't want to read. Only `accounts.blocks` writes here."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mutes", verbose_name=_("who muted"))
    whom = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="muted_by", verbose_name=_("who is muted")
    )

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        constraints = [models.UniqueConstraint(fields=("by", "whom"), name="muted_once")]

    def __str__(self) -> str:
        return f"{self.by_id} → {self.whom_id}"


class Lapse(models.Model):
    """Somebody left in the middle of a hand, or let hands go by. Only `accounts.conduct` writes here."""

    class Kind(models.TextChoices):
        LEFT = "left", _("left in the middle of a hand")
        IDLE = "idle", _("let hands go by")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="lapses", verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=4, choices=Kind.choices)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("lapse")
        verbose_name_plural = _("lapses")
        indexes = [models.Index(fields=("user", "at"), name="lapses_of_late")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} #{self.pk}"
