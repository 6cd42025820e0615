"""What browsers keep from our pages, whoever gets a script into one: the Permissions-Policy header."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

REFUSED = (
    "accelerometer",
    "camera",
    "display-capture",
    "encrypted-media",
    "fullscreen",
    "geolocation",
    "gyroscope",
    "hid",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "picture-in-picture",
    "publickey-credentials-get",
    "serial",
    "sync-xhr",
    "usb",
    "xr-spatial-tracking",
)
OURS = ("autoplay", "screen-wake-lock", "web-share")
"""Sounds, a screen that stays on at a table, a table's link handed on: for pages of this site alone, in no frame."""
POLICY = ", ".join([*(f"{name}=()" for name in REFUSED), *(f"{name}=(self)" for name in OURS)])


class PermissionsMiddleware:
    """Says so with each page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers["Permissions-Policy"] = POLICY
        return response
