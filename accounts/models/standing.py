"""How well somebody plays, how much, and in which place that puts them. Only `accounts.standing` writes here."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Standing(models.Model):
    """One a player: whoever holds its lock may write the player's ratings, totals and scores."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="standing", verbose_name=_("player")
    )
    hidden = models.BooleanField(
        _("hidden"), default=False, help_text=_("Kept off the leaderboards, whatever the scores.")
    )
    streak = models.PositiveIntegerField(_("hands won in a row"), default=0, help_text=_("Up to now."))
    best_streak = models.PositiveIntegerField(_("most hands won in a row"), default=0)
    streak_with_people = models.PositiveIntegerField(
        _("hands won in a row among people"), default=0, help_text=_("Up to now; hands with bots don't count.")
    )
    best_streak_with_people = models.PositiveIntegerField(_("most hands won in a row among people"), default=0)

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")

    def __str__(self) -> str:
        return str(self.user_id)


class Rating(models.Model):
    """What is believed of a player's skill: a normal distribution, over all variants or of one."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="ratings", verbose_name=_("player")
    )
    preset = models.CharField(_("variant"), max_length=20, blank=True, help_text=_("Empty: over all variants."))
    mu = models.FloatField(_("mean"))
    sigma = models.FloatField(_("deviation"))
    hands = models.PositiveIntegerField(_("hands"), default=0)
    rated_at = models.DateTimeField(_("last rated at"))

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=("user", "preset"), name="one_rating_a_variant")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.preset}"


class Totals(models.Model):
    """What a player's hands of one variant add up to: those with bots apart from those among people."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="totals", verbose_name=_("player")
    )
    preset = models.CharField(_("variant"), max_length=20, help_text=_("The preset, its fields changed or not."))
    with_bots = models.BooleanField(_("with bots"))
    hands = models.PositiveIntegerField(_("hands"), default=0)
    wins = models.PositiveIntegerField(_("hands won"), default=0)
    u = models.PositiveIntegerField(_("plain ù"), default=0)
    u_tron = models.PositiveIntegerField(_("ù tròn"), default=0)
    u_khan = models.PositiveIntegerField(_("ù khan"), default=0)
    dong_hoa = models.PositiveIntegerField(_("đồng hoa trắng"), default=0)
    mom = models.PositiveIntegerField(_("móm"), default=0)
    den = models.PositiveIntegerField(_("hands paid for everyone"), default=0)
    den_units = models.PositiveIntegerField(_("units paid for everyone"), default=0)
    units = models.IntegerField(_("units won or lost"), default=0)
    gold = models.BigIntegerField(_("gold won or lost"), default=0)

    class Meta:
        verbose_name = _("totals")
        verbose_name_plural = _("totals")
        constraints = [models.UniqueConstraint(fields=("user", "preset", "with_bots"), name="one_sum_a_variant")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.preset}"


class Score(models.Model):
    """What a player reached on one leaderboard."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="scores", verbose_name=_("player")
    )
    board = models.CharField(_("leaderboard"), max_length=40, help_text=_("The key of a board."))
    value = models.BigIntegerField(_("score"))
    listed = models.BooleanField(_("listed"), help_text=_("Whether it has a place; if so its step counts it."))

    class Meta:
        verbose_name = _("score")
        verbose_name_plural = _("scores")
        constraints = [models.UniqueConstraint(fields=("user", "board"), name="one_score_a_board")]
        indexes = [
            models.Index(fields=("board", "-value", "user"), condition=models.Q(listed=True), name="scores_by_place"),
            models.Index(fields=("board",), condition=models.Q(listed=False), name="scores_without_place"),
        ]

    def __str__(self) -> str:
        return f"{self.board}: {self.value}"


class Step(models.Model):
    """How many listed scores of a board lie within one range of values: what places are told from."""

    board = models.CharField(_("leaderboard"), max_length=40)
    step = models.IntegerField(_("step"), help_text=_("Of the range: the higher, the higher the scores."))
    count = models.IntegerField(_("scores"), default=0)

    class Meta:
        verbose_name = _("step of a leaderboard")
        verbose_name_plural = _("steps of leaderboards")
        constraints = [models.UniqueConstraint(fields=("board", "step"), name="one_count_a_step")]

    def __str__(self) -> str:
        return f"{self.board}/{self.step}: {self.count}"
