"""Addresses of a site that has Google set up."""

from allauth.socialaccount.providers.google.urls import urlpatterns as google

from phom_site.urls import handler500
from phom_site.urls import urlpatterns as ours

urlpatterns = [*ours, *google]

__all__ = ["handler500", "urlpatterns"]
