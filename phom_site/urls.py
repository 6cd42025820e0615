"""Every address of the site: accounts' and the game's own, pages around them, the language switch, the admin."""

from django.contrib import admin
from django.urls import include, path

from phom_site import around
from phom_site.manifest import manifest
from phom_site.offline import offline, worker
from phom_site.style import style

urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    path("manifest.webmanifest", manifest, name="manifest"),
    path("sw.js", worker, name="worker"),
    path("offline/", offline, name="offline"),
    path("style/", style, name="style"),
    path("terms/", around.terms, name="terms"),
    path("privacy/", around.privacy, name="privacy"),
    path("contact/", around.contact, name="contact"),
    path("", include("accounts.urls")),
    path("", include("game.urls")),
]

handler500 = "phom_site.errors.server_error"
