"""Template tags `{% load shell %}`: what a page loads, named in its head, so that one round of requests brings it all.

Stylesheets and modules say themselves what they build on, by `@import` and `import`; browsers would find that out
file by file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any, cast

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template import Context
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts import browsers, ledger
from accounts.announcement_views import shown_to
from accounts.house import rooms
from accounts.models import Announcement, User
from accounts.numerals import grouped

register = template.Library()

FONTS = tuple(
    f"vendor/be-vietnam-pro/{part}-{weight}.woff2" for part in ("core", "vietnamese") for weight in (400, 600, 800)
)

_NEEDS = {
    ".css": re.compile(r"""^@import\s+(?:url\()?\s*["']([^"':]+)["']""", re.MULTILINE),
    ".js": re.compile(r"""^(?:import|export)\b[^"'();]*["'](\.[^"']+)["']""", re.MULTILINE),
}


def needed(name: str) -> tuple[str, ...]:
    """The stylesheet or module and all it builds on, each once, what is built on before what builds on it."""
    return tuple(_walk(name, set())) if settings.DEBUG else _kept(name)


@lru_cache
def _kept(name: str) -> tuple[str, ...]:
    return tuple(_walk(name, set()))


def _walk(name: str, seen: set[str]) -> Iterator[str]:
    if name in seen:
        return
    seen.add(name)
    for other in _direct(name):
        yield from _walk(other, seen)
    yield name


def _direct(name: str) -> list[str]:
    path = finders.find(name)
    if not path:
        raise LookupError(f"static/{name}: no such file")
    text = Path(path).read_text(encoding="utf-8")
    return [normpath(join(dirname(name), other)) for other in _NEEDS[Path(name).suffix].findall(text)]


def _new(context: Context, names: Iterable[str]) -> list[str]:
    """Those of the names that the page hasn't named yet; from now on it has."""
    assert context.render_context is not None
    shared = cast(dict[str, Any], context.render_context.dicts[0])  # by all templates that a page is made of
    named: set[str] = shared.setdefault("named", set())
    found = [name for name in dict.fromkeys(names) if name not in named]
    named.update(found)
    return found


@register.simple_tag(takes_context=True)
def styles(context: Context, *names: str) -> SafeString:
    """A link for each of the stylesheets and for those they import, but for those that the page has already."""
    found = _new(context, (other for name in names for other in needed(name)))
    return format_html_join("\n  ", '<link rel="stylesheet" href="{}">', ((static(name),) for name in found))


@register.simple_tag(takes_context=True)
def module(context: Context, name: str) -> SafeString:
    """The script that runs the module, after a link for each module it imports that the page hasn't named already."""
    links = ((static(other),) for other in _new(context, needed(name)) if other != name)
    preloads = format_html_join("", '<link rel="modulepreload" href="{}">\n  ', links)
    return preloads + format_html('<script type="module" src="{}"></script>', static(name))


@register.simple_tag
def release() -> str:
    """The name of what is served, which the server's answers are compared with."""
    return str(settings.PHOM_RELEASE)


@register.simple_tag
def pictures(*names: str) -> SafeString:
    """A link for each picture that a stylesheet shows, so that it comes along with the stylesheet."""
    html = '<link rel="preload" as="image" type="image/svg+xml" href="{}">'
    return format_html_join("\n  ", html, ((static(name),) for name in names))


@register.simple_tag
def fonts() -> SafeString:
    """A link for each file of the type face: that both languages need. Names are Vietnamese in both."""
    html = '<link rel="preload" as="font" type="font/woff2" crossorigin href="{}">'
    return format_html_join("\n  ", html, ((static(name),) for name in FONTS))


@register.simple_tag
def worker() -> SafeString:
    """Where pages find the service worker; none while debugging, when files change and it would keep them."""
    return SafeString("") if settings.DEBUG else format_html('<meta name="worker" content="{}">', reverse("worker"))


@register.filter
def gold(amount: int, sign: str = "") -> str:
    """An amount of gold, or any whole number, grouped as the reader's language does; ``|gold:"+"`` with its sign."""
    return grouped(amount, signed=sign == "+")


@register.filter
def room_name(stake: str) -> str:
    """What the room with that key is called in the reader's language; nothing where there is none such."""
    room = rooms().get(stake)
    return room.name if room else ""


@register.simple_tag(takes_context=True)
def announced(context: Context) -> list[Announcement]:
    """What the house announces, less what whoever looks has put away."""
    return shown_to(context.get("request"))


@register.simple_tag(takes_context=True)
def left_from_bots(context: Context) -> int | None:
    """The gold that whoever looks can still win from bots today; None for visitors."""
    user = getattr(context.get("request"), "user", None)
    return ledger.left_from_bots(user.pk) if isinstance(user, User) else None


@register.simple_tag(takes_context=True)
def relief(context: Context) -> ledger.Outlook | None:
    """How whoever looks stands with relief; None for visitors, and where a template isn't rendered for a request."""
    request = context.get("request")
    user = getattr(request, "user", None)
    return ledger.relief_due(user, browsers.known(request)) if request and isinstance(user, User) else None
