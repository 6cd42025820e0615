"""Pages of django-allauth that say more here than there."""

from __future__ import annotations

from typing import Any, cast

from allauth.account import views
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.http import HttpRequest, HttpResponse

from accounts.entrance.limits import tell_if_too_soon
from accounts.models import User


def unconfirmed(user: User) -> EmailAddress | None:
    """The address of an account that has no other way back than it, and hasn't confirmed it."""
    if SocialAccount.objects.filter(user=user).exists():
        return None
    address: EmailAddress | None = EmailAddress.objects.filter(user=user).order_by("-verified", "-primary").first()
    return None if address is None or address.verified else address


class Address(views.EmailView):  # type: ignore[misc]  # ships no types
    """The address of an account: asking for a letter too soon isn't passed over in silence."""

    def form_valid(self, form: Any) -> HttpResponse:
        tell_if_too_soon(self.request, form.cleaned_data["email"])
        return cast(HttpResponse, super().form_valid(form))

    def _action_send(self, request: HttpRequest, *args: Any, **others: Any) -> HttpResponse | None:
        if address := self._get_email_address(request):
            tell_if_too_soon(request, address.email)
        return cast(HttpResponse | None, super()._action_send(request, *args, **others))


class SignOut(views.LogoutView):  # type: ignore[misc]  # ships no types
    """Out, once it is certain that there is a way back in."""

    def get_context_data(self, **others: Any) -> dict[str, Any]:
        shown: dict[str, Any] = super().get_context_data(**others)
        return shown | {"unconfirmed": unconfirmed(cast(User, self.request.user))}
