"""A finished hand once more: the table at each step with all hands open, and the list of what was done."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from game.live.gold import fee_of_hand
from game.rules.cards import mask_of
from game.rules.settlement import owed
from game.rules.sight import SeatSight, Sight, see_all
from game.screens import seats, stakes
from game.screens.cards import face_up, isolated
from game.screens.lines import Told, tell
from game.screens.own import arranged, by_ca
from game.screens.render import render
from game.screens.result import Line, Sums, headline, outcome, result_html
from game.screens.seats import Plate
from game.screens.words import signed, tone

if TYPE_CHECKING:
    from game.live.replays import Replay
    from game.models import HandPlayer

_HELD, _LAID = ("plate", "held"), ("row", "phoms")
_LANES = {"top": (_HELD, _LAID), "right": (_HELD, _LAID), "left": (_HELD, _LAID), "bottom": (_LAID, _HELD)}
"""A seat's blocks in reading order, two lines of them: what lies on the table is towards the middle."""


class Held(NamedTuple):
    """The open hand of one seat."""

    position: int
    cards: tuple[int, ...]
    """Phom by phom, then the loose ones, those of a ca together."""
    in_phom: int
    eaten: int


class Step(NamedTuple):
    """One thing that was done, in the list of all."""

    number: int
    told: Told


class Stage(NamedTuple):
    """The hand as one viewer goes through it."""

    replay: Replay
    viewer: int | None
    """The seat that the viewer held; None for everyone else."""

    @property
    def bottom(self) -> int:
        """The seat that is drawn in front: the viewer's own, else the winner's."""
        return self.replay.result.winner if self.viewer is None else self.viewer

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.shown_name for player in self.replay.players)


def stage(replay: Replay, user_id: int | None) -> Stage:
    """The hand for the user, or for whoever is none."""
    return Stage(replay, replay.seat_of(user_id))


def title(replay: Replay) -> str:
    """Who won, and how, for whoever meets the link; the same for everyone."""
    return headline(replay.result, tuple(player.shown_name for player in replay.players), None)


def summary(replay: Replay) -> str:
    """What it came to for each, the winner first, in a line."""
    brought = sorted(replay.players, key=lambda player: (player.place or 0, player.seat))
    return " · ".join(f"{isolated(player.shown_name)} {signed(player.units or 0)}" for player in brought)


def steps(stage: Stage) -> list[Step]:
    """Everything that was done, the deal first."""
    last = stage.replay.positions[-1]
    told = tell(last.log, stage.names, stage.viewer, last.timed_out)
    dealt = [] if told and told[0].version == 0 else [Told(0, opening(stage), False, "dealt:::0")]
    return [Step(entry.version, entry) for entry in dealt + told]


def opening(stage: Stage) -> SafeString:
    """What is told of the deal."""
    leader = stage.replay.record.leader
    if leader == stage.viewer:
        return SafeString(gettext("The deal: you lead"))
    return render("replay_deal", who=stage.names[leader])


def boards(stage: Stage) -> Iterator[SafeString]:
    """The table at every step."""
    told = steps(stage)
    return (board_html(stage, step, told) for step in range(len(stage.replay.positions)))


def board_html(stage: Stage, step: int, told: list[Step]) -> SafeString:
    """`<section id="table">` in the active language; ``told`` are all steps of the hand."""
    position = stage.replay.positions[step]
    sight, won = see_all(position.hand), owed(position.hand)
    plates = [_plate(player, sight, won) for player in stage.replay.players]
    result = sight.result
    return render(
        "replay_table",
        step=step,
        state="result" if result else "playing",
        hand=stage.replay.record.public_id,
        round=None if result else sight.round,
        mat=_mat(stage, sight, plates),
        latest=told[step].told.text,
        outcome=outcome(result, stage.names, stage.viewer) if result else "",
        result=_result(stage, sight, plates) if result else "",
    )


def _plate(player: HandPlayer, sight: Sight, won: tuple[int, ...]) -> Plate:
    face = player.face if player.bot else f"person-{player.user_id}"
    count = None if sight.result else sight.seats[player.seat].count
    return Plate(player.seat, player.shown_name, face, bool(player.bot), won[player.seat], count, True)


