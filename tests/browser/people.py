"""Pages of people, made here: no server shows them before it has seen the people play."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import accumulate, cycle, islice, product
from typing import Any

from accounts import statement
from accounts.boards import KINDS, PRESETS, Board
from accounts.curve import Closing, Curve
from accounts.faces import face_of
from accounts.gold_views import FILTERS, ICONS
from accounts.leaderboard_views import Line
from accounts.leaderboards import Row
from accounts.models import Entry, EntryKind, House, Score, User
from accounts.profiles import OfVariant, Profile, Rated, Sums
from game.live.evening import Cell, Player, Sheet
from game.live.evening import Line as Played
from game.models import HandPlayer, HandRecord, Report, Table, TableSeat
from game.report_forms import ReportForm
from game.report_views import Subject
from game.screens import words
from game.screens.evening import shown as sheet_shown

NAMES = (
    "Nguyễn Thị Phương Th",
    "An",
    "مرحبا بالعالم كله",
    "<script>alert(1)",
    "WWWWWWWWWWWWWWWWWWWW",
    "Cá Chép Vui 27",
    "🐸 Ếch Xanh",
)
THEN = datetime(2026, 11, 30, 12, tzinfo=UTC)
WAS = Sums(12_345, 3_456, 210, 32, 4, 9, 432, 17, 203)
WITH_PEOPLE = Sums(1_234, 345, 21, 3, 0, 1, 43, 2, 25)


def _user(pk: int) -> User:
    return User(pk=pk, username=f"user-{pk}", display_name=NAMES[pk % len(NAMES)], date_joined=THEN)


def _lines(board: Board, first: int, count: int, own: int) -> list[Line]:
    """So many places from the first on; the gold of the last ones is below zero."""
    found = []
    for place in range(first, first + count):
        user = _user(place)
        score = Score(pk=place, user=user, board=board.key, value=1_234_567 - 150_000 * place, listed=True)
        away = THEN if place == first + 2 else None
        found.append(Line(Row(place, score), user, face_of(place, user.display_name), away, place == own))
    return found


def board() -> tuple[str, dict[str, Any]]:
    """A leaderboard that goes on, and an own place far below."""
    gold, own = Board("gold"), 12_346
    around = _lines(gold, own - 2, 5, own)
    return "leaderboards/page.html", {
        "board": gold,
        "kinds": KINDS,
        "periods": KINDS["gold"],
        "presets": ("", *PRESETS),
        "size": 1_000_000,
        "pages": 40,
        "page": 1,
        "near": [1, 2, None, 40],
        "lines": _lines(gold, 1, 12, own),
        "around": around,
        "own": around[2].row.score,
        "own_place": own,
    }


def player() -> tuple[str, dict[str, Any]]:
    """The own page of somebody who has played a lot."""
    user = _user(7)
    closings = _closings(60)
    amounts = [closing.gold for closing in closings]
    rated = Rated(1_734, 1_234, False, THEN, 12_346)
    variants = tuple(OfVariant(preset, WITH_PEOPLE, rated, preset == "ky_gui") for preset in PRESETS)
    return "players/profile.html", {
        "player": user,
        "face": face_of(7, user.display_name),
        "profile": Profile(user, rated, WAS, WITH_PEOPLE, 11, 5, variants),
        "is_own": True,
        "gold": amounts[-1],
        "curve": Curve(closings, min(amounts), max(amounts)),
    }


def _closings(count: int) -> tuple[Closing, ...]:
    steps = islice(cycle((300, -500, 900, -200, -1_100, 400, 1_600)), count)
    return tuple(Closing(THEN + timedelta(hours=n), gold) for n, gold in enumerate(accumulate(steps, initial=20_000)))


def gold() -> tuple[str, dict[str, Any]]:
    """The statement of a player in mid-hand: every kind of entry, large and small."""
    amounts = (20_000, 5_000, -12_345_678, 12_345_678, -900, -5, 1_234_567, -7)
    rows = [_row(number, kind, amount) for number, (kind, amount) in enumerate(zip(ICONS, amounts, strict=True), 1)]
    shown = {"purse": 1_234_567, "aside": 12_345_678, "from_bots": 3_800, "rows": rows}
    return "gold/page.html", shown | {"only": "", "filters": FILTERS, "rules": House()}


def _row(number: int, kind: EntryKind, amount: int) -> tuple[statement.Row, str]:
    bots = kind == EntryKind.PAYMENT
    entry = Entry(kind=kind, amount=amount, balance=1_234_567 * number, bots=bots, at=THEN + timedelta(hours=number))
    return statement.Row(entry, number if number % 3 else None), ICONS[kind]


def invitation() -> tuple[str, dict[str, Any]]:
    """Where the short link of a table with code leads: changed rules and long names at it."""
    table = Table(code="abcd2345", entry="code", stake="cung_dinh", multiplier=5, places=4)
    return "tables/join.html", {
        "table": table,
        "host": NAMES[0],
        "people": [TableSeat(name=name) for name in NAMES[:4]],
        "free": 1,
        "preset": "online",
        "is_changed": True,
        "unit": 50_000,
        "asks_code": True,
    }


def no_spectators() -> tuple[str, dict[str, Any]]:
    """What is to be had of a table that wants none."""
    return "talk/no_spectators.html", {"code": "abcdefgh", "words": words("no_spectators", {})}


def shut() -> tuple[str, dict[str, Any]]:
    """A finished hand that isn't open to everybody."""
    return "replay/shut.html", {"words": words("hands_shut", {})}


