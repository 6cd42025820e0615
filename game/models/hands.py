"""The record of every hand. Only `game.live` writes here."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.stakes import LOWEST
from game.models.tables import GONE, SEED_BYTES, Table, TableSeat
from game.rules.record import FORMAT
from game.rules.shuffle import commitment

PUBLIC_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"
PUBLIC_LENGTH = 10


def new_public_id() -> str:
    """What a hand is called in links: nobody can guess it from another hand's."""
    return "".join(secrets.choice(PUBLIC_SIGNS) for _ in range(PUBLIC_LENGTH))


class HandRecord(models.Model):
    """A hand as R11 keeps it: the pack and the actions; everything else follows by the rules."""

    public_id = models.CharField(
        _("public id"), max_length=PUBLIC_LENGTH, unique=True, default=new_public_id, help_text=_("In links to it.")
    )
    table = models.ForeignKey(Table, models.CASCADE, related_name="hands", verbose_name=_("table"))
    number = models.PositiveIntegerField(_("number"), help_text=_("At this table, from 1."))
    rules = models.PositiveSmallIntegerField(_("version of the rules"))
    variant = models.JSONField(_("variant"))
    seats = models.PositiveSmallIntegerField(_("seats"))
    leader = models.PositiveSmallIntegerField(_("leader"))
    u_before = models.PositiveSmallIntegerField(_("seat with ù in the hand before"), null=True, blank=True)
    pack = models.JSONField(_("pack"))
    actions = models.JSONField(_("actions"), default=list)
    version = models.PositiveIntegerField(_("version"), default=0, help_text=_("The number of actions."))
    timed_out = models.JSONField(
        _("played by the clock"),
        default=list,
        help_text=_("The versions that the clock made for a person at the table."),
    )
    times = models.JSONField(
        _("times"),
        default=list,
        help_text=_("Of each action, in milliseconds since the deal; below zero: not by a person. Empty if old."),
    )
    voided_at = models.DateTimeField(
        _("voided at"), null=True, blank=True, help_text=_("By a moderator, before its end: nobody pays.")
    )
    result = models.JSONField(_("result"), null=True, blank=True)
    server_seed = models.CharField(_("server seed"), max_length=2 * SEED_BYTES)
    player_seeds = models.JSONField(
        _("players' seeds"), default=list, help_text=_("By seat; empty texts for bots and browsers that sent none.")
    )
    stake = models.CharField(_("room"), max_length=12, default=LOWEST)
    unit = models.PositiveIntegerField(_("gold a unit"), default=0, help_text=_("0: not played for gold."))
    fee = models.PositiveIntegerField(
        _("fee"), null=True, blank=True, help_text=_("Of each player, in gold; empty in old records: as R8.4 has it.")
    )
    preset = models.CharField(_("preset"), max_length=12, default="", help_text=_("That the variant started from."))
    is_preset = models.BooleanField(_("preset unchanged"), default=True)
    people_only = models.BooleanField(_("people only"), default=False, help_text=_("No seat was dealt to a bot."))
    started_at = models.DateTimeField(_("started at"))
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    weighed = models.BooleanField(
        _("weighed"), default=False, help_text=_("Whether it is counted in what signals of unfair play are found from.")
    )

    class Meta:
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        constraints = [models.UniqueConstraint(fields=("table", "number"), name="one_hand_a_number")]
        indexes = [
            models.Index(fields=("started_at",), name="hands_by_time"),
            models.Index(
                fields=("started_at",), condition=Q(weighed=False, ended_at__isnull=False), name="hands_to_weigh"
            ),
            models.Index(fields=("-id",), condition=Q(ended_at=None), name="hands_in_play"),
            models.Index(fields=("-id",), condition=Q(voided_at__isnull=False), name="hands_voided"),
        ]
        permissions = [("void_hand", _("Can void a hand in play"))]

    def __str__(self) -> str:
        return self.called(self.log_name, str(self.pk))

    @property
    def log_name(self) -> str:
        return f"{self.table.code} {self.number}"

    @staticmethod
    def called(name: str, _number: str) -> str:
        """By what everybody knows it: the table's code, and its number there."""
        code, _space, number = name.partition(" ")
        return gettext("table %(code)s, hand %(number)s") % {"code": code, "number": number} if number else name

    def as_record(self) -> dict[str, Any]:
        """The record in R11's form; of a finished hand with its ``deal``, by which anybody can check the pack; of one
        that was called off with its ``deal``, but without a result."""
        record = {
            "format": FORMAT,
            "rules": self.rules,
            "variant": self.variant,
            "seats": self.seats,
            "leader": self.leader,
            "u_before": self.u_before,
            "pack": self.pack,
            "actions": self.actions,
        }
        if self.voided_at:
            return record | {"voided": True, "deal": self.as_deal()}
        return record if self.result is None else record | {"result": self.result, "deal": self.as_deal()}

    def as_deal(self) -> dict[str, Any]:
        """What the pack was made of. Nobody may see it before the hand is over."""
        return {
            "server_seed": self.server_seed,
            "commitment": commitment(bytes.fromhex(self.server_seed)),
            "player_seeds": self.player_seeds,
            "hand_number": self.number,
        }


class HandPlayer(models.Model):
    """Who held a seat of a hand, and what it brought."""

    hand = models.ForeignKey(HandRecord, models.CASCADE, related_name="players", verbose_name=_("hand"))
    seat = models.PositiveSmallIntegerField(_("seat"), help_text=_("As the hand's record counts, from 0."))
    position = models.PositiveSmallIntegerField(_("position"), help_text=_("At the table."))
    chair = models.ForeignKey(TableSeat, models.SET_NULL, null=True, related_name="+", verbose_name=_("sitting"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="hands", verbose_name=_("player")
    )
    bot = models.CharField(_("bot"), max_length=20, blank=True)
    name = models.CharField(_("name"), max_length=40)
    face = models.CharField(_("face"), max_length=20, blank=True, help_text=_("Of a bot."))
    units = models.IntegerField(_("units"), null=True, blank=True)
    gold = models.BigIntegerField(
        _("gold"), null=True, blank=True, help_text=_("Fee and jackpot included; empty: not played for gold.")
    )
    place = models.PositiveSmallIntegerField(_("place"), null=True, blank=True, help_text=_("1 for the winner."))
    u = models.CharField(_("ù"), max_length=8, blank=True, help_text=_("The kind that this player made."))
    mom = models.BooleanField(_("móm"), default=False)
    den = models.PositiveIntegerField(_("units paid for everyone"), default=0)

    class Meta:
        verbose_name = _("player of a hand")
        verbose_name_plural = _("players of hands")
        ordering = ("seat",)
        constraints = [models.UniqueConstraint(fields=("hand", "seat"), name="one_player_a_seat")]
        indexes = [
            models.Index(
                fields=("user", "-hand"), condition=Q(units__isnull=False), name="finished_hands_newest_first"
            ),
            models.Index(fields=("gold",), condition=Q(gold__isnull=False), name="hands_by_gold"),
            models.Index(fields=("-hand",), condition=Q(u__gt=""), name="hands_with_u"),
            models.Index(fields=("-hand",), condition=Q(mom=True), name="hands_with_mom"),
            models.Index(fields=("-hand",), condition=Q(den__gt=0), name="hands_paid_for_everyone"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.seat})"

    @property
    def shown_name(self) -> str:
        """What the player was called then."""
        return self.name or str(GONE)
