"""What an installed Chiếu Phỏm looks like."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
@never_cache
def manifest(request: HttpRequest) -> HttpResponse:
    """In the visitor's language."""
    return render(request, "manifest.webmanifest", content_type="application/manifest+json")
