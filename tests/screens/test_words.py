"""Codes, cards and events in words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils import translation

from game.rules.cards import ALL, parse_card, parse_cards
from game.rules.events import Ate, Discarded, Drew, Ended, Laid, Mucked, Sent, Shifted
from game.rules.settlement import Payment, Result
from game.screens import words
from game.screens.cards import sign, signs, spoken
from game.screens.lines import line, tell
from game.screens.result import _den, headline, standing
from game.screens.words import FALLBACK, REFUSALS, WHY, signed, units, why
from tests.screens.scenes import text

GAME = Path(__file__).parent.parent.parent / "game"
NAMES = ("An", "Bình", "Chi", "Dũng")
DATA = {"card": "TD", "cards": "3H4H", "phom": "3H4H5H", "turn": 1, "round": 2, "to": 0, "index": 0}


def _raised() -> set[str]:
    """Every code that a player's press can be refused with."""
    sources = [GAME / "rules" / "legality.py", GAME / "rules" / "actions.py", GAME / "consumers.py"]
    code = re.compile(r'(?:RuleError|Refused|_refuse|_lose_patience|_notice)\(\s*"([a-z_]+)"')
    return {name for path in [*sources, *(GAME / "live").glob("*.py")] for name in code.findall(path.read_text())}


def test_every_code_has_a_sentence():
    assert _raised() <= REFUSALS.keys()


@pytest.mark.parametrize("language", ["vi", "en"])
def test_sentences_are_sentences_in_both_languages(language):
    with translation.override(language):
        for code in REFUSALS:
            told = words(code, DATA)
            assert told and told[0] != " " and told.endswith(".") and "%" not in told
            assert words(code, {})
            if language == "en" and code in ("no_phom_from_card", "does_not_fit"):
                assert 'aria-label="ten of diamonds">10♦<' in told


def test_unknown_codes_and_odd_data_get_a_sentence_too():
    with translation.override("en"):
        assert words("no_such_phom", {"to": "<i>"}) == str(REFUSALS["no_such_phom"])
        assert words("not_in_hand", {"card": "<i>"}) == "&lt;i&gt; isn't in your hand."
        assert words("something_new", {}) == str(FALLBACK)
        assert words("does_not_fit", {"card": "??", "phom": None}) == "?? doesn't fit None."
        assert words("not_in_hand", {}) == str(FALLBACK)


def test_cards_are_written_and_spoken():
    assert sign(parse_card("TD")) == "10♦" and sign(parse_card("KS")) == "K♠"
    assert signs(parse_cards("3H4H5H")) == "3♥4♥5♥"
    with translation.override("en"):
        assert spoken(parse_card("7D")) == "seven of diamonds"
    with translation.override("vi"):
        assert spoken(parse_card("7D")) == "bảy rô"
        assert len({spoken(card) for card in ALL}) == 52


def test_amounts():
    assert [signed(n) for n in (3, 0, -4)] == ["+3", "0", "−4"]
    with translation.override("en"):
        assert units(1) == "1 unit" and units(4) == "4 units"
        assert [why(code) for code in WHY][:2] == ["card eaten", "chốt eaten"]
        assert why("something_new") == "something_new"


