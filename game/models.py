"""Tables, who sits at them, and the record of every hand. Only `game.live` writes them."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.stakes import LOWEST, STAKES
from game.rules.record import FORMAT
from game.rules.shuffle import commitment
from game.rules.variants import MULTIPLIERS

ROOMS = [(stake.key, stake.key) for stake in STAKES.values()]


class Phase(models.TextChoices):
    """What a table is doing."""

    WAITING = "waiting", _("waiting for players")
    PLAYING = "playing", _("playing")
    RESULT = "result", _("between two hands")


class BotSpeed(models.TextChoices):
    """How much time bots take at a table."""

    SLOW = "slow", _("slow")
    NORMAL = "normal", _("normal")
    FAST = "fast", _("fast")


SEED_BYTES = 32
LONGEST_SEED = 64
"""Signs of what a browser adds to a deal."""


def new_seed() -> str:
    """The server's own part of a deal, in hexadecimal."""
    return secrets.token_hex(SEED_BYTES)


GONE = _("a player who left the site")
"""Whoever's account was erased: the name that was kept for it is empty since."""


class Table(models.Model):
    """A table: its rules, where it stands, and when somebody has to be played for."""

    code = models.CharField(_("code"), max_length=12, unique=True)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("host")
    )
    variant = models.JSONField(_("variant"), help_text=_("As in a hand's record: the preset and what differs from it."))
    stake = models.CharField(
        _("room"), max_length=12, choices=ROOMS, default=LOWEST, help_text=_("What a unit is worth.")
    )
    multiplier = models.PositiveSmallIntegerField(
        _("multiplier"), choices=[(times, times) for times in MULTIPLIERS], default=1, help_text=_("Of the unit.")
    )
    places = models.PositiveSmallIntegerField(_("places"), default=4, help_text=_("How many may sit here."))
    short = models.JSONField(
        _("short of gold"),
        default=list,
        blank=True,
        help_text=_("Ids of those who couldn't be dealt in at the last deal."),
    )
    turn_seconds = models.PositiveSmallIntegerField(_("seconds a turn"), default=20)
    bot_speed = models.CharField(
        _("speed of bots"), max_length=6, choices=BotSpeed.choices, default=BotSpeed.NORMAL, help_text=_("The host's.")
    )
    revision = models.PositiveBigIntegerField(_("revision"), default=1, help_text=_("Raised by every visible change."))
    phase = models.CharField(_("phase"), max_length=8, choices=Phase.choices, default=Phase.WAITING)
    hand_number = models.PositiveIntegerField(
        _("hand"), default=0, help_text=_("Of the last hand dealt; 0 before any.")
    )
    next_seed = models.CharField(
        _("seed of the next hand"),
        max_length=2 * SEED_BYTES,
        default=new_seed,
        editable=False,
        help_text=_("The server's. Only its SHA-256 is told before that hand is over."),
    )
    due_at = models.DateTimeField(
        _("due at"), null=True, blank=True, db_index=True, help_text=_("When the clock plays or deals; empty: never.")
    )
    due_in = models.DurationField(
        _("time given"), default=timedelta, help_text=_("What the running deadline gave; a new start gives it again.")
    )
    lease_until = models.DateTimeField(
        _("leased until"), null=True, blank=True, help_text=_("Until then one clock works at this deadline.")
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")

    def __str__(self) -> str:
        return self.code

    @property
    def alias(self) -> str:
        """What browsers know it by in their notes of promises. The code would lead readers of a replay to the table."""
        return salted_hmac("game.table", self.code, algorithm="sha256").hexdigest()[:16]

    def people(self) -> list[TableSeat]:
        """The seats of people who have not left."""
        return list(self.chairs.filter(bot="", left=False))


class TableSeat(models.Model):
    """One sitting of a person or a bot at a table. Whoever comes after gets a row of their own."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="chairs", verbose_name=_("table"))
    position = models.PositiveSmallIntegerField(_("position"), help_text=_("In order of play, from 0."))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="chairs",
        verbose_name=_("player"),
    )
    bot = models.CharField(_("bot"), max_length=20, blank=True)
    name = models.CharField(_("name"), max_length=40)
    face = models.CharField(_("face"), max_length=20, blank=True, help_text=_("Of a bot."))
    score = models.IntegerField(_("units at this table"), default=0)
    ready = models.BooleanField(_("ready"), default=False)
    hand_order = models.CharField(_("order of the hand"), max_length=104, blank=True)
    seen_at = models.DateTimeField(
        _("seen at"), null=True, blank=True, help_text=_("While connected: when a server last said so.")
    )
    acted = models.BooleanField(
        _("acted"), null=True, default=None, help_text=_("In this hand; no: the clock alone did; empty: nobody did.")
    )
    idle_hands = models.PositiveSmallIntegerField(
        _("idle hands"), default=0, help_text=_("Hands in a row in which the clock alone acted for the player.")
    )
    seed = models.CharField(
        _("seed"), max_length=LONGEST_SEED, blank=True, help_text=_("What this player's browser adds to the next deal.")
    )
    left = models.BooleanField(_("left"), default=False, help_text=_("Left for good; goes with the next deal."))

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ("position",)
        constraints = [
            models.UniqueConstraint(fields=("table", "position"), name="one_sitter_a_position"),
            models.UniqueConstraint(fields=("table", "user"), name="one_seat_a_player"),
            models.CheckConstraint(
                condition=Q(user__isnull=True, bot__gt="") | Q(user__isnull=False, bot=""),
                name="seat_of_a_person_or_of_a_bot",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.position})"

    @property
    def shown_name(self) -> str:
        return self.name or str(GONE)

    @property
    def is_person(self) -> bool:
        return not self.bot

    @property
    def is_shut_out(self) -> bool:
        """Whether a moderator closed the player's account."""
        return self.user is not None and not self.user.is_active

    def has_missed(self, hands: int) -> bool:
        """Whether a person let the last hands go by: that many if not connected, else two more."""
        return self.is_person and self.idle_hands >= hands + (0 if self.seen_at is None else 2)


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
    result = models.JSONField(_("result"), null=True, blank=True)
    server_seed = models.CharField(_("server seed"), max_length=2 * SEED_BYTES)
    player_seeds = models.JSONField(
        _("players' seeds"), default=list, help_text=_("By seat; empty texts for bots and browsers that sent none.")
    )
    stake = models.CharField(_("room"), max_length=12, choices=ROOMS, default=LOWEST)
    unit = models.PositiveIntegerField(_("gold a unit"), default=0, help_text=_("0: not played for gold."))
    preset = models.CharField(_("preset"), max_length=12, default="", help_text=_("That the variant started from."))
    is_preset = models.BooleanField(_("preset unchanged"), default=True)
    people_only = models.BooleanField(_("people only"), default=False, help_text=_("No seat was dealt to a bot."))
    started_at = models.DateTimeField(_("started at"))
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)

    class Meta:
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        constraints = [models.UniqueConstraint(fields=("table", "number"), name="one_hand_a_number")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"

    def as_record(self) -> dict[str, Any]:
        """The record in R11's form; of a finished hand with its ``deal``, by which anybody can check the pack."""
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
            models.Index(fields=("user", "-hand"), condition=Q(units__isnull=False), name="finished_hands_newest_first")
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.seat})"

    @property
    def shown_name(self) -> str:
        """What the player was called then."""
        return self.name or str(GONE)
