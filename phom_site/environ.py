"""Read settings from environment variables; a wrong value stops the start with its name."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_network
from math import inf
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

HOUR = 3600
SECRET_LENGTH = 32
_SWITCH = {"1": True, "on": True, "true": True, "yes": True, "0": False, "off": False, "false": False, "no": False}


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def words(name: str) -> list[str]:
    """The comma-separated words of a variable; none where it is absent."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def switch(name: str, default: bool) -> bool:
    value = text(name)
    if not value:
        return default
    if value.lower() not in _SWITCH:
        raise ImproperlyConfigured(f"{name}: expected on or off, received {value!r}")
    return _SWITCH[value.lower()]


def count(name: str, default: int) -> int:
    """A whole number from 0 on."""
    value = text(name, str(default))
    if not (value.isascii() and value.isdecimal()):
        raise ImproperlyConfigured(f"{name}: expected a whole number from 0 on, received {value!r}")
    return int(value)


def choice(name: str, among: Sequence[str]) -> str:
    """One of these words, the first where the variable is absent."""
    value = text(name, among[0]).lower()
    if value not in among:
        raise ImproperlyConfigured(f"{name}: expected {' or '.join(among)}, received {value!r}")
    return value


def networks(name: str, default: Sequence[str]) -> list[IPv4Network | IPv6Network]:
    """Comma-separated addresses and networks, ``10.0.0.5,192.168.1.0/24``."""
    try:
        return [ip_network(word) for word in words(name) or default]
    except ValueError as error:
        raise ImproperlyConfigured(f"{name}: {error}") from error


def seconds(name: str, default: float, least: float = 0) -> float:
    """From ``least`` to an hour."""
    value = text(name)
    try:
        parsed = float(value) if value else default
    except ValueError:
        parsed = -1.0
    if not least <= parsed <= HOUR:
        raise ImproperlyConfigured(f"{name}: expected {least} to {HOUR} seconds, received {value!r}")
    return parsed


def factor(name: str) -> float:
    """What something is multiplied by, 1 where nothing is given."""
    value = text(name)
    try:
        parsed = float(value) if value else 1.0
    except ValueError:
        parsed = -1.0
    if not 0 <= parsed < inf:
        raise ImproperlyConfigured(f"{name}: expected a number from 0 on, received {value!r}")
    return parsed


def redis(name: str) -> str:
    """The address of a Redis; empty where there is none."""
    value = text(name)
    if value and not value.startswith(("redis://", "rediss://", "unix://")):
        raise ImproperlyConfigured(f"{name}: expected redis://host:port, rediss://… or unix://…, received {value!r}")
    return value


def pair(first: str, second: str) -> tuple[str, str] | None:
    """The values of two variables that make sense only together; None where there are neither."""
    values = text(first), text(second)
    if any(values) and not all(values):
        raise ImproperlyConfigured(f"{first} and {second}: expected both or neither")
    return values if all(values) else None


class Mail(NamedTuple):
    """The server that letters are handed to."""

    host: str = "localhost"
    port: int = 25
    user: str = ""
    password: str = ""
    is_ssl: bool = False
    is_tls: bool = False


def mail(name: str) -> tuple[str, Mail]:
    """Django's backend and the server it uses: smtp://user:password@host:587, which is asked for TLS, or smtps://…:465,
    which speaks it from the start; smtp://host:25 of this machine has none. Without, letters are printed."""
    value = text(name)
    if not value:
        return "django.core.mail.backends.console.EmailBackend", Mail()
    parts, is_wrong = urlsplit(value), False
    try:
        port = parts.port
    except ValueError:
        port, is_wrong = None, True
    if is_wrong or parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise ImproperlyConfigured(
            f"{name}: expected smtp://user:password@host:587 or smtps://…, received another form"
        )
    is_ssl, host = parts.scheme == "smtps", parts.hostname
    is_tls = not is_ssl and host not in ("localhost", "127.0.0.1")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    usual = 465 if is_ssl else 587 if is_tls else 25
    return "django.core.mail.backends.smtp.EmailBackend", Mail(host, port or usual, user, password, is_ssl, is_tls)


def secret(name: str, is_needed: bool = False) -> str:
    """A secret long enough not to be guessed; empty where there is none, unless it is needed."""
    value = text(name)
    if (value or is_needed) and len(value) < SECRET_LENGTH:
        raise ImproperlyConfigured(f"{name}: expected at least {SECRET_LENGTH} characters, received {len(value)}")
    return value


def kept_secret(path: Path) -> str:
    """The secret kept in the file, made at the first call. Two processes starting at once agree on one."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    if not path.exists():
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(48))
        with suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
    return path.read_text()


def sqlite(path: Path) -> dict[str, Any]:
    """One file, readers never waiting for the writer; transactions take the write lock at their start."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # the file tells everything about everybody
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 5,  # seconds; open pages give up a connection that is silent for 8.5
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
    }


def postgresql(url: str) -> dict[str, Any]:
    """Any connection string libpq reads, as postgresql://user:password@host:5432/phom."""
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    try:
        options = conninfo_to_dict(url)
    except ProgrammingError as error:
        raise ImproperlyConfigured(f"DATABASE_URL: {error}") from error
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": options.pop("dbname", "phom"),
        "USER": options.pop("user", ""),
        "PASSWORD": options.pop("password", ""),
        "HOST": options.pop("host", ""),
        "PORT": options.pop("port", ""),
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }
