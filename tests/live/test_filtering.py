"""What is typed becomes fit to be read: links out, words starred, nothing hidden."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db.migrations.loader import MigrationLoader

from game.live.filtering import clean, starred, tidy
from game.models import FilteredWord


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  hai   ba\n\tbốn ", "hai ba bốn"),
        ("e\u0302\u0301", "ế"),
        ("a\u200bb\u202ec\u2066d\ufeff\u00ad", "abcd"),
        ("a\x00\x1b[31mb", "a[31mb"),
        ("\ue000\U000e0041x", "x"),
        ("b\u0301\u0301\u0301\u0301\u0301\u0301", "b\u0301\u0301"),
        ("\u3164\u2800", ""),
        ("👍🏽 được", "👍🏽 được"),
    ],
)
def test_tidy(typed: str, kept: str) -> None:
    assert tidy(typed) == kept
    assert tidy(kept) == kept


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("vào http://xau.example/a nhé", "vào … nhé"),
        ("HTTPS://XAU.EXAMPLE", ""),
        ("www.xau.vn hay lắm", "… hay lắm"),
        ("kết bạn zalo.me/0912 nha", "kết bạn … nha"),
        ("thư cho ai@xau.example.org", "thư cho …"),
        ("vào xau.com, nhé", "vào …, nhé"),
        ("xau.com.vn?ref=1", ""),
        ("javascript:alert(1) à", "… à"),
        ("10.0.0.1:8000/x đó", "… đó"),
        ("rồi.ok.đi tiếp", "rồi.ok.đi tiếp"),
        ("thắng 3.5 lần, 10:1, 7/8", "thắng 3.5 lần, 10:1, 7/8"),
        ("hết giờ...đánh đi", "hết giờ...đánh đi"),
    ],
)
def test_links_are_left_out(typed: str, kept: str) -> None:
    assert clean(typed) == kept


@pytest.mark.parametrize(
    ("word", "text", "shown"),
    [
        ("xau", "Xấu XAU xàu", "*** *** ***"),
        ("xấu", "xau Xấu xàu", "xau *** xàu"),
        ("xau", "xauxi lexau xau_", "xauxi lexau xau_"),
        ("xau", "xau! (xau) «xau»", "***! (***) «***»"),
        ("xau", "xaaaauuu", "********"),
        ("do xau", "đồ   xấu quá", "**   *** quá"),
        ("dm", "đm ĐM dm", "** ** **"),
        ("đm", "đm dm", "** dm"),
        ("a.b", "axb a.b", "axb ***"),
        ("strasse", "Straße", "******"),
        ("", "gì cũng được", "gì cũng được"),
    ],
)
def test_words_are_starred(word: str, text: str, shown: str) -> None:
    assert starred(text, (word,)) == shown


@pytest.mark.django_db
def test_there_is_a_list_to_begin_with_in_both_languages() -> None:
    FilteredWord.objects.all().delete()  # other tests may have emptied the table already
    (begin,) = MigrationLoader(None).get_migration("game", "0012_words_not_shown").operations
    begin.code(apps, None)  # type: ignore[attr-defined]
    assert set(FilteredWord.objects.values_list("language", flat=True)) == {"vi", "en"}
    assert clean("đồ chó, FUCK") == "** ***, ****"
    assert clean("Con lợn lớn, đu đủ, class, Scunthorpe") == "Con lợn lớn, đu đủ, class, Scunthorpe"
