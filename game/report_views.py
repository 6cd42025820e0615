"""Reporting a player, a message or a hand, in a sheet or on a page of its own; the own reports and their answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.numerals import an_id
from accounts.returning import way_back
from game import screens
from game.live import replays, reports
from game.live.refused import Refused
from game.live.scene import scene
from game.live.talk import text_of
from game.models import LONGEST_REPORT, HandPlayer, HandRecord, Message, Report, Table
from game.report_forms import ReportForm

FORBIDDEN, CONFLICT, UNPROCESSABLE, NOTHING = 403, 409, 422, 204
reporting = require_http_methods(["GET", "HEAD", "POST"])


class Subject(NamedTuple):
    """What is to be reported."""

    kind: str
    """Of Report.Kind."""
    file: Callable[[ReportForm], Report]
    """Reports it as a valid form says; Refused."""
    back: str
    """Where it is to be seen."""
    name: str = ""
    text: str = ""
    """Of a message."""
    players: list[HandPlayer] = []
    """Those of a hand whom it may be about."""


@never_cache
@reporting
def report_player(request: HttpRequest, pk: int) -> HttpResponse:
    """A player, as met anywhere or at a ``table``."""
    player = get_object_or_404(User, pk=an_id(pk), erased_at=None)
    code = request.GET.get("table", "")[:12]

    def file(form: ReportForm) -> Report:
        return reports.of_player(player, _reporter(request), form.word, code)

    back = reverse("table", args=[code]) if Table.objects.filter(code=code).exists() else reverse("profile", args=[pk])
    return _answer(request, lambda: Subject(Report.Kind.PLAYER, file, back, player.display_name))


@never_cache
@reporting
def report_message(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """A message, for whoever may read it at its table."""
    return _answer(request, partial(_message, request, code, an_id(pk)))


@never_cache
@reporting
def report_hand(request: HttpRequest, public_id: str) -> HttpResponse:
    """A finished hand, for whoever may see it."""
    return _answer(request, partial(_hand, request, public_id))


def _message(request: HttpRequest, code: str, pk: int) -> Subject:
    try:
        scene(code, request.user)
        message = reports.message_of(code, pk, _reporter(request))
    except (Table.DoesNotExist, Message.DoesNotExist) as missing:
        raise Http404 from missing

    def file(form: ReportForm) -> Report:
        return reports.of_message(code, pk, _reporter(request), form.word)

    back, text = reverse("table", args=[code]), text_of(message.kind, message.text)
    return Subject(Report.Kind.MESSAGE, file, back, message.shown_name, text)


def _hand(request: HttpRequest, public_id: str) -> Subject:
    try:
        hand = replays.find(public_id, request.user.pk)
    except HandRecord.DoesNotExist as missing:
        raise Http404 from missing

    def file(form: ReportForm) -> Report:
        return reports.of_hand(public_id, _reporter(request), form.word, form.whom)

    players = reports.others_in(hand, _reporter(request))
    return Subject(Report.Kind.HAND, file, reverse("replay", args=[public_id]), players=players)


def _answer(request: HttpRequest, find: Callable[[], Subject]) -> HttpResponse:
    """The form, what is wrong with it, or thanks; only for players, guests among them."""
    if not isinstance(request.user, User):
        return _show(request, {"is_visitor": True}, FORBIDDEN)
    try:
        subject = find()
    except Refused as refused:
        return _show(request, {"fault": screens.words(refused.code, refused.data)}, FORBIDDEN)
    form = ReportForm(subject.kind, subject.players, request.POST if request.method == "POST" else None)
    shown = {"subject": subject, "form": form, "most": LONGEST_REPORT}
    if request.method != "POST":
        return _show(request, shown)
    if not form.is_valid():
        return _show(request, shown, UNPROCESSABLE)
    try:
        subject.file(form)
    except Refused as refused:
        return _show(request, shown | {"fault": screens.words(refused.code, refused.data)}, CONFLICT)
    return _thank(request)


def _thank(request: HttpRequest) -> HttpResponse:
    if _is_part(request):
        return render(request, "reports/thanks.html")
    messages.success(request, gettext("Thank you: somebody will look at it."))
    return redirect("own_reports")


def _show(request: HttpRequest, shown: dict[str, object], status: int = 200) -> HttpResponse:
    """The sheet that opens, whatever it says; what changes in it after a press; or a page."""
    shown |= {"action": request.get_full_path()}
    if not _is_part(request):
        return render(request, "reports/page.html", shown, status=status)
    if request.method == "POST":
        return render(request, "reports/form.html", shown, status=status)
    return render(request, "reports/sheet.html", shown)


def _reporter(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def _is_part(request: HttpRequest) -> bool:
    """Whether a page that is there asks for a part of it."""
    return "HX-Request" in request.headers


# -- the own ones -------------------------------------------------------------------------------------


@require_safe
@never_cache
def own_reports(request: HttpRequest) -> HttpResponse:
    """What the reader reported and what came of it; whoever has seen an answer here has read it."""
    user = request.user
    if not isinstance(user, User):
        return render(request, "reports/own.html")
    page = reports.page_of(user, an_id(request.GET.get("before")) or None)
    rows = [(report, reports.said(report)) for report in page.reports]
    response = render(request, "reports/own.html", {"rows": rows, "before": page.before})
    reports.read(user, [report.pk for report in page.reports])
    return response


@require_POST
def answer_read(request: HttpRequest, pk: int) -> HttpResponse:
    """The reader has read the answer to that report; back to where it was, or nothing for a page that waits."""
    if isinstance(request.user, User):
        reports.read(request.user, [an_id(pk)])
    return HttpResponse("") if _is_part(request) else redirect(way_back(request.POST, otherwise="own_reports"))
