"""The guide's hands are played by the rules, and what is said of them is so."""

from __future__ import annotations

import pytest

from game.guide import course
from game.guide.course import LAST, PRESSES, Stand, stand
from game.guide.examples import (
    CHOT,
    CLEVER,
    DONG_HOA,
    FED,
    NEIGHBOURS,
    NO_RUN,
    PAIR,
    RUN,
    SET,
    U_KHAN,
    U_TRON,
    U,
    played,
)
from game.guide.script import LESSONS, VISITOR
from game.rules import melds
from game.rules.actions import EAT, Discard, Draw, Eat, Lay, Send
from game.rules.cards import ALL, cards_of, points_of, suit_of
from game.rules.hand import legal_actions
from game.rules.settlement import settle
from game.rules.variants import PRESET_NAMES, PRESETS

STANDS = [stand(at) for at in range(LAST + 1)]


def at(prompt: str) -> Stand:
    """The only place where this is said to the visitor."""
    (found,) = [here for here in STANDS if here.prompt == prompt]
    return found


@pytest.mark.parametrize("lesson", [*LESSONS, FED, CHOT])
def test_a_pack_has_every_card_once(lesson):
    assert sorted(lesson.pack) == list(ALL)


def test_whoever_is_said_to_act_is_whose_turn_it_is():
    for here in STANDS:
        if here.wanted:
            assert (here.hand.turn == VISITOR) == (here.step.by != "others")
            assert here.wanted in legal_actions(here.hand)


def test_the_others_never_miss_what_they_could_eat():
    for here in STANDS:
        if here.step and here.step.by != "visitor":
            assert EAT not in legal_actions(here.hand)


def test_the_hands_end_where_the_script_does():
    for here in STANDS:
        assert here.hand.is_over == (here.prompt in ("result", "end"))


def test_there_is_one_way_to_lay_and_one_to_send():
    assert [type(action) for action in legal_actions(at("lay").hand)] == [Lay]
    assert [action for action in legal_actions(at("send").hand) if isinstance(action, Send)] == [at("send").wanted]


def test_few_presses_make_the_guide():
    assert PRESSES == sum(here.is_visitors for here in STANDS) <= 14
    assert [here.done for here in STANDS if here.is_visitors] == list(range(PRESSES))
    assert STANDS[-1].done == PRESSES


# -- what is said ---------------------------------------------------------------------------------------


def hand_of(here: Stand) -> int:
    return here.hand.seats[VISITOR].cards


def loose(here: Stand) -> int:
    return melds.best(hand_of(here), here.hand.seats[VISITOR].held).loose


def test_the_hand_begins_with_one_run_and_ten_cards():
    (run,) = melds.best(hand_of(at("phom")), 0).phoms
    assert len({suit_of(card) for card in cards_of(run)}) == 1
    assert hand_of(at("phom")).bit_count() == 10


def test_what_is_thrown_first_fits_nothing_and_costs_most():
    here = at("throw")
    card = here.wanted.card
    assert not melds.partners(card, hand_of(here) & ~(1 << card))
    assert points_of(1 << card) == max(points_of(1 << other) for other in cards_of(hand_of(here)))


def test_drawing_is_all_that_can_be_done_where_it_is_said():
    for prompt in ("draw", "last"):
        assert legal_actions(at(prompt).hand) == [Draw()]


def test_the_card_drawn_makes_a_ca_that_the_eaten_one_completes():
    drawn = at("ca").hand.taken
    (mate,) = cards_of(melds.partners(drawn, hand_of(at("ca"))))
    here = at("eat")
    assert here.wanted == Eat() in legal_actions(here.hand)
    (made,) = melds.eat_phoms(hand_of(here), 0, here.hand.offered)
    assert made == 1 << drawn | 1 << mate | 1 << here.hand.offered


def test_eating_moves_the_visitors_card_to_whoever_fed_it():
    (shifted,) = [event for _version, event in at("shift").log if event.kind == "shifted"]
    assert (shifted.source, shifted.seat) == (VISITOR, at("eat").hand.source)


def test_the_visitor_wins_with_the_fewest_points_and_one_is_mom():
    result = settle(at("result").hand)
    assert result.winner == VISITOR and result.points[VISITOR] == min(result.points)
    assert sum(result.mom) == 1
    assert result.points[VISITOR] == points_of(hand_of(at("last_throw")) & ~(1 << at("last_throw").wanted.card))


def test_six_cards_of_the_second_hand_lie_in_phom_and_two_wait():
    here = at("near_u")
    assert (hand_of(here) & ~loose(here)).bit_count() == 6
    offered = at("u").hand.offered
    assert melds.partners(offered, loose(at("u"))).bit_count() == 2
    assert settle(STANDS[-1].hand).end == "u"


def test_the_last_card_thrown_is_the_dearest():
    here = at("last_throw")
    assert isinstance(here.wanted, Discard)
    assert points_of(1 << here.wanted.card) == max(points_of(1 << card) for card in cards_of(hand_of(here)))


# -- how far somebody is ----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [None, "", "x", "-1", "1e3", "½", "³", "9" * 500, "9" * 5000, "1 ", "0x1", "٣"])
def test_rubbish_is_the_beginning_or_the_end(text):
    assert course.read(text) in (0, LAST)


def test_a_number_is_where_one_was():
    assert [course.read(str(number)) for number in (0, 7, LAST, LAST + 1)] == [0, 7, LAST, LAST]


def test_back_is_the_press_before():
    assert course.back(0) == 0
    eat = at("eat").at
    assert stand(course.back(eat)).prompt == "ca"
    assert stand(course.back(eat - 1)).prompt == "ca"
    assert stand(course.back(LAST)).prompt == "u"


def test_phom_may_be_laid_in_any_order():
    here = at("lay")
    assert here.wants(Lay(here.wanted.phoms[::-1]))
    assert not here.wants(Lay(here.wanted.phoms[:1]))


# -- what the rules pages draw ------------------------------------------------------------------------------


def test_drawn_cards_are_what_they_are_drawn_for():
    assert melds.is_phom(SET) and melds.is_phom(RUN) and not melds.is_phom(NO_RUN)
    for two in (PAIR, NEIGHBOURS):
        first, second = cards_of(two)
        assert melds.partners(first, 1 << second)
    assert not melds.best(CLEVER, 0).loose and CLEVER.bit_count() == 9
    assert [melds.best(cards, 0).loose.bit_count() for cards in (U, U_TRON, DONG_HOA)] == [1, 0, 1]
    assert {cards.bit_count() for cards in (U, U_TRON, DONG_HOA)} == {10}
    assert len({suit_of(card) for phom in melds.best(DONG_HOA, 0).phoms for card in cards_of(phom)}) == 1
    assert melds.is_lonely(U_KHAN) and U_KHAN.bit_count() == 9


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_hands_of_the_examples_can_be_played_by_every_variant(preset):
    lessons = (*LESSONS, FED, CHOT)
    four_rounds, with_u, fed, chot = (settle(played(lesson, PRESETS[preset])) for lesson in lessons)
    assert (four_rounds.end, with_u.end, with_u.den) == ("points", "u", None)
    assert (fed.end, fed.den) == ("u", 3)
    assert (chot.end, chot.winner, chot.den) == ("u", 0, None if PRESETS[preset].chot_den == "none" else 2)
