"""The game's addresses."""

from django.urls import path

from game import views

urlpatterns = [
    path("", views.home, name="home"),
    path("help/", views.help, name="help"),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:preset>/", views.rules_of, name="rules_of"),
    path("guide/", views.guide, name="guide"),
    path("play/", views.play, name="play"),
    path("t/<slug:code>/", views.table, name="table"),
    path("t/<slug:code>/fragment/", views.table_fragment, name="table_fragment"),
    path("t/<slug:code>/leave/", views.leave, name="leave"),
]
