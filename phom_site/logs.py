"""How the log is written: lines for people, or one JSON object a line (PHOM_LOG=json), each with where the code was.

A line names requests, players and tables by numbers and made-up ids, and pages by what their addresses look like:
addresses themselves may hold what only their reader should know. What an exception says of data isn't told either, only
where it came from; what it says of the machine or of our code is.
"""

from __future__ import annotations

import json
import logging
import re
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db import InterfaceError, OperationalError
from redis.exceptions import RedisError

from game.live import meters, trail

ROOT = Path(__file__).resolve().parent.parent
FIELDS = ("hand", "version", "seat", "action", "by", "bot", "method", "page", "status", "ms", "queries")
"""What log calls may add by ``extra``."""
ID = "HTTP_X_REQUEST_ID"
"""Where a request has its id."""
PLAIN = (OSError, OperationalError, InterfaceError, RedisError, ImproperlyConfigured, ImportError, AttributeError,
         TypeError, NameError)  # fmt: skip
"""Exceptions whose texts are about the machine, its services or our code."""
_ADDRESSES = re.compile(r"\S+@\S+|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:[0-9a-fA-F]{0,4}:){3,7}[0-9a-fA-F]{0,4}")
"""E-mail and network addresses."""

_Info = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Formatter(logging.Formatter):
    """What both kinds of lines have in common."""

    def facts(self, record: logging.LogRecord) -> dict[str, Any]:
        """What the line tells besides its words."""
        known = {name: value for name, value in trail.here()._asdict().items() if value is not None}
        known |= {name: record.__dict__[name] for name in FIELDS if name in record.__dict__}
        if "request" in record.__dict__:  # Django's own records of an answer
            request = record.__dict__["request"]
            known |= {"page": page_of(request), "status": record.__dict__.get("status_code")}
            if given := getattr(request, "META", {}).get(ID):  # none where the answer was made before it got one
                known["request"] = given
        return known

    def words(self, record: logging.LogRecord) -> str:
        """One line; of an answer of Django's without the address that its words end with."""
        said, args = str(record.msg), record.args
        if "request" in record.__dict__ and said.endswith(": %s") and isinstance(args, tuple):
            said, args = said.removesuffix(": %s"), args[:-1]
        first = (said % args if args else said).partition("\n")[0]
        if (
            record.name.startswith("daphne") and record.levelno < logging.CRITICAL
        ):  # what comes after a colon is any exception's or connection's text
            first = first.partition(":")[0]
        return _ADDRESSES.sub("…", first)

    def error(self, record: logging.LogRecord) -> str:
        """Where the exception came from that the record is of; of one that was told as text, the places alone."""
        if record.exc_info:
            return self.formatException(record.exc_info)
        return "\n".join(line for line in record.getMessage().splitlines()[1:] if line.startswith('  File "'))

    def formatException(self, ei: _Info) -> str:
        return "\n".join(_told(ei[1])) if ei[1] else ""


class Lines(Formatter):
    """For people: time, level, part and words, then NAME=VALUE of what else is known."""

    def format(self, record: logging.LogRecord) -> str:
        facts = "".join(f" {name}={value}" for name, value in self.facts(record).items())
        line = f"{self.formatTime(record)} {record.levelname} {record.name}: {self.words(record)}{facts}"
        return f"{line}\n{error}" if (error := self.error(record)) else line


class Json(Formatter):
    """For programs: one object a line."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"time": at, "level": record.levelname.lower(), "part": record.name, "event": self.words(record)}
        line |= self.facts(record)
        if error := self.error(record):
            line["error"] = error
        return json.dumps(line, ensure_ascii=False, default=str)


def _told(error: BaseException, after: tuple[BaseException, ...] = ()) -> Iterator[str]:
    """An exception after those it came of: its places, its type, and what it says where that is about no data."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before and before not in after:
        yield from _told(before, (*after, error))
    for frame in traceback.extract_tb(error.__traceback__):
        file = frame.filename.removeprefix(f"{ROOT}/").rpartition("site-packages/")[2]
        yield f"  {file}:{frame.lineno} {frame.name}"
    says = f": {_ADDRESSES.sub('…', str(error))}" if isinstance(error, PLAIN) else ""
    yield f"{type(error).__module__}.{type(error).__qualname__}{says}"


def page_of(request: Any) -> str:
    """What the address of a request looks like, ``/t/<slug:code>/``; empty where there is none like it."""
    match = getattr(request, "resolver_match", None)
    return f"/{match.route}" if match else ""


class Errors(logging.Handler):
    """Counts what is told as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        meters.ERRORS.labels(record.name.partition(".")[0]).inc()
