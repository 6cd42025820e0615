"""The game's sockets."""

from django.urls import path, re_path

from game.consumers import NowhereConsumer, TableConsumer
from game.guide_consumer import GuideConsumer
from game.here_consumer import HereConsumer
from game.lobby_consumer import LobbyConsumer

websocket_urlpatterns = [
    path("ws/t/<slug:code>/", TableConsumer.as_asgi()),
    path("ws/guide/", GuideConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/here/", HereConsumer.as_asgi()),
    re_path("", NowhereConsumer.as_asgi()),
]
