"""Who a person is to this site."""

from django.contrib.auth.models import AbstractUser
from django.core.validators import MinLengthValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

NAME_MIN = 3
NAME_MAX = 20


class User(AbstractUser):
    """A player. A guest has an unusable password and a username nobody sees; what others see is `display_name`."""

    display_name = models.CharField(
        _("display name"),
        max_length=NAME_MAX,
        validators=[MinLengthValidator(NAME_MIN)],
        help_text=_("What others see."),
    )
    is_guest = models.BooleanField(_("guest"), default=False, help_text=_("Came in without an account."))
    preferences = models.JSONField(
        _("preferences"),
        default=dict,
        blank=True,
        help_text=_("What was chosen in the settings; the rest is as usual."),
    )

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")

    def __str__(self) -> str:
        return self.display_name or self.username
