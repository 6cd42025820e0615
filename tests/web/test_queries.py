"""How many queries each page and each form takes, so that none grows dear unseen; a new one wants its figure here.

Asked by a player in mid-hand, with a friend, messages, finished hands, reports and a warning. The figures are what was
found; fewer is fine. What only opens a transaction, waits for others or asks what time it is, doesn't count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, get_resolver, reverse

from accounts import friends
from accounts.models import Announcement, User
from accounts.stakes import LOWEST
from game.live import positions, talk
from game.live.hearing import hearing
from game.live.moment import now
from game.live.snapshots import snapshots
from game.models import Message, MessageKind, Report, Table
from tests.accounts.conftest import account
from tests.live.build import QUIET, dealt, people, person, seated
from tests.live.past import at_table, finished
from tests.live.test_sanctions import punish

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]
FREE = re.compile(r"SELECT (clock_timestamp|pg_advisory_xact_lock)\(|BEGIN|SAVEPOINT|RELEASE|ROLLBACK")

PAGES = {
    "set_language": (302, 0),
    "manifest": (200, 0),
    "worker": (200, 0),
    "offline": (200, 0),
    "style": (200, 6),
    "terms": (200, 5),
    "privacy": (200, 5),
    "contact": (200, 5),
    "account": (200, 8),
    "change_name": (200, 6),
    "sign_out_elsewhere": (200, 5),
    "download_data": (200, 21),
    "delete_account": (200, 6),
    "account_login": (302, 2),
    "account_signup": (302, 2),
    "account_logout": (200, 7),
    "account_email": (200, 9),
    "account_change_password": (200, 5),
    "account_set_password": (302, 2),
    "account_reset_password": (200, 5),
    "account_reset_password_done": (200, 5),
    "account_reset_password_from_key_done": (200, 5),
    "account_reauthenticate": (200, 11),
    "mfa_authenticate": (302, 2),
    "mfa_index": (200, 7),
    "mfa_reauthenticate": (302, 5),
    "mfa_activate_totp": (302, 8),
    "mfa_deactivate_totp": (404, 6),
    "mfa_view_recovery_codes": (404, 6),
    "mfa_generate_recovery_codes": (302, 8),
    "mfa_download_recovery_codes": (404, 6),
    "settings": (200, 5),
    "statement": (200, 15),
    "profile": (200, 12),
    "friends": (200, 10),
    "notice": (302, 2),
    "notice_over": (200, 2),
    "sanctions": (200, 11),
    "appeal": (200, 11),
    "announcements": (200, 0),
    "leaderboards": (200, 10),
    "home": (200, 11),
    "help": (200, 6),
    "rules": (200, 6),
    "rules_of": (200, 6),
    "fair": (200, 5),
    "guide": (200, 5),
    "play": (302, 2),
    "quick_play": (302, 2),
    "lobby": (200, 15),
    "create_table": (200, 10),
    "table": (200, 12),
    "table_fragment": (200, 9),
    "take_seat": (302, 2),
    "join": (200, 10),
    "table_invite": (200, 7),
    "table_qr": (200, 3),
    "table_gold": (200, 16),
    "leave": (302, 2),
    "company": (200, 15),
    "talk": (200, 13),
    "report_message": (200, 13),
    "whereabouts": (200, 8),
    "calls": (200, 6),
    "table_friends": (200, 10),
    "score_sheet": (200, 15),
    "score_file": (200, 6),
    "rematch": (302, 2),
    "deal_sheet": (200, 3),
    "last_hand": (404, 6),
    "history": (200, 7),
    "history_download": (200, 5),
    "hands_of": (200, 8),
    "hand_of": (302, 3),
    "replay": (200, 8),
    "replay_steps": (200, 5),
    "report_hand": (200, 8),
    "report_player": (200, 7),
    "own_reports": (200, 7),
    "hand_record": (200, 4),
}
"""By name: the status of the answer, and at most how many queries."""
FORMS: dict[str, tuple[dict[str, Any], int, int]] = {
    "set_language": ({"language": "vi"}, 302, 0),
    "settings": ({"theme": "dark"}, 302, 5),
    "change_name": ({"display_name": "Cá Chép"}, 302, 19),
    "sign_out_elsewhere": ({}, 302, 10),
    "account_logout": ({}, 302, 4),
    "relief": ({}, 302, 8),
    "friend": ({"do": "accept"}, 302, 13),
    "sanction_read": ({}, 302, 8),
    "announcement_away": ({}, 302, 0),
    "play": ({}, 302, 14),
    "quick_play": ({"preset": "online", "stake": LOWEST}, 302, 17),
    "create_table": ({"preset": "online", "stake": LOWEST, "multiplier": 1, "seats": 4}, 302, 11),
    "take_seat": ({}, 302, 18),
    "leave": ({}, 302, 17),
    "talk_mute": ({"player": "OTHER"}, 200, 16),
    "decline_call": ({}, 302, 4),
    "invite_friend": ({}, 302, 14),
    "rematch": ({}, 409, 9),
    "report_message": ({"why": "abuse"}, 302, 17),
    "report_hand": ({"why": "collusion", "who": "OTHER"}, 302, 13),
    "report_player": ({"why": "abuse"}, 302, 8),
    "answer_read": ({}, 302, 3),
}
"""By name: what is sent, OTHER being another's number, the status of the answer, and at most how many queries."""
BY_NEWCOMERS = {"play", "quick_play", "create_table", "take_seat"}
"""Forms of whoever sits nowhere."""
ELSEWHERE = {
    "account_inactive", "account_confirm_email", "account_reset_password_from_key", "socialaccount_login_cancelled",
    "socialaccount_login_error", "socialaccount_connections",
}  # fmt: skip
"""Pages of allauth's that are led to by letters and other sites alone."""


