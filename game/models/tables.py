"""Tables and who sits at them. Only `game.live` writes here."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import OuterRef, Q
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts import sanctions
from accounts.prepared import Select
from accounts.stakes import LOWEST
from game.rules.variants import MULTIPLIERS


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


class Freed(models.TextChoices):
    """Why a seat was taken from somebody who hadn't left."""

    IDLE = "idle", _("missed hands")
    SAT_OUT = "sat_out", _("sat out too long")
    REMOVED = "removed", _("removed by the host")


class Entry(models.TextChoices):
    """Who may sit down at a table."""

    PUBLIC = "public", _("public: everybody, from the lobby")
    LINK = "link", _("by link: whoever has it")
    CODE = "code", _("with code: whoever knows the digits")


PIN_LENGTH = 4
"""Digits of the code that a table may ask for."""
MOST_PLACES = 4
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
    stake = models.CharField(_("room"), max_length=12, default=LOWEST, help_text=_("What a unit is worth."))
    multiplier = models.PositiveSmallIntegerField(
        _("multiplier"), choices=[(times, times) for times in MULTIPLIERS], default=1, help_text=_("Of the unit.")
    )
    places = models.PositiveSmallIntegerField(_("places"), default=MOST_PLACES, help_text=_("How many may sit here."))
    bots_most = models.PositiveSmallIntegerField(_("bots"), default=MOST_PLACES - 1, help_text=_("At most."))
    entry = models.CharField(_("entry"), max_length=6, choices=Entry.choices, default=Entry.LINK)
    pin = models.CharField(_("code for entry"), max_length=PIN_LENGTH, blank=True, help_text=_("Digits."))
    spectators = models.BooleanField(_("spectators"), default=True, help_text=_("Whether others may watch."))
    open_hands = models.BooleanField(
        _("open hands"), default=True, help_text=_("Whether spectators see all hands, a while after the end of each.")
    )
    chat = models.BooleanField(_("chat"), default=True, help_text=_("Whether players may write to each other."))
    chat_frozen = models.BooleanField(_("chat frozen"), default=False, help_text=_("By a moderator."))
    last_hand = models.BooleanField(
        _("last hand"), default=False, help_text=_("A moderator closes the table once its hand is over.")
    )
    last_said = models.PositiveBigIntegerField(
        _("last message"), default=0, editable=False, help_text=_("The id of what was said last.")
    )
    removed = models.JSONField(
        _("messages removed"),
        default=list,
        blank=True,
        editable=False,
        help_text=_("Ids of those that a moderator removed last: they go from open pages."),
    )
    fills_at = models.DateTimeField(
        _("filled at"), null=True, blank=True, help_text=_("When bots take the free places; empty: never.")
    )
    short = models.JSONField(
        _("short of gold"),
        default=list,
        blank=True,
        help_text=_("Ids of those who couldn't be dealt in at the last deal."),
    )
    freed = models.JSONField(
        _("freed seats"), default=dict, blank=True, help_text=_("Ids of those who lost the seat, and why.")
    )
    turn_seconds = models.PositiveSmallIntegerField(_("seconds a turn"), default=20)
    bot_speed = models.CharField(
        _("speed of bots"), max_length=6, choices=BotSpeed.choices, default=BotSpeed.NORMAL, help_text=_("The host's.")
    )
    revision = models.PositiveBigIntegerField(_("revision"), default=1, help_text=_("Raised by every visible change."))
    unseen = models.PositiveBigIntegerField(
        _("unseen changes"), default=0, editable=False, help_text=_("Raised by every change that only its maker sees.")
    )
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
    again = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("again"),
        help_text=_("The table at which the same people go on."),
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        permissions = [("act_on_table", _("Can close tables, freeze their chat and remove messages"))]
        indexes = [
            models.Index(
                fields=("stake", "-id"), condition=Q(closed_at=None, entry="public"), name="public_tables_by_room"
            ),
            models.Index(fields=("phase",), condition=Q(closed_at=None), name="open_tables"),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def alias(self) -> str:
        """What browsers know it by in their notes of promises. The code would lead readers of a replay to the table."""
        return salted_hmac("game.table", self.code, algorithm="sha256").hexdigest()[:16]

    def people(self) -> list[TableSeat]:
        """The seats of people who have not left."""
        return [chair for chair in self.seats() if chair.is_person and not chair.left]

    def seats(self) -> list[TableSeat]:
        """All of them in order of play, as the database has them now."""
        return _SEATS.models(self.pk)

    def seats_of_users(self) -> list[TableSeat]:
        """The same with their users."""
        return _SEATS_OF_USERS.models(self.pk)


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
    away_since = models.DateTimeField(
        _("away since"), default=timezone.now, help_text=_("While not connected: when that began.")
    )
    acted = models.BooleanField(
        _("acted"), null=True, default=None, help_text=_("In this hand; no: the clock alone did; empty: nobody did.")
    )
    idle_hands = models.PositiveSmallIntegerField(
        _("idle hands"),
        default=0,
        help_text=_("Hands in a row in which the clock alone acted for the player, or which the player sat out."),
    )
    seed = models.CharField(
        _("seed"), max_length=LONGEST_SEED, blank=True, help_text=_("What this player's browser adds to the next deal.")
    )
    left = models.BooleanField(_("left"), default=False, help_text=_("Left for good; goes with the next deal."))
    sits_out = models.BooleanField(_("sits out"), default=False, help_text=_("Keeps the seat, but isn't dealt in."))
    leaves = models.BooleanField(_("leaves"), default=False, help_text=_("Leaves when this hand is over."))
    wants = models.PositiveSmallIntegerField(
        _("wants"), null=True, blank=True, help_text=_("The position of somebody with whom to change places.")
    )

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
        indexes = [models.Index(fields=("seen_at",), name="seats_of_who_is_here", condition=Q(seen_at__isnull=False))]

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
        """Whether a moderator keeps the player out."""
        return self.user is not None and sanctions.is_shut_out(self.user)

    def has_missed(self, hands: int) -> bool:
        """Whether a person let the last hands go by: that many if not connected, else two more."""
        return self.is_person and self.idle_hands >= hands + (0 if self.seen_at is None else 2)


_SEATS = Select(lambda table: TableSeat.objects.filter(table=table))
_SEATS_OF_USERS = Select(lambda table: TableSeat.objects.filter(table=table).select_related("user"))


def people_at(table: OuterRef) -> models.QuerySet[TableSeat]:
    """The seats of people, at the table of an outer query."""
    return TableSeat.objects.filter(table=table, bot="", left=False)


class Exclusion(models.Model):
    """Somebody whom the host removed from a table, and until when."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="exclusions", verbose_name=_("table"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player"))
    until = models.DateTimeField(_("until"))

    class Meta:
        verbose_name = _("exclusion")
        verbose_name_plural = _("exclusions")
        constraints = [models.UniqueConstraint(fields=("table", "user"), name="one_exclusion_a_player")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.table_id}"


class Spectator(models.Model):
    """Somebody who watches a table: kept fresh by the server process that holds the socket."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="spectating", verbose_name=_("table"))
    key = models.CharField(_("key"), max_length=24, help_text=_("One a player, else one a socket."))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        related_name="+",
        verbose_name=_("player"),
        help_text=_("Empty for visitors."),
    )
    seen_at = models.DateTimeField(_("seen at"))

    class Meta:
        verbose_name = _("spectator")
        verbose_name_plural = _("spectators")
        constraints = [models.UniqueConstraint(fields=("table", "key"), name="once_a_spectator")]

    def __str__(self) -> str:
        return f"{self.key}: {self.table_id}"


class Onlooker(models.Model):
    """Somebody who looks at the lobby: kept fresh by the server process that holds the socket."""

    key = models.CharField(_("key"), max_length=24, unique=True, help_text=_("One a player, else one a socket."))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        related_name="+",
        verbose_name=_("player"),
        help_text=_("Empty for visitors."),
    )
    seen_at = models.DateTimeField(_("seen at"))

    class Meta:
        verbose_name = _("onlooker")
        verbose_name_plural = _("onlookers")

    def __str__(self) -> str:
        return self.key


class Peek(models.Model):
    """A moderator who sees all cards at a table for a while, and why. Only `game.live.peeking` writes here."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="peeks", verbose_name=_("table"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("moderator"))
    why = models.TextField(_("why"))
    begun_at = models.DateTimeField(_("begun at"), default=timezone.now)
    until = models.DateTimeField(_("until"))

    class Meta:
        verbose_name = _("look at closed cards")
        verbose_name_plural = _("looks at closed cards")
        permissions = [("peek_table", _("Can look at all hands of a table, for a reason"))]
        indexes = [models.Index(fields=("table", "user", "until"), name="who_sees_all")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.table_id}"
