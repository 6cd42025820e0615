"""The administration of this site instead of Django's."""

from django.contrib.admin.apps import AdminConfig
from django.db.models.signals import post_migrate


class StaffAdminConfig(AdminConfig):
    """Admins register there as ever; after each migration, last of all apps, it brings the roles in line."""

    default_site = "accounts.staff.site.StaffSite"

    def ready(self) -> None:
        from allauth.mfa.signals import authenticator_added, authenticator_removed

        from accounts.staff import factor, roles

        super().ready()
        from accounts.staff import log_admin  # noqa: F401  # registers itself

        authenticator_added.connect(factor.note_added)
        authenticator_removed.connect(factor.note_removed)
        post_migrate.connect(roles.settle, sender=self, dispatch_uid="accounts.staff.roles.settle")
