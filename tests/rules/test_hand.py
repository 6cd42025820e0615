"""Deal, turns, discard layout, laying and sending, a test a rule (R2-R5)."""

from __future__ import annotations

import pytest

from game.rules.actions import DISCARDS, DRAW, EAT, Discard, Lay, Send, parse_action
from game.rules.cards import ALL, NAMES, PACK, cards_of, mask_of, parse_card, points_of
from game.rules.errors import RuleError
from game.rules.events import Ate, Discarded, Drew, Ended, Laid, Mucked, Sent, Shifted
from game.rules.hand import Hand, Phase, check, deal, legal_actions
from game.rules.settlement import settle
from tests.rules.build import final, idle, idle_until, last_events, mask, play, rows, start, variant


def refused(hand: Hand, action: str, seat: int | None = None) -> str:
    """The code with which the action is refused."""
    with pytest.raises(RuleError) as caught:
        check(hand, parse_action(action), seat)
    return caught.value.code


# -- R2: seats, deal, leader --------------------------------------------------------------------------


def test_r2_1_play_passes_to_the_next_seat() -> None:
    hand, turns = start("", "", ""), []
    for _ in range(4):
        turns.append(hand.turn)
        hand = idle(hand)
    assert turns == [0, 1, 2, 0]


@pytest.mark.parametrize(("seats", "stock"), [(4, 15), (3, 24), (2, 33)])
def test_r2_2_the_leader_gets_ten_cards_the_others_nine(seats: int, stock: int) -> None:
    hand = deal(variant(), seats, 1, [7 * card % 52 for card in ALL])
    assert [seat.cards.bit_count() for seat in hand.seats] == [10 if number == 1 else 9 for number in range(seats)]
    assert len(hand.pack) - hand.stock == stock


def test_r2_5_the_pack_is_dealt_from_the_leader_on() -> None:
    pack = [7 * card % 52 for card in ALL]
    hand = deal(variant(), 3, 2, pack)
    dealt = [mask_of(pack[:10]), mask_of(pack[10:19]), mask_of(pack[19:28])]
    assert [hand.seats[number].cards for number in (2, 0, 1)] == dealt
    assert play(hand, "idle", "draw").taken == pack[28]


# -- R3: a turn ---------------------------------------------------------------------------------------


def test_r3_1_the_leader_takes_nothing_and_throws() -> None:
    hand = start("", "")
    assert hand.phase is Phase.PLAY
    assert legal_actions(hand) == [DISCARDS[card] for card in cards_of(hand.seats[0].cards)]
    assert refused(hand, "draw") == refused(hand, "eat") == "already_taken"


def test_r3_1_every_other_turn_starts_with_a_take() -> None:
    hand = play(start("KS", "", stock="4D"), "discard KS")
    assert DRAW in legal_actions(hand)
    for action in ("discard KS", "lay 3H4H5H", "send KS 0.0", "muck"):
        assert refused(hand, action) == "take_first"
    hand = play(hand, "draw")
    assert hand.taken == parse_card("4D")
    assert hand.seats[1].cards >> hand.taken & 1
    assert refused(hand, "draw") == "already_taken"


def test_r3_1_only_the_seat_to_act_may_act() -> None:
    hand = start("", "")
    assert refused(hand, "draw", seat=1) == "not_your_turn"
    check(hand, legal_actions(hand)[0], 0)


def test_r3_2_eating_needs_a_phom_with_the_card() -> None:
    hand = play(start("5H", "3H 4H", ""), "discard 5H")
    assert legal_actions(hand) == [DRAW, EAT]
    assert refused(play(start("5H", "3H", ""), "discard 5H"), "eat") == "no_phom_from_card"


def test_r3_2_a_fourth_card_on_ones_own_phom_may_be_eaten() -> None:
    hand = play(start("5H", "2H 3H 4H", ""), "discard 5H", "eat")
    assert hand.seats[1].eaten == (parse_card("5H"),)


def test_r3_2_not_if_an_eaten_card_would_lose_its_phom() -> None:
    """3H 4H serve 5H already, and 2H would make a run with two eaten cards."""
    hand = play(start("5H 2H", "3H 4H", ""), "discard 5H", "eat", "idle", "idle", "draw", "discard 2H")
    assert refused(hand, "eat") == "breaks_eaten_phom"


