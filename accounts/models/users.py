"""Who a person is to this site."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.names import characters
from accounts.names.characters import NAME_MAX, NAME_MIN
from accounts.names.reserved import is_reserved
from accounts.names.skeleton import LONGEST, skeleton
from accounts.signals import change_access

__all__ = ["NAME_MAX", "NAME_MIN", "OF_ACCESS", "OF_SANCTIONS", "Gone", "NameChange", "User"]

OF_ACCESS = ("password", "sign_outs")
"""What sessions hold a proof of: they end when it changes."""
OF_SANCTIONS = ("shut_out_until", "muted_until", "unread_sanctions")
"""What of sanctions is kept with the player; `accounts.sanctions` alone writes it."""


class Gone(Exception):
    """A player was erased since the row was read."""


class User(AbstractUser):
    """A player. A guest has an unusable password and a username nobody sees; what others see is `display_name`.

    Whoever was erased while a hand still held some of their gold stays as an empty row until that hand is over.
    """

    is_personal = True
    """The log keeps no name."""

    display_name = models.CharField(_("display name"), max_length=NAME_MAX, help_text=_("What others see."))
    skeleton = models.CharField(
        _("skeleton"),
        max_length=LONGEST,
        unique=True,
        null=True,
        editable=False,
        help_text=_("What is left of the name where names that look alike are the same; empty without a name."),
    )
    is_guest = models.BooleanField(_("guest"), default=False, help_text=_("Came in without an account."))
    preferences = models.JSONField(
        _("preferences"),
        default=dict,
        blank=True,
        help_text=_("What was chosen in the settings; the rest is as usual."),
    )
    seen_at = models.DateTimeField(
        _("seen at"), default=timezone.now, db_index=True, help_text=_("When last here, to the hour.")
    )
    online_at = models.DateTimeField(
        _("online at"), null=True, blank=True, help_text=_("When a page of theirs was last open, to the half minute.")
    )
    shut_out_until = models.DateTimeField(
        _("shut out until"), null=True, blank=True, editable=False, help_text=_("By a suspension or a ban.")
    )
    muted_until = models.DateTimeField(
        _("muted until"), null=True, blank=True, editable=False, help_text=_("By a moderator.")
    )
    unread_sanctions = models.PositiveSmallIntegerField(
        _("unread sanctions"), default=0, editable=False, help_text=_("Of which the player is told on every page.")
    )
    sign_outs = models.PositiveIntegerField(
        _("sign-outs"), default=0, editable=False, help_text=_("How often every session was ended but the one in use.")
    )
    erased_at = models.DateTimeField(_("erased at"), null=True, blank=True, db_index=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        permissions = (("see_email", _("Can see e-mail addresses")),)
        indexes = [models.Index(fields=("id",), condition=models.Q(is_staff=True), name="users_of_the_staff")]

    def __str__(self) -> str:
        return self.display_name or self.username

    def save(self, *args: Any, update_fields: Any = None, **others: Any) -> None:
        """The skeleton follows the name. A whole row leaves alone what sanctions have written since it was read, and
        brings nobody back: Gone."""
        is_whole = update_fields is None and not self._state.adding
        if is_whole:
            update_fields = self._loaded() - {*OF_SANCTIONS}
        if update_fields is None or "display_name" in update_fields:
            self.skeleton = skeleton(self.display_name) or None
            update_fields = update_fields and {*update_fields, "skeleton"}
        with transaction.atomic():
            if is_whole and not User.objects.select_for_update(no_key=True).filter(pk=self.pk, erased_at=None).exists():
                raise Gone
            super().save(*args, update_fields=update_fields, **others)
            if {*OF_ACCESS, "is_active"}.intersection(update_fields or ()):
                change_access(self.pk)

    def get_session_auth_hash(self) -> str:
        """What sessions hold as a proof: other than before once all of them were ended."""
        return super().get_session_auth_hash() + self._of_sign_outs()

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """The same by older keys of the site."""
        return (proof + self._of_sign_outs() for proof in super().get_session_auth_fallback_hash())

    def _of_sign_outs(self) -> str:
        return f".{self.sign_outs}" if self.sign_outs else ""

    def _loaded(self) -> set[str]:
        """The fields that a whole row has."""
        columns = {field.attname for field in self._meta.concrete_fields if not field.primary_key}
        return columns - self.get_deferred_fields()

    def clean(self) -> None:
        """For the administration's forms; ValidationError. Whoever works for the house may be called so."""
        super().clean()
        self.display_name = characters.tidy(self.display_name)
        characters.check(self.display_name)
        if is_reserved(self.display_name) and not self.is_staff:
            raise ValidationError({"display_name": _("That name is kept for the house.")})
        if User.objects.filter(skeleton=skeleton(self.display_name)).exclude(pk=self.pk).exists():
            raise ValidationError({"display_name": _("Somebody has that name, or one that looks like it.")})


class NameChange(models.Model):
    """One change of a display name, for moderators; the name given up stays the player's for a while."""

    user = models.ForeignKey(User, models.CASCADE, related_name="name_changes", verbose_name=_("player"))
    before = models.CharField(_("name before"), max_length=NAME_MAX)
    after = models.CharField(_("name after"), max_length=NAME_MAX)
    skeleton = models.CharField(_("skeleton of the name before"), max_length=LONGEST, db_index=True)
    changed_at = models.DateTimeField(_("changed at"), default=timezone.now)

    class Meta:
        verbose_name = _("change of name")
        verbose_name_plural = _("changes of names")
        ordering = ("-changed_at",)

    def __str__(self) -> str:
        return f"{self.before} → {self.after}"
