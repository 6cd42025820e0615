"""The ASGI application: pages by Django, sockets by the game's consumers, for our own origin and with its sessions."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phom_site.settings")
pages = get_asgi_application()

from game.routing import websocket_urlpatterns  # noqa: E402  models are there only after the set-up above

application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)
