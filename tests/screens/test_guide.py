"""The coach's words at every step, in both languages, and what they point at."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from game.guide.course import LAST, Stand, stand
from game.guide.script import END, STEPS
from game.rules.actions import Discard, Send
from game.screens import coach
from game.screens.cards import sign
from game.screens.coach import PROMPTS, coach_html, other_first
from game.screens.guide import guide_html
from tests.screens.scenes import ids, text


def test_there_is_a_prompt_for_every_step_and_no_other():
    assert set(PROMPTS) == {step.prompt for step in STEPS} | {END}


@pytest.mark.parametrize("language", ["vi", "en"])
def test_every_step_can_be_shown_and_says_all_it_wants_to(language):
    with translation.override(language):
        for at in range(LAST + 1):
            words = text(str(coach_html(stand(at))))
            assert "{" not in words and "}" not in words and "%(" not in words


IMPERATIVES = {"draw": "draw", "eat": "eat", "lay": "lay down", "next": "press Next", "deal": "press Next hand"}


def imperative(here: Stand) -> str:
    if isinstance(here.wanted, Discard):
        return f"throw {sign(here.wanted.card)}"
    if isinstance(here.wanted, Send):
        return f"send {sign(here.wanted.card)}"
    return IMPERATIVES[here.step.action.split()[0]]


def test_whoever_does_another_thing_is_told_what_to_do():
    with translation.override("en"):
        for here in map(stand, range(LAST)):
            if here.is_visitors:
                told = re.sub("<[^>]+>", "", other_first(here))
                assert told == f"A good thought, but do as I say just this once: {imperative(here)}."


def test_a_fact_has_one_meaning_at_a_step():
    parts = (coach._of_the_hand, coach._of_the_action)
    for here in map(stand, range(LAST + 1)):
        told = [part(here) for part in (*parts, *([coach._of_the_result] if here.hand.is_over else []))]
        assert len(coach.facts(here)) == sum(map(len, told)), here.prompt


def test_what_is_to_be_pressed_is_there():
    with translation.override("en"):
        for at in range(LAST + 1):
            html = str(guide_html(stand(at)))
            press, show = (re.search(rf'data-{name}="([^"]*)"', html)[1].split() for name in ("press", "show"))
            assert bool(press) == stand(at).is_visitors
            assert {*press, *show} <= set(ids(html)), at


def test_a_table_without_a_coach_has_none():
    from game.screens import table_html
    from game.screens.guide import scene

    with translation.override("en"):
        assert "coach" not in table_html(scene(stand(0)))


def test_words_name_the_cards_of_the_hand():
    with translation.override("en"):
        said = {stand(at).prompt: text(str(coach_html(stand(at)))) for at in range(LAST + 1)}
    assert "K♣ fits nothing and costs 13 points" in said["throw"]
    assert "Máy Mèo Vằn throws 8♥" in said["eat"] and "owes you 1 unit" in said["eat"]
    assert "J♥ of yours has moved" in said["shift"]
    assert "4♦ 5♦ 6♦ · 8♠ 8♣ 8♥" in said["lay"]
    assert "3 points, the fewest" in said["result"] and "a móm 4 units" in said["result"]
    assert "5 units from each" in said["end"] and "10 units" in said["end"]
