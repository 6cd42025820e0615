"""Static files from where they lie, at addresses that change with them: nothing to collect, nothing asked for twice.

One folder name stands for the version of all of them, `/static/v-1a2b3c4d5e/css/base.css`, so that what files say of
each other, relative to themselves, needs no rewriting: a stylesheet's pictures, a module's imports.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import brotli
from django.conf import settings
from django.contrib.staticfiles.storage import StaticFilesStorage

COMPRESSIBLE = {".css", ".js", ".svg", ".txt", ".json"}
ENCODINGS: dict[str, Callable[[bytes], bytes]] = {
    "br": brotli.compress,
    "gzip": lambda body: gzip.compress(body, 9, mtime=0),
}
"""By name, the better one first."""
_REFUSED = re.compile(r"\s*q=0(\.0*)?\s*")
_VERSIONED = re.compile(r"v-([0-9a-f]{10})/")


class VersionedStorage(StaticFilesStorage):
    """Names the version in each address; not while debugging, when files change under it."""

    def url(self, name: str | None) -> str:
        url = super().url(name)
        if settings.DEBUG:
            return url
        return f"{self.base_url}v-{settings.STATIC_VERSION}/{url.removeprefix(str(self.base_url))}"


def resolve(path: str) -> tuple[str, str]:
    """The address of the file itself, and how long what is found there may be kept: for good, where the address names
    the version that we have. Another release's pages get ours for theirs, once."""
    prefix = settings.STATIC_URL
    found = _VERSIONED.match(path, len(prefix)) if path.startswith(prefix) else None
    if not found:
        return path, "no-cache"
    is_ours = found[1] == settings.STATIC_VERSION
    return prefix + path[found.end() :], f"public, max-age={settings.YEAR}, immutable" if is_ours else "no-cache"


def encoded(path: Path, accepted: str) -> tuple[str, bytes] | None:
    """The file by the best of ENCODINGS that an Accept-Encoding header takes, and which that is; None where the file
    is better sent as it is."""
    taken = taken_encodings(accepted)
    encoding = next((name for name in ENCODINGS if name in taken), None)
    body = compressed(path, path.stat().st_mtime_ns, encoding) if encoding else None
    return (encoding, body) if encoding and body else None


def taken_encodings(accepted: str) -> set[str]:
    """The encodings that an Accept-Encoding header lists, but for those it refuses: ``br;q=1.0, gzip;q=0``."""
    listed = (part.partition(";") for part in accepted.lower().split(","))
    return {name.strip() for name, _, quality in listed if not _REFUSED.fullmatch(quality)}


def tag_of(tag: str, encoding: str | None) -> str:
    """The ETag of the file by an encoding, from that of the file as it is: parts of one don't fit the other."""
    return f'{tag[:-1]}-{encoding}"' if encoding else tag


@lru_cache(maxsize=1024)
def compressed(path: Path, changed_ns: int, encoding: str) -> bytes | None:
    """The file by one of ENCODINGS, for as long as it stays unchanged; None where that saves nothing worth having."""
    if path.suffix not in COMPRESSIBLE:
        return None
    body = path.read_bytes()
    small = ENCODINGS[encoding](body)
    return small if len(small) < len(body) * 0.95 else None
