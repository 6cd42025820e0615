"""The language of a page."""

from django.conf import settings
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import translation

from accounts import languages


class VietnameseFirstMiddleware(LocaleMiddleware):
    """Like Django's own, but a browser that lists Vietnamese anywhere gets Vietnamese until it is told otherwise."""

    def process_request(self, request: HttpRequest) -> None:
        language = languages.chosen(
            request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME), request.headers.get("accept-language", "")
        )
        translation.activate(language)
        request.LANGUAGE_CODE = language
