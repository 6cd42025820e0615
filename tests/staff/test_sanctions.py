"""Sanctions, reasons and appeals in the administration: imposed from a player's page, lifted, decided; by whom."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import appeals, sanctions
from accounts.models import Appeal, LogEntry, Reason, Sanction, User
from accounts.staff.roles import ROLES
from tests.accounts.conftest import account
from tests.accounts.test_sanctions import imposed, reason
from tests.staff.conftest import StaffClient, staff_client

pytestmark = pytest.mark.django_db
PLAYERS = "admin:accounts_user_changelist"
SANCTIONS = "admin:accounts_sanction_changelist"
APPEALS = "admin:accounts_appeal_changelist"


@pytest.fixture
def player() -> User:
    return account("Thảo", "")


@pytest.fixture
def moderator() -> StaffClient:
    return staff_client("moderator")


def act(client: Client, on: str, action: str, *targets: int, confirmed: bool = True, **fields: str) -> str:
    """Do the action to these in the list, as the page between sends it; the page that comes."""
    wanted = {"action": action, "_selected_action": [str(one) for one in targets], **fields}
    if confirmed:
        wanted |= {"confirmed": "yes", "only": ",".join(str(one) for one in targets)}
    response = client.post(reverse(on), wanted, follow=True, headers={"accept-language": "en"})
    return response.content.decode()


def punish(client: Client, *targets: User, confirmed: bool = True, **fields: str) -> str:
    usual = {"kind": "mute", "reason": str(reason().pk), "lasts": "1d", "why": "ván 7"}
    return act(client, PLAYERS, "sanction", *(user.pk for user in targets), confirmed=confirmed, **usual | fields)


# -- imposing -----------------------------------------------------------------------------------------


def test_a_player_is_sanctioned_from_the_own_page(moderator: StaffClient, player: User) -> None:
    page = moderator.get(reverse("admin:accounts_user_change", args=[player.pk])).content.decode()
    assert 'value="sanction"' in page
    between = punish(moderator, player, confirmed=False)
    for words in ("Thảo", "Insults", 'name="kind"', 'name="lasts"', 'name="text_vi"', 'name="why"'):
        assert words in between
    assert not Sanction.objects.exists()
    punish(moderator, player)
    made = Sanction.objects.get()
    assert (made.user, made.kind, made.by, made.note) == (player, "mute", moderator.user, "ván 7")
    assert made.ends_at and abs(made.ends_at - timezone.now() - timedelta(days=1)) < timedelta(minutes=1)
    entry = LogEntry.objects.get()
    assert (entry.action, entry.by, entry.why, entry.user) == ("impose", moderator.user, "ván 7", player)
    page = moderator.get(reverse("admin:accounts_user_change", args=[player.pk])).content.decode()
    assert reverse("admin:accounts_sanction_change", args=[made.pk]) in page


MISSING = [{name: ""} for name in ("why", "kind", "reason", "lasts")]


@pytest.mark.parametrize("missing", [*MISSING, {"kind": "suspend", "lasts": "none"}, {"text_vi": "Chỉ vậy"}])
def test_reason_and_duration_are_needed(moderator: StaffClient, player: User, missing: dict[str, str]) -> None:
    page = punish(moderator, player, **missing)
    assert "errorlist" in page and ("ván 7" in page) == ("why" not in missing), "what was filled in isn't lost"
    assert not Sanction.objects.exists()


def test_own_words_instead_of_the_reasons(moderator: StaffClient, player: User) -> None:
    punish(moderator, player, kind="warn", lasts="none", text_vi="Lần cuối.", text_en="The last time.")
    made = Sanction.objects.get()
    assert (made.text_vi, made.text_en, made.ends_at) == ("Lần cuối.", "The last time.", None)


def test_several_at_once_but_nobody_of_the_staff(moderator: StaffClient, player: User) -> None:
    other, boss, peer = account("Hùng", ""), staff_client("admin").user, staff_client("moderator").user
    page = punish(moderator, player, other, boss, peer, moderator.user)
    assert set(Sanction.objects.values_list("user", flat=True)) == {player.pk, other.pk}
    assert "Done for 2 objects" in page


def test_a_reason_no_longer_offered_is_not_to_be_had(moderator: StaffClient, player: User) -> None:
    Reason.objects.filter(pk=reason().pk).update(is_offered=False)
    punish(moderator, player)
    assert not Sanction.objects.exists()


def test_what_holds_already_is_shown_before_more_is_added(moderator: StaffClient, player: User) -> None:
    imposed(player, moderator.user, "exclude")
    assert "leaderboards" in punish(moderator, player, confirmed=False)


# -- who may ------------------------------------------------------------------------------------------

MAY = {"support": False, "moderator": True, "economist": False, "admin": True}


@pytest.mark.parametrize("role", ROLES)
def test_every_role_by_every_action(role: str, player: User) -> None:
    client, boss = staff_client(role), staff_client("superuser").user
    waiting = [appeals.make(imposed(player, boss, "mute"), player, "Sao vậy?") for _ in range(2)]
    held = imposed(player, boss, "exclude")
    punish(client, player)
    assert Sanction.objects.filter(by=client.user).exists() == MAY[role]
    act(client, SANCTIONS, "lift", held.pk, why="nhầm")
    held.refresh_from_db()
    assert (held.lifted_by == client.user) == MAY[role]
    for action, appeal in zip(("grant", "refuse"), waiting, strict=True):
        act(client, APPEALS, action, appeal.pk, why="xem rồi", answer="Đã xem.")
        appeal.refresh_from_db()
        assert (appeal.decided_by == client.user) == MAY[role]
    for path in (SANCTIONS, APPEALS, "admin:accounts_reason_changelist"):
        assert client.get(reverse(path)).status_code == 200, "all of them look"


def test_without_a_second_factor_or_a_role_nothing(client: Client, player: User) -> None:
    staff = account("Nhà", "")
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    client.force_login(staff, "django.contrib.auth.backends.ModelBackend")
    punish(client, player)
    punish(staff_client(""), player)
    assert not Sanction.objects.exists()


def test_whoever_is_shut_out_is_out_of_the_administration_too(player: User) -> None:
    admin, mod = staff_client("admin"), staff_client("moderator")
    punish(admin, mod.user, kind="suspend")
    assert mod.get(reverse("admin:index")).status_code == 403
    punish(mod, player)
    assert not Sanction.objects.filter(user=player).exists()


# -- ending it ----------------------------------------------------------------------------------------


def test_lifted_with_a_reason_and_logged(moderator: StaffClient, player: User) -> None:
    made = imposed(player, moderator.user)
    act(moderator, SANCTIONS, "lift", made.pk, why=" ")
    assert sanctions.in_force(player)
    act(moderator, SANCTIONS, "lift", made.pk, why="nhầm người")
    assert not sanctions.in_force(player)
    assert LogEntry.objects.latest("pk").why == "nhầm người"
    assert "over already" in act(moderator, SANCTIONS, "lift", made.pk, why="lần nữa")


def test_nobody_lifts_the_own(player: User) -> None:
    mod = staff_client("moderator")
    made = imposed(mod.user, staff_client("admin").user, "mute")
    act(mod, SANCTIONS, "lift", made.pk, why="thôi mà")
    appeal = appeals.make(made, mod.user, "Sao vậy?")
    act(mod, APPEALS, "grant", appeal.pk, why="thôi mà", answer="Được.")
    made.refresh_from_db()
    appeal.refresh_from_db()
    assert made.lifted_at is None and appeal.decided_at is None


@pytest.mark.parametrize(("action", "is_lifted"), [("grant", True), ("refuse", False)])
def test_an_appeal_is_decided_with_an_answer(
    moderator: StaffClient, player: User, action: str, is_lifted: bool
) -> None:
    appeal = appeals.make(imposed(player, moderator.user), player, "Không phải tôi.")
    page = moderator.get(reverse("admin:accounts_appeal_change", args=[appeal.pk])).content.decode()
    assert "Không phải tôi." in page
    assert "Không phải tôi." in act(moderator, APPEALS, action, appeal.pk, confirmed=False)
    act(moderator, APPEALS, action, appeal.pk, why="xem ván 7", answer=" ")
    assert Appeal.objects.get().decided_at is None, "the player is told something"
    act(moderator, APPEALS, action, appeal.pk, why="xem ván 7", answer="Chúng tôi đã xem lại.")
    decided = Appeal.objects.get()
    assert (decided.granted, decided.answer) == (is_lifted, "Chúng tôi đã xem lại.")
    assert (Sanction.objects.get().lifted_at is not None) == is_lifted
    entry = LogEntry.objects.get(action="decide_appeal")
    assert (entry.why, entry.before["granted"], entry.after["granted"]) == ("xem ván 7", None, is_lifted)


# -- what can't be done -------------------------------------------------------------------------------


def test_nothing_is_added_changed_or_deleted_by_hand(player: User) -> None:
    client = staff_client("superuser")
    made = imposed(player, client.user)
    appeals.make(made, player, "Sao vậy?")
    for model, pk in (("sanction", made.pk), ("appeal", made.appeal.pk)):
        for verb, args in (("add", []), ("delete", [pk]), ("change", [pk])):
            path = reverse(f"admin:accounts_{model}_{verb}", args=args)
            assert client.post(path, {"post": "yes", "note": "x", "why": "x"}).status_code == 403
        for action in ("delete_selected", "delete_many"):
            act(client, f"admin:accounts_{model}_changelist", action, pk, why="x", post="yes")
    assert Sanction.objects.count() == Appeal.objects.count() == 1


def test_a_reason_is_worded_anew_and_what_was_told_stays(moderator: StaffClient, player: User) -> None:
    made, kept = imposed(player, moderator.user), reason()
    path = reverse("admin:accounts_reason_change", args=[kept.pk])
    words = {"name_vi": "Chửi bới", "name_en": "Insults", "text_vi": "Lời mới.", "text_en": "New.", "is_offered": "on"}
    assert moderator.post(path, words).status_code == 200, "nobody said why"
    assert moderator.post(path, words | {"why": "nhẹ hơn"}).status_code == 302
    kept.refresh_from_db()
    made.refresh_from_db()
    assert (kept.text_vi, made.text_vi) == ("Lời mới.", "Bạn đã chửi bới.")
    entry = LogEntry.objects.latest("pk")
    assert (entry.why, entry.before["text_en"], entry.after["text_en"]) == ("nhẹ hơn", "You insulted somebody.", "New.")


def test_the_house_begins_with_reasons_in_both_languages() -> None:
    found = Reason.objects.exclude(pk=reason().pk)
    assert found.count() >= 8
    for one in found:
        for text in (one.name_vi, one.name_en, one.text_vi, one.text_en):
            assert text.strip()
        assert one.text_vi != one.text_en


# -- lists --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [SANCTIONS, APPEALS])
def test_a_list_takes_few_queries_however_long(moderator: StaffClient, path: str) -> None:
    counts = []
    moderator.get(reverse(path))  # what is looked up once in a process isn't counted
    for more in (1, 20):
        for n in range(more):
            user = account(f"Người {more} {n}", "")
            appeals.make(imposed(user, moderator.user, "mute"), user, "Sao vậy?")
        with CaptureQueriesContext(connection) as captured:
            page = moderator.get(reverse(path)).content.decode()
        assert f"Người {more} 0" in page
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 14


@pytest.mark.parametrize("role", ROLES)
def test_the_front_page_says_how_many_appeals_wait(role: str, player: User) -> None:
    client, boss = staff_client(role), staff_client("superuser").user
    appeals.make(imposed(player, boss, "mute"), player, "Sao vậy?")
    done = appeals.make(imposed(player, boss, "mute"), player, "Sao vậy?")
    appeals.decide(done, boss, False, "Đúng thế.")
    page = client.get(reverse("admin:index"), headers={"accept-language": "en"}).content.decode()
    assert ("1 appeal waits for an answer" in page) == MAY[role]
    waiting = client.get(reverse(APPEALS), {"decided_at__isempty": "1"})
    assert [one.decided_at for one in waiting.context["cl"].queryset] == [None]


def test_the_list_tells_what_holds(moderator: StaffClient, player: User) -> None:
    by = moderator.user
    warning, ban, over, gone = (imposed(player, by, kind, None) for kind in ("warn", "ban", "mute", "mute"))
    Sanction.objects.filter(pk=over.pk).update(ends_at=timezone.now())
    sanctions.lift(gone, by, "nhầm")
    for state, expected in {"holds": [ban], "over": [over], "lifted": [gone], "": [gone, over, ban, warning]}.items():
        shown = moderator.get(reverse(SANCTIONS), {"state": state} if state else {}).context["cl"].queryset
        assert list(shown) == expected, state


def test_sanctions_are_found_by_player(moderator: StaffClient, player: User) -> None:
    made = imposed(player, moderator.user)
    other = imposed(account("Hùng", ""), moderator.user)
    appeals.make(made, player, "Sao vậy?")
    for path, expected in ((SANCTIONS, [made]), (APPEALS, [made.appeal])):
        for asked in ({"q": "thao"}, {"q": str(player.pk)}):
            assert list(moderator.get(reverse(path), asked).context["cl"].queryset) == expected
    filtered = moderator.get(reverse(SANCTIONS), {"user__id__exact": other.user_id})
    assert list(filtered.context["cl"].queryset) == [other]
    page = moderator.get(reverse("admin:accounts_sanction_change", args=[made.pk])).content.decode()
    assert reverse("admin:accounts_appeal_change", args=[made.appeal.pk]) in page
    assert reverse("admin:accounts_user_change", args=[player.pk]) in page
    reports = reverse("admin:game_report_changelist")
    assert f"{reports}?sanction__id__exact={made.pk}" in page
    assert moderator.get(reports, {"sanction__id__exact": made.pk}).status_code == 200


# -- about oneself ------------------------------------------------------------------------------------

NOTE, LIFTED = "Chỉ nội bộ: nghi chơi cùng.", "Chỉ nội bộ: hết nghi."


def told_of(client: StaffClient, obj: Sanction | Appeal) -> str:
    page = client.get(f"/admin/accounts/{obj._meta.model_name}/{obj.pk}/change/")
    assert page.status_code == 200
    return page.content.decode()


def test_what_the_staff_notes_is_not_for_whom_it_is_about() -> None:
    chief, one, other = staff_client("superuser"), staff_client("moderator"), staff_client("moderator")
    given = sanctions.impose(one.user, "warn", reason(), None, chief.user, note=NOTE)
    appeal = appeals.make(given, one.user, "Sao vậy?")
    sanctions.lift(given, chief.user, LIFTED)
    for page in (told_of(one, given), told_of(one, appeal)):
        assert "Chỉ nội bộ" not in page and given.text_vi in page
    assert NOTE in told_of(other, given) and LIFTED in told_of(other, given) and NOTE in told_of(other, appeal)


# -- who decides, and how much is read ----------------------------------------------------------------

OWN = "You imposed this sanction: another moderator, or an admin, decides the appeal."


def page_of(client: Client, appeal: Appeal) -> str:
    path = reverse("admin:accounts_appeal_change", args=[appeal.pk])
    return client.get(path, headers={"accept-language": "en"}).content.decode()


def test_whoever_imposed_a_sanction_leaves_the_appeal_to_another(moderator: StaffClient, player: User) -> None:
    appeal = appeals.make(imposed(player, moderator.user), player, "Không phải tôi.")
    assert OWN not in page_of(moderator, appeal), "nobody else may"
    staff_client("support"), staff_client("economist")
    assert 'value="grant"' in page_of(moderator, appeal), "nor these"
    other = staff_client("moderator", "Khác")
    shown = page_of(moderator, appeal)
    assert OWN in shown and 'value="grant"' not in shown and 'value="refuse"' not in shown
    assert "imposed a sanction doesn" in act(moderator, APPEALS, "grant", appeal.pk, why="thôi", answer="Được.")
    appeal.refresh_from_db()
    assert appeal.decided_at is None
    assert OWN not in page_of(other, appeal) and 'value="grant"' in page_of(other, appeal)
    act(other, APPEALS, "refuse", appeal.pk, why="đã xem", answer="Không.")
    appeal.refresh_from_db()
    assert appeal.decided_by == other.user


@pytest.mark.parametrize("role", ["admin", "superuser"])
def test_admins_decide_appeals_against_their_own_sanctions(role: str, player: User) -> None:
    client = staff_client(role)
    staff_client("moderator")
    appeal = appeals.make(imposed(player, client.user), player, "Không phải tôi.")
    assert OWN not in page_of(client, appeal)
    act(client, APPEALS, "refuse", appeal.pk, why="đã xem", answer="Không.")
    appeal.refresh_from_db()
    assert appeal.decided_by == client.user


def test_a_moderator_who_left_is_no_other(moderator: StaffClient, player: User) -> None:
    appeal = appeals.make(imposed(player, moderator.user), player, "Không phải tôi.")
    gone = staff_client("moderator").user
    gone.is_active = False
    gone.save()
    assert appeals.may_decide(appeal, moderator.user)


def test_the_list_shows_the_beginning_of_a_long_appeal(moderator: StaffClient, player: User) -> None:
    said = "Tôi không chửi ai. " * 10 + "Hết."
    appeal = appeals.make(imposed(player, staff_client().user), player, said)
    shown = moderator.get(reverse(APPEALS)).content.decode()
    assert "Tôi không chửi ai." in shown and "…</td>" in shown and "Hết." not in shown
    assert "Hết." in page_of(moderator, appeal)


@pytest.mark.parametrize("name", ["text_vi", "text_en"])
def test_what_a_player_is_told_has_a_bound(moderator: StaffClient, player: User, name: str) -> None:
    texts = {"text_vi": "a", "text_en": "b", name: "x" * 2001}
    page = punish(moderator, player, **texts)
    assert "Ensure this value has at most 2000 characters (it has 2001)." in page and "x" * 2001 in page
    assert 'maxlength="2000"' in page and not Sanction.objects.exists()
    punish(moderator, player, **texts | {name: "x" * 2000})
    assert Sanction.objects.exists()


def test_the_answer_to_an_appeal_has_one_too(moderator: StaffClient, player: User) -> None:
    appeal = appeals.make(imposed(player, staff_client().user), player, "Không phải tôi.")
    assert "at most 2000" in act(moderator, APPEALS, "grant", appeal.pk, why="thôi", answer="x" * 2001)
