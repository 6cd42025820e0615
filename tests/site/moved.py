"""The site's addresses with the admin at another one."""

from django.contrib import admin
from django.urls import path

from phom_site.urls import urlpatterns as site

handler500 = "phom_site.errors.server_error"
urlpatterns = [path("office/", admin.site.urls), *(pattern for pattern in site if str(pattern.pattern) != "admin/")]
