"""The language of a page; static files."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from accounts import languages


class VietnameseFirstMiddleware(LocaleMiddleware):
    """Like Django's own, but a browser that lists Vietnamese anywhere gets Vietnamese until it is told otherwise."""

    def process_request(self, request: HttpRequest) -> None:
        language = languages.chosen(
            request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME), request.headers.get("accept-language", "")
        )
        translation.activate(language)
        request.LANGUAGE_CODE = language


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]  # ships no types
    """WhiteNoise with whole files: it streams synchronously, which Django warns of under ASGI, and ours are small."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        body = b""
        if found.file:
            with found.file as file:
                body = file.read()
        headers = dict(found.headers)
        if body:  # the file may have been edited since its length was noted at the start
            headers["Content-Length"] = str(len(body))
        return HttpResponse(body, status=int(found.status), headers=headers)
