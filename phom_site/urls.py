"""Every address of the site: the game's own, the language switch, the admin."""

from django.contrib import admin
from django.urls import include, path

from phom_site import views
from phom_site.style import style

urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("sw.js", views.worker, name="worker"),
    path("offline/", views.offline, name="offline"),
    path("style/", style, name="style"),
    path("", include("accounts.urls")),
    path("", include("game.urls")),
]

handler500 = "phom_site.errors.server_error"
