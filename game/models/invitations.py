"""Who was asked to which table. Only `game.live.invitations` writes here."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from game.models.tables import Table


class Invitation(models.Model):
    """The last table to which somebody asked somebody else."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="invitations", verbose_name=_("table"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="invited", verbose_name=_("who invites")
    )
    whom = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations", verbose_name=_("who is invited")
    )
    made_at = models.DateTimeField(_("invited at"), default=timezone.now, db_index=True)
    declined_at = models.DateTimeField(_("declined at"), null=True, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [models.UniqueConstraint(fields=("by", "whom"), name="one_invitation_a_pair")]

    def __str__(self) -> str:
        return f"{self.by_id} → {self.whom_id}: {self.table_id}"
