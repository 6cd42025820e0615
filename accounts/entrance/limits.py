"""How often letters go out: one to an address in three minutes, whoever asks for it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext


def tell_if_too_soon(request: HttpRequest, email: str) -> None:
    """Where a letter that confirms the address wouldn't go out, since one just did, say so."""
    from allauth.account.internal.flows import email_verification  # which loads the adapter

    if not email_verification.consume_email_verification_rate_limit(request, email, dry_run=True):
        messages.info(request, gettext("A letter went out a moment ago: wait three minutes before the next one."))
