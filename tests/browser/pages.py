"""Every page that anybody can open, by a short name, and how; a test holds the list to the site's addresses."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Page, Route

from game.rules.variants import PRESET_NAMES
from tests.browser import people

ADDRESSES = {
    "home": "/",
    "help": "/help/",
    "rules": "/rules/",
    **{f"rules-{preset}": f"/rules/{preset}/" for preset in PRESET_NAMES},
    "fair": "/fair/",
    "guide": "/guide/",
    "lobby": "/lobby/",
    "new-table": "/tables/new/",
    "settings": "/settings/",
    "leaderboards": "/leaderboards/",
    "history": "/history/",
    "friends": "/friends/",
    "reports": "/reports/",
    "gold": "/gold/",
    "terms": "/terms/",
    "privacy": "/privacy/",
    "contact": "/contact/",
    "sign-in": "/account/login/",
    "sign-up": "/account/signup/",
    "password": "/account/password/reset/",
    "style": "/style/",
    "offline": "/offline/",
    "nothing": "/nowhere/",
}
ERRORS = {
    "unreadable": "400.html",
    "forbidden": "403.html",
    "old-form": "403_csrf.html",
    "too-often": "429.html",
    "broken": "500.html",
    "maintenance": "503.html",
}
"""Pages that no address gives at will."""

PAGES = (*ADDRESSES, *ERRORS, *people.MADE)


def visit(page: Page, name: str, language: str) -> None:
    """Open the page; what tells of an error, or of people, is made here, in the language."""
    if name in ADDRESSES:
        page.goto(ADDRESSES[name])
        return

    def answer(route: Route) -> None:
        with translation.override(language):
            template, shown = people.MADE[name]() if name in people.MADE else (ERRORS[name], {})
            status = 503 if route.request.method == "HEAD" else 200  # that of the maintenance looks whether it is over
            body = render_to_string(template, shown)
            route.fulfill(status=status, body=body, content_type="text/html; charset=utf-8")

    page.route(f"**/made/{name}/", answer)
    page.route_web_socket("**/ws/here/**", lambda socket: None)  # a page that no server sent may open none
    page.route("**/players/*/hands/", lambda route: route.fulfill(body="", content_type="text/html"))
    page.goto(f"/made/{name}/")