def test_r3_3_the_eater_may_rearrange() -> None:
    """5H, eaten to 3H 4H, may go with 5S 5C instead, so that 3H may be thrown."""
    hand = play(start("5H", "3H 4H 5S KD", "", skip=2, stock="5C"), "discard 5H", "eat")
    assert refused(hand, "discard 3H") == "breaks_eaten_phom"
    hand = play(hand, "discard KD", "idle", "idle", "draw")
    assert hand.taken == parse_card("5C")
    check(hand, parse_action("discard 3H"))


def test_r3_4_an_eaten_card_is_never_thrown() -> None:
    hand = play(start("5H", "3H 4H", ""), "discard 5H", "eat")
    assert refused(hand, "discard 5H") == "eaten_card"


def test_r3_4_a_discard_may_not_break_the_phom_of_an_eaten_card() -> None:
    hand = play(start("5H", "3H 4H", ""), "discard 5H", "eat")
    assert refused(hand, "discard 3H") == refused(hand, "discard 4H") == "breaks_eaten_phom"
    assert Discard(parse_card("3H")) not in legal_actions(hand)


def test_r3_4_one_throws_what_one_holds() -> None:
    hand = start("KS", "")
    assert refused(hand, f"discard {NAMES[next(cards_of(PACK & ~hand.seats[0].cards))]}") == "not_in_hand"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r3_5_four_rounds_are_played(seats: int) -> None:
    hand, rounds = start(*[""] * seats), []
    while not hand.is_over:
        rounds.append(hand.round)
        hand = idle(hand)
    assert rounds == [round for round in (1, 2, 3, 4) for _ in range(seats)]
    assert [len(seat.row) for seat in hand.seats] == [4] * seats
    assert (hand.phase, hand.round, hand.lying) == (Phase.OVER, 4, 4 * seats)


def test_r3_5_after_the_end_nothing_is_legal() -> None:
    hand = idle(start("", ""), 8)
    assert legal_actions(hand) == []
    assert hand.offered is None
    assert refused(hand, "eat") == "hand_over"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r3_6_the_stock_never_runs_out(seats: int) -> None:
    hand = idle(start(*[""] * seats), 4 * seats)
    assert hand.stock - (9 * seats + 1) == 4 * seats - 1


def test_r3_6_each_eat_adds_a_turn() -> None:
    hand = play(start("5H", "3H 4H", ""), "discard 5H", "eat", "idle", *["idle"] * 11)
    assert hand.is_over
    discards = [action for action in hand.actions if action.kind == "discard"]
    draws = [action for action in hand.actions if action.kind == "draw"]
    assert (len(discards), len(draws)) == (13, 11)


# -- R4: the discard layout ---------------------------------------------------------------------------


def test_r4_1_rows_fill_a_place_a_round() -> None:
    hand = play(start("KS QH", "9D", "", stock="8C 7D"), "discard KS", "draw", "discard 9D", "draw", "discard 7D")
    assert rows(hand) == ["KS", "9D", "7D"]
    assert (hand.first, hand.round) == (0, 2)


def test_r4_2_eating_from_the_first_seat_moves_no_card() -> None:
    hand = play(start("5H", "3H 4H", ""), "discard 5H", "eat")
    assert rows(hand) == ["", "", ""]
    assert (hand.first, hand.lying) == (1, 0)


def test_r4_2_the_first_seats_latest_discard_moves_to_the_source() -> None:
    events = last_events(start("KS", "5H", "3H 4H", ""), "discard KS", "draw", "discard 5H", "eat")
    hand = play(start("KS", "5H", "3H 4H", ""), "discard KS", "draw", "discard 5H", "eat")
    assert rows(hand) == ["", "KS", "", ""]
    assert hand.first == 1
    assert events == (Ate(2, 1, parse_card("5H"), 1, "eat"), Shifted(1, 0, parse_card("KS")))


def test_r4_3_a_full_round_opens_the_next_with_the_same_seat() -> None:
    hand = idle(start("", "", ""), 3)
    assert (hand.round, hand.first, hand.turn) == (2, 0, 0)


