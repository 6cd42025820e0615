"""The talk by pages: the panel, muting, reporting; what the administration shows of it, whatever was written."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts import blocks
from accounts.models import Mute, User
from game.live import replays, reports, spectators, talk
from game.live.moment import now
from game.live.reports import Word
from game.models import FilteredWord, Message, Report, Table
from tests.house import PHRASES
from tests.live.build import QUIET, current, dealt, do_all, people, person, seated
from tests.live.test_talk import HOSTILE
from tests.staff.conftest import staff_client

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]

NAME = "<i>An</i>"


@pytest.fixture
def users() -> list[User]:
    return people()


@pytest.fixture
def table(users: list[User]) -> Table:
    return seated([*users])


def of(user: User | None, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    if user:
        client.force_login(user)
    return client


def panel(client: Client, table: Table) -> str:
    return client.get(reverse("talk", args=[table.code])).content.decode()


# -- the panel ------------------------------------------------------------------------------------------------


def test_sitters_get_all_they_may_say(table: Table, users: list[User]) -> None:
    talk.say(table.code, users[1], "text", "chào")
    html = panel(of(users[0]), table)
    assert "chào" in html and 'id="talk-text"' in html
    assert html.count("data-emote=") == len(talk.EMOTES) and html.count("data-phrase=") == len(PHRASES)
    assert "Good luck!" in html and "Chúc may mắn!" in panel(of(users[0], "vi"), table)


@pytest.mark.parametrize("is_known", [True, False])
def test_spectators_read_and_are_told_who_may_write(table: Table, users: list[User], is_known: bool) -> None:
    talk.say(table.code, users[1], "text", "chào")
    html = panel(of(person("Em") if is_known else None), table)
    assert "chào" in html and "Only those who sit" in html and 'id="talk-text"' not in html


def test_an_empty_talk_invites(table: Table, users: list[User]) -> None:
    assert "Say hello!" in panel(of(users[0]), table)
    assert "Nothing has been said yet." in panel(of(None), table)


def test_no_table_no_panel() -> None:
    assert of(None).get(reverse("talk", args=["nothing"])).status_code == 404


def test_strangers_are_refused_where_none_may_watch(table: Table, users: list[User]) -> None:
    Table.objects.update(spectators=False)
    message = talk.say(table.code, users[1], "text", "riêng")
    em = of(person("Em"))
    for name in ("table", "table_fragment", "talk"):
        response = em.get(reverse(name, args=[table.code]))
        assert response.status_code == 403 and "wants no spectators" in response.content.decode()
        assert "riêng" not in response.content.decode()
    assert reverse("take_seat", args=[table.code]) in em.get(reverse("table", args=[table.code])).content.decode()
    assert em.get(reverse("table_gold", args=[table.code])).status_code == 302
    assert em.get(reverse("report_message", args=[table.code, message.pk])).status_code == 403
    assert of(users[0]).get(reverse("table", args=[table.code])).status_code == 200


def test_the_table_page_names_spectators_and_has_the_button(table: Table, users: list[User]) -> None:
    spectators.note(spectators.watcher(table.code, person("Em"), "visitor"), now())
    html = of(users[0]).get(reverse("table", args=[table.code])).content.decode()
    assert "1 spectator" in html and "<bdi>Em</bdi>" in html and reverse("talk", args=[table.code]) in html
    Table.objects.update(chat=False)
    assert 'id="talk-open"' not in of(users[0]).get(reverse("table", args=[table.code])).content.decode()


# -- muting, reporting ----------------------------------------------------------------------------------------


def test_muting_takes_the_words_away_and_reading_again_brings_them_back(table: Table, users: list[User]) -> None:
    talk.say(table.code, users[1], "text", "ồn ào")
    client, path = of(users[0]), reverse("talk_mute", args=[table.code])
    html = client.post(path, {"player": users[1].pk}).content.decode()
    assert "ồn ào" not in html and f'data-unmute="{users[1].pk}"' in html
    assert "ồn ào" in panel(of(users[2]), table)
    assert "ồn ào" in client.post(path, {"player": users[1].pk, "off": ""}).content.decode()
    assert not Mute.objects.exists()


@pytest.mark.parametrize("player", ["", "0", "x", "9" * 30, "-1", "１"])
def test_nobody_is_muted_by_nonsense(table: Table, users: list[User], player: str) -> None:
    assert of(users[0]).post(reverse("talk_mute", args=[table.code]), {"player": player}).status_code == 404


def test_the_panel_has_what_its_forms_need(table: Table, users: list[User]) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(users[0])
    (token,) = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', panel(client, table))
    sent = {"player": users[1].pk, "csrfmiddlewaretoken": token}
    assert client.post(reverse("talk_mute", args=[table.code]), sent).status_code == 200


def test_visitors_mute_nobody(table: Table, users: list[User]) -> None:
    sent, path = {"player": users[1].pk}, reverse("talk_mute", args=[table.code])
    assert of(None).post(path, sent).status_code == 404
    assert of(users[0]).get(path, sent).status_code == 405
    checking = Client(enforce_csrf_checks=True)
    checking.force_login(users[0])
    assert checking.post(path, sent).status_code == 403
    assert not Mute.objects.exists()


# -- finished hands -------------------------------------------------------------------------------------------


def test_the_record_of_a_shut_hand_is_its_players_alone(table: Table, users: list[User]) -> None:
    Table.objects.update(open_hands=False)
    dealt(table)
    do_all(table, QUIET["actions"])
    public_id = current(table).public_id
    paths = [reverse(name, args=[public_id]) for name in ("replay", "replay_steps", "hand_record")]
    assert [of(users[1]).get(path).status_code for path in paths] == [200] * 3
    for stranger in (of(person("Em")), of(None)):
        assert [stranger.get(path).status_code for path in paths] == [403] * 3
    assert "lie open to those who played" in of(None).get(paths[0]).content.decode()


def test_a_hand_that_has_just_ended_opens_by_itself(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    dealt(table)
    do_all(table, QUIET["actions"])
    path = reverse("replay", args=[current(table).public_id])
    shut = of(None).get(path)
    assert shut.status_code == 403 and "It opens to everybody in 5 seconds." in shut.content.decode()
    assert shut["Refresh"] == shut["Retry-After"] == "5"
    monkeypatch.setattr(replays, "now", lambda: now() + timedelta(seconds=5))
    assert of(None).get(path).status_code == 200
    Table.objects.update(open_hands=False)
    assert "Refresh" not in of(None).get(path), "it never does"


def test_what_spectators_are_told_at_the_end(table: Table) -> None:
    dealt(table)
    do_all(table, QUIET["actions"])
    path = reverse("table", args=[table.code])
    assert "The hands open soon." in of(None).get(path).content.decode()
    Table.objects.update(open_hands=False)
    assert "The hands stay closed to spectators." in of(None).get(path).content.decode()


# -- whatever was written -------------------------------------------------------------------------------------


def wrote(table: Table, user: User, text: str) -> Message:
    """As if nothing had been cleaned: each place has to do without that."""
    message = Message.objects.create(table=table, user=user, name=NAME, text=text[:200].replace("\0", ""))
    Table.objects.filter(pk=table.pk).update(last_said=message.pk)
    return message


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_do_nothing_anywhere(table: Table, users: list[User], text: str) -> None:
    User.objects.filter(pk=users[1].pk).update(display_name=NAME)
    first, message = wrote(table, users[1], text), wrote(table, users[1], text)
    report = reports.of_message(table.code, message.pk, users[0], Word(Report.Why.OTHER, text.replace("\0", "")))
    blocks.mute(users[2], users[1])
    pages, moderator = [panel(of(users[0]), table), panel(of(users[2]), table)], staff_client("moderator")
    for name, key in (
        ("message_changelist", None),
        ("message_change", first.pk),
        ("report_changelist", None),
        ("report_change", report.pk),
    ):
        path = reverse(f"admin:game_{name}", args=[key] if key else [])
        pages.append(moderator.get(path).content.decode())
    for page in pages:
        assert "<script>alert" not in page and "<img src=x" not in page and NAME not in page
    assert "&lt;i&gt;An" in pages[1] and "&lt;i&gt;An" in pages[-1]


def test_admins_edit_the_words(admin_client: Client, table: Table, users: list[User]) -> None:
    admin_client.post(reverse("admin:game_filteredword_add"), {"language": "vi", "word": "bánh khúc", "why": "…"})
    assert talk.say(table.code, users[0], "text", "Bánh khúc đây").text == "**** **** đây"
    word = FilteredWord.objects.get(word="bánh khúc")
    admin_client.post(reverse("admin:game_filteredword_delete", args=[word.pk]), {"post": "yes", "why": "…"})
    assert talk.say(table.code, users[0], "text", "Bánh khúc đây").text == "Bánh khúc đây"


def test_staff_without_leave_to_change_messages_hide_none(table: Table, users: list[User]) -> None:
    message = talk.say(table.code, users[1], "text", "xấu")
    User.objects.filter(pk=users[3].pk).update(is_staff=True)
    users[3].user_permissions.add(Permission.objects.get(codename="view_message"))
    sent = {"action": "hide", "_selected_action": [message.pk]}
    of(users[3]).post(reverse("admin:game_message_changelist"), sent)
    assert not Message.objects.get().hidden
