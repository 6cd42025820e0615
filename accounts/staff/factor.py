"""The second factor: a code of an app on the phone, or one of ten written down. Staff needs one, others may have it."""

from __future__ import annotations

import io
from time import time
from typing import Any

import segno
from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.staff import log


class Adapter(DefaultMFAAdapter):  # type: ignore[misc]  # ships no types
    """In our words; the picture for the app's camera is drawn as a table's link is."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("That code doesn't fit. Codes change every half minute: take the one shown now."),
    }

    def get_totp_label(self, user: User) -> str:
        return user.email or user.username if user.is_staff else user.display_name

    def build_totp_svg(self, url: str) -> str:
        picture = io.BytesIO()
        plain = {"xmldecl": False, "omitsize": True, "svgclass": None, "lineclass": None}
        segno.make(url, error="m", micro=False).save(picture, kind="svg", dark="#000", light="#fff", **plain)
        return picture.getvalue().decode()


def has_one(user: User) -> bool:
    return bool(Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists())


def shown_within(request: HttpRequest, seconds: float) -> bool:
    """Whether this session has shown a second factor that the player still has, at most so long ago."""
    records = get_authentication_records(request, request.user)
    recent = {one.get("id") for one in records if one["method"] == "mfa" and time() - one["at"] < seconds}
    return bool(recent) and Authenticator.objects.filter(user=request.user, pk__in=recent).exists()


@transaction.atomic
def remove(user: User, by: User, why: str) -> None:
    """For somebody who has lost the phone and the codes: the next sign-in to the administration sets up a new one."""
    Authenticator.objects.filter(user=user).delete()
    log.note(by, "remove_second_factor", user, why)


def note_added(request: HttpRequest, user: User, authenticator: Authenticator, **_sent: Any) -> None:
    """Whoever has just typed a first code has shown it; of the staff the log keeps when a second factor came."""
    if authenticator.type == Authenticator.Type.TOTP:
        record_authentication(request, user, "mfa", id=authenticator.pk, type=authenticator.type)
        _note("add_second_factor", user)


def note_removed(user: User, authenticator: Authenticator, **_sent: Any) -> None:
    if authenticator.type == Authenticator.Type.TOTP:
        _note("remove_second_factor", user)


def _note(action: str, user: User) -> None:
    if user.is_staff:
        log.note(user, action, user, "")