def _mat(stage: Stage, sight: Sight, plates: list[Plate]) -> SafeString:
    """Everyone else in order of play, the middle, and last whoever sits in front."""
    count = len(plates)
    order = [(stage.bottom + step) % count for step in range(count)]
    blocks = [_seat(sight, plates[seat], place) for seat, place in zip(order, seats.PLACES[count], strict=True)]
    return mark_safe("".join((*blocks[1:], seats.middle_html(sight), blocks[0])))


def _seat(sight: Sight, plate: Plate, place: str) -> SafeString:
    seat = sight.seats[plate.position]
    blocks = {
        "plate": seats.plate_html(plate),
        "held": SafeString("") if sight.result else held_html(held_of(seat)),
        "phoms": seats.phoms_html(seats.phoms_of(plate.position, seat)),
        "row": seats.row_html(seats.row_of(plate.position, seat, sight.last)),
    }
    marks = f"seat-{place}" + (" is-turn" if sight.turn == plate.position else "")
    lanes = [mark_safe("".join(blocks[name] for name in lane)) for lane in _LANES[place]]
    return seats.seat_html(plate, marks, format_html_join("", '<div class="lane">{}</div>', zip(lanes)))


def held_of(seat: SeatSight) -> Held:
    phom_cards, loose = arranged(seat)
    return Held(seat.seat, (*phom_cards, *by_ca(loose)), mask_of(phom_cards), mask_of(seats.held_eaten(seat)))


def held_html(held: Held) -> SafeString:
    return _held(held, get_language())


@lru_cache(maxsize=2048)
def _held(held: Held, language: str | None) -> SafeString:
    marks = {"in-phom": held.in_phom, "is-eaten": held.eaten}
    cards = [face_up(card, " ".join(mark for mark, cards in marks.items() if cards >> card & 1)) for card in held.cards]
    return render("held", position=held.position, cards=cards, count=len(cards))


def _result(stage: Stage, sight: Sight, plates: list[Plate]) -> SafeString:
    assert sight.result is not None
    record, players = stage.replay.record, stage.replay.players
    lines = tuple(
        Line(plate._replace(score=0, in_hand=None), seat, player.gold)
        for plate, seat, player in zip(plates, sight.seats, players, strict=True)
    )
    settled = stakes.fee_html(fee_of_hand(record)) if record.unit else SafeString("")
    return result_html(
        sight.result, lines, stage.viewer, (False,) * len(lines), sums=Sums(record.unit, settled=settled)
    )


class Player(NamedTuple):
    """Who played the hand, and what it brought."""

    seat: int
    name: str
    user_id: int | None
    """Of whoever has a profile."""
    is_bot: bool
    is_viewer: bool
    face: SafeString
    place: int | None
    units: str
    tone: str
    gold: int | None


def page(stage: Stage, step: int) -> dict[str, object]:
    """What the page around the table shows."""
    replay, told = stage.replay, steps(stage)
    return {
        "record": replay.record,
        "preset": replay.record.preset or replay.positions[0].hand.variant.preset,
        "is_mine": stage.viewer is not None,
        "title": title(replay),
        "summary": summary(replay),
        "players": _players(stage),
        "seeds": _seeds(replay),
        "is_sites_alone": not any(replay.record.player_seeds),
        "step": step,
        "last": replay.last,
        "back": max(step - 1, 0),
        "on": min(step + 1, replay.last),
        "steps": told,
        "is_over": step == replay.last,
        "board": board_html(stage, step, told),
    }


def _seeds(replay: Replay) -> list[tuple[str, str]]:
    """What each player's browser added to the deal, by seat; none of hands from before they did."""
    return [(player.shown_name, seed) for player, seed in zip(replay.players, replay.record.player_seeds, strict=False)]


def _players(stage: Stage) -> list[Player]:
    players = [_player(player, stage.viewer) for player in stage.replay.players]
    return sorted(players, key=lambda player: (player.place or 0, player.seat))


def _player(player: HandPlayer, viewer: int | None) -> Player:
    units = player.units or 0
    face = player.face if player.bot else f"person-{player.user_id}"
    return Player(
        seat=player.seat,
        name=player.shown_name,
        user_id=player.user_id if player.name and player.user and player.user.is_active else None,
        is_bot=bool(player.bot),
        is_viewer=player.seat == viewer,
        face=seats.face_html(Plate(player.seat, player.shown_name, face, bool(player.bot), 0, None, has_left=False)),
        place=player.place,
        units=signed(units),
        tone=tone(units),
        gold=player.gold,
    )
