"""Whose pages may open a socket: our own."""

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier

from game.sockets import NO_LAYER

WebsocketDenier.channel_layer_alias = NO_LAYER  # whoever is denied is denied without one, too


class SameOriginValidator:
    """Denies a socket whose Origin is not the very host it is asked of, port included: cookies know no ports.

    That this host is one of ours is for AllowedHostsOriginValidator to say.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1").lower()
        denied = _host_of(headers.get(b"origin", b"").decode("latin-1")) != host
        return await (WebsocketDenier.as_asgi() if denied else self.application)(scope, receive, send)


def _host_of(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc.lower() or None
    except ValueError:
        return None
