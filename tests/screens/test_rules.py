"""Rules in words: every field of every variant has some, prices are the fields' own, examples are worked out."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from game.rules.variants import FIELDS, PRESET_NAMES, PRESETS, WORDS, Variant
from game.screens.examples import figures
from game.screens.fields import TOLD, name, rules_of
from game.screens.prices import PRICES, prices_html, prices_of
from game.screens.rules import SECTIONS, differences, overview_page, sections_of, variant_page
from tests.screens.scenes import text

FLAGS = tuple(field for field in FIELDS if isinstance(getattr(PRESETS["online"], field), bool))
VARIANTS = (
    *PRESETS.values(),
    *(replace(PRESETS["ca_k"], **{field: word}) for field, words in WORDS.items() for word in words),
    *(replace(PRESETS["ca_k"], **{field: flag}) for field in FLAGS for flag in (True, False)),
)


def test_every_field_has_its_place():
    assert set(TOLD) == set(FIELDS)
    assert sorted(field for fields in SECTIONS.values() for field in fields) == sorted(FIELDS)
    assert set(PRICES) == {field for field in FIELDS if field.endswith("_price")}


@pytest.mark.parametrize("language", ["vi", "en"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_field_of_every_variant_has_words(variant: Variant, language: str):
    with translation.override(language):
        for rule in rules_of(variant).values():
            assert rule.name and rule.value
            governed = rule.field in ("u_khan_price", "dong_hoa_price")
            assert rule.text or governed and not getattr(variant, rule.field.removesuffix("_price"))
            assert "%(" not in rule.text


@pytest.mark.parametrize("field", [*WORDS, *FLAGS])
def test_every_value_is_told_differently(field: str):
    values = WORDS.get(field, (True, False))
    with translation.override("vi"):
        told = [rules_of(replace(PRESETS["ca_k"], **{field: value}))[field] for value in values]
    assert len({rule.text for rule in told}) == len({rule.value for rule in told}) == len(values)


@pytest.mark.parametrize("field", PRICES)
def test_a_price_is_told_as_the_field_has_it(field: str):
    variant = replace(PRESETS["ca_k"], u_khan=True)
    was = getattr(variant, field)
    asked = tuple(range(71, 71 + len(was))) if isinstance(was, tuple) else 71
    changed = replace(variant, **{field: asked})
    with translation.override("en"):
        rule = rules_of(changed)[field]
        numbers = [str(number) for number in (asked if isinstance(asked, tuple) else (asked,))]
        assert re.findall(r"7\d", rule.text) == numbers
        assert rule in prices_of(changed)
        assert " · ".join(numbers) in text(str(prices_html(changed)))


def test_the_card_has_only_prices_that_are_asked():
    with translation.override("en"):
        fields = {preset: {rule.field for rule in prices_of(PRESETS[preset])} for preset in PRESET_NAMES}
        assert {"u_khan_price", "eat_price"} <= fields["online"] and "ca_k_price" not in fields["online"]
        assert not {"eat_price", "chot_price", "u_khan_price"} & fields["co_dien"]
        assert {"ca_k_price", "u_k_price", "u_thong_price", "dong_hoa_price"} <= fields["ca_k"]
        assert "Cards aren’t sent here" in prices_html(PRESETS["co_dien"])
        assert "Cards aren’t sent here" not in prices_html(PRESETS["online"])


@pytest.mark.parametrize(
    ("preset", "changes", "field", "is_told"),
    [
        ("online", {"chot_price": 0}, "chot_price", True),
        ("co_dien", {}, "chot_price", False),
        ("ca_k", {"ca_k_price": (0, 0, 0, 0)}, "ca_k_price", True),
        ("ca_k", {"ca_k_price": (0, 0, 0, 0), "eat_price": (0, 0, 0), "chot_price": 0}, "ca_k_price", False),
        ("online", {}, "ca_k_price", False),
        ("online", {"mom_price": 0}, "mom_price", True),
        ("online", {"two_player_price": 0}, "two_player_price", True),
        ("online", {"u_tron_price": 0}, "u_tron_price", True),
        ("online", {"u_khan_price": 0}, "u_khan_price", True),
        ("ca_k", {}, "u_khan_price", False),
        ("ca_k", {"dong_hoa_price": 0}, "dong_hoa_price", True),
        ("online", {}, "dong_hoa_price", False),
        ("ca_k", {"u_thong_price": 0}, "u_thong_price", False),
    ],
)
def test_nothing_in_place_of_a_price_is_a_price(
    preset: str, changes: dict[str, object], field: str, is_told: bool
) -> None:
    variant = replace(PRESETS[preset], **changes)
    with translation.override("en"):
        assert (field in {rule.field for rule in prices_of(variant)}) is is_told
        listed = re.search("<dl.*</dl>", prices_html(variant))
        assert listed and (name(field) in text(listed[0])) is is_told


def test_several_prices_are_units_and_none_is_nothing():
    def told(field: str, **changes: object) -> str:
        return rules_of(replace(PRESETS["ca_k"], **changes))[field].text

    with translation.override("en"):
        assert "costs 2, 0, 0, 1 units instead" in told("ca_k_price", ca_k_price=(2, 0, 0, 1))
        assert "an eaten king costs nothing" in told("ca_k_price", ca_k_price=(0, 0, 0, 0))
        assert told("chot_price", chot_price=0).endswith("costs nothing.")
        assert told("chot_price", chot_price=0, eat_price=(0, 0, 0)).endswith("eaten for nothing too.")


@pytest.mark.parametrize(("language", "word"), [("vi", "gửi"), ("en", "sen[dt]")])
@pytest.mark.parametrize("sending", [True, False])
def test_where_nothing_is_sent_no_u_is_by_sending(sending: bool, language: str, word: str):
    with translation.override(language):
        html = render_to_string("rules/variant.html", variant_page(replace(PRESETS["co_dien"], sending=sending)))
    told = html[html.index('<section id="u">') : html.index('<section id="den">')]
    assert len(re.findall(rf"\b{word}", text(told).lower())) == (2 if sending else 0)


@pytest.mark.parametrize(("language", "word"), [("vi", "gửi"), ("en", "sen[dt]")])
def test_what_is_said_of_all_ways_to_play_is_so_in_all(language: str, word: str):
    with translation.override(language):
        html = render_to_string("rules/overview.html", overview_page())
    assert not re.search(rf"\b{word}", text(html[html.index("<h1") : html.index('class="ways"')]).lower())


def test_a_chot_of_which_everyone_pays_is_told_whole():
    with translation.override("en"):
        assert rules_of(PRESETS["co_dien"])["chot_den"].text == (
            "If somebody has eaten a chốt and another player is ù later in the hand, whoever ate it pays for everyone; "
            "of several the last one."
        )


def test_differences_are_those_to_online():
    assert not differences(PRESETS["online"])
    told = {rule.field for rule in differences(PRESETS["co_dien"])}
    assert {"sending", "chot_den", "u_price", "tie_rule"} <= told and "mom_price" not in told


def test_what_is_told_in_a_section_is_what_is_played():
    told = {rule.field for rules in sections_of(PRESETS["online"]).values() for rule in rules}
    assert "sending" in told and "ca_k_price" not in told and "u_thong_price" not in told
    told = {rule.field for rules in sections_of(PRESETS["co_dien"]).values() for rule in rules}
    assert {"sending", "u_khan", "eat_price"} <= told


@pytest.mark.parametrize("language", ["vi", "en"])
@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_a_page_tells_its_variant(preset: str, language: str):
    variant = PRESETS[preset]
    with translation.override(language):
        shown = variant_page(variant)
        html = render_to_string("rules/variant.html", shown)
        read = text(html)
        for rules in sections_of(variant).values():
            for rule in rules:
                assert rule.text in read.replace("&#x27;", "'")
                assert f'data-field="{rule.field}"' in html
        assert html.count('class="is-other"') == sum(
            rule.differs for rules in sections_of(variant).values() for rule in rules
        )
        assert [name(rule.field) in read for rule in prices_of(variant)] == [True] * len(prices_of(variant))
    anchors = re.findall(r'href="#([\w-]+)"', html)
    assert anchors and all(f'id="{anchor}"' in html for anchor in anchors)


def test_examples_are_counted_by_the_variants_own_prices():
    with translation.override("en"):
        dear = replace(PRESETS["online"], u_price=23, mom_price=17, eat_price=(11, 12, 13), sending=False)
        figures = variant_page(dear)["figures"]
    assert [line.units for line in figures["paid_u"]["lines"]] == ["+80", "−23", "−23", "−34"]
    assert [line.units for line in figures["paid_den"]["lines"]] == ["+105", "0", "0", "−105"]
    assert figures["ranking"]["payments"][-1] == {
        "payer": "Máy Mèo Vằn",
        "payee": "You",
        "units": "17 units",
        "why": "móm",
    }
    assert figures["sends"] is None
    assert figures["ranking"]["lines"][0].left == "12 points"


def test_the_moved_card_lies_in_another_row_and_the_eaten_one_in_none():
    with translation.override("en"):
        moves = variant_page(PRESETS["online"])["figures"]["moves"]
    before, after = ([len(row.cards) for row in moves[when]] for when in ("before", "after"))
    assert before == [2, 2, 2, 2] and after == [1, 2, 2, 2]
    assert len(moves["after"][0].eaten) == 1


def test_all_fields_stand_side_by_side():
    with translation.override("en"):
        html = render_to_string("rules/overview.html", overview_page())
        assert all(name(field) in text(html) for field in FIELDS)
    assert html.count("<tr>") == len(FIELDS) + 1


def test_what_a_variant_is_told_as_is_made_once_a_language():
    variant = PRESETS["ca_k"]
    told = []
    for language in ("vi", "en"):
        with translation.override(language):
            assert rules_of(variant) is rules_of(variant)
            assert figures(variant) is figures(variant)
            told.append((rules_of(variant)["sending"].text, figures(variant)["sends"]["before"]))
    assert told[0] != told[1]