def test_r4_4_the_worked_example() -> None:
    a1, b1, c1, d1, a2, b2, c2, d2, a3, b3 = ("KS", "5H", "QD", "JC", "TD", "QH", "9H", "6C", "KD", "9D")
    hand = start(
        f"{a1} {a3} 7C 8C", f"{b1} {b2} {b3}", f"3H 4H {c1} {c2}", f"{d1} {d2}", stock=f"TS 2S {a2} AH 2D AD JD"
    )
    hand = play(hand, f"discard {a1}", "draw", f"discard {b1}", "eat", f"discard {c1}", "draw", f"discard {d1}")
    hand = play(hand, "draw", f"discard {a2}")
    assert rows(hand) == [a2, a1, c1, d1]
    assert hand.first == 1
    hand = play(hand, "draw", f"discard {b2}", "draw", f"discard {c2}", "draw", f"discard {d2}", "eat")
    assert hand.first == 2
    hand = play(hand, f"discard {a3}", "draw", f"discard {b3}")
    assert rows(hand) == [f"{a2} {a3}", f"{a1} {b3}", f"{c1} {c2}", f"{d1} {b2}"]
    assert (hand.turn, hand.round) == (2, 3)


def test_r4_5_the_final_order_starts_with_the_first_seat() -> None:
    hand = play(start("5H", "3H 4H", ""), "discard 5H", "eat", *["idle"] * 12)
    assert hand.is_over
    assert hand.order == (1, 2, 0)


# -- R5: laying and sending ---------------------------------------------------------------------------

RUN = "3H 4H 5H"


def test_r5_1_a_turn_is_final_when_three_rounds_lie_after_its_take() -> None:
    hand = idle(start("", ""), 5)
    assert not play(hand, "draw").is_final
    hand = idle(hand)
    assert not hand.is_final
    assert play(hand, "draw").is_final


def test_r5_1_an_eat_at_the_start_of_round_four_is_not_final() -> None:
    hand = play(start("3H 4H", "5H"), *["idle"] * 5, "draw", "discard 5H", "eat")
    assert (hand.lying, hand.is_final) == (5, False)
    assert refused(hand, "lay 3H4H5H") == "not_final_turn"
    assert refused(hand, "send KS 0.0") == "not_final_turn"


def test_r5_2_whoever_holds_a_phom_lays_before_discarding() -> None:
    hand = play(final(f"{RUN} KS", ""), "draw")
    assert refused(hand, "discard KS") == "must_lay_first"
    assert legal_actions(hand) == [Lay((mask("3H 4H 5H"),))]
    hand = play(hand, "lay 5H3H4H")
    assert hand.seats[0].phoms == hand.seats[0].laid == (mask("3H 4H 5H"),)
    assert hand.laid_order == (0,)
    assert refused(hand, "lay 3H4H5H") == "no_phom_to_lay"


def test_r5_2_with_no_phom_there_is_nothing_to_lay() -> None:
    hand = play(final("", ""), "draw")
    assert refused(hand, "lay 3H4H5H") == "no_phom_to_lay"
    assert {action.kind for action in legal_actions(hand)} == {"discard"}


def test_r5_2_the_player_chooses_the_arrangement() -> None:
    hand = play(final("3H 4H 5H 5S 5C", "", stock="KS"), "draw")
    assert legal_actions(hand) == [Lay((mask("5S 5C 5H"),)), Lay((mask("3H 4H 5H"),))]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("lay 3H4H", "not_a_phom"),
        ("lay 3H4H5H 3D4D5D", "not_in_hand"),
        ("lay 3H4H5H 4H5H6H", "phoms_overlap"),
        ("lay 3H4H5H6H", "phom_left_loose"),
    ],
)
def test_r5_2_a_lay_is_disjoint_phoms_of_ones_own_that_leave_none(action: str, code: str) -> None:
    assert refused(play(final("3H 4H 5H 6H TS TC TD", "", stock="2D"), "draw"), action) == code


@pytest.mark.parametrize("action", ["lay 3H4H5H TSTCTD", "lay TDTCTS 4H5H6H", "lay 3H4H5H6H TSTCTD"])
def test_r5_2_any_arrangement_that_leaves_no_phom_will_do(action: str) -> None:
    check(play(final("3H 4H 5H 6H TS TC TD", "", stock="2D"), "draw"), parse_action(action))


def test_r5_2_every_eaten_card_must_lie_with_no_other() -> None:
    hand = start("6H 7H", "4H 5H 8H 9H", rules=variant(den_three=False))
    hand = play(hand, "discard 6H", "eat", "idle", "draw", "discard 7H", "eat", "idle")
    hand = play(idle_until(hand, turn=1, lying=6), "draw")
    assert refused(hand, "lay 4H5H6H7H8H9H") == "two_eaten_in_phom"
    assert refused(hand, "lay 7H8H9H") == "eaten_card_left"
    check(hand, parse_action("lay 7H8H9H 4H5H6H"))


