"""Pages around the game: terms, privacy, contact."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from accounts import cleaning
from accounts.house import house


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    """What holds between the site and who plays here, and that gold is play money."""
    return render(request, "around/terms.html", {"welcome": house().welcome, "relief": house().relief})


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept of people; for how long is read off the rules that the clean-up follows."""
    kept = [(rule.said, _for_how_long(rule.kept), rule.since) for rule in cleaning.rules]
    return render(request, "around/privacy.html", {"kept": kept, "contact": settings.PHOM_CONTACT_EMAIL})


@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    """Where to write to, if whoever runs the site has said it."""
    return render(request, "around/contact.html", {"contact": settings.PHOM_CONTACT_EMAIL})


def _for_how_long(kept: timedelta | None) -> str:
    """In days; empty where something else ends it."""
    return ngettext("%(count)d day", "%(count)d days", kept.days) % {"count": kept.days} if kept else ""
