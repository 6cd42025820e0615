"""The page of a player."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import friends, ledger
from accounts.curve import curve_of
from accounts.faces import face_of
from accounts.models import User
from accounts.numerals import an_id
from accounts.profiles import profile_of


@require_safe
@never_cache
def profile(request: HttpRequest, pk: int) -> HttpResponse:
    """A player as everybody may see them; their gold, and the ways to change anything, only for themselves.

    Whoever was erased, or may not come in any more, has no page.
    """
    user = User.objects.filter(pk=an_id(pk), is_active=True, erased_at=None).first()
    if user is None:
        raise Http404
    shown: dict[str, object] = {
        "player": user,
        "face": face_of(user.pk, user.display_name),
        "profile": profile_of(user, timezone.now()),
        "is_own": request.user == user,
    }
    if isinstance(request.user, User):
        shown["tie"] = friends.ties(request.user, [user.pk])[user.pk]
    if request.user == user:
        shown |= {"gold": ledger.holdings(user.pk), "curve": curve_of(user.pk)}
    return render(request, "players/profile.html", shown)
