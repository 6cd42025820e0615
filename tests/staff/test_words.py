"""What is kept as codes is told in words of whoever reads: names of objects, the log, postings, rooms, hands."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib import admin
from django.db.models import Model
from django.urls import reverse
from django.utils.translation import override

from accounts import appeals, ledger
from accounts.models import Account, Entry, House, Lapse, LogEntry, Posting, Trace
from accounts.models.gold import AccountKind
from accounts.staff import log
from accounts.stakes import LOWEST
from game.live import deciding, reports
from game.live.reports import Word
from game.models import HandRecord, Report, Signal
from tests.accounts.test_sanctions import imposed
from tests.live.build import dealt, people, seated
from tests.live.conftest import quiet, stack
from tests.live.test_reports import played
from tests.staff.conftest import StaffClient

__all__ = ["quiet", "stack"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]
Staff = Callable[..., StaffClient]
COLLUSION = Word(Report.Why.COLLUSION)


def page(client: StaffClient, obj: Model, language: str = "en") -> str:
    address = reverse(f"admin:{obj._meta.app_label}_{obj._meta.model_name}_change", args=[obj.pk])
    return client.get(address, headers={"accept-language": language}).content.decode()


def both(obj: object) -> tuple[str, str]:
    with override("en"):
        english = str(obj)
    with override("vi"):
        return english, str(obj)


# -- names --------------------------------------------------------------------------------------------


def test_names_are_words_of_the_reader(staff: Staff) -> None:
    by, (an, binh, *_) = staff("admin").user, people()
    made = imposed(an, by)
    assert both(made) == (f"suspension #{made.pk}", f"đình chỉ #{made.pk}")
    appeal = appeals.make(made, an, "Không phải tôi.")
    assert both(appeal) == (f"appeal #{appeal.pk}", f"khiếu nại #{appeal.pk}")
    lapse = Lapse.objects.create(user=binh, kind="left")
    assert both(lapse)[0] == f"left in the middle of a hand #{lapse.pk}"
    trace = Trace.objects.create(user=binh, address="a1b2", device="c3d4")
    assert both(trace)[0] == f"trace #{trace.pk}" and "a1b2" not in both(trace)[1]
    ledger.welcome(an)
    jackpot = Account.objects.create(kind=AccountKind.JACKPOT, stake=LOWEST)
    assert both(jackpot)[1].startswith("hũ ") and LOWEST not in "".join(both(jackpot))
    assert jackpot.tag == f"jackpot {LOWEST}"
    entry = Entry.objects.get(account__user=an)
    assert both(entry)[0] == "welcome gold +20,000"


@pytest.mark.parametrize(
    "reference, told",
    [
        ("hand:12:deal", "hand no. 12: set aside"),
        ("hand:12:end", "hand no. 12: paid"),
        ("correction:4bbf", "correction #7"),
        ("welcome:3", "welcome gold #7"),
        ("relief:3:2026-01-01:1", "relief #7"),
        ("erase:3:9", "gold of a player who was deleted #7"),
        ("hand:12", "hand:12"),
        ("older", "older"),
    ],
)
def test_a_posting_says_what_it_is_for(reference: str, told: str) -> None:
    assert both(Posting(pk=7, reference=reference))[0] == told


def test_every_posting_that_is_made_has_words(staff: Staff) -> None:
    played(seated([*people()]))
    shown = [both(posting) for posting in Posting.objects.all()]
    assert len(shown) >= 6 and not [names for names in shown if any(":" in name.partition(": ")[0] for name in names)]
    assert all(english != vietnamese for english, vietnamese in shown)
    client = staff("superuser")
    listed = client.get("/admin/accounts/posting/", headers={"accept-language": "vi"}).content.decode()
    assert ":deal" not in listed and "welcome:" not in listed


def test_a_hand_is_called_by_the_code_of_its_table(staff: Staff) -> None:
    client, users = staff("superuser"), people()
    table = seated([*users])
    hand = dealt(table)
    name = f"table {table.code}, hand 1"
    assert both(hand) == (name, f"bàn {table.code}, ván 1")
    wanted = {"action": "void", "_selected_action": [hand.pk]}
    asked = client.post("/admin/game/handrecord/", wanted, headers={"accept-language": "en"}).content.decode()
    assert name in asked and f">{table.pk}/1<" not in asked
    signal = Signal.objects.create(kind="gold", user=users[0], score=4, hands=[hand.pk])
    HandRecord.objects.filter(pk=hand.pk).update(result={})
    assert name in page(client, signal)


def test_a_report_says_which_hand(staff: Staff) -> None:
    users = people()
    table = seated([*users])
    report = reports.of_hand(played(table).public_id, users[0], COLLUSION)
    assert f"table {table.code}, hand 1" in page(staff("superuser"), report)


# -- the log ------------------------------------------------------------------------------------------


def test_what_is_done_in_one_language_is_read_in_another(staff: Staff) -> None:
    client, users = staff("superuser"), people()
    hand = played(seated([*users]))
    report = reports.of_hand(hand.public_id, users[0], COLLUSION)
    with override("vi"):
        made = imposed(users[1], client.user)
        entries = [log.note(client.user, "change", one, "x") for one in (House.objects.get(), hand, report, made)]
        entries += [log.note(client.user, "change", one, "x") for one in Posting.objects.order_by("pk")[:1]]
    names = [
        "settings of the house",
        f"table {hand.table.code}, hand 1",
        f"hand #{report.pk}",
        f"suspension #{made.pk}",
        str(both(Posting.objects.order_by("pk")[0])[0]),
    ]
    listed = client.get("/admin/accounts/logentry/", headers={"accept-language": "en"}).content.decode()
    for entry, name in zip(entries, names, strict=True):
        shown = page(client, entry)
        assert f"Changed: {name}" in shown and name.casefold() in listed.casefold()
        assert f"Changed: {name}" not in page(client, entry, "vi")


def test_what_was_kept_before_stays_as_it_is() -> None:
    for kind, name in (("accounts.sanction", "đình chỉ (3)"), ("game.handrecord", "2/1"), ("accounts.house", "cũ")):
        entry = LogEntry.objects.create(action="change", target_type=kind, target_id="3", target_name=name, why="x")
        assert both(entry) == (name, name)
    gone = LogEntry.objects.create(action="change", target_type="no.model", target_id="3", target_name="A", why="x")
    assert str(gone) == "A"


def test_why_is_told_where_nobody_was_asked(staff: Staff) -> None:
    client, users = staff("superuser"), people()
    report = reports.of_player(users[1], users[0], Word(Report.Why.ABUSE, "nói bậy"))
    deciding.claim(report.pk, client.user)
    deciding.release(report.pk, client.user)
    assert set(LogEntry.objects.values_list("why", flat=True)) == {""}
    for language, told in (("en", "Claimed to be dealt with"), ("vi", "Nhận để xử lý")):
        listed = client.get("/admin/accounts/logentry/", headers={"accept-language": language}).content.decode()
        assert told in listed


MOMENT = datetime(2026, 3, 4, 5, 6, tzinfo=UTC)


@pytest.mark.parametrize(
    "kind, name, value, english, vietnamese",
    [
        ("game.table", "chat_frozen", True, "yes", "có"),
        ("game.table", "chat_frozen", False, "no", "không"),
        ("accounts.sanction", "kind", "ban", "ban", "cấm hẳn"),
        ("accounts.user", "role", ["moderator"], "moderator", "người kiểm duyệt"),
        ("accounts.user", "role", [], "–", "–"),
        ("game.table", "until", MOMENT.isoformat(), "12:06", "12:06"),
        ("accounts.sanction", "ends_at", MOMENT.isoformat(), "12:06", "12:06"),
        ("accounts.sanction", "ends_at", "2026-99-99T00:00", "2026-99-99T00:00", "2026-99-99T00:00"),
        ("accounts.sanction", "note", None, "–", "–"),
        ("no.model", "what", 3, "3", "3"),
    ],
)
def test_values_are_words_too(staff: Staff, kind: str, name: str, value: Any, english: str, vietnamese: str) -> None:
    client = staff("superuser")
    entry = LogEntry.objects.create(action="change", target_type=kind, target_id="3", why="x", after={name: value})
    for language, told in (("en", english), ("vi", vietnamese)):
        changes = page(client, entry, language).split('<table class="changes">')[1].split("</table>")[0]
        assert told in changes.split("<td>")[-1]
        assert "True" not in changes and "False" not in changes


def test_no_list_offers_to_count_what_each_filter_would_find() -> None:
    for model_admin in admin.site._registry.values():
        if model_admin.list_filter:
            assert model_admin.show_facets is admin.ShowFacets.NEVER, model_admin
