from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.models import User


@admin.register(User)
class PlayerAdmin(UserAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    list_display = ("display_name", "username", "is_guest", "date_joined", "last_login")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("display_name", "username", "email")
    fieldsets = (*(UserAdmin.fieldsets or ()), (_("Player"), {"fields": ("display_name", "is_guest")}))
    add_fieldsets = (*UserAdmin.add_fieldsets, (_("Player"), {"fields": ("display_name",)}))
