"""The language of a page; static files."""

import re
from pathlib import Path
from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from accounts import languages
from phom_site import statics


class VietnameseFirstMiddleware(LocaleMiddleware):
    """Like Django's own, but a browser that lists Vietnamese anywhere gets Vietnamese until it is told otherwise."""

    def process_request(self, request: HttpRequest) -> None:
        language = languages.chosen(
            request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME), request.headers.get("accept-language", "")
        )
        translation.activate(language)
        request.LANGUAGE_CODE = language


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]  # ships no types
    """WhiteNoise with addresses that name a version, compressed, and with whole files: it streams synchronously, which
    Django warns of under ASGI, and ours are small."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        path, kept = statics.resolve(request.path_info)
        found = self.find_file(path) if self.autorefresh else self.files.get(path)
        if found is None:
            return cast(HttpResponse, self.get_response(request))
        response = self.serve(found, request)
        response.headers["Cache-Control"] = kept
        return response

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        headers, body = {**dict(found.headers), "X-Content-Type-Options": "nosniff"}, b""
        if found.file:
            with found.file as file:
                body = _compressed(found.status, file, request, headers) or file.read()
        if body:  # the file may have been edited since its length was noted at the start
            headers["Content-Length"] = str(len(body))
        return HttpResponse(body, status=int(found.status), headers=headers)


def _compressed(status: int, file: Any, request: HttpRequest, headers: dict[str, str]) -> bytes | None:
    """The body as the browser likes it best, said in the headers; None where it takes none, or wants part of a file."""
    accepted = re.split(r"\s*,\s*", request.headers.get("accept-encoding", ""))
    encoding = next((name for name in statics.ENCODINGS if name in accepted), None)
    if status != 200 or encoding is None:
        return None
    path = Path(file.name)
    body = statics.compressed(path, path.stat().st_mtime_ns, encoding)
    if body:
        headers |= {"Content-Encoding": encoding, "Vary": "Accept-Encoding"}
    return body
