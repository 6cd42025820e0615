"""What the staff sets without a restart. Read through `accounts.house`; each change is logged by the administration."""

from __future__ import annotations

from datetime import UTC, datetime

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.languages import either
from accounts.names.skeleton import skeleton
from accounts.stakes import LOWEST

MOST_GIVEN = 10_000_000
"""Gold given at once: sums over all that is ever given stay whole numbers that a database can add."""
MOST_RELIEFS = 100
FIRST_DAY = datetime(2020, 1, 1, tzinfo=UTC)
"""Nothing is told from before; the first days of the calendar are none in other time zones."""


class House(models.Model):
    """The one row of what holds for the whole site. Amounts are in gold."""

    maintenance = models.BooleanField(_("maintenance"), default=False, help_text=_("Nobody can play; no hand goes on."))
    maintenance_vi = models.CharField(_("what is told meanwhile, in Vietnamese"), max_length=200, blank=True)
    maintenance_en = models.CharField(_("what is told meanwhile, in English"), max_length=200, blank=True)
    welcome = models.PositiveIntegerField(_("welcome gold"), default=20_000, validators=[MaxValueValidator(MOST_GIVEN)])
    relief = models.PositiveIntegerField(
        _("relief"),
        default=5_000,
        validators=[MaxValueValidator(MOST_GIVEN)],
        help_text=_("For whoever has less than this."),
    )
    reliefs_a_day = models.PositiveSmallIntegerField(
        _("reliefs a day"),
        default=3,
        validators=[MaxValueValidator(MOST_RELIEFS)],
        help_text=_("With a confirmed address; one otherwise."),
    )
    bot_wins_a_day = models.PositiveIntegerField(
        _("from bots a day"),
        default=5_000,
        validators=[MaxValueValidator(MOST_GIVEN)],
        help_text=_("The most that payments from and to bots come to."),
    )

    class Meta:
        verbose_name = _("settings of the house")
        verbose_name_plural = _("settings of the house")
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="one_house")]
        permissions = [("set_house", _("Can set what holds for the whole site"))]

    def __str__(self) -> str:
        return self.called("", "")

    log_name = ""

    @classmethod
    def called(cls, name: str, number: str) -> str:
        return name or str(cls._meta.verbose_name)

    @property
    def told(self) -> str:
        """What is told while the site is away, in the active language; may be empty."""
        return either(self.maintenance_vi, self.maintenance_en)

    def clean(self) -> None:
        """ValidationError where newcomers would need relief at once, or only some would be told what is going on."""
        if bool(self.maintenance_vi) != bool(self.maintenance_en):
            missing = "maintenance_en" if self.maintenance_vi else "maintenance_vi"
            raise ValidationError({missing: _("Tell it in both languages, or in none.")})
        if self.welcome is not None and self.relief is not None and self.welcome < self.relief:
            raise ValidationError({"welcome": _("Welcome gold can't be less than relief: newcomers would be broke.")})


class Room(models.Model):
    """A stake level: what a unit is worth there, and what one has to own to sit down (R8.8, R8.9)."""

    key = models.SlugField(_("key"), max_length=12, unique=True, help_text=_("In records; never changed."))
    name_vi = models.CharField(_("name in Vietnamese"), max_length=40)
    name_en = models.CharField(_("name in English"), max_length=40)
    about_vi = models.CharField(_("about it, in Vietnamese"), max_length=120, blank=True)
    about_en = models.CharField(_("about it, in English"), max_length=120, blank=True)
    unit = models.PositiveIntegerField(_("gold a unit"), validators=[MinValueValidator(1)])
    least = models.PositiveIntegerField(_("to sit down"), help_text=_("In gold."))
    fee_part = models.PositiveSmallIntegerField(
        _("fee"), default=20, help_text=_("The fee a hand is a unit divided by this, rounded up (R8.4); 0: none.")
    )
    is_open = models.BooleanField(_("open"), default=True, help_text=_("For new tables."))

    class Meta:
        verbose_name = _("room")
        verbose_name_plural = _("rooms")
        ordering = ("unit", "pk")

    def __str__(self) -> str:
        return self.name_vi

    @property
    def name(self) -> str:
        """In the active language."""
        return either(self.name_vi, self.name_en)

    @property
    def about(self) -> str:
        """Whom it is for, in the active language."""
        return either(self.about_vi, self.about_en)

    def clean(self) -> None:
        """ValidationError where the room that newcomers play in would be closed."""
        if self.key == LOWEST and not self.is_open:
            raise ValidationError({"is_open": _("Newcomers play in this room, and whoever plays with bots.")})


class ReservedName(models.Model):
    """A word in names that would pass for the house's own, beside those built in."""

    class Place(models.TextChoices):
        ANYWHERE = "anywhere", _("anywhere in a name")
        WORD = "word", _("as one of its words")
        WHOLE = "whole", _("as the whole name")

    word = models.CharField(_("word"), max_length=40, unique=True)
    place = models.CharField(_("where"), max_length=8, choices=Place.choices, default=Place.WHOLE)

    class Meta:
        verbose_name = _("reserved name")
        verbose_name_plural = _("reserved names")
        ordering = ("word",)

    def __str__(self) -> str:
        return self.word

    def clean(self) -> None:
        """ValidationError for what would be found in every name or in none."""
        if not skeleton(self.word):
            raise ValidationError({"word": _("This has no letters or digits.")})
        if self.place == self.Place.WORD and len(self.word.split()) > 1:
            raise ValidationError({"place": _("These are several words; choose another place.")})


class Announcement(models.Model):
    """Something told on every page for a while."""

    class Tone(models.TextChoices):
        INFO = "info", _("news")
        WARN = "warn", _("warning")

    text_vi = models.CharField(_("text in Vietnamese"), max_length=300)
    text_en = models.CharField(_("text in English"), max_length=300)
    tone = models.CharField(_("tone"), max_length=4, choices=Tone.choices, default=Tone.INFO)
    begins_at = models.DateTimeField(_("begins at"), default=timezone.now, validators=[MinValueValidator(FIRST_DAY)])
    ends_at = models.DateTimeField(_("ends at"), null=True, blank=True, help_text=_("Empty: not by itself."))

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering = ("-begins_at",)

    def __str__(self) -> str:
        return self.text_vi

    @property
    def text(self) -> str:
        """In the active language."""
        return either(self.text_vi, self.text_en)

    def clean(self) -> None:
        """ValidationError where it would be over before it begins, or before anybody has read it."""
        if self.begins_at and self.ends_at and self.ends_at <= self.begins_at:
            raise ValidationError({"ends_at": _("It has to end after it begins.")})
        if self._state.adding and self.ends_at and self.ends_at <= timezone.now():
            raise ValidationError({"ends_at": _("It would be over already.")})


class Trace(models.Model):
    """From where a player came: hashes that tell the same from another, and nothing else. Kept for 90 days."""

    user = models.ForeignKey(
        "accounts.User", models.CASCADE, db_index=False, related_name="traces", verbose_name=_("player")
    )
    address = models.CharField(_("hash of the address"), max_length=16, db_index=True)
    device = models.CharField(_("hash of the browser"), max_length=16, blank=True, db_index=True)
    first_at = models.DateTimeField(_("first at"), default=timezone.now)
    last_at = models.DateTimeField(_("last at"), default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("trace")
        verbose_name_plural = _("traces")
        permissions = [("see_traces", _("Can see from where players came, as hashes"))]
        constraints = [models.UniqueConstraint(fields=("user", "address", "device"), name="one_trace_a_way")]

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} #{self.pk}"
