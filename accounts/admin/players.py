"""Players in the administration: what moderators see of them, rename and remove."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import erasing
from accounts.models import NameChange, User
from accounts.names import changing
from accounts.names.skeleton import skeleton


class NameChangeInline(admin.TabularInline):  # type: ignore[type-arg]  # generic in its stubs only
    """The names a player had before; nobody writes history."""

    model = NameChange
    fields = readonly_fields = ("before", "after", "changed_at")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(User)
class PlayerAdmin(UserAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """A search finds a player by a name that looks like theirs, and by the names they had before."""

    list_display = ("display_name", "username", "is_guest", "date_joined", "seen_at")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("display_name", "username", "email", "name_changes__before")
    fieldsets = (*(UserAdmin.fieldsets or ()), (_("Player"), {"fields": ("display_name", "is_guest", "seen_at")}))
    readonly_fields = ("seen_at",)
    add_fieldsets = (*UserAdmin.add_fieldsets, (_("Player"), {"fields": ("display_name",)}))
    inlines = (NameChangeInline,)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        found, may_repeat = super().get_search_results(request, queryset, search_term)
        alike = queryset.filter(skeleton=skeleton(search_term)) if skeleton(search_term) else queryset.none()
        return found | alike, may_repeat

    def save_model(self, request: HttpRequest, obj: User, form: ModelForm[User], change: bool) -> None:
        """A name that a moderator changes is kept like one that the player changes, and followed like one."""
        before = form.initial.get("display_name", "") if change else ""
        super().save_model(request, obj, form, change)
        if before and before != obj.display_name:
            changing.note(obj, before)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        erasing.erase(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            erasing.erase(user)
