"""What is said at tables: by whom, to whom, how much of it, and what becomes of it."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone, translation
from pytest_django import DjangoAssertNumQueries

from accounts import blocks, download, erasing, keeping
from accounts.models import User
from game.live import reports, talk
from game.live.hearing import Hearing, hearing
from game.live.refused import Refused
from game.live.reports import Word
from game.models import FilteredWord, Message, Report, Table, TableSeat
from tests.live.build import people, person, seated
from tests.live.test_seats import at_once

pytestmark = pytest.mark.django_db

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{% csrf_token %}{{ settings.SECRET_KEY }}",
    "%(name)s %s {0}",
    "=cmd|' /C calc'!A0",
    "'; DROP TABLE game_message; --",
    "\u202egnp.exe\u2066",
    "a\x00b",
    "&lt;b&gt;",
]


@pytest.fixture
def users() -> list[User]:
    return people()


@pytest.fixture
def table(users: list[User]) -> Table:
    return seated([*users])


def say(table: Table, user: User, text: str, kind: str = "text") -> Message:
    return talk.say(table.code, user, kind, text)


def refusal(table: Table, user: User, text: str = "chào", kind: str = "text") -> str:
    with pytest.raises(Refused) as refused:
        say(table, user, text, kind)
    return refused.value.code


def heard(table: Table, viewer: User | None) -> list[str]:
    return [message.text for message in talk.lately(table.code, viewer)]


def told(table: Table, viewer: User | None, after: Message | None = None) -> list[str]:
    """What is new to somebody who has followed up to a message."""
    last = Table.objects.get(pk=table.pk).last_said
    return [message.text for message in hearing.get(table.code, viewer, after.pk if after else 0, last)]


# -- who may say something ----------------------------------------------------------------------------------


def test_who_sits_is_heard_by_all_who_are_there(table: Table, users: list[User]) -> None:
    message = say(table, users[1], "  Chào   cả nhà ")
    assert (message.text, message.name, message.kind) == ("Chào cả nhà", "Binh", "text")
    assert Table.objects.get().last_said == message.pk
    for viewer in (*users, person("Em"), None):
        assert heard(table, viewer) == ["Chào cả nhà"]


def test_spectators_strangers_and_leavers_may_not_write(table: Table, users: list[User]) -> None:
    assert refusal(table, person("Em")) == "talkers_sit"
    TableSeat.objects.filter(user=users[1]).update(left=True)
    assert refusal(table, users[1]) == "talkers_sit"
    assert not Message.objects.exists()


def test_where_the_host_wants_no_chat_nothing_is_said_and_nothing_read(table: Table, users: list[User]) -> None:
    say(table, users[0], "còn đây")
    Table.objects.update(chat=False)
    assert refusal(table, users[0]) == refusal(table, users[0], "laugh", "emote") == "no_chat"
    assert heard(table, users[1]) == []


def test_at_a_closed_table_nobody_speaks(table: Table, users: list[User]) -> None:
    Table.objects.update(closed_at=timezone.now())
    assert refusal(table, users[0]) == "closed"


def test_no_table_no_talk(users: list[User]) -> None:
    with pytest.raises(Table.DoesNotExist):
        talk.say("nothing", users[0], "text", "chào")
    assert talk.lately("nothing", users[0]) == []


# -- what may be said ---------------------------------------------------------------------------------------


def test_quick_phrases_and_emotes_go_by_key_and_are_read_in_the_own_language(table: Table, users: list[User]) -> None:
    say(table, users[0], "luck", "phrase")
    say(table, users[0], "laugh", "emote")
    told = talk.lately(table.code, users[1])
    assert [(message.kind, message.text) for message in told] == [("phrase", "luck"), ("emote", "laugh")]
    texts = {}
    for language in ("vi", "en"):
        with translation.override(language):
            texts[language] = [talk.text_of(message.kind, message.text) for message in told]
    assert texts == {"vi": ["Chúc may mắn!", "cười"], "en": ["Good luck!", "laughs"]}
    assert talk.text_of("phrase", "of old") == "of old"


@pytest.mark.parametrize(
    ("kind", "text"), [("phrase", "nothing"), ("emote", "luck"), ("phrase", ""), ("shout", "luck")]
)
def test_unknown_keys_and_kinds_are_refused(table: Table, users: list[User], kind: str, text: str) -> None:
    assert refusal(table, users[0], text, kind) == "bad_message"


@pytest.mark.parametrize("text", ["", " \n\t ", "\u200b\u2060", "\u3164"])
def test_nothing_is_nothing(table: Table, users: list[User], text: str) -> None:
    assert refusal(table, users[0], text) == "nothing_said"


def test_two_hundred_characters_and_no_more(table: Table, users: list[User]) -> None:
    assert say(table, users[0], "ữ" * 200).text == "ữ" * 200
    with pytest.raises(Refused) as refused:
        say(table, users[0], "ữ" * 201)
    assert (refused.value.code, refused.value.data) == ("too_long", {"most": 200, "count": 201})


def test_links_are_left_out_and_a_link_alone_is_refused(table: Table, users: list[User]) -> None:
    assert say(table, users[0], "vào https://xau.example/a?b nhé").text == "vào … nhé"
    assert refusal(table, users[0], "www.xau.vn") == "no_links"


def test_filtered_words_are_starred_from_the_next_message_on(table: Table, users: list[User]) -> None:
    assert say(table, users[0], "bánh rán").text == "bánh rán"
    FilteredWord.objects.create(language="vi", word="bánh rán")
    assert say(table, users[0], "BÁNH  RÁN ngon").text == "**** *** ngon"


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_are_kept_as_texts(table: Table, users: list[User], text: str) -> None:
    kept = say(table, users[0], text).text
    assert kept and "\x00" not in kept and "\u202e" not in kept


# -- how much -----------------------------------------------------------------------------------------------


def test_so_many_at_once_then_a_wait_that_is_told(table: Table, users: list[User]) -> None:
    for number in range(5):
        say(table, users[0], f"tin {number}")
    with pytest.raises(Refused) as refused:
        say(table, users[0], "nữa")
    assert refused.value.code == "too_often" and 0 < int(str(refused.value.data["seconds"])) <= 10
    say(table, users[1], "người khác thì được")
    Message.objects.update(sent_at=timezone.now() - timedelta(seconds=11))
    say(table, users[0], "lại được")


def test_not_on_and_on_either_and_emotes_count(table: Table, users: list[User]) -> None:
    for number in range(20):
        say(table, users[0], "laugh", "emote")
        Message.objects.filter(text="laugh").update(sent_at=timezone.now() - timedelta(seconds=60), text=f"cry{number}")
    assert refusal(table, users[0]) == "too_often"


@pytest.mark.django_db(transaction=True)
def test_two_tabs_have_one_measure() -> None:
    user = person("An")
    table = seated([user])
    for number in range(4):
        say(table, user, f"tin {number}")
    outcomes = at_once(*[lambda: say(table, user, "cùng lúc")] * 3)
    assert outcomes.count("too_often") == 2
    assert Message.objects.count() == 5


# -- who hears it -------------------------------------------------------------------------------------------


def test_muting_is_for_the_muter_alone_and_ends(table: Table, users: list[User]) -> None:
    say(table, users[1], "blah")
    blocks.mute(users[0], users[1])
    blocks.mute(users[0], users[1])
    assert heard(table, users[0]) == []
    assert heard(table, users[1]) == heard(table, users[2]) == heard(table, None) == ["blah"]
    blocks.unmute(users[0], users[1])
    assert heard(table, users[0]) == ["blah"]


def test_who_follows_hears_the_new_as_mutes_and_blocks_are_then(table: Table, users: list[User]) -> None:
    an, binh, chi, dung = users
    first = say(table, binh, "một")
    for viewer in (*users, None):
        assert told(table, viewer) == ["một"]
    blocks.mute(an, binh)
    blocks.block(binh, chi)
    say(table, binh, "hai")
    assert [told(table, viewer, first) for viewer in (an, chi)] == [[], []]
    assert [told(table, viewer, first) for viewer in (binh, dung, None)] == [["hai"]] * 3
    assert told(table, dung) == ["một", "hai"], "who has heard less is told more"


def test_listeners_share_one_reading(
    table: Table, users: list[User], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first, last = say(table, users[0], "một"), say(table, users[1], "hai")
    with django_assert_num_queries(3):
        for viewer in (*users, None):
            assert len(hearing.get(table.code, viewer, first.pk, last.pk)) == 1
            assert len(hearing.get(table.code, viewer, last.pk, last.pk)) == 0


def test_of_tables_only_the_newest_readings_are_kept(table: Table, users: list[User]) -> None:
    few = Hearing(kept=1)
    last = say(table, users[0], "một").pk
    for code in (table.code, "othertable"):
        few.get(code, None, 0, last)
    blocks.mute(users[1], users[0])
    assert few.get(table.code, users[1], 0, last) == [], "read anew"


def test_nobody_mutes_oneself(users: list[User]) -> None:
    blocks.mute(users[0], users[0])
    assert blocks.muted_by(users[0]) == set()


def test_who_blocks_each_other_hear_nothing_of_each_other(table: Table, users: list[User]) -> None:
    blocks.block(users[0], users[1])
    say(table, users[0], "một")
    say(table, users[1], "hai")
    assert heard(table, users[0]) == ["một"]
    assert heard(table, users[1]) == ["hai"]
    assert heard(table, users[2]) == ["một", "hai"]


def test_what_a_moderator_hides_nobody_reads(table: Table, users: list[User]) -> None:
    Message.objects.filter(pk=say(table, users[0], "xấu").pk).update(hidden=True)
    assert heard(table, users[0]) == heard(table, users[1]) == []


def test_newcomers_get_the_last_of_it_and_followers_what_is_new(table: Table, users: list[User]) -> None:
    said = [Message.objects.create(table=table, user=users[0], name="An", text=f"{n}") for n in range(60)]
    assert heard(table, users[1]) == [f"{n}" for n in range(10, 60)]
    Table.objects.update(last_said=said[-1].pk)
    assert told(table, users[1], after=said[57]) == ["58", "59"]


def test_only_of_this_table(table: Table, users: list[User]) -> None:
    other = seated([person("Em")], code="othertable")
    say(other, User.objects.get(display_name="Em"), "bàn khác")
    assert heard(table, users[0]) == []


# -- what becomes of it -------------------------------------------------------------------------------------


def test_clean_up_removes_what_was_said_a_month_ago_and_reports_later(table: Table, users: list[User]) -> None:
    now = timezone.now()
    old, new = say(table, users[0], "cũ"), say(table, users[0], "mới")
    report = reports.of_message(table.code, old.pk, users[1], Word(Report.Why.ABUSE))
    Message.objects.filter(pk=old.pk).update(sent_at=now - keeping.MESSAGES - timedelta(minutes=1))
    out = StringIO()
    call_command("cleanup", stdout=out)
    assert "old messages: 1" in out.getvalue() and "old reports: 0" in out.getvalue()
    assert list(Message.objects.all()) == [new]
    Report.objects.update(made_at=now - keeping.REPORTS - timedelta(minutes=1))
    call_command("cleanup", stdout=out)
    assert not Report.objects.filter(pk=report.pk).exists()


def test_erased_players_words_stay_without_the_name(table: Table, users: list[User]) -> None:
    bad = say(table, users[1], "tạm biệt")
    report = reports.of_message(table.code, bad.pk, users[0], Word(Report.Why.ABUSE))
    erasing.erase(users[1])
    bad.refresh_from_db()
    report.refresh_from_db()
    assert (bad.name, bad.user, bad.text, report.reported) == ("", None, "tạm biệt", None)
    with translation.override("en"):
        assert bad.shown_name == "a player who left the site"
    assert heard(table, users[0]) == ["tạm biệt"]


def test_the_archive_holds_the_own_messages_only(table: Table, users: list[User]) -> None:
    say(table, users[0], HOSTILE[0])
    say(table, users[1], "của người khác")
    files = {name: "".join(pieces) for name, pieces in (source(users[0]) for source in download.sources)}
    (line,) = [json.loads(line) for line in files["messages.jsonl"].splitlines()]
    assert (line["text"], line["kind"], line["at_table"]) == (HOSTILE[0], "text", table.code)
    assert "của người khác" not in str(files)
