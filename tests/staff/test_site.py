"""The administration: its front page by topic, what others put there, its looks, the handbook, which admins it has."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.models import LogEntry, Reason
from accounts.staff import handbook, log, site, topics
from accounts.staff.admins import COUNTED, Explained, Uncounted
from accounts.staff.roles import ADMIN, ROLES, SUPPORT
from game.models import FilteredWord
from tests.accounts.conftest import account
from tests.staff.conftest import StaffClient
from tests.staff.test_roles import path

pytestmark = pytest.mark.django_db
Staff = Callable[..., StaffClient]
INDEX = reverse("admin:index")


@pytest.mark.parametrize("role", [*ROLES, "superuser", ""])
def test_the_front_page_shows_what_one_may_see(staff: Staff, role: str) -> None:
    page = staff(role).get(INDEX)
    assert page.status_code == 200
    said = page.content.decode()
    assert (reverse("admin:team") in said) is (role in (ADMIN, "superuser"))
    assert (reverse("admin:accounts_logentry_changelist") in said) is bool(role)
    assert reverse("admin:handbook") in said


def test_every_list_has_a_topic() -> None:
    named = {name for _title, names in topics.TOPICS.values() for name in names}
    assert {model.__name__ for model in admin.site._registry} - named == set()


@pytest.fixture
def blocks() -> Iterator[None]:
    before = [*site._blocks]
    yield
    site._blocks[:] = before


def test_blocks_of_others_stand_on_the_front_page(staff: Staff, blocks: None) -> None:
    @site.dashboard
    def chart(request: HttpRequest) -> SafeString:
        return format_html("<h2>{}</h2>", "Biểu đồ <1>")

    @site.dashboard
    def nothing(request: HttpRequest) -> str:
        return ""

    site.dashboard(chart)
    said = staff(SUPPORT).get(INDEX).content.decode()
    assert said.count("<h2>Biểu đồ &lt;1&gt;</h2>") == 1
    assert '<section class="block"></section>' not in said


def test_what_one_did_last_stands_there_in_words(staff: Staff) -> None:
    client = staff(SUPPORT)
    log.note(client.user, "impose", account(), "so")
    assert "Phạt: Thảo" in client.get(INDEX).content.decode()
    assert "Phạt: Thảo" not in staff(SUPPORT).get(INDEX).content.decode()


@pytest.mark.parametrize("language", ["vi", "en"])
@pytest.mark.parametrize("role", [*ROLES, ""])
def test_the_handbook_is_for_all_of_the_staff_in_both_languages(staff: Staff, role: str, language: str) -> None:
    client = staff(role)
    client.cookies["django_language"] = language
    page = client.get(reverse("admin:handbook")).content.decode()
    for chapter in ("find", "reports", "sanctions", "appeals", "tables", "gold", "signals", "house", "roles", "log"):
        assert f'<h2 id="{chapter}">' in page
    assert ("Người xét người" in page) is (language == "vi")


def test_links_within_the_handbook_lead_somewhere(staff: Staff) -> None:
    page = staff(SUPPORT).get(reverse("admin:handbook")).content.decode()
    wanted = set(re.findall(r'href="#([\w-]+)"', page)) - {"content-start"}
    assert wanted and wanted <= set(re.findall(r'id="([\w-]+)"', page))


def test_the_table_of_roles_tells_them_apart() -> None:
    named = {name for names in ROLES.values() for name in names}
    assert set(handbook.ABLE) <= named
    columns = list(zip(*(row for _words, row in handbook.table()), strict=True))
    assert len(set(columns)) == len(ROLES)
    special = {name for name in named if name.split(".")[1].split("_")[0] not in ("view", "add", "change", "delete")}
    assert special <= set(handbook.ABLE), "whatever is a right of its own is explained"


# -- looks --------------------------------------------------------------------------------------------


def test_nothing_is_styled_or_scripted_in_line(staff: Staff) -> None:
    client = staff("superuser")
    pages = [INDEX, reverse("admin:handbook"), reverse("admin:team")]
    pages += [path(model, "changelist") for model in admin.site._registry]
    for address in pages:
        page = client.get(address, follow=True)
        said = page.content.decode()
        assert "unsafe-inline" not in page["Content-Security-Policy"]
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\bsrc=)(?![^>]*application/json)", said), address
        assert "css/admin.css" in said


def test_a_language_and_a_theme_are_chosen_there(staff: Staff) -> None:
    said = staff("").get(INDEX).content.decode()
    assert 'name="language" value="en"' in said
    assert "theme-toggle" in said


def test_ways_out_are_the_sites_own(staff: Staff) -> None:
    client = staff("")
    assert client.post(reverse("admin:logout"))["location"] == reverse("account_logout")
    assert client.get(reverse("admin:password_change"))["location"] == reverse("account_change_password")
    assert client.get(reverse("admin:login"))["location"] == INDEX


# -- which admins -------------------------------------------------------------------------------------


def test_other_apps_admins_are_left_out() -> None:
    for model in (Group, EmailAddress, Authenticator):
        assert not admin.site.is_registered(model)
    assert not admin.site.is_registered(admin.models.LogEntry)


def test_nothing_is_changed_in_a_list() -> None:
    class Hasty(Explained, admin.ModelAdmin):  # type: ignore[type-arg]
        list_display = ("word", "language")
        list_editable = ("language",)

    with pytest.raises(Exception, match="nobody asks why"):
        Hasty(FilteredWord, admin.site)


def test_a_list_counts_so_far_and_no_further(django_assert_num_queries: Callable[..., object]) -> None:
    LogEntry.objects.bulk_create([LogEntry(action="x") for _ in range(COUNTED + 5)], batch_size=5000)
    rows = LogEntry.objects.order_by("-pk")
    assert Uncounted(rows, 50).count == COUNTED
    assert Uncounted(rows.filter(action="y"), 50).count == 0


# -- many at once -------------------------------------------------------------------------------------


def test_many_are_done_in_chunks_and_only_those_that_were_shown(staff: Staff) -> None:
    client = staff(ADMIN)
    words = FilteredWord.objects.bulk_create([FilteredWord(language="vi", word=f"từ {n}") for n in range(450)])
    path = reverse("admin:game_filteredword_changelist")
    sent = {"action": "delete_many", "_selected_action": [words[0].pk], "select_across": "1"}
    page = client.post(f"{path}?language__exact=vi", sent)
    shown = page.context["only"].split(",")
    assert page.context["count"] == len(shown) >= 450
    late = FilteredWord.objects.create(language="vi", word="muộn")
    sure = sent | {"confirmed": "yes", "only": page.context["only"], "why": "Thừa."}
    client.post(f"{path}?language__exact=vi", sure)
    assert list(FilteredWord.objects.filter(language="vi")) == [late]
    assert LogEntry.objects.filter(action="delete", why="Thừa.").count() == len(shown)


def test_too_many_at_once_are_refused(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.staff.acting.MOST", 3)
    words = FilteredWord.objects.bulk_create([FilteredWord(language="vi", word=f"từ {n}") for n in range(4)])
    sent = {"action": "delete_many", "_selected_action": [word.pk for word in words]}
    page = staff(ADMIN).post(reverse("admin:game_filteredword_changelist"), sent, follow=True)
    assert "hãy lọc bớt danh sách" in page.content.decode()


def test_what_other_things_rest_on_stays_and_nothing_is_half_done(staff: Staff) -> None:
    from tests.accounts.test_sanctions import imposed, reason

    client = staff("superuser")
    free = Reason.objects.create(**{f"{part}_{code}": "x" for part in ("name", "text") for code in ("vi", "en")})
    used = imposed(account(), client.user).reason
    assert used == reason()
    shown = ",".join(str(one.pk) for one in (free, used))
    sure = {"action": "delete_many", "_selected_action": [used.pk], "confirmed": "yes", "only": shown, "why": "so"}
    page = client.post(reverse("admin:accounts_reason_changelist"), sure, follow=True).content.decode()
    assert f"Không xóa được {used}" in page
    assert Reason.objects.filter(pk__in=[free.pk, used.pk]).count() == 2
    assert not LogEntry.objects.filter(action="delete").exists()


def test_from_the_page_of_an_object_and_back(staff: Staff) -> None:
    client, thao = staff(ADMIN), account()
    page = reverse("admin:accounts_user_change", args=[thao.pk])
    assert 'name="action" value="sanction"' in client.get(page).content.decode()
    path = reverse("admin:accounts_user_changelist")
    sent = {"action": "sanction", "_selected_action": [thao.pk], "back": page}
    assert f'name="back" value="{page}"' in client.post(path, sent).content.decode()
    for back, wanted in ((page, page), ("https://evil.example/", path)):
        client.post(path, sent | {"back": back})
        sure = sent | {"back": back, "confirmed": "yes", "only": "unsinn,,", "why": "so"}
        sure |= {"kind": "warn", "lasts": "none", "reason": _reason()}
        assert client.post(path, sure)["location"] == wanted


def _reason() -> int:
    from tests.accounts.test_sanctions import reason

    return reason().pk


def test_visitors_are_sent_to_the_sites_sign_in(client: Client) -> None:
    for name in ("index", "handbook", "team"):
        answer = client.get(reverse(f"admin:{name}"), follow=True)
        assert answer.redirect_chain[-1][0].startswith(reverse("account_login"))
