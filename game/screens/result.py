"""The end of a hand: everyone's cards, who won and why, each payment."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.numerals import grouped
from game.rules import melds
from game.rules.cards import cards_of, mask_of, rank_of
from game.rules.settlement import Payment, Result
from game.rules.sight import SeatSight
from game.screens import words
from game.screens.cards import face_up, faces_up, isolated
from game.screens.render import fill, tongue
from game.screens.seats import Plate, face_html, held_eaten, on_table, phom_name


class Line(NamedTuple):
    """One player's line of the result."""

    plate: Plate
    seat: SeatSight
    gold: int | None = None
    """What the hand brought in gold; None where it wasn't for gold."""


class Sums(NamedTuple):
    """What a result says of gold."""

    unit: int = 0
    """Gold a unit; 0 where the hand wasn't for gold."""
    own: SafeString = SafeString("")
    """What the viewer has of it."""
    settled: SafeString = SafeString("")
    """Fee and jackpot."""


NO_GOLD = Sums()


def result_html(
    result: Result,
    lines: tuple[Line, ...],
    viewer: int | None,
    ready: tuple[bool, ...],
    replay: str = "",
    sums: Sums = NO_GOLD,
    shut: str = "",
) -> SafeString:
    """The panel of a hand that is over. ``lines`` are in order of seats.

    ``replay`` is what the hand is called in links; empty where none is wanted. ``shut`` tells why its cards don't lie
    open.
    """
    names = tuple(line.plate.name for line in lines)
    positions = tuple(line.plate.position for line in lines)
    facts = {"is_u": result.end != "points", "mine": result.winner == viewer, "plays": viewer is not None}
    return fill(
        "result",
        facts,
        headline=headline(result, names, viewer),
        den=_den(result, names, viewer),
        lines=_lines(result, lines, viewer, ready),
        payments=_payments(result, names, positions, viewer, sums.unit, tongue()),
        brought=sums.own,
        settled=sums.settled,
        replay=reverse("replay", args=[replay]) if replay else "",
        report=reverse("report_hand", args=[replay]) if replay else "",
        shut=shut,
    )


def _lines(result: Result, lines: tuple[Line, ...], viewer: int | None, ready: tuple[bool, ...]) -> SafeString:
    """In the order of places, each with whether its player wants the next hand."""
    language = tongue()
    told = [(seat, _line_html(lines[seat], result, seat, seat == viewer, language)) for seat in standing(result)]
    return mark_safe(
        "".join([fill("result_place", {"ready": ready[seat]}, seat=seat, line=line) for seat, line in told])
    )


def standing(result: Result) -> tuple[int, ...]:
    """The seats, winner first, then as they ranked (R7); after an u in order of play from the winner."""
    seats = len(result.units)
    if result.points is None:
        return tuple((result.winner + step) % seats for step in range(seats))
    paid = {payment.payer: payment.units for payment in result.payments if payment.why in ("rank", "mom")}
    points = result.points

    def rank(seat: int) -> tuple[bool, bool, int, int, int]:
        mom = result.mom[seat]
        return seat != result.winner, mom, 0 if mom else points[seat], paid.get(seat, 0), result.order.index(seat)

    return tuple(sorted(range(seats), key=rank))


def headline(result: Result, names: tuple[str, ...], viewer: int | None) -> str:
    """Who won, and by what."""
    if result.winner == viewer:
        mine = {
            "points": _("You win the hand"),
            "u": _("You make ù!"),
            "u_tron": _("You make ù tròn!"),
            "u_khan": _("You have ù khan!"),
            "dong_hoa": _("You make ù with đồng hoa trắng!"),
        }
        return mine[result.end]
    others = {
        "points": _("%(who)s wins the hand"),
        "u": _("%(who)s makes ù"),
        "u_tron": _("%(who)s makes ù tròn"),
        "u_khan": _("%(who)s has ù khan"),
        "dong_hoa": _("%(who)s makes ù with đồng hoa trắng"),
    }
    return others[result.end] % {"who": isolated(names[result.winner])}


def outcome(result: Result, names: tuple[str, ...], viewer: int | None) -> str:
    """The end for those who hear it, wherever they are on the page: who won, unless that has been told with an ù, and
    what it comes to for the viewer."""
    said = [headline(result, names, viewer)] if result.end == "points" else []
    if viewer is not None:
        said.append(_own_units(result.units[viewer]))
    return " · ".join(said)


