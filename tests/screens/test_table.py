"""The table as HTML: what stands in it, in what order, for whom."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest
from django.utils import translation
from django.utils.translation import gettext

from game.guide.course import LAST, stand
from game.rules.actions import EAT, Discard, Lay, Send, format_action
from game.rules.cards import NAMES, cards_of, mask_of, parse_cards, rank_of
from game.rules.events import Ate
from game.rules.hand import Phase, legal_actions
from game.rules.sight import see_all
from game.screens import own, seats, table, table_html
from game.screens.cards import in_text, sign, spoken, spoken_phom
from game.screens.guide import scene as guide_scene
from game.screens.result import headline
from game.screens.words import units as in_units
from tests.screens.scenes import chairs, find, hands, ids, scene, text, waiting


def _can(kind: type) -> object:
    return lambda hand: any(isinstance(action, kind) for action in legal_actions(hand))


TAKE = find(
    lambda hand: (
        hand.version > 9 and legal_actions(hand) and EAT not in legal_actions(hand) and hand.phase is Phase.TAKE
    )
)
EATABLE = find(lambda hand: EAT in legal_actions(hand))
THROW = find(lambda hand: hand.phase is Phase.PLAY and not hand.is_final and any(seat.held for seat in hand.seats))
BARRED = find(lambda hand: hand.phase is Phase.PLAY and not hand.is_final and bool(hand.seats[hand.turn].held))
LAYS = find(lambda hand: sum(isinstance(action, Lay) for action in legal_actions(hand)) > 1)
SENDS = find(_can(Send))
POINTS = find(lambda hand: hand.ending is not None and hand.ending.end == "points")
U = find(lambda hand: hand.ending is not None and hand.ending.end == "u")
MOMENTS = (TAKE, EATABLE, THROW, BARRED, LAYS, SENDS, POINTS, U)


@pytest.fixture(params=["vi", "en"], autouse=True)
def language(request: pytest.FixtureRequest) -> object:
    with translation.override(request.param):
        yield request.param


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
def test_is_one_main_without_loose_text_or_double_ids(moment, viewer):
    html = table_html(scene(moment, viewer))
    assert html.startswith('<main class="table') and html.endswith("</main>")
    assert html.count("<main") == 1
    assert not re.search(r">\s+<", html)
    assert len(ids(html)) == len(set(ids(html)))
    assert "style=" not in html and "<script" not in html and "onclick" not in html


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_other_seats_stand_in_order_of_play_from_the_viewers_right(seat_count):
    moment = find(lambda hand: hand.version > 12, seat_count)
    places = {2: ["top"], 3: ["right", "left"], 4: ["right", "top", "left"]}[seat_count]
    for viewer in range(seat_count):
        html = table_html(scene(moment, viewer))
        around = [(viewer + step) % seat_count for step in range(1, seat_count)]
        assert ids(html, "seat-") == [f"seat-{seat}" for seat in [*around, viewer]]
        for seat, place in zip(around, places, strict=True):
            assert re.search(rf'class="seat seat-{place}[^"]*" id="seat-{seat}"', html)


def test_a_spectator_sees_all_from_the_first_chair_and_no_hand():
    html = table_html(scene(THROW, None))
    assert ids(html, "plate-") == ["plate-1", "plate-2", "plate-3", "plate-0"]
    assert ids(html, "hand") == ids(html, "actions") == []


def test_public_blocks_are_the_same_for_all_viewers_and_made_once():
    table._laid.cache_clear()
    seats._row.cache_clear()
    pages = [table_html(scene(SENDS, viewer)) for viewer in (0, 1, 2, 3, None)]
    for seat in range(4):
        rows = {re.search(rf'<div class="row" id="row-{seat}".*?</div>', page)[0] for page in pages}
        assert len(rows) == 1
    assert seats._row.cache_info().misses == 4


def test_a_row_shows_its_four_places():
    html = table_html(scene(TAKE, 0))
    for seat in range(4):
        row = re.search(rf'id="row-{seat}".*?</div>', html)[0]
        assert row.count("card-") + row.count('class="place"') == 4


# -- secrecy ------------------------------------------------------------------------------------------


def _visible(moment, viewer):
    """The cards that the viewer has a right to know of."""
    hand = moment.hand
    if hand.is_over:
        return set(range(52)) - set(hand.pack[hand.stock :])
    seen = set(cards_of(hand.seats[viewer].cards)) if viewer is not None else set()
    for seat in hand.seats:
        seen.update(seat.row, seat.eaten, *(cards_of(phom) for phom in seat.phoms))
    return seen


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
def test_no_hidden_card_is_named_in_any_form(viewer):
    for moment in [moment for moments in hands()[:6] for moment in moments]:
        html = table_html(scene(moment, viewer if viewer is None else viewer % len(moment.hand.seats)))
        named = set(re.findall(r"[A2-9TJQK][SCDH]", " ".join(re.findall(r'"([^"]*)"', html))))
        named.update(re.findall(r"(?:10|[2-9AJQK])[♠♣♦♥]", html), re.findall(r'aria-label="([^",]+)', html))
        for card in set(range(52)) - _visible(moment, viewer if viewer is None else viewer % len(moment.hand.seats)):
            assert named.isdisjoint({NAMES[card], sign(card), spoken(card)})


def test_others_hands_are_a_number_only():
    html = table_html(scene(THROW, 0))
    for seat in (1, 2, 3):
        count = THROW.hand.seats[seat].cards.bit_count()
        assert f'id="plate-{seat}" data-count="{count}"' in html


# -- hand and buttons ---------------------------------------------------------------------------------


def test_the_hand_stands_in_the_players_order():
    viewer = THROW.hand.turn
    order = tuple(reversed(tuple(cards_of(THROW.hand.seats[viewer].cards))))
    html = table_html(scene(THROW, viewer, order=order))
    assert re.findall(r'data-card="(..)"', html) == [NAMES[card] for card in order]


def _buttons(moment, viewer):
    return {name for name in ids(table_html(scene(moment, viewer))) if name.startswith(("act-", "send-"))} - {
        "send-hint"
    }


def test_buttons_are_those_of_what_is_legal():
    assert _buttons(TAKE, TAKE.hand.turn) == {"act-draw"}
    assert _buttons(EATABLE, EATABLE.hand.turn) == {"act-draw", "act-eat"}
    assert _buttons(THROW, THROW.hand.turn) == {"act-throw"}
    assert _buttons(LAYS, LAYS.hand.turn) == {"act-lay", "act-lays"}
    sends = [action for action in legal_actions(SENDS.hand) if isinstance(action, Send)]
    assert _buttons(SENDS, SENDS.hand.turn) == {"act-throw"} | {
        f"send-{NAMES[a.card]}-{a.to}-{a.number}" for a in sends
    }
    for moment in MOMENTS[:6]:
        assert _buttons(moment, (moment.hand.turn + 1) % 4) == set()


def test_what_may_be_eaten_is_plain_and_so_is_what_it_would_make(language):
    html = table_html(scene(EATABLE, EATABLE.hand.turn))
    card = sign(EATABLE.hand.offered)
    assert f"{'Ăn' if language == 'vi' else 'Eat'} {card}" in text(html)
    assert html.count("is-mate") >= 2 and "can-eat" in html
    other = table_html(scene(EATABLE, (EATABLE.hand.turn + 1) % 4))
    assert "is-mate" not in other and "can-eat" not in other and "no-eat" not in other
    assert "no-eat" in table_html(scene(TAKE, TAKE.hand.turn))


def test_a_card_that_may_not_be_thrown_tells_why():
    html = table_html(scene(BARRED, BARRED.hand.turn))
    eaten = next(cards_of(BARRED.hand.seats[BARRED.hand.turn].held))
    button = re.search(rf'<button[^>]*id="card-{NAMES[eaten]}"[^>]*>', html)[0]
    assert "is-barred" in button
    assert str(in_text(eaten)) in unescape(re.search(r'data-barred="([^"]+)"', button)[1])
    assert "data-throw" not in button
    thrown = next(action for action in legal_actions(BARRED.hand) if isinstance(action, Discard))
    assert f'data-throw="{format_action(thrown)}"' in html


def test_every_way_to_lay_can_be_chosen_and_the_best_is_proposed():
    lays = [format_action(action) for action in legal_actions(LAYS.hand)]
    html = table_html(scene(LAYS, LAYS.hand.turn))
    assert re.findall(r'name="lay" value="([^"]+)"', html) == lays
    assert re.search(r'id="act-lay" data-action="([^"]+)"', html)[1] == lays[0]
    assert "is-barred" not in html and 'data-barred="' in html


def test_a_send_knows_its_phom_on_the_table():
    html = table_html(scene(SENDS, SENDS.hand.turn))
    targets = re.findall(r'data-target="(phom-\d-\d+)"', html)
    assert targets and set(targets) <= set(ids(html, "phom-"))
    assert html.count("can-send") == len({a.card for a in legal_actions(SENDS.hand) if isinstance(a, Send)})


def test_keys_are_shown_but_not_read_out():
    for moment in (TAKE, EATABLE, THROW, LAYS, SENDS, POINTS):
        html = table_html(scene(moment, moment.hand.turn if not moment.hand.is_over else 0))
        assert html.count("<kbd") == html.count('<kbd aria-hidden="true"') > 0


def test_a_card_that_can_be_sent_says_so(language):
    html = table_html(scene(SENDS, SENDS.hand.turn))
    sendable = {NAMES[action.card] for action in legal_actions(SENDS.hand) if isinstance(action, Send)}
    words = {"vi": "gửi được", "en": "can be sent"}[language]
    assert set(re.findall(rf'id="card-(..)"[^>]*aria-label="[^"]*{words}', html)) == sendable


def test_the_points_a_lay_leaves_are_read_first(language):
    html = table_html(scene(LAYS, LAYS.hand.turn))
    previews = re.findall(r'<span data-preview="([^"]+)"( hidden)?>([^<]+)<', html)
    lays = [action for action in legal_actions(LAYS.hand) if isinstance(action, Lay)]
    assert [action for action, _hidden, _words in previews] == [format_action(action) for action in lays]
    assert [bool(hidden) for _action, hidden, _words in previews] == [False] + [True] * (len(lays) - 1)
    left = {"vi": r"còn \d+", "en": r"\d+ points? left"}[language]
    assert all(re.match(left, words) for _action, _hidden, words in previews)


def test_an_eat_names_the_longest_phom_it_can_make():
    sixes, short, long = parse_cards("6S6C6D"), parse_cards("6S7S8S"), parse_cards("5S6S7S8S")
    assert own._longest((sixes, short, long)) == (sixes, long)


def test_eating_is_offered_for_the_phom_that_leave_the_fewest_points():
    view = guide_scene(stand(LAST - 1))  # three sevens and 4♠ 5♠; 6♠ lies there
    sevens, short = parse_cards("7S7C7H"), parse_cards("4S5S6S")
    seat = view.sight.seats[0]
    assert mask_of(seat.cards) & sevens == sevens
    assert own.eat_choices(view.sight, seat) == (short,)
    html = table_html(view)
    assert "4♠5♠6♠" in _element(html, "act-eat") and "7♠" not in _element(html, "act-eat")
    assert set(re.findall(r'is-mate" id="card-(..)"', html)) == {"4S", "5S"}


def _element(html, name):
    """The button, fieldset or line of the name, as HTML."""
    tag = re.search(rf'<(\w+)[^>]* id="{name}"', html)[1]
    return re.search(rf'<{tag}[^>]* id="{name}".*?</{tag}>', html)[0]


def _images(html):
    """What its images are called."""
    return re.findall(r'role="img" aria-label="([^"]*)"', html)


def test_buttons_and_ways_to_lay_tell_cards_by_name_too():
    view = scene(EATABLE, EATABLE.hand.turn)
    makes = own._longest(own.eat_choices(view.sight, view.sight.seats[EATABLE.hand.turn]))
    told = _images(_element(table_html(view), "act-eat"))
    assert [told[0], *told[2:]] == [spoken(EATABLE.hand.offered), *map(spoken_phom, makes)]
    lay = next(action for action in legal_actions(LAYS.hand) if isinstance(action, Lay))
    html = table_html(scene(LAYS, LAYS.hand.turn))
    laid = [spoken_phom(phom) for phom in lay.phoms]
    assert _images(_element(html, "act-lay"))[: len(laid)] == laid
    assert set(laid) <= set(_images(_element(html, "lays")))
    for send in (action for action in legal_actions(SENDS.hand) if isinstance(action, Send)):
        button = f"send-{NAMES[send.card]}-{send.to}-{send.number}"
        told = _images(_element(table_html(scene(SENDS, SENDS.hand.turn)), button))
        assert [told[0], told[2]] == [spoken(send.card), spoken_phom(SENDS.hand.seats[send.to].phoms[send.number])]


def test_names_on_buttons_are_escaped():
    def to_another(hand):
        return any(isinstance(action, Send) and action.to != hand.turn for action in legal_actions(hand))

    moment = find(to_another)
    named = tuple(chair._replace(name="<u>&'") for chair in chairs())
    html = _element(table_html(scene(moment, moment.hand.turn, chairs=named)), "sends")
    assert "<u>" not in html and "<bdi>&lt;u&gt;&amp;&#x27;</bdi>" in html


def test_arranging_puts_cards_of_a_ca_together():
    by_rank = sorted(cards_of(parse_cards("ASKS4C9DJD3H4H")), key=rank_of)
    assert [NAMES[card] for card in own.by_ca(by_rank)] == ["3H", "4H", "4C", "9D", "JD", "AS", "KS"]


@pytest.mark.parametrize("count", [1, 5])
def test_the_stock_is_told_in_its_number(count, language):
    sight = replace(scene(TAKE, 0).sight, stock=count)
    words = {"vi": "cây trong nọc", "en": "card in the stock" if count == 1 else "cards in the stock"}[language]
    assert f"{count} {words}" in text(table_html(scene(TAKE, 0, sight=sight)))


def test_clicks_carry_hand_and_version():
    assert 'data-hand="12" data-version="' + str(TAKE.hand.version) in table_html(scene(TAKE, 0))


# -- around the hand ----------------------------------------------------------------------------------


def test_whose_turn_and_how_long():
    html = table_html(scene(TAKE, (TAKE.hand.turn + 1) % 4))
    assert re.search(rf'class="seat seat-left is-turn" id="seat-{TAKE.hand.turn}"', html)
    assert ('data-due="14000"' in html) == (TAKE.hand.turn == 0)  # the other seats are bots
    assert "data-due" not in table_html(scene(TAKE, 0, due_ms=None))
    people = tuple(chair._replace(is_bot=False) for chair in chairs())
    assert 'data-due="14000"' in table_html(scene(TAKE, 0, chairs=people))


def test_who_is_away_is_marked():
    away = chairs(connected=False)
    assert "is-away" in table_html(scene(TAKE, 1, chairs=away))
    assert "is-away" not in table_html(scene(TAKE, 1))


@pytest.mark.parametrize(("changes", "words"), [({}, "offline"), ({"left": True}, "left")])
def test_who_left_for_good_is_not_called_offline(changes, words):
    for connected in (False, True) if changes else (False,):  # the old page may still be open somewhere
        gone = chairs(connected=connected, **changes)
        html = table_html(scene(TAKE, 1, chairs=gone))
        assert "is-away" in html
        plate = html[html.index('id="plate-0"') :]
        assert re.search('class="away">([^<]+)<', plate)[1] == gettext(words)


def test_names_are_escaped():
    html = table_html(scene(POINTS, 1, chairs=chairs(name="<u>&'")))
    assert "<u>" not in html and "&lt;u&gt;&amp;&#x27;" in html


def test_before_the_first_hand_there_are_seats_and_a_button(language):
    html = table_html(waiting())
    assert ids(html, "plate-")[-1] == "plate-0"
    assert ids(html, "seat-") == ["seat-1", "seat-2", "seat-3", "seat-0"]
    assert 'id="act-ready"' in html and "data-hand" not in html
    assert 'id="act-ready"' not in table_html(waiting(None))


# -- the end ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("moment", [POINTS, U])
def test_the_end_shows_all_cards_and_all_payments(moment):
    view = scene(moment, 0)
    html = table_html(view)
    result = view.sight.result
    assert html.count("result-line") >= 4 and html.count('<span class="why">') == len(result.payments)
    for seat in moment.hand.seats:
        for card in cards_of(seat.cards):
            assert html.count(f'id="card-{NAMES[card]}"') == 1
    assert "disabled" not in re.search(r'<button[^>]*id="act-ready"[^>]*>', html)[0]


def test_an_u_is_stamped_and_own_payments_come_first():
    winner = U.hand.ending.seat
    assert 'id="headline" class="is-u is-own"' in table_html(scene(U, winner))
    assert 'id="headline" class="is-u"' in table_html(scene(U, (winner + 1) % 4))
    assert 'id="headline">' in table_html(scene(POINTS, 0))
    for viewer in range(4):
        own = [
            mark == ' class="is-own"'
            for mark in re.findall(r"<li( class=\"is-own\")?[^>]*><b", _payments(POINTS, viewer))
        ]
        assert any(own) and own == sorted(own, reverse=True)


def _payments(moment, viewer):
    return re.search(r'id="payments">.*?</ul>', table_html(scene(moment, viewer)))[0]


def test_what_is_left_of_a_hand_lies_by_rank():
    html = table_html(scene(POINTS, 0))
    for loose in re.findall(r'class="loose-cards">(.*?)</div>', html):
        ranks = ["A23456789TJQK".index(name) for name in re.findall(r'id="card-(.).', loose)]
        assert ranks and ranks == sorted(ranks)


def test_the_round_is_told_while_it_is_played():
    assert text(re.search(r'id="round".*?</p>', table_html(scene(TAKE, 0)))[0]).endswith("/4")
    assert 'id="round"' not in table_html(scene(POINTS, 0)) and 'id="round"' not in table_html(waiting())


def test_names_don_t_turn_the_words_around_them():
    panel = (
        table_html(scene(POINTS, 1, chairs=chairs(name="مرحبا"))).partition('id="result"')[2].partition("</section>")[0]
    )
    assert panel.count("مرحبا") == len(re.findall("(?:<bdi>|\u2068)مرحبا(?:</bdi>|\u2069)", panel)) > 1


def test_who_is_ready_waits_for_the_others():
    html = table_html(scene(POINTS, 0, chairs=chairs(ready=True)))
    assert "disabled" in re.search(r'<button[^>]*id="act-ready"[^>]*>', html)[0]
    assert html.count('class="is-ready"') == 4


def test_what_lies_together_in_the_result_is_named():
    html = _element(table_html(scene(POINTS, 0)), "result").replace("&#x27;", "'")
    groups = re.findall(r'<span class="(phom|loose-cards)" role="group" aria-label="([^"]+)"', html)
    assert {kind for kind, _label in groups} == {"phom", "loose-cards"}
    assert not re.search("[♠♣♦♥]", " ".join(label for _kind, label in groups))
    laid = {phom for seat in POINTS.hand.seats for phom in seat.phoms}
    labels = [label for _kind, label in groups]
    assert laid and all(f"phỏm {spoken_phom(phom)}" in labels for phom in laid)


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_who_plays_sees_which_line_is_theirs(viewer, language):
    you = {"vi": "Bạn", "en": "You"}[language]
    html = table_html(scene(POINTS, viewer))
    assert re.findall(r'<span class="you">([^<]*)</span>', html) == ([] if viewer is None else [you])
    if viewer is not None:
        assert f'<span class="you">{you}</span>' in re.search(rf'id="result-{viewer}".*?</li>', html)[0]


def test_nobody_is_called_you_twice(language):
    you = {"vi": "Bạn", "en": "You"}[language]
    assert 'class="you"' not in table_html(scene(POINTS, 0, chairs=chairs(name=you)))


def test_the_end_is_told_in_full_to_those_who_only_hear_it(language):
    for viewer in (0, 1, 2, 3, None):
        view = scene(POINTS, viewer)
        told = text(re.search(r'id="latest".*?</p>', table_html(view))[0].partition(">")[2])
        names = tuple(chair.name for chair in view.chairs)
        assert told.count(headline(view.sight.result, names, viewer)) == 1
        if viewer is not None and (units := view.sight.result.units[viewer]):
            sides = {"vi": ("Bạn mất", "Bạn được"), "en": ("You lose", "You win")}[language]
            assert told.endswith(f"{sides[units > 0]} {in_units(abs(units))}")


def test_an_u_is_told_once(language):
    winner = U.hand.ending.seat
    told = text(re.search(r'id="latest".*?</p>', table_html(scene(U, winner)))[0].partition(">")[2])
    assert len(re.findall(r"\bù\b", told)) == 1
    assert told.endswith(in_units(scene(U, winner).sight.result.units[winner]))


def test_the_winner_stands_first():
    view = scene(POINTS, 0)
    assert ids(table_html(view), "result-")[0] == f"result-{view.sight.result.winner}"


def test_the_feed_tells_programs_what_was_done_and_no_card() -> None:
    moment = find(lambda hand: hand.is_over and any(seat.eaten for seat in hand.seats))
    told = re.findall(r'data-did="([^"]*)"', table_html(scene(moment, 0)))
    words = [word.split(":") for line in told for word in line.split()]
    assert told[0].split()[-1].startswith("ended_")
    ate = [event for _version, event in reversed(moment.log) if isinstance(event, Ate)]
    expected = [["ate", str(event.seat), str(event.source), str(event.units)] for event in ate]
    found = [word for word in words if word[0] == "ate"]  # the feed ends before the hand's beginning
    assert found and found == expected[: len(found)]
    assert all(len(word) == 4 for word in words)


def test_a_moderator_who_peeks_sees_every_hand_and_for_how_long() -> None:
    everything = see_all(TAKE.hand)
    shown = str(table_html(scene(TAKE, None, sight=everything, peek_ms=61_000)))
    peek = shown.split('id="peek"')[1].split("</section>")[0]
    assert peek.count('class="card') >= sum(seat.cards.bit_count() for seat in TAKE.hand.seats)
    with translation.override("en"):
        assert "2 more minutes" in text(str(table_html(scene(TAKE, None, sight=everything, peek_ms=61_000))))
    assert 'id="peek"' not in str(table_html(scene(TAKE, None)))