CARD = parse_card("7D")
TOLD = [
    (Drew(1, None), "Bình draws", "Bình bốc bài"),
    (Drew(0, CARD), "You draw 7♦", "Bạn bốc 7♦"),
    (Ate(1, 0, CARD, 1, "eat"), "Bình eats 7♦ from you: 1 unit", "Bình ăn 7♦ của bạn: 1 cược"),
    (Ate(0, 3, CARD, 4, "chot"), "You eat the chốt 7♦ from Dũng: 4 units", "Bạn ăn chốt 7♦ của Dũng: 4 cược"),
    (Ate(2, 1, CARD, 0, "eat"), "Chi eats 7♦ from Bình", "Chi ăn 7♦ của Bình"),
    (Shifted(1, 2, CARD), "Chi’s 7♦ moves to Bình", None),
    (Shifted(0, 2, CARD), "Chi’s 7♦ moves to your row", None),
    (Shifted(1, 0, CARD), "Your 7♦ moves to Bình", None),
    (Discarded(3, CARD, 2), "Dũng throws 7♦", "Dũng đánh 7♦"),
    (Laid(0, (parse_cards("3H4H5H"), parse_cards("KSKCKD"))), "You lay 3♥4♥5♥ · K♠K♣K♦", None),
    (Sent(1, CARD, 2, 0), "Bình sends 7♦ to Chi", None),
    (Sent(1, CARD, 1, 0), "Bình sends 7♦ to their own phỏm", None),
    (Mucked(1), "Bình ran out of time: nothing is laid", None),
    (Ended("u_tron", 2), "Chi makes ù tròn!", None),
    (Ended("points", None), "The four rounds are over", None),
]


@pytest.mark.parametrize(("event", "english", "vietnamese"), TOLD)
def test_events_are_told(event, english, vietnamese):
    for language, expected in (("en", english), ("vi", vietnamese)):
        with translation.override(language):
            told = re.sub(r"\s*([:·!’])", r"\1", text(line(event, NAMES, 0))).replace("·", " ·")
            told = re.sub(r"(?<=[♠♣♦♥]) (?=[2-9AJQK1])", "", told)
            assert told == expected or (expected is None and told)


@pytest.mark.parametrize("event", [event for event, _english, _vietnamese in TOLD])
def test_what_programs_are_told_of_an_event_names_no_card(event):
    """Which card it was may be for some viewers only."""
    other = parse_card("KS")
    changes = {"card": other} if hasattr(event, "card") else {"phoms": (1 << other,)} if hasattr(event, "phoms") else {}
    (told,), (otherwise,) = (tell([(1, seen)], NAMES, 0) for seen in (event, event._replace(**changes)))
    assert told.did == otherwise.did
    assert re.fullmatch(rf"{event.kind}\w*:[0-3]?:[0-3]?:\d", told.did)


def test_what_the_clock_played_says_so():
    log = [(1, Discarded(0, CARD, 1)), (2, Drew(1, None)), (3, Discarded(1, CARD, 1))]
    with translation.override("en"):
        told = [text(entry.text) for entry in tell(log, NAMES, 0, timed_out=(1,))]
    assert [line.startswith("Out of time") for line in told] == [True, False, False]
    assert told[0].endswith("You throw 7♦")


def test_names_in_events_are_escaped():
    assert "&lt;i&gt;" in line(Discarded(0, CARD, 1), ("<i>",), None)


# -- the result ---------------------------------------------------------------------------------------


def _result(**changes: object) -> Result:
    base = Result("points", 2, None, (0, 1, 2, 3), (False, True, False, False), (20, 0, 3, 20), (), (-1, -4, 7, -2))
    return base._replace(**changes)


def test_the_standing_follows_rank_ties_and_mom():
    paid = (Payment(3, 2, 2, "rank"), Payment(0, 2, 1, "rank"), Payment(1, 2, 4, "mom"))
    assert standing(_result(payments=paid)) == (2, 0, 3, 1)
    assert standing(_result(points=None, winner=3)) == (3, 0, 1, 2)


def test_the_headline_says_who_won_and_how():
    with translation.override("en"):
        assert headline(_result(), NAMES, 0) == "\u2068Chi\u2069 wins the hand"
        assert headline(_result(), NAMES, 2) == "You win the hand"
        assert headline(_result(end="u_khan"), NAMES, None) == "\u2068Chi\u2069 has ù khan"
        for end in ("u", "u_tron", "u_khan", "dong_hoa"):
            assert "ù" in headline(_result(end=end), NAMES, 2)


def test_den_is_named():
    with translation.override("en"):
        assert _den(_result(), NAMES, 0) == ""
        assert _den(_result(den=1), NAMES, 1).startswith("Đền: you")
        assert _den(_result(den=1), NAMES, 0) == "Đền: \u2068Bình\u2069 pays for everyone"