def _own_units(units: int) -> str:
    if not units:
        return _("You neither win nor lose units")
    won = _("You win %(units)s") if units > 0 else _("You lose %(units)s")
    return won % {"units": words.units(abs(units))}


def _den(result: Result, names: tuple[str, ...], viewer: int | None) -> str:
    """Who pays for everyone, if anyone (R6.6, R6.7)."""
    if result.den is None:
        return ""
    if result.den == viewer:
        return _("Đền: you fed it and pay for everyone")
    return _("Đền: %(who)s pays for everyone") % {"who": isolated(names[result.den])}


@lru_cache(maxsize=1024)
def _line_html(line: Line, result: Result, seat: int, mine: bool, language: str | None) -> SafeString:
    """It says the same whoever is ready."""
    plate, won = line.plate, result.units[seat]
    facts = {"mine": mine, "says_you": mine and plate.name != _("You"), "is_bot": plate.is_bot, "tone": words.tone(won)}
    phoms, loose = _cards(line.seat, language)
    return fill(
        "result_line",
        facts,
        name=plate.name,
        face=face_html(plate),
        phoms=phoms,
        loose=loose,
        standing=_standing_words(result, seat, standing(result).index(seat) + 1),
        units=words.signed(won),
        gold=None if line.gold is None else grouped(line.gold, signed=True),
    )


@lru_cache(maxsize=1024)
def _cards(seat: SeatSight, language: str | None) -> tuple[SafeString, SafeString]:
    """The phom of a seat, and what is left of its hand."""
    phoms = [fill("result_phom", {}, label=phom["label"], cards=phom["cards"]) for phom in phoms_of(seat)]
    return mark_safe("".join(phoms)), loose_of(seat)


def _standing_words(result: Result, seat: int, place: int) -> str:
    """Place and points after four rounds; nothing after an u but for its maker, whom the headline names."""
    if result.points is None:
        return ""
    if result.mom[seat]:
        return _("móm")
    place_words = {1: _("1st"), 2: _("2nd"), 3: _("3rd"), 4: _("4th")}[place]
    return f"{place_words} · {words.points(result.points[seat])}"


def _arrangement(seat: SeatSight) -> melds.Arrangement | None:
    """None without one, and of cards that don't lie open."""
    if seat.cards is None:
        return None
    return melds.best(mask_of(seat.cards or ()), mask_of(held_eaten(seat)))


def phoms_of(seat: SeatSight) -> list[dict[str, str]]:
    """The phom on the table, without ids since they still lie there, then those in hand; each with its name."""
    eaten = mask_of(seat.eaten)
    made = _arrangement(seat)
    laid = [(phom, faces_up(phom, eaten, named=False)) for phom in seat.phoms]
    held = [(phom, faces_up(phom, eaten)) for phom in (made.phoms if made else ())]
    return [{"label": phom_name(phom), "cards": cards} for phom, cards in laid + held]


def loose_of(seat: SeatSight) -> SafeString:
    """What is left of the hand, by rank; of one that doesn't lie open what was eaten, which all have seen."""
    made = _arrangement(seat)
    loose = made.loose if made else mask_of(held_eaten(seat) if seat.cards is None else seat.cards) & ~on_table(seat)
    cards = sorted(cards_of(loose), key=rank_of)
    return mark_safe("".join(face_up(card, "is-eaten" if card in seat.eaten else "") for card in cards))


@lru_cache(maxsize=1024)
def _payments(
    result: Result,
    names: tuple[str, ...],
    positions: tuple[int, ...],
    viewer: int | None,
    unit: int,
    language: str | None,
) -> SafeString:
    def pays(payment: Payment) -> str:
        """From and to which position, for the coins that fly; those of eaten cards have flown already."""
        ways = f"{positions[payment.payer]}>{positions[payment.payee]}:{payment.units}"
        return "" if payment.why in ("eat", "chot") else ways

    def who(seat: int) -> str:
        return pgettext("pays, is paid", "You") if seat == viewer else names[seat]

    def is_own(payment: Payment) -> bool:
        return viewer in (payment.payer, payment.payee)

    rows = (
        fill(
            "payment",
            {"mine": is_own(payment)},
            payer=who(payment.payer),
            payee=who(payment.payee),
            units=words.units(payment.units),
            gold=grouped(payment.units * unit) if unit else "",
            why=words.why(payment.why),
            pays=pays(payment),
        )
        for payment in sorted(result.payments, key=is_own, reverse=True)
    )
    return mark_safe("".join(rows)) or format_html("<li>{}</li>", _("Nobody pays anything."))
