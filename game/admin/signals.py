"""Signals of unfair play, with the numbers they rest on: a person judges each, and nothing follows by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any, cast

from django import forms
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.admin import finding
from accounts.admin.players import neighbours
from accounts.models import User
from accounts.staff import log
from accounts.staff.admins import Linked, Quick, ReadOnly, link, listing, reasoned
from accounts.staff.queues import MOST, Queue, at_least, counted, queue
from game.admin.states import State
from game.fairplay.finding import THRESHOLDS
from game.live.moment import now
from game.models import HandRecord, Signal

MAY_SEE, MAY_JUDGE, MAY_SEE_TRACES = "game.view_signal", "game.judge_signal", "accounts.see_traces"
TRACED = (Signal.Kind.SHARED,)
"""Kinds that tell of addresses and browsers."""
WEEK = timedelta(days=7)

MEANINGS: dict[str, Promise] = {
    "feeding": _(
        "What the player throws is eaten by the next one far more often than discards that looked the same are eaten "
        "among all players. Look whether good throws were passed over for the fed one. Friends who play openly badly "
        "against each other look a little like it."
    ),
    "gold": _(
        "Far more went from one to the other than luck, their places and how both fare with everybody else would bring."
        " A much stronger player who meets a weak one again and again looks a little like it."
    ),
    "shared": _(
        "Both come from the same address or browser, which few have, and sit at one table again and again. Families, "
        "schools and offices do so too: look at how they play against each other."
    ),
    "leaving": _(
        "The player sits down, loses a hand or two to the same other one, and is gone, again and again. Whoever leaves "
        "after every lost hand does so with everybody, which is allowed for."
    ),
    "timing": _(
        "The times between moves vary less than people's do, or many moves come before anybody can have looked: "
        "perhaps a program plays. Somebody who always presses at once looks a little like it."
    ),
    "seeing": _(
        "Choices turned out better than what could be known allows: by the cards that came, by what the seat before "
        "held, or by what the next seat couldn't eat. The player may know other hands or the stock. Look at the hands "
        "below, each choice from that seat."
    ),
}
"""By kind: what it says, and what innocent things look like it."""

NUMBERS: dict[str, Promise] = {
    "hands": _("hands together"),
    "discards": _("discards before the other"),
    "could_be_eaten": _("of them could be eaten"),
    "eaten": _("of them eaten"),
    "expected": _("to be expected"),
    "eaten_of_others": _("eaten by others"),
    "expected_of_others": _("to be expected of others"),
    "units": _("units paid, less those got"),
    "gold": _("in gold"),
    "stays": _("stays at tables with the other"),
    "lost_and_left": _("short ones lost to the other"),
    "times": _("times known"),
    "quick": _("takes within a fifth of a second"),
    "take_seconds": _("usual seconds to take"),
    "take_spread": _("their spread (people: about 0.75)"),
    "throw_seconds": _("usual seconds to throw"),
    "throw_spread": _("their spread (people: about 0.65)"),
    "thrown": _("discards judged"),
    "choices": _("choices judged by the stock"),
    "against_sound_play": _("of them against sound play"),
    "points_gained": _("points gained by the cards that came (by luck: about 0)"),
    "points_gained_against_sound_play": _("the same by choices against sound play"),
    "waited_for": _("cards waited for that the seat before held"),
    "waited_for_expected": _("the same, to be expected"),
    "could_be_eaten_expected": _("that could be eaten, to be expected"),
    "stock": _("strength: the stock"),
    "stock_against_sound_play": _("strength: the stock, against sound play"),
    "seat_before": _("strength: the seat before"),
    "seat_after": _("strength: the seat after"),
    "same_address": _("players with the same address"),
    "same_device": _("players with the same browser"),
    "players": _("players in all"),
}
"""What the facts are called, in the order in which they show."""


def shown_to(user: User) -> QuerySet[Signal]:
    """Those that this member of the staff may see."""
    return Signal.objects.exclude(_hidden_from(user)) if user.has_perm(MAY_SEE) else Signal.objects.none()


def _hidden_from(user: User) -> Q:
    """What is about oneself, as either of both; what rests on traces from those who may not see them."""
    kinds = () if user.has_perm(MAY_SEE_TRACES) else TRACED
    return Q(user=user.pk) | Q(other=user.pk) | Q(kind__in=kinds)


class Judgement(forms.Form):
    """What somebody thinks of a signal."""

    verdict = forms.ChoiceField(label=_("Verdict"), choices=Signal.Verdict.choices, widget=forms.RadioSelect)
    note = forms.CharField(
        label=_("Note"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField"}),
        help_text=_("Stays with the signal, for the staff."),
    )


def _becomes(signal: Signal) -> str:
    """What judging does to a signal."""
    return signal.get_verdict_display() or str(_("not judged yet"))


@reasoned(_("Judge"), MAY_JUDGE, preview=_becomes, form=Judgement)
def judge(modeladmin: Any, request: HttpRequest, chunk: QuerySet[Signal], why: str, verdict: str, note: str) -> None:
    """The verdict is kept and logged. Whatever is to be done about a player is done as a sanction."""
    for signal in chunk.select_for_update(of=("self",)):
        before = log.state(signal)
        signal.verdict, signal.note = verdict, note
        signal.judged_by, signal.judged_at = cast(User, request.user), now()
        signal.save(update_fields=["verdict", "note", "judged_by", "judged_at"])
        log.note(signal.judged_by, "judge", signal, why, before, log.state(signal), user=signal.user)


class Judged(State):
    """Those to be judged first."""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("open", _("to be judged")), ("judged", _("judged")), ("all", _("all"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Signal]) -> QuerySet[Signal]:
        wanted = {"open": Q(judged_at=None), "judged": Q(judged_at__isnull=False)}
        return queryset.filter(wanted.get(self.value(), Q()))


def ways(user: User) -> Iterator[SafeString]:
    """From a player to what was noticed."""
    yield listing(Signal, _("signals about the player"), user__id__exact=user.pk)
    yield listing(Signal, _("signals with another"), other__id__exact=user.pk)


neighbours.append(ways)


@admin.register(Signal)
class SignalAdmin(Queue, Linked, ReadOnly, Quick, admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """Nobody sees what was noticed about oneself."""

    nothing, waiting = _("No signal waits for a verdict."), {"state": "open"}
    list_display = ("found_at", "kind", "user", "other", "strength", "renewed_at", "verdict")
    list_filter = (Judged, "kind", "verdict")
    list_select_related = ("user", "other")
    search_fields = ("pk",)
    lookups = ("user__id__exact", "other__id__exact")
    search_help_text = _("By what players are found by.")
    actions = (judge,)
    fields = (
        "kind",
        "meaning",
        "player",
        "with_whom",
        "strength",
        "numbers",
        "first_hands",
        "found_at",
        "renewed_at",
        "verdict",
        "note",
        "judged_by",
        "judged_at",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Signal]:
        hidden = _hidden_from(cast(User, request.user))
        return super().get_queryset(request).select_related("user", "other").exclude(hidden)

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        """Of those to be judged the strongest first, of others the newest."""
        return ("-pk",) if request.GET.get(Judged.parameter_name) in ("judged", "all") else ("-score", "-pk")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Signal], search_term: str
    ) -> tuple[QuerySet[Signal], bool]:
        if not search_term.strip():
            return queryset, False
        people = finding.users(request, search_term)
        return queryset.filter(Q(user__in=people) | Q(other__in=people)), False

    def concerned(self, obj: Signal) -> Iterable[User]:
        return [user for user in (obj.user, obj.other) if user]

    @admin.display(description=_("strength"), ordering="score")
    def strength(self, signal: Signal) -> str:
        """With what it is told from on, since the kinds aren't measured alike."""
        told_from = number_format(THRESHOLDS[signal.kind], 1)
        return str(_("%(score)s (told from %(least)s)") % {"score": number_format(signal.score, 1), "least": told_from})

    @admin.display(description=_("what it says"))
    def meaning(self, signal: Signal) -> Promise:
        return MEANINGS[signal.kind]

    @admin.display(description=_("player"))
    def player(self, signal: Signal) -> SafeString:
        return self.links([signal.user, *ways(signal.user)])

    @admin.display(description=_("with"))
    def with_whom(self, signal: Signal) -> SafeString | str:
        return self.links([signal.other, *ways(signal.other)]) if signal.other else "–"

    @admin.display(description=_("numbers"))
    def numbers(self, signal: Signal) -> SafeString:
        known = ((name, signal.facts[key]) for key, name in NUMBERS.items() if key in signal.facts)
        rows = ((name, number_format(value, 0 if value == round(value) else 2)) for name, value in known)
        return format_html(
            "<table>{}</table>", format_html_join("", '<tr><th scope="row">{}</th><td>{}</td></tr>', rows)
        )

    @admin.display(description=_("hands to look at first"))
    def first_hands(self, signal: Signal) -> SafeString | str:
        """The record, and the hand once more."""
        hands = HandRecord.objects.filter(pk__in=signal.hands, result__isnull=False).select_related("table")
        lines = ((link(hand), reverse("replay", args=[hand.public_id]), _("See the hand once more")) for hand in hands)
        return format_html_join("", '<div>{} · <a href="{}">{}</a></div>', lines) or "–"


@queue(3)
def signals_of_the_week(request: HttpRequest) -> SafeString | str:
    """How many are new by kind, and how many wait for a verdict."""
    if not request.user.has_perm(MAY_SEE):
        return ""
    signals = shown_to(cast(User, request.user))
    week = signals.filter(found_at__gte=now() - WEEK).order_by()
    young = list(week.values_list("kind", flat=True)[: MOST + 1])
    found, are_more = Counter(young[:MOST]), len(young) > MOST
    told = ((name, at_least(found[kind], are_more)) for kind, name in Signal.Kind.choices if found[kind])
    rows = format_html_join("", "<tr><th scope=row>{}</th><td>{}</td></tr>", told)
    waiting = listing(Signal, _("%(count)s to be judged") % {"count": counted(signals.filter(judged_at=None))[1]})
    return format_html("<h2>{}</h2><p>{}</p><table>{}</table>", _("Signals of the week"), waiting, rows)
