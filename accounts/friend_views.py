"""The page of friends, and what is done about somebody there, on a profile or at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import blocks, friends, guests
from accounts.faces import Face, face_of
from accounts.friends import Unable
from accounts.models import User
from accounts.numerals import an_id
from accounts.returning import way_back

CONFLICT = 409
DONE: dict[str, tuple[Callable[[User, User], None], Promise]] = {
    "ask": (friends.ask, _("%(name)s is asked to be friends with you.")),
    "accept": (friends.accept, _("You and %(name)s are friends.")),
    "decline": (friends.decline, _("Declined. %(name)s isn't told.")),
    "withdraw": (friends.withdraw, _("You don't ask %(name)s any more.")),
    "end": (friends.end, _("You and %(name)s are friends no more.")),
    "block": (blocks.block, _("You block %(name)s: you aren't seated together and don't hear each other.")),
    "unblock": (blocks.unblock, _("You don't block %(name)s any more.")),
}
"""What can be done about somebody, and what is told when it is."""
UNABLE: dict[str, Promise] = {
    "nobody": _("There is no such player any more."),
    "apart": _("You and %(name)s can't be friends: one of you blocks the other."),
    "many_friends": _("You have as many friends as there can be: end a friendship first."),
    "their_many_friends": _("%(name)s has as many friends as there can be."),
    "many_asked": _("Too many wait for an answer from others already: withdraw a request first."),
    "many_asking": _("Too many ask %(name)s already. Try again another day."),
    "accepted": _("%(name)s has accepted meanwhile: you are friends."),
    "no_request": _("%(name)s doesn't ask you any more."),
}


@require_safe
@never_cache
def friends_page(request: HttpRequest) -> HttpResponse:
    """Who asks and is asked, friends, and whom the reader blocks."""
    user = request.user if isinstance(request.user, User) else None
    shown: dict[str, object] = {"user": user}
    if user:
        shown |= {
            "waiting": _faced(friends.waiting(user)),
            "asked": _faced(friends.asked_by(user)),
            "friends": _faced(friends.of(user)),
            "blocked": _faced(blocks.blocked_by(user)),
        }
    return render(request, "friends/page.html", shown)


@require_POST
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """Do about a player what ``do`` says, for a visitor as a guest; back to where that was asked for, or the buttons
    as they are then for a page that wants only these."""
    if request.POST.get("do") not in DONE:
        raise Http404
    other = User.objects.filter(pk=an_id(pk), erased_at=None).first()
    if other is None:
        raise Http404
    do, told = DONE[request.POST["do"]]
    user = guests.enter(request)
    words, status = told, 200
    try:
        do(user, other)
    except Unable as unable:
        words, status = UNABLE[unable.code], CONFLICT
    tie = friends.ties(user, [other.pk])[other.pk]
    if status == 200 and do is friends.ask and tie == friends.Tie.FRIEND:  # the other had asked already
        words = DONE["accept"][1]
    said = str(words) % {"name": other.display_name}
    if "HX-Request" in request.headers:
        shown = {"other_id": other.pk, "tie": tie, "said": said, "is_fault": status == CONFLICT}
        return render(request, "friends/tie.html", shown, status=status)
    (messages.success if status == 200 else messages.warning)(request, said)
    return redirect(way_back(request.POST, otherwise="friends"))


def _faced(users: Iterable[User]) -> list[tuple[User, Face]]:
    return [(user, face_of(user.pk, user.display_name)) for user in users]
