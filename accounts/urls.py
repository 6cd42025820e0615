"""Addresses of what belongs to people."""

from django.urls import include, path

from accounts import (
    account_views,
    announcement_views,
    friend_views,
    gold_views,
    leaderboard_views,
    profile_views,
    sanction_views,
    views,
)

urlpatterns = [
    path("account/", account_views.account, name="account"),
    path("account/name/", account_views.change_name, name="change_name"),
    path("account/elsewhere/", account_views.sign_out_elsewhere, name="sign_out_elsewhere"),
    path("account/data/", account_views.download_data, name="download_data"),
    path("account/delete/", account_views.delete_account, name="delete_account"),
    path("account/", include("accounts.entrance.urls")),
    path("settings/", views.settings, name="settings"),
    path("gold/", gold_views.gold, name="statement"),
    path("gold/relief/", gold_views.relief, name="relief"),
    path("players/<int:pk>/", profile_views.profile, name="profile"),
    path("friends/", friend_views.friends_page, name="friends"),
    path("friends/<int:pk>/", friend_views.change, name="friend"),
    path("notice/", sanction_views.notice, name="notice"),
    path("notice/over/", sanction_views.notice_over, name="notice_over"),
    path("sanctions/", sanction_views.own, name="sanctions"),
    path("sanctions/<int:pk>/read/", sanction_views.read, name="sanction_read"),
    path("appeal/<int:pk>/", sanction_views.appeal, name="appeal"),
    path("announcements/", announcement_views.announcements, name="announcements"),
    path("announcements/<int:pk>/away/", announcement_views.put_away, name="announcement_away"),
    path("leaderboards/", leaderboard_views.leaderboards_page, name="leaderboards"),
]
