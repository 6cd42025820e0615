"""What a browser asks of a table's talk beside its socket: the panel, muting."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import blocks, sanctions
from accounts.models import User
from accounts.numerals import an_id
from game import screens
from game.live import talk
from game.live.refused import Refused
from game.live.scene import Scene, scene
from game.models import Table
from game.screens.talk import panel

FORBIDDEN = 403


@require_safe
@never_cache
def talk_panel(request: HttpRequest, code: str) -> HttpResponse:
    """What was said lately, and what the reader may say."""
    return _panel(request, code)


@require_POST
def mute(request: HttpRequest, code: str) -> HttpResponse:
    """The reader doesn't want to read what a player writes, or with ``off`` wants to again; the panel as it is then."""
    whom = get_object_or_404(User, pk=an_id(request.POST.get("player")), erased_at=None)
    (blocks.unmute if "off" in request.POST else blocks.mute)(_reader(request), whom)
    return _panel(request, code)


def _panel(request: HttpRequest, code: str) -> HttpResponse:
    try:
        seen = _scene(request, code)
    except Refused as refused:
        return HttpResponse(screens.words(refused.code, refused.data), status=FORBIDDEN)
    reader = request.user if isinstance(request.user, User) else None
    sits = seen.viewer is not None or seen.waits
    said = talk.lately(code, reader)
    muted = User.objects.filter(muted_by__by=reader, erased_at=None).order_by("pk") if reader else ()
    shown = panel(code, said, reader, sits and seen.chat, muted)
    shown |= {"is_frozen": "chat_frozen" in seen.by_house, "frozen_words": screens.by_house("chat_frozen")}
    if reader and sanctions.is_muted(reader):
        shown |= {"sits": False, "silenced": screens.words("muted", {})}
    return render(request, "talk/panel.html", shown)


def _scene(request: HttpRequest, code: str) -> Scene:
    """The table as the reader may see it; Refused ``no_spectators``."""
    try:
        return scene(code, request.user)
    except Table.DoesNotExist as missing:
        raise Http404 from missing


def _reader(request: HttpRequest) -> User:
    """Whoever is nobody here can't mute anybody."""
    if not isinstance(request.user, User):
        raise Http404
    return request.user
