"""One small template to HTML, without blank text between tags: morphing would keep it as nodes of its own."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from html import escape

from django.template import Context, Engine
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

_tongue: ContextVar[str | None] = ContextVar("tongue", default=None)

_BETWEEN_TAGS = re.compile(r">\s+<")
_HOLE = re.compile("\0(\\w+)\0")
_AROUND_HOLES = re.compile("(?<=[>\0])\\s*\n\\s*(?=[<\0])")


@contextmanager
def one_language() -> Iterator[None]:
    """Within the block the active language stays the same. Blocks ask for it some thirty times a frame, which takes
    Django longer than any of them."""
    token = _tongue.set(get_language())
    try:
        yield
    finally:
        _tongue.reset(token)


def tongue() -> str | None:
    """The active language: what kept HTML is kept by."""
    return _tongue.get() or get_language()


def render(template: str, /, **data: object) -> SafeString:
    """`templates/game/<template>.html` in the active language; numbers stay plain, names are escaped."""
    html = Engine.get_default().get_template(f"game/{template}.html").render(Context(data, use_l10n=False))
    return mark_safe(_BETWEEN_TAGS.sub("><", html).strip())


def fill(template: str, facts: Mapping[str, Hashable], **holes: object) -> SafeString:
    """The same as `render`, far faster: for a template that only puts ``holes`` in their places, and asks at most
    whether there is something in them, while all else in it depends on a few ``facts``.

    It is rendered once with holes, for each language and set of facts. Line breaks between tags and holes go too.
    """
    shape = tuple((name, _kind_of(hole)) for name, hole in holes.items())
    pieces = _pieces(template, tuple(facts.items()), shape, tongue())
    return mark_safe("".join([escaped(holes[piece]) if at % 2 else piece for at, piece in enumerate(pieces)]))


def escaped(hole: object) -> str:
    """As HTML: what is HTML already as it is, all else as text."""
    return hole if isinstance(hole, SafeString) else str(hole) if isinstance(hole, int) else escape(str(hole))


def _kind_of(hole: object) -> str | None:
    """What templates ask of it: None, empty, or something."""
    return None if hole is None else "something" if hole or hole == 0 else ""


@lru_cache(maxsize=1024)
def _pieces(
    template: str,
    facts: tuple[tuple[str, Hashable], ...],
    shape: tuple[tuple[str, str | None], ...],
    language: str | None,
) -> list[str]:
    """The texts between the holes, and in each second place the name of a hole."""
    holes = {name: mark_safe(f"\0{name}\0") if kind else kind for name, kind in shape}
    html = render(template, **dict(facts), **holes)
    return _HOLE.split(_AROUND_HOLES.sub("", html))
