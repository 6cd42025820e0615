"""The site's addresses and one that fails, for tests of the failure."""

from typing import NoReturn

from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import HttpRequest
from django.urls import path

from phom_site.urls import urlpatterns as site


def broken(request: HttpRequest) -> NoReturn:
    raise RuntimeError("the reason that nobody outside may read")


def lost(request: HttpRequest) -> NoReturn:
    raise OperationalError("the reason that nobody outside may read")


def forbidden(request: HttpRequest) -> NoReturn:
    raise PermissionDenied("the reason that nobody outside may read")


handler500 = "phom_site.errors.server_error"
urlpatterns = [*site, path("broken/", broken), path("lost/", lost), path("forbidden/", forbidden)]
