"""The language of a page."""

from django.conf import settings
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import translation

from accounts import languages


class VietnameseFirstMiddleware(LocaleMiddleware):
    """Like Django's own, but a browser that lists Vietnamese anywhere gets Vietnamese until it is told otherwise.

    A page that fetches a part of itself names its own language in `Page-Language`: the browser's choice may have
    changed since, in another tab.
    """

    def process_request(self, request: HttpRequest) -> None:
        language = languages.chosen(
            request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME),
            request.headers.get("accept-language", ""),
            request.headers.get("page-language"),
        )
        translation.activate(language)
        request.LANGUAGE_CODE = language
