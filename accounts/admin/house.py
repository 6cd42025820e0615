"""What the staff sets without a restart, and is logged: the house, its rooms, reserved names, announcements."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.house import house, room_checks, rooms
from accounts.models import Announcement, House, ReservedName, Room
from accounts.staff.admins import Explained, Quick
from accounts.stakes import LOWEST

NEWCOMERS_OUT = _("Newcomers couldn't sit down in the first room: they get %(welcome)s, it takes %(least)s.")


class HouseForm(forms.ModelForm):  # type: ignore[type-arg]  # generic in its stubs only
    """A house that newcomers can play in."""

    def clean_welcome(self) -> int:
        welcome: int = self.cleaned_data["welcome"]
        least = rooms()[LOWEST].least
        if welcome < least:
            raise ValidationError(NEWCOMERS_OUT, params={"welcome": welcome, "least": least})
        return welcome


@admin.register(House)
class HouseAdmin(Explained, admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """The one row there is: its list is its page. What is set holds everywhere within a second or two."""

    form = HouseForm
    actions = None
    fieldsets = (
        (
            _("Maintenance"),
            {
                "fields": ("maintenance", "maintenance_vi", "maintenance_en"),
                "description": _(
                    "Pages say that the site will be back, open tables too, and come back by themselves. Hands stand"
                    " still and go on afterwards; whose turn it is gets the whole time again. The administration stays."
                ),
            },
        ),
        (
            _("Gold"),
            {
                "fields": ("welcome", "relief", "reliefs_a_day", "bot_wins_a_day"),
                "description": _("For what is given from now on; nobody's gold changes."),
            },
        ),
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_change_permission(request, obj) and request.user.has_perm("accounts.set_house")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        return HttpResponseRedirect(reverse("admin:accounts_house_change", args=[1]))


class RoomForm(forms.ModelForm):  # type: ignore[type-arg]  # generic in its stubs only
    """A room that can be played in, the first one by newcomers."""

    def clean_least(self) -> int:
        least: int = self.cleaned_data["least"]
        welcome = house().welcome
        if self.instance.key == LOWEST and least > welcome:
            raise ValidationError(NEWCOMERS_OUT, params={"welcome": welcome, "least": least})
        return least

    def _post_clean(self) -> None:
        super()._post_clean()  # type: ignore[misc]  # not in the stubs
        if self.errors:
            return
        try:
            for check in room_checks:
                check(self.instance)
        except ValidationError as error:
            self.add_error(None, error)


@admin.register(Room)
class RoomAdmin(Explained, admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """What a unit is worth from the next deal on. Rooms stay, for hands were played there; they can be closed."""

    form = RoomForm
    actions = None
    list_display = ("name_vi", "name_en", "key", "unit", "least", "fee_part", "is_open")
    fieldsets = (
        (None, {"fields": ("key", ("name_vi", "name_en"), ("about_vi", "about_en"))}),
        (
            _("Gold"),
            {
                "fields": ("unit", "least", "fee_part"),
                "description": _("Hands in play keep what they were dealt with; the next deal goes by what is set."),
            },
        ),
        (
            _("New tables"),
            {"fields": ("is_open",), "description": _("Tables that are open stay open, and play on.")},
        ),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ("key",) if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(ReservedName)
class ReservedNameAdmin(Explained, Quick, admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """For names that are chosen from now on; who is called so keeps the name."""

    list_display = ("word", "place")
    list_filter = ("place",)
    search_fields = ("word__startswith",)


@admin.register(Announcement)
class AnnouncementAdmin(Explained, Quick, admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """What is told on every page, until it ends or its reader puts it away."""

    list_display = ("text_vi", "text_en", "tone", "begins_at", "ends_at", "state")
    list_filter = ("tone",)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **others: Any) -> Any:
        """Its texts are longer than a line."""
        if db_field.name in ("text_vi", "text_en"):
            others["widget"] = forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField"})
        return super().formfield_for_dbfield(db_field, request, **others)

    @admin.display(description=_("state"))
    def state(self, one: Announcement) -> str:
        now = timezone.now()
        if one.begins_at > now:
            return gettext("to come")
        return gettext("over") if one.ends_at and one.ends_at <= now else gettext("shown")
