"""What is to be done once the answer to the present request is out. Then the browser has the cookie of its new session,
so that its other pages, which hear that the old one has ended, load themselves with the new one."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

from django.http import HttpRequest, HttpResponse

Deed = Callable[[], object]
_deeds: ContextVar[list[Deed] | None] = ContextVar("deeds", default=None)


def afterwards(deed: Deed) -> None:
    """Do it then; now, where nothing is being answered."""
    deeds = _deeds.get()
    if deeds is None:
        deed()
    else:
        deeds.append(deed)


class AfterwardsMiddleware:
    """Around everything that changes sessions."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        deeds: list[Deed] = []
        before = _deeds.set(deeds)
        try:
            response = self.get_response(request)
        finally:
            _deeds.reset(before)
        if deeds:
            _do_when_closed(response, deeds)
        return response


def _do_when_closed(response: HttpResponse, deeds: list[Deed]) -> None:
    """The server closes an answer when all of it is sent."""
    close = response.close

    def close_and_do() -> None:
        close()
        while deeds:
            deeds.pop(0)()

    response.close = close_and_do  # type: ignore[method-assign]
