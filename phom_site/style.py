"""The page of building blocks, for whoever makes pages of them; no other page leads there."""

from __future__ import annotations

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

SPRITE = settings.BASE_DIR / "static" / "img" / "icons.svg"


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """Every block, with every icon there is."""
    icons = re.findall(r'<symbol id="([^"]+)"', SPRITE.read_text(encoding="utf-8"))
    return render(request, "style/page.html", {"icons": icons})
