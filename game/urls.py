"""The game's addresses."""

from django.urls import path

from game import company_views, fair_views, friend_views, history_views, seat_views, talk_views, views

urlpatterns = [
    path("", views.home, name="home"),
    path("help/", views.help, name="help"),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:preset>/", views.rules_of, name="rules_of"),
    path("fair/", fair_views.fair, name="fair"),
    path("guide/", views.guide, name="guide"),
    path("play/", views.play, name="play"),
    path("tables/new/", seat_views.create_table, name="create_table"),
    path("t/<slug:code>/", views.table, name="table"),
    path("t/<slug:code>/fragment/", views.table_fragment, name="table_fragment"),
    path("t/<slug:code>/sit/", seat_views.take_seat, name="take_seat"),
    path("j/<slug:code>/", seat_views.join, name="join"),
    path("t/<slug:code>/invite/", seat_views.table_invite, name="table_invite"),
    path("t/<slug:code>/qr.svg", seat_views.table_qr, name="table_qr"),
    path("t/<slug:code>/gold/", seat_views.table_gold, name="table_gold"),
    path("t/<slug:code>/leave/", views.leave, name="leave"),
    path("t/<slug:code>/company/", company_views.company_sheet, name="company"),
    path("t/<slug:code>/talk/", talk_views.talk_panel, name="talk"),
    path("t/<slug:code>/talk/mute/", talk_views.mute, name="talk_mute"),
    path("t/<slug:code>/talk/report/", talk_views.report, name="talk_report"),
    path("friends/online/", friend_views.friends_online, name="whereabouts"),
    path("calls/", friend_views.calls, name="calls"),
    path("t/<slug:code>/decline/", friend_views.decline, name="decline_call"),
    path("t/<slug:code>/friends/", friend_views.table_friends, name="table_friends"),
    path("t/<slug:code>/friends/<int:pk>/", friend_views.invite, name="invite_friend"),
    path("t/<slug:code>/deal/", fair_views.deal_sheet, name="deal_sheet"),
    path("t/<slug:code>/last/", fair_views.last_hand, name="last_hand"),
    path("history/", history_views.history, name="history"),
    path("history/download/", history_views.download, name="history_download"),
    path("players/<int:pk>/hands/", history_views.hands_of, name="hands_of"),
    path("hands/n/<int:pk>/", history_views.hand_of, name="hand_of"),
    path("hands/<slug:public_id>/", history_views.replay, name="replay"),
    path("hands/<slug:public_id>/steps/", history_views.steps, name="replay_steps"),
    path("hands/<slug:public_id>.jsonl", history_views.hand_record, name="hand_record"),
]
