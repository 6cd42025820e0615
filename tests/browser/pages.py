"""Every page that anybody can open, by a short name, and how; a test holds the list to the site's addresses."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Page, Route

from game.rules.variants import PRESET_NAMES

ADDRESSES = {
    "home": "/",
    "help": "/help/",
    "rules": "/rules/",
    **{f"rules-{preset}": f"/rules/{preset}/" for preset in PRESET_NAMES},
    "guide": "/guide/",
    "settings": "/settings/",
    "style": "/style/",
    "offline": "/offline/",
    "nothing": "/nowhere/",
}
ERRORS = {
    "unreadable": "400.html",
    "forbidden": "403.html",
    "old-form": "403_csrf.html",
    "broken": "500.html",
    "maintenance": "503.html",
}
"""Pages that no address gives at will."""

PAGES = (*ADDRESSES, *ERRORS)


def visit(page: Page, name: str, language: str) -> None:
    """Open the page; what tells of an error is made here, in the language."""
    if name in ADDRESSES:
        page.goto(ADDRESSES[name])
        return

    def answer(route: Route) -> None:
        with translation.override(language):
            status = 503 if route.request.method == "HEAD" else 200  # that of the maintenance looks whether it is over
            route.fulfill(status=status, body=render_to_string(ERRORS[name]), content_type="text/html; charset=utf-8")

    page.route(f"**/error/{name}/", answer)
    page.goto(f"/error/{name}/")
