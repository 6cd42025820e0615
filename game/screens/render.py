"""One small template to HTML, without blank text between tags: morphing would keep it as nodes of its own."""

from __future__ import annotations

import re

from django.template import Context, Engine
from django.utils.safestring import SafeString, mark_safe

_BETWEEN_TAGS = re.compile(r">\s+<")


def render(template: str, /, **data: object) -> SafeString:
    """`templates/game/<template>.html` in the active language; numbers stay plain, names are escaped."""
    html = Engine.get_default().get_template(f"game/{template}.html").render(Context(data, use_l10n=False))
    return mark_safe(_BETWEEN_TAGS.sub("><", html).strip())
