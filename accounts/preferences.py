"""How a person wants the site to look, sound and play; kept with the user, for other visitors in a cookie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cache, partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from accounts.models import User
from accounts.signals import preferences_changed

COOKIE = "phom_preferences"
LOUDEST = 100


def _one_of(*choices: str, default: str = "") -> Any:
    """A field that is one of these words, the first unless told otherwise."""
    return field(default=default or choices[0], metadata={"choices": choices})


@dataclass(frozen=True, slots=True)
class Preferences:
    """What may be chosen. Every page carries it as ``data-…`` on its root element, where styles and scripts find it."""

    theme: str = _one_of("auto", "light", "dark")
    pack: str = _one_of("two", "four")
    """Colours of the suits."""
    cards: str = _one_of("normal", "large")
    rows: str = _one_of("one", "two")
    """Rows of the own hand on narrow screens."""
    hand: str = _one_of("right", "left")
    """The hand that holds the phone."""
    arrange: str = _one_of("off", "on")
    """Whether the own hand is put by phỏm and cạ after each card taken."""
    hint: str = _one_of("off", "on")
    """Whether the card is marked that the clock would throw."""
    confirm: str = _one_of("off", "on")
    """Whether a risky throw is asked about first."""
    sound: str = _one_of("on", "off")
    volume: int = 60
    """0 to 100."""
    vibrate: str = _one_of("on", "off")
    notify: str = _one_of("off", "on")
    bots: str = _one_of("slow", "normal", "fast", default="normal")
    """How fast bots play at tables that this person hosts."""

    @property
    def attributes(self) -> SafeString:
        """For the root element of a page."""
        return format_html_join(" ", 'data-{}="{}"', asdict(self).items())


@cache
def choices(name: str) -> tuple[str, ...]:
    """The words that a field may have; empty for the volume, and for what is no field."""
    return next((given.metadata.get("choices", ()) for given in fields(Preferences) if given.name == name), ())


def changed(kept: Preferences, wanted: Mapping[str, Any]) -> Preferences:
    """The preferences with what is wanted of them, as far as it can be had."""
    good: dict[str, Any] = {name: value for name, value in _known(wanted).items() if value is not None}
    return replace(kept, **good)


def refused(wanted: Mapping[str, Any]) -> tuple[str, ...]:
    """The preferences of which something is wanted that can't be had."""
    return tuple(name for name, value in _known(wanted).items() if value is None)


def _known(wanted: Mapping[str, Any]) -> dict[str, str | int | None]:
    """What is wanted, as read; what is no preference at all is passed over."""
    return {given.name: _read(given.name, wanted[given.name]) for given in fields(Preferences) if given.name in wanted}


def _read(name: str, value: Any) -> str | int | None:
    """The value of the field; None if it can't have this one."""
    if name != "volume":
        return value if value in choices(name) else None
    try:
        volume = int(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return volume if 0 <= volume <= LOUDEST else None


def parse(kept: Any) -> Preferences:
    """What was kept; unknown fields are passed over, and what can't be had is as if never chosen."""
    return changed(Preferences(), kept if isinstance(kept, Mapping) else {})


def differences(preferences: Preferences) -> dict[str, str | int]:
    """What is to be kept: only what isn't so anyway."""
    usual = asdict(Preferences())
    return {name: value for name, value in asdict(preferences).items() if value != usual[name]}


def parse_cookie(text: str) -> Preferences:
    """``"theme:dark.volume:40"``; what can't be read of it is as if never chosen."""
    parts = (part.partition(":") for part in text.split("."))
    return parse({name: value for name, _, value in parts})


def format_cookie(preferences: Preferences) -> str:
    return ".".join(f"{name}:{value}" for name, value in differences(preferences).items())


def of(request: HttpRequest) -> Preferences:
    """Of who is looking: a user's own before those of the browser; the usual ones where neither is known."""
    user = getattr(request, "user", None)  # missing where an error came before it was known
    if isinstance(user, User):
        return parse(user.preferences)
    return parse_cookie(request.COOKIES.get(COOKIE, ""))


def keep(request: HttpRequest, response: HttpResponse, wanted: Mapping[str, Any]) -> None:
    """Change what is wanted, of the user or of the browser, and let it be known; what can't be had stays as it was."""
    if isinstance(request.user, User):
        keep_of(request.user, wanted)
        return
    response.set_cookie(
        COOKIE,
        format_cookie(changed(of(request), wanted)),
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


@transaction.atomic
def keep_of(user: User, wanted: Mapping[str, Any]) -> None:
    """As `keep`, of this user.

    The lock lets others refer to the user meanwhile: whoever deals holds the table that is told here.
    """
    kept = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    preferences = changed(parse(kept.preferences), wanted)
    user.preferences = kept.preferences = differences(preferences)
    kept.save(update_fields=["preferences"])
    preferences_changed.send(sender=User, user=user, preferences=preferences)


def context(request: HttpRequest) -> dict[str, Any]:
    """Context processor: ``preferences`` on every page that asks for them, since finding them takes two queries."""
    return {"preferences": SimpleLazyObject(partial(of, request))}
