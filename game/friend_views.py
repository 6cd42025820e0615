"""Friends at tables: where they are, who is called to a table and who calls."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import friends, sanctions
from accounts.faces import face_of
from accounts.models import User
from accounts.returning import way_back
from game import screens
from game.live import invitations, news, reports, whereabouts
from game.live.moment import now
from game.live.refused import Refused
from game.models import Table, TableSeat

NOTHING, CONFLICT = 204, 409


@require_safe
@never_cache
def friends_online(request: HttpRequest) -> HttpResponse:
    """The reader's friends who are online, and the ways to their tables: a part of the page of friends."""
    return _online(request, None)


@require_safe
@never_cache
def table_friends(request: HttpRequest, code: str) -> HttpResponse:
    """The same at a table: whom the reader may call to it; nothing for whoever has no seat there."""
    table = _seated_at(request, code)
    return _online(request, table) if table else HttpResponse(status=NOTHING)


@require_POST
def invite(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Call an online friend to the table where the reader sits."""
    table = _seated_at(request, code)
    user = request.user
    if table is None or not isinstance(user, User) or pk not in friends.ids_of(user):
        raise Http404
    fault = ""
    try:
        invitations.invite(table, user, get_object_or_404(User, pk=pk))
    except Refused as refused:
        fault = screens.words(refused.code, refused.data)
    if "HX-Request" in request.headers:
        return _online(request, table, fault)
    if fault:
        messages.warning(request, fault)
    return redirect("table_invite", code)


@require_safe
@never_cache
def calls(request: HttpRequest) -> HttpResponse:
    """What was done about the reader, who calls to a table, who wants to be friends. A page asks when its socket says
    so."""
    user = request.user
    return _calls(request, user) if isinstance(user, User) else HttpResponse(status=NOTHING)


@require_POST
def decline(request: HttpRequest, code: str) -> HttpResponse:
    """The reader doesn't come to that table; what is left of the calls, or back to where that was asked for."""
    user = request.user
    if not isinstance(user, User):
        raise Http404
    invitations.decline(user, get_object_or_404(Table, code=code))
    if "HX-Request" in request.headers:
        return _calls(request, user)
    return redirect(way_back(request.POST, otherwise="friends"))


def _calls(request: HttpRequest, user: User) -> HttpResponse:
    asking = friends.waiting(user, since=now() - news.FRESH)[:1]
    shown = {"calls": invitations.waiting_for(user), "asking": asking, "unread": sanctions.unread(user)}
    shown["answers"] = reports.unread(user)[:1]
    return render(request, "friends/calls.html", shown)


def _online(request: HttpRequest, table: Table | None, fault: str = "") -> HttpResponse:
    user = request.user
    if not isinstance(user, User):
        return HttpResponse(status=NOTHING)
    here = [(one, face_of(one.friend.pk, one.friend.display_name)) for one in whereabouts.of(user)]
    called = invitations.invited_by(table, user) if table else set()
    shown = {"here": here, "table": table, "called": called, "fault": fault, "has_friends": bool(friends.ids_of(user))}
    calling = invitations.waiting_for(user) if table is None else []
    return render(request, "friends/online.html", shown | {"calling": calling})


def _seated_at(request: HttpRequest, code: str) -> Table | None:
    """The table; None for whoever has no seat there."""
    table = get_object_or_404(Table, code=code)
    sits = TableSeat.objects.filter(table=table, user=request.user.pk, left=False).exists()
    return table if sits and table.closed_at is None else None
