"""Static files, before anything is asked about who wants them; what is said of pages and would be lost on files."""

from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.utils.http import parse_etags
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import Response, StaticFile

from phom_site import statics

LASTING = (HTTPStatus.OK, HTTPStatus.PARTIAL_CONTENT, HTTPStatus.NOT_MODIFIED)
"""What may be kept: no refusal."""


class OpenerPolicyMiddleware:
    """Windows of other sites that open ours get no hold of them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        return response


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]  # ships no types
    """WhiteNoise with addresses that name a version, compressed, and with whole files: it streams synchronously, which
    Django warns of under ASGI, and ours are small."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        path, kept = statics.resolve(request.path_info)
        found = self.find_file(path) if self.autorefresh else self.files.get(path)
        if found is None:
            return cast(HttpResponse, self.get_response(request))
        response = self.serve(found, request)
        response.headers["Cache-Control"] = kept if response.status_code in LASTING else "no-store"
        response.headers["Vary"] = "Accept-Encoding"
        del response["Last-Modified"]  # the ETag says it better, and each of a page's dozens of files counts
        return response

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """The file, compressed if it may be, or the part of it that is asked for, as it lies."""
        asked = _conditions(request)
        small = None if "HTTP_RANGE" in asked else statics.encoded(*_where(static_file, request))
        tag = statics.tag_of(static_file.etag, small[0] if small else None)
        if "HTTP_IF_NONE_MATCH" in asked:  # WhiteNoise compares it, letter by letter, with the one tag it knows
            asked["HTTP_IF_NONE_MATCH"] = static_file.etag if _names(asked["HTTP_IF_NONE_MATCH"], tag) else ""
        response = _whole(static_file.get_response("GET" if request.method == "HEAD" else request.method, asked), small)
        if "ETag" in response.headers:
            response.headers["ETag"] = tag
        if request.method == "HEAD":
            response.content = b""
        return response


def _whole(found: Response, small: tuple[str, bytes] | None) -> HttpResponse:
    """What WhiteNoise answers, read to its end; by its encoding, where it is given with its name."""
    headers, body = dict(found.headers), b""
    if found.file:
        with found.file as file:
            encoding, body = small or ("", file.read())
        headers["Content-Length"] = str(len(body))  # it may have been edited since its length was noted
        if encoding:
            headers["Content-Encoding"] = encoding
    response = HttpResponse(body, status=int(found.status), headers=headers)
    if "Content-Type" not in headers:  # nor is there anything that has one
        del response.headers["Content-Type"]
    return response


def _conditions(request: HttpRequest) -> dict[str, Any]:
    """The headers of a request. A part that is to fit an older one is not asked for: the whole always fits."""
    asked = dict(request.META)
    if "HTTP_IF_RANGE" in asked:
        asked.pop("HTTP_RANGE", None)
    return asked


def _where(static_file: StaticFile, request: HttpRequest) -> tuple[Path, str]:
    path, _headers = static_file.get_path_and_headers({})
    return Path(path), request.headers.get("accept-encoding", "")


def _names(header: str, tag: str) -> bool:
    """Whether an If-None-Match header names the ETag, which proxies may have weakened."""
    return bool({tag, f"W/{tag}", "*"}.intersection(parse_etags(header)))
