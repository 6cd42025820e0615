"""Sanctions in real browsers: every open page of whoever is shut out leads to the notice; what is told is put away; axe
and sizes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hand import sit_down
from tests.browser.server import ROOT, of_site
from tests.browser.test_blocks import TOO_SMALL, TOO_WIDE
from tests.browser.test_everyone import LOOKS, faults

_IMPOSE = """
from datetime import timedelta
from django.utils import timezone
from accounts import sanctions
from accounts.models import Reason, User
by, _made = User.objects.get_or_create(username="boss", defaults={{"is_staff": True, "is_superuser": True}})
user = User.objects.get(pk={pk})
ends_at = timezone.now() + timedelta(days=1) if {kind!r} != "warn" else None
sanctions.impose(user, {kind!r}, Reason.objects.first(), ends_at, by)
"""
HUNDREDS_OF_SIGNS = "Tôi không chửi ai cả, xin xem lại. " * 12


def impose(data: Path, page: Page, kind: str) -> None:
    """Done by the staff, in a process of its own, about whoever has the page."""
    pk = re.findall(r"/players/(\d+)/", page.content())[0]
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", _IMPOSE.format(pk=pk, kind=kind)]
    subprocess.run(command, cwd=ROOT, env=of_site(data), check=True, capture_output=True)


def is_notice(page: Page) -> None:
    expect(page.locator("main a[href^='/appeal/']").first).to_be_visible()
    expect(page).to_have_url(re.compile("/notice/$"))


@pytest.mark.full
@pytest.mark.parametrize(("language", "theme"), LOOKS[:1])
def test_every_open_page_leads_to_the_notice_and_nothing_else_is_to_be_had(
    visitor: Page, data: Path, language: str, theme: str
) -> None:
    sit_down(visitor)
    others = [visitor.context.new_page() for _ in range(3)]
    for other, address in zip(others, ("/lobby/", "/guide/", "/help/"), strict=True):
        other.goto(address)
        other.wait_for_load_state("networkidle")
    table = visitor.url
    impose(data, visitor, "suspend")
    for page in (visitor, *others):
        is_notice(page)
    visitor.goto(table)
    expect(visitor.locator("#table")).to_have_count(0)
    visitor.locator("a[href='/terms/']").first.click()
    visitor.wait_for_timeout(1_500)
    expect(visitor).to_have_url(re.compile("/terms/$"))  # a page that stays isn't taken away


@pytest.mark.looks
@pytest.mark.full
@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_what_is_told_of_sanctions_is_for_everyone(visitor: Page, data: Path, language: str, theme: str) -> None:
    sit_down(visitor)
    impose(data, visitor, "mute")
    told, found = visitor.locator("#calls .call"), {}
    expect(told).to_be_visible()  # at a table, without a press
    found["at a table"] = faults(visitor)
    assert visitor.evaluate(f"() => {TOO_WIDE}") == 0
    told.locator("button").click()
    expect(told).to_have_count(0)
    visitor.goto("/sanctions/")
    found["history"] = faults(visitor)
    visitor.locator("main a[href^='/appeal/']").click()
    found["appeal"] = faults(visitor)
    visitor.locator("textarea").fill(HUNDREDS_OF_SIGNS)
    visitor.locator("main .button-main").click()
    expect(visitor.locator("main")).to_contain_text(HUNDREDS_OF_SIGNS.strip())
    found["appealed"] = faults(visitor)
    impose(data, visitor, "ban")
    is_notice(visitor)
    found["notice"] = faults(visitor)
    for size in ((360, 740), (740, 360), (1440, 900)):
        visitor.set_viewport_size({"width": size[0], "height": size[1]})
        assert visitor.evaluate(f"() => {TOO_WIDE}") == 0, size
        assert visitor.evaluate(TOO_SMALL) == [], size
    assert {name: lines for name, lines in found.items() if lines} == {}
