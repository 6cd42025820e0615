"""What players are told of sanctions against them, and what they have to say to them."""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from typing import cast

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import appeals, sanctions
from accounts.entrance.gates import for_players
from accounts.forms import AppealForm
from accounts.models import Sanction, User
from accounts.numerals import an_id
from accounts.returning import way_back
from accounts.turned_away import turned_away_until


@never_cache
def notice(request: HttpRequest) -> HttpResponse:
    """Why the player is shut out, how long, and how to appeal; or until when a visitor's browser gets no guest; nothing
    for everybody else."""
    user = request.user
    if not isinstance(user, User) and (until := turned_away_until(request)):
        return render(request, "sanctions/turned_away.html", {"until": until}, status=HTTPStatus.FORBIDDEN)
    if not isinstance(user, User) or not sanctions.is_shut_out(user):
        return redirect("home")
    sanction = next((one for one in sanctions.in_force(user) if one.kind in sanctions.SHUT_OUT), None)
    _note_read(user, [sanction] if sanction else [])
    shown = {"sanction": sanction, "may_appeal": sanction and appeals.may_appeal(sanction)}
    return render(request, "sanctions/notice.html", shown, status=HTTPStatus.FORBIDDEN)


@require_safe
@never_cache
def notice_over(request: HttpRequest) -> HttpResponse:
    """What an open notice asks for now and then: nothing while it holds, then the way on."""
    if not isinstance(request.user, User) or sanctions.is_shut_out(request.user):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return render(request, "sanctions/over.html")


@require_safe
@for_players
def own(request: HttpRequest) -> HttpResponse:
    """All that was ever done about the reader, who has read it then."""
    user = cast(User, request.user)
    found = list(sanctions.history(user))
    _note_read(user, found)
    shown = [(sanction, appeals.may_appeal(sanction)) for sanction in found]
    return render(request, "sanctions/page.html", {"sanctions": shown})


@require_POST
@for_players
def read(request: HttpRequest, pk: int) -> HttpResponse:
    """The reader has read of it; nothing left to be told, or back to where that was pressed."""
    sanctions.read(cast(User, request.user), [an_id(pk)])
    if "HX-Request" in request.headers:
        return HttpResponse()
    return redirect(way_back(request.POST))


@require_http_methods(["GET", "HEAD", "POST"])
@for_players
def appeal(request: HttpRequest, pk: int) -> HttpResponse:
    """What the reader has to say to a sanction, once."""
    user = cast(User, request.user)
    sanction = get_object_or_404(sanctions.history(user), pk=an_id(pk))
    _note_read(user, [sanction])
    form = AppealForm(request.POST or None)
    status = HTTPStatus.OK
    if request.method == "POST":
        if form.is_valid() and _made(request, sanction, user, form):
            return redirect("appeal", pk)
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    shown = {"sanction": sanction, "form": form, "may_appeal": appeals.may_appeal(sanction)}
    return render(request, "sanctions/appeal.html", shown, status=status)


def _note_read(user: User, shown: Iterable[Sanction]) -> None:
    """What a page shows in full isn't told on top of it."""
    if fresh := [sanction.pk for sanction in shown if sanction.seen_at is None]:
        sanctions.read(user, fresh)


def _made(request: HttpRequest, sanction: Sanction, user: User, form: AppealForm) -> bool:
    """Whether it could be kept; else the form says why."""
    try:
        appeals.make(sanction, user, form.cleaned_data["text"])
    except ValidationError as error:
        form.add_error("text", error)
        return False
    messages.success(request, _("Thank you. A moderator reads it, and you will be told here what comes of it."))
    return True
