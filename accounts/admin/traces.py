"""From where players come, as hashes: who else came the same way."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts import traces
from accounts.admin import finding
from accounts.models import Trace
from accounts.staff.admins import Linked, Quick, ReadOnly


@admin.register(Trace)
class TraceAdmin(Linked, ReadOnly, Quick, admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """An address that is typed is looked for by its hash; it is kept nowhere."""

    list_display = ("user", "same_address", "same_device", "first_at", "last_at")
    list_select_related = ("user",)
    search_fields = ("pk",)
    lookups = ("user__id__exact", "address", "device")
    search_help_text = _("By an address, by a hash, or by what players are found by.")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_view_permission(request, obj) and request.user.has_perm("accounts.see_traces")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Trace], search_term: str
    ) -> tuple[QuerySet[Trace], bool]:
        term = search_term.strip()
        if not term:
            return queryset, False
        try:
            return queryset.filter(address=traces.hash_of(term)), False
        except ValueError:
            own = Q(address=term.lower()) | Q(device=term.lower())
            return finding.picked(queryset, own | Q(user__in=finding.users(request, term))), False

    @admin.display(description=_("hash of the address"))
    def same_address(self, trace: Trace) -> SafeString:
        return self.listing(Trace, trace.address, address=trace.address)

    @admin.display(description=_("hash of the browser"))
    def same_device(self, trace: Trace) -> SafeString:
        return self.listing(Trace, trace.device, device=trace.device)
