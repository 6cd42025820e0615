"""The ASGI application: pages by Django, sockets by the game's consumers, for our own origin and with its sessions.

The game's clock runs beside it in the same process, from before the first request (PHOM_CLOCK).
"""

import os
import sys
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phom_site.settings")
pages = get_asgi_application()

from game.live import clock  # noqa: E402  models are there only after the set-up above
from game.routing import websocket_urlpatterns  # noqa: E402
from phom_site import collecting, draining, turns  # noqa: E402
from phom_site.away import SocketsAway  # noqa: E402
from phom_site.origin import SameOriginValidator  # noqa: E402

sockets = SocketsAway(AuthMiddlewareStack(URLRouter(websocket_urlpatterns)))
routes = ProtocolTypeRouter({"http": pages, "websocket": SameOriginValidator(AllowedHostsOriginValidator(sockets))})
serving = draining.Serving(routes, sockets)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve one connection. A server whose loop could not be reached before starts the clock here."""
    if settings.PHOM_CLOCK and not serving.ends:
        clock.start()
    await serving(scope, receive, send)


def start_clock_before_requests() -> None:
    """Under daphne and runserver, which have no start-up event, the reactor that will run calls us first."""
    reactor = sys.modules.get("twisted.internet.reactor")
    if settings.PHOM_CLOCK and reactor is not None:
        reactor.callLater(0, clock.start)


def drain_at_sigterm() -> None:
    """Under daphne and runserver; other servers tell their own way that they end."""
    reactor = sys.modules.get("twisted.internet.reactor")
    if reactor is not None:
        reactor.callLater(0, draining.on_sigterm, serving)


def run_as_a_server() -> None:
    """In a process that serves: tests and commands import this too."""
    reactor = sys.modules.get("twisted.internet.reactor")
    if reactor is not None:
        for begin in (collecting.begin, turns.begin):
            reactor.callLater(0, begin)


def bound_frames() -> None:
    """Under daphne, which also serves runserver; other servers have limits of their own."""
    if "daphne.server" in sys.modules:
        from phom_site import frames

        frames.bound()


start_clock_before_requests()
drain_at_sigterm()
run_as_a_server()
bound_frames()
