"""Where a form leads back to."""

from __future__ import annotations

from django.http import QueryDict
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme


def way_back(asked: QueryDict, otherwise: str = "home") -> str:
    """The path asked for as ``next``; that of the page named otherwise, if it is none of this site's."""
    to = asked.get("next", "")
    return to if to.startswith("/") and url_has_allowed_host_and_scheme(to, None) else reverse(otherwise)