def friends() -> tuple[str, dict[str, Any]]:
    """The page of somebody with every kind of tie."""
    faced = [(_user(pk), face_of(pk, _user(pk).display_name)) for pk in range(1, 8)]
    kinds = {"waiting": faced[:2], "friends": faced, "asked": faced[2:4], "blocked": faced[4:]}
    return "friends/page.html", kinds | {"user": _user(8)}


def evening() -> tuple[str, dict[str, Any]]:
    """The score sheet of a long evening, with people who came and went."""
    totals, lines = [0] * 6, []
    for number in range(1, 31):
        cells: list[Cell | None] = []
        for seat in range(6):
            plays = (number + seat) % 6 < 4
            totals[seat] += (seat * number) % 7 - 3 if plays else 0
            cells.append(Cell((seat * number) % 7 - 3, totals[seat], 1_000 * seat) if plays else None)
        lines.append(Played(number, f"hand{number}", THEN + timedelta(minutes=5 * number), tuple(cells)))
    players = [Player(NAMES[n], f"person-{n}", n, False, 20, n, totals[n], 12_345_678 * (n - 2)) for n in range(5)]
    players.append(Player("Gà Trống", "ga", None, True, 20, 1, totals[5], None))
    table = Table(code="evening", variant={"preset": "ky_gui"}, stake="cung_dinh", multiplier=5, created_at=THEN)
    shown = sheet_shown(Sheet(table, tuple(players), tuple(lines)), _user(1), 20)
    return "evening/page.html", shown | {"own": None, "others": [_user(pk) for pk in range(2, 5)]}


def reporting() -> tuple[str, dict[str, Any]]:
    """A report that lacks everything, by whoever has scripts off."""
    player = HandPlayer(user=_user(2), name=NAMES[2])
    subject = Subject(Report.Kind.HAND, lambda form: Report(), "/", players=[player])
    form = ReportForm(subject.kind, subject.players, {"why": "other", "who": "9"})
    form.is_valid()
    fault = words("reported_already", {})
    return "reports/page.html", {"subject": subject, "form": form, "most": 500, "action": "/", "fault": fault}


def reports() -> tuple[str, dict[str, Any]]:
    """What somebody reported, and every answer."""
    long = "Nói bậy suốt cả ván, và ăn gian " * 8
    hand = HandRecord(public_id="abcdefghjk")
    kinds = {"message": {"text": long}, "hand": {"hand": hand, "words": long}, "player": {"words": long}}
    outcomes = ("", "acted", "nothing", "known")
    rows = []
    for pk, (outcome, kind) in enumerate(product(outcomes, kinds), 1):
        at = THEN if outcome else None
        report = Report(
            pk=pk, kind=kind, reported=_user(pk), outcome=outcome, handled_at=at, made_at=THEN, **kinds[kind]
        )
        report.answer = long if pk % 2 else ""
        rows.append((report, report.text))
    return "reports/own.html", {"rows": rows, "before": 1}


MADE = {
    "reporting": reporting,
    "reports-of": reports,
    "friends-of": friends,
    "evening": evening,
    "board": board,
    "player": player,
    "statement": gold,
    "invitation": invitation,
    "no-spectators": no_spectators,
    "shut-hand": shut,
}
"""By the name of the page: its template and what is shown in it."""
