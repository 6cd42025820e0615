"""What everyone may see of the table. These blocks know no viewer: each is made once a process, for each
language and content, and joined for every viewer in the order of their chair."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from accounts.faces import drawn
from accounts.numerals import grouped
from game.rules.cards import mask_of, union
from game.rules.position import ROUNDS
from game.rules.sight import SeatSight, Sight
from game.screens import words
from game.screens.cards import face_up, faces_up, spoken_phom
from game.screens.render import fill, render, tongue

if TYPE_CHECKING:
    from game.live.scene import Chair

PLACES = {2: ("bottom", "top"), 3: ("bottom", "right", "left"), 4: ("bottom", "right", "top", "left")}
"""Where the seats are drawn, from the viewer on in order of play: the next one sits on the right (R2.1)."""

BOT_FACES = frozenset({"ga", "lon", "chuot", "ech", "meo", "trau", "ca", "vit"})


class Plate(NamedTuple):
    """A player's name plate."""

    position: int
    name: str
    face: str
    is_bot: bool
    score: int
    in_hand: int | None
    """Cards in hand; None while no hand is shown."""
    has_left: bool
    """For good: otherwise whoever is away is only offline."""
    sits_out: bool = False
    """While no hand is shown."""
    is_ready: bool = False
    """So too, of a person."""
    of_hand: bool = False
    """Whether the score is what the hand has brought so far, not what the whole table has."""


class Row(NamedTuple):
    """A player's discards (R4.1)."""

    position: int
    cards: tuple[int, ...]
    last: int | None
    """The card of the row that has just been thrown."""


class Phoms(NamedTuple):
    """A player's phom on the table."""

    position: int
    phoms: tuple[int, ...]
    eaten: int
    """Mask of the eaten ones among their cards."""


def plate_of(chair: Chair, seat: SeatSight | None) -> Plate:
    return Plate(
        chair.position,
        chair.name,
        chair.face,
        chair.is_bot,
        chair.score,
        None if seat is None else seat.count,
        chair.left,
        chair.sits_out and seat is None,
        chair.ready and seat is None and not chair.is_bot,
    )


def row_of(position: int, seat: SeatSight, last: tuple[int, int] | None) -> Row:
    return Row(position, seat.row, last[1] if last and last[0] == seat.seat else None)


def phoms_of(position: int, seat: SeatSight) -> Phoms:
    return Phoms(position, seat.phoms, mask_of(seat.eaten) & on_table(seat))


def on_table(seat: SeatSight) -> int:
    """Mask of the cards in the seat's phom."""
    return union(seat.phoms)


def held_eaten(seat: SeatSight) -> tuple[int, ...]:
    """The eaten cards that lie face up before the seat's hand: those not laid down yet."""
    laid = on_table(seat)
    return tuple(card for card in seat.eaten if not laid >> card & 1)


def seat_html(sitter: Plate | Chair, marks: str, blocks: SafeString) -> SafeString:
    """A seat's blocks in their wrapper, which says what they don't know."""
    who = "" if sitter.is_bot else sitter.face
    return fill("seat", {}, marks=marks, position=sitter.position, who=who, name=sitter.name, blocks=blocks)


def plate_html(plate: Plate) -> SafeString:
    return _plate(plate, tongue())


def row_html(row: Row) -> SafeString:
    return _row(row, tongue())


def phoms_html(phoms: Phoms) -> SafeString:
    """Empty while nothing is laid."""
    return _phoms(phoms, tongue()) if phoms.phoms else SafeString("")


def eaten_html(position: int, eaten: tuple[int, ...]) -> SafeString:
    """Empty while nothing eaten is held."""
    return _eaten(position, eaten, tongue()) if eaten else SafeString("")


def middle_html(sight: Sight, jackpot: int | None = None) -> SafeString:
    """The stock with its count, and what lies in the jackpot where there is one."""
    return _middle(sight.stock, sight.turn is None, jackpot, tongue())


def face_html(plate: Plate) -> SafeString:
    """A bot's animal, or a person's initial on one of some tones."""
    return _face(plate.face, plate.name, plate.is_bot)


@lru_cache(maxsize=512)
def _face(face: str, name: str, is_bot: bool) -> SafeString:
    if is_bot and face in BOT_FACES:
        return render("face_bot", face=face)
    person = drawn(face, name)
    return render("face_person", initial=person.initial, tone=person.tone)


@lru_cache(maxsize=1024)
def _plate(plate: Plate, language: str | None) -> SafeString:
    holes = {"position": plate.position, "name": plate.name, "face": face_html(plate)}
    holes["score"] = words.signed(plate.score)
    return fill("plate", {name: fact for name, fact in plate._asdict().items() if name not in holes}, **holes)


@lru_cache(maxsize=1024)
def _row(row: Row, language: str | None) -> SafeString:
    cards = [face_up(card, "is-last" if card == row.last else "") for card in row.cards]
    empty = range(ROUNDS - len(cards))
    return fill("row", {"empty": empty}, position=row.position, cards=mark_safe("".join(cards)))


@lru_cache(maxsize=512)
def _phoms(phoms: Phoms, language: str | None) -> SafeString:
    shown = [
        {"index": index, "label": phom_name(phom), "cards": faces_up(phom, phoms.eaten)}
        for index, phom in enumerate(phoms.phoms)
    ]
    return render("phoms", position=phoms.position, phoms=shown)


@lru_cache(maxsize=512)
def _eaten(position: int, eaten: tuple[int, ...], language: str | None) -> SafeString:
    return render("eaten", position=position, cards=[face_up(card, "is-eaten") for card in eaten])


@lru_cache(maxsize=512)
def _middle(stock: int, is_over: bool, jackpot: int | None, language: str | None) -> SafeString:
    shown = None if jackpot is None else grouped(jackpot)
    return fill("middle", {"stock": stock, "is_over": is_over}, jackpot=shown)


def phom_name(phom: int) -> str:
    """What a phom is called where its cards lie."""
    return gettext("phỏm %(cards)s") % {"cards": spoken_phom(phom)}
