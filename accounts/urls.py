"""Addresses of what belongs to people."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("settings/", views.settings, name="settings"),
]