class World:
    """A player, and what there is of him."""

    def __init__(self) -> None:
        self.user = account()
        self.others = people(4)[1:]
        self.stranger = person("Em")
        friends.ask(self.user, self.others[0])
        friends.ask(self.others[0], self.user)
        friends.ask(self.stranger, self.user)
        past = at_table([self.user, *self.others])
        Table.objects.filter(pk=past.pk).update(closed_at=now())
        self.hands = [finished(past, QUIET, unit=100) for _ in range(3)]
        self.past = past
        self.table = seated([self.user, *self.others])
        dealt(self.table)
        self.open = seated([self.others[2], "sound"], code="opentable")
        for number in range(3):
            talk.say(self.table.code, self.others[0], MessageKind.TEXT, f"chào {number}")
        self.message = Message.objects.latest("pk")
        self.report = Report.objects.create(reporter=self.user, reported=self.others[1], kind="player")
        self.warning = punish(self.user, "warn", None)
        self.announcement = Announcement.objects.create(text_vi="Mai nghỉ", text_en="Away tomorrow", tone="info")

        for user in (self.user, self.stranger):  # once an hour it is written that somebody is here
            self.client(user).get(reverse("terms"))

    def address(self, name: str, route: str) -> str:
        """Of the page called so; what stands in it is what this one is about."""
        about: dict[str, dict[str, Any]] = {
            "report_message": {"pk": self.message.pk},
            "sanction_read": {"pk": self.warning.pk},
            "appeal": {"pk": self.warning.pk},
            "answer_read": {"pk": self.report.pk},
            "announcement_away": {"pk": self.announcement.pk},
            "hand_of": {"pk": self.hands[0].pk},
            "friend": {"pk": self.stranger.pk},
            "report_player": {"pk": self.others[2].pk},
            "invite_friend": {"pk": self.others[0].pk},
            "score_sheet": {"code": self.past.code},
            "score_file": {"code": self.past.code},
            "rematch": {"code": self.past.code},
            "take_seat": {"code": self.open.code},
            "join": {"code": self.open.code},
        }
        usual = {
            "code": self.table.code, "preset": "online", "public_id": self.hands[0].public_id, "pk": self.others[1].pk
        }  # fmt: skip
        values = usual | about.get(name, {})
        return reverse(name, kwargs={key: values[key] for key in re.findall(r"<\w+:(\w+)>", route)})

    def client(self, user: User) -> Client:
        client = Client(headers={"accept-language": "en"})
        client.force_login(user, "allauth.account.auth_backends.AuthenticationBackend")
        return client

    def asked(self, name: str, form: dict[str, Any] | None = None) -> tuple[int, list[str]]:
        """The status of the answer and the queries it took; everything is afterwards as it was before."""
        address, is_new = self.address(name, ROUTES[name]), form is not None and name in BY_NEWCOMERS
        sent = {key: self.others[1].pk if value == "OTHER" else value for key, value in (form or {}).items()}
        for kept in (positions.cache, snapshots, hearing, cache):
            kept.clear()
        with transaction.atomic():
            client = self.client(self.stranger if is_new else self.user)
            with CaptureQueriesContext(connection) as found:
                response = client.get(address) if form is None else client.post(address, sent)
                assert b"".join(response) if response.streaming else response.content is not None
            transaction.set_rollback(True)
        queries = [query["sql"] for query in found.captured_queries]
        return response.status_code, [query for query in queries if not FREE.match(query)]


def named(patterns: list[Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Each page's name and what its address looks like; the administration, with hundreds, has figures of its own."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield str(pattern.name), route
        elif not route.startswith("admin/"):
            yield from named(pattern.url_patterns, route)


ROUTES = dict(named(get_resolver().url_patterns))


@pytest.fixture
def world() -> World:
    return World()


def test_every_page_and_form_has_a_figure() -> None:
    assert {*PAGES} | {*FORMS} | ELSEWHERE == {*ROUTES}


def test_no_page_takes_more_queries(world: World) -> None:
    dear = {}
    for name, (status, most) in PAGES.items():
        got, queries = world.asked(name)
        if got != status or len(queries) > most:
            dear[name] = (got, len(queries))
    assert not dear


def test_no_form_takes_more_queries(world: World) -> None:
    dear = {}
    for name, (form, status, most) in FORMS.items():
        got, queries = world.asked(name, form)
        if got != status or len(queries) > most:
            dear[name] = (got, len(queries))
    assert not dear
