"""Which names may be had, which look alike, which are the house's; made-up ones for guests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from unicodedata import normalize

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from accounts import guests
from accounts.models import NAME_MAX, NAME_MIN, User
from accounts.names.characters import check, tidy
from accounts.names.friendly import CREATURES, MOODS, friendly_name, friendly_names
from accounts.names.reserved import WHOLE, is_reserved
from accounts.names.skeleton import LONGEST, bare, skeleton


def code_of(name: str) -> str:
    """What is wrong with the name; empty: nothing."""
    try:
        check(tidy(name))
    except ValidationError as error:
        return str(error.code)
    return ""


@pytest.mark.parametrize(
    "name",
    [
        "Hùng",
        "Nguyễn Thị Phương",
        "Đặng Ấu Ậu",
        "Cá Chép Vui 27",
        "محمد علي",
        "नमस्ते",
        "สมชาย ใจดี",
        "张伟强",
        "Владимир",
        "Ελένη",
        "שרה לוי",
        "김철수",
        "Gà Trống 🐓",
        "🐓🐓🐓",
        "🇻🇳 Việt Nam",
        "👍🏽 Hùng",
        "❤️ Thảo",
        "🃏 Thảo 🀄",
        "O'Neill",
        "Ti-nô",
        "An_88",
        "ậựỡ",
        "x" * 20,
    ],
)
def test_any_script_may_be_written(name: str) -> None:
    assert code_of(name) == ""


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "length"),
        ("An", "length"),
        ("  An  ", "length"),
        ("x" * 21, "length"),
        ("ﷺ" * 3, "length"),
        ("An\u200bnn", "hidden"),
        ("An\u200dnn", "hidden"),
        ("An\u00adnn", "hidden"),
        ("abc\u202edcba", "hidden"),
        ("\u2066abc\u2069", "hidden"),
        ("An\x00nn", "hidden"),
        ("\u3164\u3164\u3164", "hidden"),
        ("\u2800\u2800\u2800", "hidden"),
        ("\u115f\u1160abc", "hidden"),
        ("an\ue000nn", "hidden"),
        ("an\U000e0041nn", "hidden"),
        ("an\ufe00nn", "hidden"),
        ("\u0301\u0301abc", "marks"),
        ("an \u0301bc", "marks"),
        ("a\u0316\u0317\u0318bc", "marks"),
        ("Z\u0351\u036b\u0343a\u0312l\u0340g\u035do", "marks"),
        ("abc\u20dd", "sign"),
        ("1\u0301\u0302bc", "marks"),
        ("<script>", "sign"),
        ("a@b.vn", "sign"),
        ("An/Bình", "sign"),
        ("𝅘𝅥𝅯𝅘𝅥𝅯𝅘𝅥𝅯", "sign"),
        ("abc\ufffc", "sign"),
        ("a\u2603\u20e3b", "sign"),
        ("...", "empty"),
        ("- - -", "empty"),
    ],
)
def test_nothing_hides_stacks_or_turns_text_round(name: str, code: str) -> None:
    assert code_of(name) == code


@given(st.text(max_size=30))
def test_whatever_is_typed_is_read(text: str) -> None:
    name = tidy(text)
    assert tidy(name) == name == normalize("NFC", name)
    if not code_of(text):
        assert NAME_MIN <= len(name) <= NAME_MAX
        assert 0 < len(skeleton(name)) <= LONGEST


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("An", "Ạn"),
        ("An", "Аn"),
        ("An", "Án"),
        ("AN", "an"),
        ("Tân", "Tấn"),
        ("Nguyễn Văn", "Nguyễn Vǎn"),
        ("Thảo Nguyên", "thao_nguyên"),
        ("Thảo Nguyên", "ThảoNguyên"),
        ("Ti-nô", "Tinô"),
        ("Il1", "lIi"),
        ("Bo0", "BOo"),
        ("modem", "modern"),
        ("vvin", "win"),
        ("ａｎｎａ", "anna"),
        ("𝐀𝐧𝐧𝐚", "Anna"),
        ("Αnna", "Anna"),
        ("Đạt", "Ɖạt"),
        ("Đạt", "Ðạt"),
        ("ѕаmѕаm", "samsam"),
        ("🇦🇳🇳🇦", "anna"),
        ("Straße", "strasse"),
        ("Anna!", "Anna"),
    ],
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Hùng", "Hưng"),
        ("Đạt", "Dạt"),
        ("Tân", "Tan"),
        ("Văn", "Vân"),
        ("Sơn", "Son"),
        ("Lê", "Le"),
        ("Anna", "Anne"),
        ("🐓🐓🐓", "🐔🐔🐔"),
        ("محمد", "محمود"),
        ("张伟", "张玮"),
        ("An 1", "An 2"),
    ],
)
def test_names_that_are_told_apart_are_two(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_marks_go_where_words_are_looked_for() -> None:
    assert bare("ađmîn") == bare("admin")


@pytest.mark.parametrize(
    "name",
    [
        "Admin",
        "admin 7",
        "Аdmin",
        "ADMlN",
        "ađmîn",
        "The Administrator",
        "a d m i n",
        "🇦🇩🇲🇮🇳",
        "Quản trị viên",
        "quan tri",
        "Mod",
        "MOD 1",
        "Bot 12",
        "Hệ thống",
        "he thong",
        "Người chơi đã rời",
        "A player who left the site",
        "Chiếu Phỏm",
        "chieu phỏm 2",
        "Nhà cái",
        "Guest",
        "Khách 100",
        "ѕуѕtеm",
        "ᴀᴅᴍɪɴ",
        "ᴍᴏᴅ",
        "аdмin",
        "adm!n",
        "4dmin",
        "qu4n tr1",
        "Chiêu Phôm",
        "Phom Support",
        "Mod VN",
        "Mod_Lan",
        "Game Master",
        "CSKH",
        "Chăm sóc khách hàng",
        "Tổng đài",
        "Nhân viên",
        "Giám sát",
        "Hỗ trợ viên",
        "Máy Tí",
        "Bot Tí",
        "Hỗ Tro 24",
        "official 1",
        "Null 1",
        "ᗩdmin",
        "ᗩᗪᗰIᑎ",
        "Ban quản lý",
        "ban quan ly",
        "Quản lý",
        "BQT",
        "BQL Phỏm",
        "Kỹ thuật viên",
        "Trọng tài A",
        "trong tai 2",
        "Ban tổ chức A",
        "Mấy Cá",
        "Máyy Cá",
        "Mááy Cá",
        *(f"{word} 1" for word in WHOLE),
    ],
)
def test_nobody_passes_for_the_house(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize(
    "name",
    [
        "Quân Trí",
        "Hồ Trọng",
        "Modesta",
        "Botany",
        "Thảo",
        "Khách Sạn",
        "Mỹ Linh",
        "Bạn Thân",
        "Mây Trắng",
        "Chiếu Hoa",
        "Bốt",
        "Modric",
        "May Mắn",
        "Hoàng Mai",
        "Tí Tèo",
        "Nhân",
        "Viên Giang",
        "Nguyễn Trọng Tài",
        "Trọng Tấn",
        "Kỹ Thuật",
        "Lý Quân",
        "Mâyy Trắng",
    ],
)
def test_honest_names_are_free(name: str) -> None:
    assert not is_reserved(name)


def test_every_combination_fits_and_may_be_had() -> None:
    for creature in CREATURES:
        for mood in MOODS:
            name = f"{creature} {mood} 10"
            assert normalize("NFC", name) == name
            assert not code_of(name), name
            assert not is_reserved(name), name


def test_no_word_stands_twice() -> None:
    assert len(set(CREATURES)) == len(CREATURES)
    assert len(set(MOODS)) == len(MOODS)


def test_names_differ() -> None:
    rng = Random(7)
    assert len({friendly_name(rng) for _ in range(1000)}) > 980


def test_the_longer_it_takes_the_more_names_there_are() -> None:
    names = list(islice(friendly_names(Random(7)), 60))
    assert all(len(name) <= NAME_MAX for name in names)
    assert len(names[0].split()[-1]) == 2
    assert len(names[-1].split()[-1]) > 4


def tried(*names: str) -> Callable[[object], Iterator[str]]:
    """The names that are tried for a new guest, one after the other."""
    return lambda rng: iter(names)


@pytest.mark.django_db
def test_a_guests_name_is_nobody_elses(monkeypatch: pytest.MonkeyPatch) -> None:
    User.objects.create(username="first", display_name="Cá Chép Vui 27")
    monkeypatch.setattr("accounts.guests.friendly_names", tried("Cá Chép Vui 27", "cá chép vùi 27", "Cá Chép Vui 28"))
    assert guests.named(User(username="second", is_guest=True)).display_name == "Cá Chép Vui 28"


@pytest.mark.django_db
def test_a_guests_name_that_somebody_was_given_in_the_same_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    User.objects.create(username="first", display_name="Cá Chép Vui 27")
    monkeypatch.setattr("accounts.guests.friendly_names", tried("Cá Chép Vui 27", "Cá Chép Vui 28"))
    monkeypatch.setattr("accounts.guests.skeleton", lambda name: "unlike any")  # the look beforehand sees nobody
    guest = guests.named(User(username="second", is_guest=True))
    assert User.objects.get(pk=guest.pk).display_name == "Cá Chép Vui 28"
