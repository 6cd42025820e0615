"""The queue of what players want looked at: open ones first, each with its evidence, claimed and decided in place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Min, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.admin import finding, players, sanctions
from accounts.models import Sanction, User
from accounts.numerals import an_id
from accounts.staff.admins import Linked, Quick, ReadOnly, barred, listing, reasoned
from accounts.staff.queues import Queue, counted, queue
from game import screens
from game.admin import evidence
from game.admin.decisions import Answer, Decision
from game.admin.states import State
from game.live import deciding
from game.live.deciding import CLAIMED, Ruling
from game.live.moment import now
from game.live.refused import Refused
from game.models import Report

MAY_DECIDE = "game.decide_report"


class Work(State):
    """By who works at it, too."""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("open", _("open")),
            ("free", _("open, claimed by nobody")),
            ("mine", _("claimed by me")),
            ("decided", _("decided")),
            ("all", _("all")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Report]) -> QuerySet[Report]:
        fresh = Q(claimed_by__isnull=False, claimed_at__gt=now() - CLAIMED)
        wanted = {
            "open": Q(handled_at=None),
            "free": Q(handled_at=None) & ~fresh,
            "mine": Q(handled_at=None, claimed_by=self.user.pk) & fresh,
            "decided": Q(handled_at__isnull=False),
        }
        return queryset.filter(wanted.get(self.value(), Q()))


def _closes(report: Report) -> str:
    """What closing does to a report."""
    return gettext("closed; whoever reported is told so") if report.handled_at is None else gettext("decided already")


@reasoned(_("Close: nothing is done"), MAY_DECIDE, preview=_closes, form=Answer, chunk=1)
def close(modeladmin: Any, request: HttpRequest, chunk: QuerySet[Report], why: str, outcome: str, answer: str) -> None:
    """One after the other, so that few rows are held at once; what others have claimed or decided meanwhile ends it,
    and what was closed before it stays closed."""
    for report in chunk:
        try:
            deciding.decide(report.pk, (), cast(User, request.user), Ruling(outcome, why, answer))
        except Refused as refused:
            raise ValidationError(f"{report.pk}: {screens.words(refused.code, refused.data)}") from refused


def ways(user: User) -> Iterator[SafeString]:
    """From a player to what was reported of and by the player."""
    yield listing(Report, _("reports about the player"), reported__id__exact=user.pk)
    yield listing(Report, _("reports by the player"), reporter__id__exact=user.pk)


def ways_of_sanction(sanction: Sanction) -> Iterator[SafeString]:
    """From a sanction to the reports that led to it."""
    yield listing(Report, _("reports that led to it"), sanction__id__exact=sanction.pk)


players.neighbours.append(ways)
sanctions.neighbours.append(ways_of_sanction)


@admin.register(Report)
class ReportAdmin(Queue, Linked, ReadOnly, Quick, admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """Nobody sees the reports about oneself."""

    nothing, waiting = _("No report is open."), {"state": "open"}
    as_cards = True
    """On a phone each row is one."""
    list_display = ("made_at", "kind", "who", "why", "gist", "sender", "worked_at", "came_of_it")
    list_filter = (Work, "kind", "why", "outcome")
    list_select_related = ("reported", "reporter", "claimed_by", "decided_by")
    search_fields = ("pk",)
    lookups = tuple(f"{name}__id__exact" for name in ("reported", "reporter", "table", "hand", "message", "sanction"))
    search_help_text = _("By number, or by the name of who is reported or reports.")
    show_facets = admin.ShowFacets.NEVER
    actions = (close,)

    # -- the list -------------------------------------------------------------------------------------

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        return super().get_queryset(request).exclude(reported=request.user.pk)

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        """Whoever waits longest comes first; of what was decided the newest."""
        return ("-pk",) if request.GET.get(Work.parameter_name) in ("decided", "all") else ("made_at", "pk")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Report], search_term: str
    ) -> tuple[QuerySet[Report], bool]:
        """By the report's number, or by what players are found by."""
        term = search_term.strip()
        if not term:
            return queryset, False
        people = finding.users(request, term)
        wanted = Q(reported__in=people) | Q(reporter__in=people)
        if pk := an_id(term):
            wanted |= Q(pk=pk)
        return queryset.filter(wanted), False

    def concerned(self, obj: Report) -> list[User]:
        return [obj.reported] if obj.reported else []

    @admin.display(description=_("player"))
    def who(self, report: Report) -> SafeString:
        return self.link(report.reported)

    @admin.display(description=_("reporter"))
    def sender(self, report: Report) -> SafeString:
        return self.link(report.reporter)

    @admin.display(description=_("in short"))
    def gist(self, report: Report) -> str:
        return Truncator(report.words or report.text or "–").chars(60)

    @admin.display(description=_("worked at by"))
    def worked_at(self, report: Report) -> str:
        return str(deciding.holder(report, timezone.now()) or report.decided_by or "–")

    @admin.display(description=_("outcome"))
    def came_of_it(self, report: Report) -> str:
        return report.get_outcome_display() or gettext("open")

    # -- one report -----------------------------------------------------------------------------------

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The evidence; claiming, giving back, deciding."""
        report = self.get_object(request, object_id)
        if report is None:
            self.message_user(request, gettext("There is no such report any more."), messages.WARNING)
            return redirect("admin:game_report_changelist")
        if not self.has_view_permission(request, report):
            raise PermissionDenied
        if request.method == "POST":
            return self._answer(request, report)
        return self._page(request, report)

    def may_decide(self, request: HttpRequest, report: Report) -> bool:
        """Whether this one may work at it."""
        user = cast(User, request.user)
        return user.has_perm(MAY_DECIDE) and not deciding.is_own(report, user)

    def _answer(self, request: HttpRequest, report: Report) -> HttpResponse:
        if not self.may_decide(request, report):
            raise PermissionDenied
        do, user = request.POST.get("do", ""), cast(User, request.user)
        if do == "decide":
            return self._decide(request, report)
        try:
            if do in ("claim", "release"):
                (deciding.claim if do == "claim" else deciding.release)(report.pk, user)
        except Refused as refused:
            self.message_user(request, screens.words(refused.code, refused.data), messages.ERROR)
        return redirect(request.path)

    def _decide(self, request: HttpRequest, report: Report) -> HttpResponse:
        """Whatever is wrong, what was written stays, as long as there is something to decide."""
        if report.handled_at:
            return self._too_late(request)
        known = evidence.of(report, cast(User, request.user))
        form = self._form(request, report, known, request.POST)
        if not form.is_valid():
            return self._page(request, report, known, form)
        try:
            together = form.cleaned_data.get("together", ())
            deciding.decide(report.pk, together, cast(User, request.user), form.ruling)
        except Refused as refused:
            if refused.code == "report_decided":
                return self._too_late(request)
            form.add_error(None, screens.words(refused.code, refused.data))
            return self._page(request, report, known, form)
        except ValidationError as fault:
            form.add_error(None, ValidationError(fault.messages))
            return self._page(request, report, known, form)
        count = 1 + len(together)
        told = ngettext("%(count)s report is decided.", "%(count)s reports are decided.", count) % {"count": count}
        self.message_user(request, told, messages.SUCCESS)
        return redirect("admin:game_report_changelist")

    def _too_late(self, request: HttpRequest) -> HttpResponse:
        """The page that says what was decided instead."""
        self.message_user(request, screens.words("report_decided", {}), messages.ERROR)
        return redirect(request.path)

    def _form(self, request: HttpRequest, report: Report, known: evidence.Evidence, *data: Any) -> Decision:
        near = [(one.pk, self._named(one)) for one in known.near if not self._is_above(request, one)]
        same = [pk for pk, _text in near if pk in known.same]
        return Decision(report, cast(User, request.user), near, *data, initial={"together": same, "whom": ""})

    def _is_above(self, request: HttpRequest, report: Report) -> bool:
        """Whether it is about staff on whom this one may not act."""
        return bool(report.reported and report.reported.is_staff and barred(self, request, report))

    def _named(self, report: Report) -> SafeString:
        """A report in a line, to be chosen."""
        words = Truncator(report.words or report.text).chars(60)
        parts = (report.get_kind_display(), report.get_why_display(), report.reported, report.reporter)
        named = " · ".join(str(part) for part in parts if part)
        return format_html("{} – {} <bdi>{}</bdi>", self.link(report, f"#{report.pk}"), named, words)

    def _page(
        self,
        request: HttpRequest,
        report: Report,
        known: evidence.Evidence | None = None,
        form: Decision | None = None,
    ) -> HttpResponse:
        known = known or evidence.of(report, cast(User, request.user))
        may_decide, holder = self.may_decide(request, report), deciding.holder(report)
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Report %(number)s") % {"number": report.pk},
            "opts": self.opts,
            "report": report,
            "known": known,
            "links": self._links(report),
            "records": self._records(report, known),
            "signals": [(one, self.link(one, one.get_kind_display())) for one in known.signals],
            "holder": holder,
            "is_mine": holder is not None and holder.pk == request.user.pk,
            "may_decide": may_decide,
            "form": (form or self._form(request, report, known)) if may_decide and not report.handled_at else None,
        }
        return TemplateResponse(request, "admin/report.html", context, status=422 if form and form.errors else 200)

    def _links(self, report: Report) -> dict[str, SafeString]:
        """To the neighbours."""
        return {
            "reported": self.link(report.reported),
            "reporter": self.link(report.reporter),
            "decided_by": self.link(report.decided_by),
            "table": self.link(report.table),
            "hand": self.link(report.hand),
            "message": self.link(report.message),
            "sanction": self.link(report.sanction),
        }

    def _records(self, report: Report, known: evidence.Evidence) -> list[tuple[str, evidence.Record, SafeString]]:
        """Earlier reports about the player and by the reporter, with the way to all of them."""
        about, by = gettext("Other reports about the player"), gettext("Other reports by the reporter")
        shown = (about, known.about, "reported"), (by, known.by, "reporter")
        ids = {"reported": report.reported_id, "reporter": report.reporter_id}
        return [
            (title, record, self.listing(Report, _("all"), **{f"{name}__id__exact": ids[name]}))
            for title, record, name in shown
            if record
        ]


@queue(1)
def open_reports(request: HttpRequest) -> SafeString | str:
    """How many wait, and since when."""
    if not request.user.has_perm(MAY_DECIDE):
        return ""
    found = Report.objects.filter(handled_at=None).exclude(reported=request.user.pk)
    (count, said), oldest = counted(found), found.aggregate(oldest=Min("made_at"))["oldest"]
    text = ngettext("%(count)s report is open", "%(count)s reports are open", count) % {"count": said}
    since = date_format(timezone.localtime(oldest), "SHORT_DATETIME_FORMAT") if oldest else ""
    path = reverse("admin:game_report_changelist")
    title, told = capfirst(Report._meta.verbose_name_plural), since and gettext("since %(day)s") % {"day": since}
    return format_html('<h2>{}</h2><p><a href="{}">{}</a> {}</p>', title, path, text, told)
