"""The game's sockets."""

from django.urls import path

from game.consumers import TableConsumer

websocket_urlpatterns = [path("ws/t/<slug:code>/", TableConsumer.as_asgi())]