def test_r5_3_sending_extends_a_phom_on_the_table() -> None:
    """The next seat sends 6H to the leader's run, which lets 7H follow."""
    hand = play(final(RUN, "6H 7H TS TC TD"), "draw", "lay 3H4H5H")
    hand = play(hand, "idle", "draw", "lay TSTCTD")
    assert Send(parse_card("6H"), 0, 0) in legal_actions(hand)
    assert refused(hand, "send 7H 0.0") == "does_not_fit"
    events = last_events(hand, "send 6H 0.0")
    hand = play(hand, "send 6H 0.0", "send 7H 0.0")
    assert hand.seats[0].phoms == (mask("3H 4H 5H 6H 7H"),)
    assert hand.seats[0].laid == (mask("3H 4H 5H"),)
    assert (hand.seats[1].sent, events) == (2, (Sent(1, parse_card("6H"), 0, 0),))


def test_r5_3_own_phoms_take_cards_too() -> None:
    """With the fives laid, 6H has no run to go to; with the run laid, 5S 5C are loose and 6H goes on it."""
    hand = play(final("3H 4H 5H 5S 5C 6H TD", "", stock="KS"), "draw")
    assert refused(play(hand, "lay 5S5C5H"), "send 6H 0.0") == "does_not_fit"
    hand = play(final("5H 5S 5C TD", "5D TS TC TH", stock="KS KD"), "draw", "lay 5S5C5H", "idle", "draw", "lay TSTCTH")
    assert play(hand, "send 5D 0.0").seats[0].phoms == (mask("5S 5C 5D 5H"),)
    hand = play(final("3H 4H 5H 2S 2C", "", stock="2D"), "draw", "lay 3H4H5H 2S2C2D")
    assert [action for action in legal_actions(hand) if isinstance(action, Send)] == []


def test_r5_3_without_a_phom_one_may_not_send() -> None:
    hand = play(final(RUN, "6H"), "draw", "lay 3H4H5H")
    hand = play(hand, "idle", "draw")
    assert refused(hand, "send 6H 0.0") == "send_needs_phom"
    assert {action.kind for action in legal_actions(hand)} == {"discard"}


def test_r5_3_phoms_in_hand_are_laid_before_sending() -> None:
    hand = play(final(RUN, "6H TS TC TD"), "draw", "lay 3H4H5H")
    hand = play(hand, "idle", "draw")
    assert refused(hand, "send 6H 0.0") == "lay_before_send"


def test_r5_3_a_send_names_a_phom_on_the_table_and_a_card_in_hand() -> None:
    hand = play(final("3H 4H 5H QH", ""), "draw", "lay 3H4H5H")
    for target in ("0.1", "1.0", "2.0"):
        assert refused(hand, f"send QH {target}") == "no_such_phom"
    assert refused(hand, "send 3H 0.0") == "not_in_hand"


def test_r5_3_sending_is_a_house_rule() -> None:
    hand = play(final(RUN, "6H TS TC TD", sending=False), "draw", "lay 3H4H5H")
    hand = play(hand, "idle", "draw", "lay TSTCTD")
    assert refused(hand, "send 6H 0.0") == "sending_off"
    assert {action.kind for action in legal_actions(hand)} == {"discard"}


def test_r5_4_tai_lays_and_sends_again() -> None:
    """Seat 1 eats the leader's chot, so the leader plays last: a second final turn, with a new phom."""
    hand = final("3H 4H 5H 9S 6S 6C", "9C 9D", stock="2D 6D")
    hand = play(hand, "draw", "lay 3H4H5H", "discard 9S", "eat", "lay 9S9C9D", "idle")
    assert (hand.turn, hand.lying, hand.is_over) == (0, 7, False)
    hand = play(hand, "draw")
    assert hand.is_final
    assert refused(hand, "discard 6D") == "must_lay_first"
    hand = play(hand, "lay 6S6C6D", "idle")
    assert hand.seats[0].phoms == (mask("3H 4H 5H"), mask("6S 6C 6D"))
    assert (hand.laid_order, hand.is_over) == ((0, 1), True)


