"""The page on which gold is put right: it asks for amounts and a reason, shows what they come to, and does it once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast
from uuid import uuid4

from django import forms
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import ledger
from accounts.ledger import corrections
from accounts.ledger.corrections import MAY, MOST, Correction
from accounts.models import User
from accounts.models.gold import Posting
from accounts.numerals import an_id, grouped
from accounts.staff.acting import Why

if TYPE_CHECKING:
    from accounts.admin.gold import PostingAdmin

Line = tuple[User, int, int, int]
"""A player, what the purse holds, what is moved, what it holds then."""


class Amounts(forms.Form):
    """An amount for each player, one for the house, and why."""

    key = forms.RegexField(r"^[0-9a-f]{32}$", widget=forms.HiddenInput)
    house = forms.IntegerField(
        label=_("The house's part"),
        initial=0,
        min_value=-4 * MOST,
        max_value=4 * MOST,
        help_text=_("All sums to zero."),
    )
    why = Why.base_fields["why"]

    def __init__(self, players: list[User], data: Any = None) -> None:
        super().__init__(data, initial={"key": uuid4().hex})
        for user in players:
            has = gettext("In the purse: %(gold)s") % {"gold": grouped(ledger.balance(user.pk))}
            field = forms.IntegerField(
                label=str(user), initial=0, min_value=-MOST, max_value=MOST, help_text=has, required=True
            )
            self.fields[f"gold_{user.pk}"] = field
        self.order_fields(["key", *(f"gold_{user.pk}" for user in players), "house", "why"])


def page(admin: PostingAdmin, request: HttpRequest) -> HttpResponse:
    """Asks; once it is filled in shows what will be done; confirmed, does it."""
    by = cast(User, request.user)
    if not by.has_perm(MAY):
        raise PermissionDenied
    hand = an_id(request.GET.get("hand"))
    players = _players(hand, an_id(request.GET.get("user")))
    form = Amounts(players, request.POST if request.method == "POST" else None)
    lines: list[Line] = []
    stamp = ""
    if request.method == "POST" and form.is_valid():
        try:
            wanted = _wanted(form, players, hand)
            if request.POST.get("confirmed") == _stamp(wanted):
                return _done(admin, request, corrections.correct(wanted, by, form.cleaned_data["why"]), wanted)
            corrections.check(wanted, by, form.cleaned_data["why"])
            corrections.check_cover(wanted, *_known(players))
            lines, stamp = _lines(players, wanted), _stamp(wanted)
        except ValidationError as refused:
            form.add_error(None, refused)
    return _shown(admin, request, {"form": form, "lines": lines, "stamp": stamp, "hand": hand})


def _players(hand: int, user: int) -> list[User]:
    """Those of the hand, else the one; Http404."""
    wanted = corrections.players_of(hand) if hand else [user] if user else []
    found = list(User.objects.filter(pk__in=wanted, erased_at=None).order_by("pk"))
    if not found:
        raise Http404
    return found


def _wanted(form: Amounts, players: list[User], hand: int) -> Correction:
    amounts = {user.pk: form.cleaned_data[f"gold_{user.pk}"] for user in players}
    moved = {user: gold for user, gold in amounts.items() if gold}
    return Correction(form.cleaned_data["key"], moved, form.cleaned_data["house"], hand or None)


def _stamp(wanted: Correction) -> str:
    """What was shown, and is confirmed: other amounts are shown first."""
    return " ".join(f"{user}:{gold}" for user, gold in (*sorted(wanted.gold.items()), ("house", wanted.house)))


def _known(players: list[User]) -> tuple[dict[int, User], dict[int, int]]:
    """The players, and what their purses hold, by id."""
    return {user.pk: user for user in players}, {user.pk: ledger.balance(user.pk) for user in players}


def _lines(players: list[User], wanted: Correction) -> list[Line]:
    lines = []
    for user in players:
        if gold := wanted.gold.get(user.pk, 0):
            has = ledger.balance(user.pk)
            lines.append((user, has, gold, has + gold))
    return lines


def _done(admin: PostingAdmin, request: HttpRequest, posting: Posting | None, wanted: Correction) -> HttpResponse:
    """To the posting, also where it has been done before."""
    text = gettext("The correction is in the ledger.") if posting else gettext("This was done already: once is enough.")
    admin.message_user(request, text)
    done = posting or Posting.objects.get(reference=wanted.reference)
    return HttpResponseRedirect(reverse("admin:accounts_posting_change", args=[done.pk]))


def _shown(admin: PostingAdmin, request: HttpRequest, more: dict[str, Any]) -> HttpResponse:
    context = {
        **admin.admin_site.each_context(request),
        "title": gettext("Correct gold"),
        "opts": admin.opts,
        "media": admin.media,
        **more,
    }
    return TemplateResponse(request, "admin/correct_gold.html", context)
