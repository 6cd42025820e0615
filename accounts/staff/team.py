"""Who belongs to the staff, and as what. Roles are given here alone, by admins, to whom they have a say over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from allauth.mfa.models import Authenticator
from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names.skeleton import skeleton
from accounts.numerals import an_id
from accounts.staff import factor, log, roles
from accounts.staff.acting import Why
from accounts.staff.links import link

NAMES = {
    "": _("no longer staff"),
    roles.SUPPORT: _("support"),
    roles.MODERATOR: _("moderator"),
    roles.ECONOMIST: _("economist"),
    roles.ADMIN: _("admin"),
}
NO_ROLE, NEW_FACTOR = "none", "new_factor"
"""What the form says for no role, and for the same role with another second factor."""


def may_appoint(user: User) -> bool:
    return roles.rank(user) >= roles.RANKS[roles.ADMIN]


def may_give(actor: User, role: str) -> bool:
    """Nobody makes others what he is himself, but for superusers."""
    return may_appoint(actor) and roles.RANKS.get(role, 0) < roles.rank(actor)


@transaction.atomic
def appoint(user: User, role: str, by: User, why: str) -> None:
    """Give the role, or none; ValidationError where `by` has no say over the player or the role, and for guests."""
    user = User.objects.select_for_update().get(pk=user.pk)
    if not may_give(by, role) or not roles.may_act_on(by, user):
        raise ValidationError(gettext("You have no say over that."))
    if user.is_guest or user.erased_at:
        raise ValidationError(gettext("Only players with an account can belong to the staff."))
    before = {"role": roles.roles_of(user), "is_staff": user.is_staff}
    user.groups.set(Group.objects.filter(name=role))
    user.is_staff = bool(role)
    user.save(update_fields=["is_staff"])
    log.note(by, "grant_role", user, why, before, {"role": roles.roles_of(user), "is_staff": user.is_staff})


class Appointing(forms.Form):
    """Who gets which role, and why."""

    who = forms.CharField(label=_("Who"), max_length=254, help_text=_("Name, e-mail address, user name or number."))
    role = forms.ChoiceField()
    why = Why.base_fields["why"]

    def __init__(self, actor: User, *args: Any) -> None:
        super().__init__(*args)
        offered = [(role or NO_ROLE, name) for role, name in NAMES.items() if may_give(actor, role)]
        self.fields["role"] = forms.ChoiceField(
            label=_("Role"),
            choices=[("", "–"), *offered, (NEW_FACTOR, _("same role, another second factor (phone lost)"))],
        )

    def clean_who(self) -> User:
        term = self.cleaned_data["who"].strip()
        found: list[User] = list(_called(term)[:2])
        if len(found) != 1:
            raise ValidationError(_("Nobody is called so.") if not found else _("Several are: take the number."))
        return found[0]


def _called(term: str) -> Any:
    """Players by what they are called exactly: addresses, user names, numbers, names however they are written."""
    if "@" in term:
        return User.objects.filter(email__iexact=term)
    if found := User.objects.filter(username=term):
        return found
    if pk := an_id(term):
        return User.objects.filter(pk=pk)
    return User.objects.filter(skeleton=skeleton(term) or None, skeleton__isnull=False)


@dataclass
class Member:
    """One of the staff, as the page shows them."""

    user: User
    link: SafeString
    role: str
    has_factor: bool


def members() -> list[Member]:
    staff = list(User.objects.filter(is_staff=True).prefetch_related("groups").order_by("pk"))
    secured = set(Authenticator.objects.filter(user__in=staff, type="totp").values_list("user", flat=True))
    return [Member(one, link(one), _role(one), one.pk in secured) for one in staff]


def _role(user: User) -> str:
    if user.is_superuser:
        return gettext("superuser")
    return ", ".join(str(NAMES.get(group.name, group.name)) for group in user.groups.all()) or gettext("none")


def team(request: HttpRequest) -> HttpResponse:
    """The page; for admins."""
    actor = cast(User, request.user)
    if not may_appoint(actor):
        raise PermissionDenied
    form = Appointing(actor, request.POST) if request.method == "POST" else Appointing(actor)
    if request.method == "POST" and form.is_valid() and _done(form, actor):
        messages.success(request, gettext("Done."))
        return HttpResponseRedirect(reverse("admin:team"))
    shown = {**admin.site.each_context(request), "title": _("The staff and their roles"), "team": members()}
    return TemplateResponse(request, "admin/team.html", {**shown, "form": form})


def _done(form: Appointing, actor: User) -> bool:
    """Do what the form wants; where that isn't allowed, the form says so."""
    user, role, why = (form.cleaned_data[name] for name in ("who", "role", "why"))
    try:
        if role != NEW_FACTOR:
            appoint(user, "" if role == NO_ROLE else role, actor, why)
        elif roles.may_act_on(actor, user):
            factor.remove(user, actor, why)
        else:
            raise ValidationError(gettext("You have no say over that."))
    except ValidationError as refused:
        form.add_error(None, refused)
        return False
    return True
