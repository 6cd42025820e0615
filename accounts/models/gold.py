"""What people own: a ledger of gold with two sides to everything. Only `accounts.ledger` writes it.

Amounts are whole gold. Gold comes from the house, whose balance is what it has issued, below zero; it is play money.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.numerals import grouped


class AccountKind(models.TextChoices):
    """Whose gold, or what for."""

    PURSE = "purse", _("purse")
    RESERVE = "reserve", _("set aside")
    JACKPOT = "jackpot", _("jackpot")
    HOUSE = "house", _("house")


OWN = (AccountKind.PURSE, AccountKind.RESERVE)
"""Of one player. They keep their balance and are locked by whoever changes it."""
SHARED = (AccountKind.JACKPOT, AccountKind.HOUSE)
"""Of everyone, hot. Hands only insert entries: nobody waits for anybody, and now and then entries are folded in."""


class EntryKind(models.TextChoices):
    """Why gold moved."""

    WELCOME = "welcome", _("welcome gold")
    RELIEF = "relief", _("relief")
    RESERVE = "reserve", _("set aside for a hand")
    RELEASE = "release", _("back from a hand")
    PAYMENT = "payment", _("payment")
    FEE = "fee", _("fee")
    JACKPOT = "jackpot", _("jackpot")
    CORRECTION = "correction", _("correction")


SELDOM = (EntryKind.WELCOME, EntryKind.RELIEF, EntryKind.CORRECTION)
"""Few entries are of these kinds: found by an index, the others by reading on."""


class Account(models.Model):
    """A place where gold lies."""

    kind = models.CharField(_("kind"), max_length=8, choices=AccountKind.choices)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="gold_accounts",
        verbose_name=_("player"),
        help_text=_("Empty once the player was erased."),
    )
    stake = models.CharField(_("room"), max_length=12, blank=True, help_text=_("Of a jackpot."))
    balance = models.BigIntegerField(
        _("balance"), default=0, help_text=_("In gold; of a jackpot and the house: of the entries folded in.")
    )

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        constraints = [
            models.UniqueConstraint(fields=("user", "kind"), name="one_account_a_player_and_kind"),
            models.UniqueConstraint(fields=("kind", "stake"), condition=Q(kind__in=SHARED), name="one_shared_account"),
            models.CheckConstraint(condition=Q(balance__gte=0) | Q(kind=AccountKind.HOUSE), name="no_debts"),
            models.CheckConstraint(
                condition=Q(kind__in=OWN, stake="")
                | Q(kind=AccountKind.JACKPOT, stake__gt="", user__isnull=True)
                | Q(kind=AccountKind.HOUSE, stake="", user__isnull=True),
                name="account_of_a_player_a_room_or_the_house",
            ),
        ]

    def __str__(self) -> str:
        from accounts.house import rooms  # it reads the models

        room = rooms().get(self.stake)
        return f"{self.get_kind_display()} {self.user or (room.name if room else self.stake)}".strip()

    @property
    def tag(self) -> str:
        """The same in every language."""
        return " ".join(str(part) for part in (self.kind, self.user_id, self.stake) if part)


OF_HANDS = {"deal": _("hand no. %(number)s: set aside"), "end": _("hand no. %(number)s: paid")}
OTHERS = {
    "welcome": _("welcome gold"),
    "relief": _("relief"),
    "correction": _("correction"),
    "erase": _("gold of a player who was deleted"),
}
"""What the references of postings begin with, in words."""


class Posting(models.Model):
    """What happened to gold at once: entries that sum to zero, each kind of them too. None happens twice."""

    reference = models.CharField(_("reference"), max_length=80, unique=True, help_text=_("Says what it is for."))
    hand = models.BigIntegerField(_("hand"), null=True, blank=True, help_text=_("The game's number of it."))
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("posting")
        verbose_name_plural = _("postings")
        indexes = [models.Index(fields=("hand",), condition=Q(hand__isnull=False), name="gold_of_a_hand")]
        permissions = [("correct_gold", _("Can correct gold by entries, for a reason"))]

    def __str__(self) -> str:
        return self.called(self.reference, str(self.pk))

    @property
    def log_name(self) -> str:
        return self.reference

    @staticmethod
    def called(reference: str, number: str) -> str:
        """What it is for, by its reference, in words."""
        kind, _colon, rest = reference.partition(":")
        hand, _colon, step = rest.partition(":")
        if kind == "hand" and step in OF_HANDS:
            return str(OF_HANDS[step]) % {"number": hand}
        return f"{OTHERS[kind]} #{number}" if kind in OTHERS else reference


class Entry(models.Model):
    """Gold into an account, or out of it. Never changed, but that one of a shared account is folded in."""

    posting = models.ForeignKey(Posting, models.PROTECT, related_name="entries", verbose_name=_("posting"))
    account = models.ForeignKey(
        Account, models.PROTECT, related_name="entries", db_index=False, verbose_name=_("account")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=EntryKind.choices)
    amount = models.BigIntegerField(_("amount"), help_text=_("In gold; below zero: out of the account."))
    balance = models.BigIntegerField(
        _("balance"), null=True, blank=True, help_text=_("After this entry; empty in shared accounts.")
    )
    bots = models.BooleanField(_("with bots"), default=False, help_text=_("A payment from or to a bot."))
    folded = models.BooleanField(_("folded in"), default=True, help_text=_("Whether the account's balance has it."))
    at = models.DateTimeField(_("at"), help_text=_("As the posting says."))

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints = [models.CheckConstraint(condition=~Q(amount=0), name="entries_move_gold")]
        indexes = [
            models.Index(fields=("account", "-id"), name="gold_statement"),
            models.Index(fields=("account", "kind", "-id"), name="gold_statement_by_kind"),
            models.Index(fields=("account", "at"), name="gold_over_time"),
            models.Index(fields=("account", "at"), condition=Q(bots=True), name="gold_from_bots"),
            models.Index(fields=("account",), condition=Q(folded=False), name="gold_not_folded_in"),
            models.Index(fields=("kind", "-id"), condition=Q(kind__in=SELDOM), name="gold_of_seldom_kinds"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {grouped(self.amount, signed=True)}"