def test_r5_4_a_mom_who_makes_a_phom_in_tai_is_no_longer_mom() -> None:
    hand = final("9S 6S 6C", "9C 9D", stock="2D 6D")
    hand = play(hand, "draw", "discard 9S", "eat", "lay 9S9C9D", "idle", "draw", "lay 6S6C6D", "idle")
    assert settle(hand).mom == (False, False)


def test_r5_4_an_eat_in_tai_makes_a_new_phom_with_cards_in_hand() -> None:
    """With 3H 4H 5H on the table 6H can't be eaten onto them; with 6S 6C in hand it can."""
    for held, legal in (("7D 8D", [DRAW]), ("6S 6C", [DRAW, EAT])):
        hand = final(f"{RUN} 9S {held}", "9C 9D 6H", stock="2D")
        hand = play(hand, "draw", "lay 3H4H5H", "discard 9S", "eat", "lay 9S9C9D", "discard 6H")
        assert (hand.turn, legal_actions(hand)) == (0, legal)


def test_r5_5_points_are_those_of_the_cards_in_hand() -> None:
    hand = final("3H 4H 5H KD QD 9C 8C 6D 2D AS", "", stock="JS")
    hand = play(hand, "draw", "lay 3H4H5H", "discard KD", *["idle"] * 1)
    assert settle(hand).points[0] == points_of(hand.seats[0].cards)  # type: ignore[index]


# -- what happened ------------------------------------------------------------------------------------


def test_events_of_draw_discard_lay_and_the_end() -> None:
    hand = start("KS", "", stock="4D")
    assert last_events(hand, "discard KS") == (Discarded(0, parse_card("KS"), 1),)
    assert last_events(hand, "discard KS", "draw") == (Drew(1, parse_card("4D")),)
    hand = play(final(RUN, ""), "draw")
    assert last_events(hand, "lay 3H4H5H") == (Laid(0, (mask("3H 4H 5H"),)),)
    hand = play(idle(start("", ""), 7), "draw")
    last = legal_actions(hand)[0]
    assert isinstance(last, Discard)
    assert last_events(hand, f"discard {NAMES[last.card]}")[1:] == (Ended("points", None),)


# -- R10.2: muck --------------------------------------------------------------------------------------


def test_r10_2_muck_gives_up_laying_sending_and_eating() -> None:
    hand = play(final("3H 4H 5H 6S 6C", "6H", timeout_lays=False), "draw")
    assert last_events(hand, "muck") == (Mucked(0),)
    hand = play(hand, "muck")
    for action in ("lay 3H4H5H", "send 6S 0.0", "muck"):
        assert refused(hand, action) == "mucked"
    assert {action.kind for action in legal_actions(hand)} == {"discard"}
    check(hand, parse_action("discard 3H"))


def test_r10_2_a_mucked_seat_keeps_only_its_eaten_cards() -> None:
    hand = play(start("5H", "3H 4H", rules=variant(timeout_lays=False)), "discard 5H", "eat", "idle")
    hand = play(idle_until(hand, turn=1, lying=6), "draw", "muck")
    assert refused(hand, "discard 5H") == "eaten_card"
    check(hand, parse_action("discard 3H"))


def test_r10_2_muck_needs_a_final_turn_and_the_house_rule() -> None:
    assert refused(start("", ""), "muck") == "not_final_turn"
    assert refused(play(final("", ""), "draw"), "muck") == "muck_not_allowed"


def test_r10_2_muck_comes_before_any_lay_or_send_of_the_turn() -> None:
    hand = play(final(RUN, "", timeout_lays=False), "draw", "lay 3H4H5H")
    assert refused(hand, "muck") == "muck_not_allowed"


def test_r10_2_a_mucked_seat_neither_eats_nor_makes_u() -> None:
    """The leader mucks; moved to the end by an eat, it may not eat 6H, nor end the hand with nine in phoms."""
    hand = final("3H 4H 5H 9S 6S 6C 8S 8C 8D", "9C 9D 6H", stock="2D", timeout_lays=False)
    hand = play(hand, "draw", "muck", "discard 9S", "eat", "lay 9S9C9D", "discard 6H")
    assert legal_actions(hand) == [DRAW]
    assert refused(hand, "eat") == "mucked"
    hand = final("3H 4H 5H 6S 6C 6D 8S 8C 9S", "9C 9D", stock="2D 8D", timeout_lays=False)
    hand = play(hand, "draw", "muck", "discard 9S", "eat", "lay 9S9C9D", "idle", "draw")
    assert (hand.taken, hand.is_over) == (parse_card("8D"), False)
