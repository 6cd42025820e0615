"""Static files, before anything is asked about who wants them."""

from http import HTTPStatus
from pathlib import Path
from typing import cast

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from phom_site import statics


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
        headers, body = dict(found.headers), b""
        if found.file:
            with found.file as file:
                accepted = request.headers.get("accept-encoding", "")
                small = statics.encoded(Path(file.name), accepted) if found.status == HTTPStatus.OK else None
                if small:
                    headers |= {"Content-Encoding": small[0], "Vary": "Accept-Encoding"}
                body = small[1] if small else file.read()
        if body:  # the file may have been edited since its length was noted at the start
            headers["Content-Length"] = str(len(body))
        return HttpResponse(body, status=int(found.status), headers=headers)
