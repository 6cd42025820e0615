"""What nobody may bring about, whatever is sent: an error in the log."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager


class _Ear(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Errors, and exceptions at whatever level; but not what Django tells of answers such as 403 or 400."""
        is_answer = getattr(record, "status_code", 500) < 500
        if not is_answer and (record.levelno >= logging.ERROR or record.exc_info):
            self.heard.append(f"{record.name}: {record.getMessage()} {logging.Formatter().format(record)[-2000:]}")


@contextmanager
def no_alarm() -> Iterator[list[str]]:
    """AssertionError at the end of the block where an error was logged within it; the list of those."""
    known = [logging.getLogger(name) for name in logging.root.manager.loggerDict]
    loggers = [logging.root, *(one for one in known if not one.propagate)]
    ear = _Ear()
    for logger in loggers:
        logger.addHandler(ear)
    try:
        yield ear.heard
    finally:
        for logger in loggers:
            logger.removeHandler(ear)
    assert not ear.heard, "\n".join(ear.heard)
