"""Staff in real browsers: enlisted on the server's database, signed in by the site's own pages with a second factor."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from playwright.sync_api import Page

from tests.browser.server import ROOT, of_site

_ENLIST = """
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import Group
from accounts.models import User
user = User(username={name!r}, display_name={name!r}, is_staff=True)
user.set_password({password!r})
user.save()
user.groups.add(Group.objects.get(name={role!r}))
secret = generate_totp_secret()
TOTP.activate(user, secret)
print(secret)
"""


class Member(NamedTuple):
    """Somebody of the staff, and what it takes to be let in."""

    name: str
    password: str
    secret: str

    @property
    def code(self) -> str:
        """What the app on the phone shows next, which is taken already: for that there is the most time."""
        following = list(yield_hotp_counters_from_time())[-1]
        return str(format_hotp_value(hotp_value(self.secret, following)))


def enlist(data: Path, role: str, name: str) -> Member:
    """A new member of the staff on the server that keeps its data there."""
    password = f"chieu-phom-{name}"
    program = _ENLIST.format(name=name, password=password, role=role)
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", program]
    told = subprocess.run(command, cwd=ROOT, env=of_site(data), check=True, capture_output=True, text=True)
    return Member(name, password, told.stdout.split()[-1])


def enter(page: Page, member: Member, address: str = "/admin/") -> None:
    """To the page of the administration, by whatever is asked on the way."""
    page.goto(address)
    page.locator("[name=login]").fill(member.name)
    page.locator("[name=password]").fill(member.password)
    page.locator("main form[action*=login] .button-main").click()
    page.locator("[name=code]").fill(member.code)
    page.locator("main .button-main").first.click()
    page.wait_for_url(lambda url: "/admin/" in url)
