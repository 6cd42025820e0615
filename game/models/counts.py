"""What is counted of finished hands for the staff: by players and pairs, over all players, by day."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Tally(models.Model):
    """Sums over the hands of one week, of one player or of one towards another. Only `game.fairplay` writes it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player"))
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("with")
    )
    week = models.DateField(_("week"), db_index=True, help_text=_("Its Monday."))
    sums = models.JSONField(_("sums"), default=dict)
    hands = models.JSONField(_("hands"), default=dict, help_text=_("By kind of signal, those that tell most."))

    class Meta:
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")
        constraints = [
            models.UniqueConstraint(
                fields=("user", "other", "week"), condition=Q(other__isnull=False), name="one_tally_a_pair_and_week"
            ),
            models.UniqueConstraint(
                fields=("user", "week"), condition=Q(other__isnull=True), name="one_tally_a_player_and_week"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.other_id or ''} {self.week}"


class Pool(models.Model):
    """How often something happened among all players, by what it depends on: what chance is told from."""

    cell = models.CharField(_("cell"), max_length=40, unique=True)
    tries = models.FloatField(_("tries"), default=0)
    hits = models.FloatField(_("hits"), default=0)

    class Meta:
        verbose_name = _("frequency")
        verbose_name_plural = _("frequencies")

    def __str__(self) -> str:
        return f"{self.cell}: {self.hits:g}/{self.tries:g}"


class Figure(models.Model):
    """A number of one day, kept once the day is over so that nobody counts it again."""

    day = models.DateField(_("day"))
    name = models.CharField(_("name"), max_length=20)
    value = models.BigIntegerField(_("value"))

    class Meta:
        verbose_name = _("figure")
        verbose_name_plural = _("figures")
        constraints = [models.UniqueConstraint(fields=("day", "name"), name="one_figure_a_day")]

    def __str__(self) -> str:
        return f"{self.day} {self.name}: {self.value}"
