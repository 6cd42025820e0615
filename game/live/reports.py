"""What players want looked at: a player, a message, a hand. Kept with what was said around it, and told of once it was
dealt with; the staff's side is `game.live.deciding`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import User
from game.live import replays, talk
from game.live.moment import now
from game.live.refused import Refused
from game.models import HandPlayer, HandRecord, Message, MessageKind, Report, Table

MOST = 20
"""Reports of one player within a day."""
DAY = timedelta(days=1)
AFTER = 8
"""Messages after a reported one, as far as they were said by then, that are kept with the report."""
LATELY = 12
"""Messages of a table that are kept with the report of a player there."""
PAGE = 20
BATCH = 500
"""Rows read at once."""


class Word(NamedTuple):
    """Why somebody reports something."""

    why: str
    """Of Report.Why."""
    words: str = ""
    """The reporter's own."""


# -- making one ---------------------------------------------------------------------------------------


def of_player(reported: User, reporter: User, word: Word, code: str = "") -> Report:
    """Report a player, met at the table called ``code`` or anywhere; the same a second time is the first.

    Refused ``own_self``, ``many_reports``, ``reported_already``.
    """
    if reported.pk == reporter.pk:
        raise Refused("own_self")
    table = _table_of(code, reported)
    same = Q(kind=Report.Kind.PLAYER, reported=reported, table=table, handled_at=None)
    return _made(reporter, word, same, kind=Report.Kind.PLAYER, reported=reported, **_met_at(table, reported))


def of_message(code: str, message_id: int, reporter: User, word: Word) -> Report:
    """Report a message that was said at the table; the same a second time is the first.

    Message.DoesNotExist, also of one that a moderator has hidden; Refused ``own_words``, ``many_reports``,
    ``reported_already``.
    """
    message = message_of(code, message_id, reporter)
    kept = {"message": message, "reported_id": message.user_id, "text": message.text, "table_id": message.table_id}
    around = talk.before(message) + [line | {"reported": True} for line in _lines([message])] + _after(message)
    return _made(reporter, word, Q(message=message), kind=Report.Kind.MESSAGE, around=around, **kept)


def of_hand(public_id: str, reporter: User, word: Word, reported: User | None = None) -> Report:
    """Report a finished hand that lies open to the reporter, because of one who played it or in general; the same a
    second time is the first.

    HandRecord.DoesNotExist and Refused as `replays.find`; Refused ``own_self``, ``no_such_player``, ``many_reports``,
    ``reported_already``.
    """
    hand = replays.find(public_id, reporter.pk)
    if reported and reported.pk == reporter.pk:
        raise Refused("own_self")
    if reported and not hand.players.filter(user=reported).exists():
        raise Refused("no_such_player")
    same = Q(kind=Report.Kind.HAND, hand=hand, reported=reported, handled_at=None)
    return _made(reporter, word, same, kind=Report.Kind.HAND, hand=hand, table_id=hand.table_id, reported=reported)


def message_of(code: str, message_id: int, reporter: User) -> Message:
    """A message that the reader could report; Message.DoesNotExist, Refused ``own_words``."""
    message = Message.objects.get(pk=message_id, table__code=code, hidden=False)
    if message.user_id == reporter.pk:
        raise Refused("own_words")
    return message


def others_in(hand: HandRecord, reporter: User) -> list[HandPlayer]:
    """The people who played the hand beside the reporter."""
    return list(hand.players.filter(user__isnull=False, user__erased_at=None).exclude(user=reporter))


def _made(reporter: User, word: Word, same: Q, **kept: Any) -> Report:
    """One reporter's reports come one after the other, whatever number of tabs they are sent from."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=reporter.pk)
        known = Report.objects.filter(same, reporter=reporter).first()
        if known and (known.why, known.words) != word:
            raise Refused("reported_already")
        if known:
            return known
        if Report.objects.filter(reporter=reporter, made_at__gt=now() - DAY).count() >= MOST:
            raise Refused("many_reports")
        return Report.objects.create(reporter=reporter, why=word.why, words=word.words, **kept)


def _table_of(code: str, reported: User) -> Table | None:
    """The table, if the player has or had a seat there."""
    table = Table.objects.filter(code=code).first() if code else None
    if table is None or table.chairs.filter(user=reported).exists():
        return table
    return table if HandPlayer.objects.filter(hand__table=table, user=reported).exists() else None


def _met_at(table: Table | None, reported: User) -> dict[str, Any]:
    """What is kept of the table where a player was reported: the last hand there, what was said lately."""
    if table is None:
        return {"table": None}
    hand = table.hands.filter(players__user=reported).order_by("-number").first()
    said = Message.objects.filter(table=table).order_by("-pk")[:LATELY]
    return {"table": table, "hand": hand, "around": _lines(reversed(said))}


def _after(message: Message) -> list[dict[str, object]]:
    later = Message.objects.filter(table=message.table_id, pk__gt=message.pk).order_by("pk")[:AFTER]
    return [line | {"after": True} for line in _lines(later)]


def _lines(said: Iterable[Message]) -> list[dict[str, object]]:
    """By whom and what; no names, which may be given up later."""
    return [{"user": one.user_id, "kind": one.kind, "text": one.text} for one in said]


def said(report: Report) -> str:
    """The reported message in the active language; empty for other reports."""
    kind = next((line["kind"] for line in report.around if "reported" in line), MessageKind.TEXT)
    return talk.text_of(kind, report.text)


# -- telling what came of it --------------------------------------------------------------------------


def answers_to(user_ids: Iterable[int]) -> list[tuple[int, int]]:
    """Who has an answer to read, with the report's id. One query."""
    return list(_unread().filter(reporter__in=user_ids).values_list("reporter", "pk"))


def unread(user: User) -> list[Report]:
    """The answers that the user has to read, the last one first."""
    return list(_unread().filter(reporter=user).select_related("reported").order_by("-handled_at", "-pk"))


def read(user: User, up_to: Iterable[int]) -> None:
    """The user has read the answers to these reports."""
    Report.objects.filter(reporter=user, pk__in=list(up_to), handled_at__isnull=False, told_at=None).update(
        told_at=now()
    )


class Page(NamedTuple):
    """Some of a player's own reports, the last one first."""

    reports: tuple[Report, ...]
    before: int | None
    """What to ask for the next page with; None where there are no more."""


def page_of(user: User, before: int | None = None) -> Page:
    """The user's own reports, made before the one with that id. One query."""
    found = Report.objects.filter(reporter=user).select_related("reported", "hand")
    if before is not None:
        found = found.filter(pk__lt=before)
    reports = tuple(found.defer("hand__pack", "hand__actions").order_by("-pk")[: PAGE + 1])
    return Page(reports[:PAGE], reports[PAGE - 1].pk if len(reports) > PAGE else None)


def reports_of(user: User) -> tuple[str, Iterator[str]]:
    """What the user reported, for the archive of everything kept of a player."""
    fields = ("made_at", "kind", "why", "words", "text", "handled_at", "outcome", "answer")
    rows = Report.objects.filter(reporter=user).order_by("pk").values(*fields).iterator(chunk_size=BATCH)
    encoder = DjangoJSONEncoder(ensure_ascii=False)
    return "reports.jsonl", (encoder.encode(row) + "\n" for row in rows)


def forget(now: datetime, kept: timedelta) -> int:
    """Remove the reports made longer ago than they are kept; how many."""
    return Report.objects.filter(made_at__lt=now - kept).delete()[0]


def _unread() -> QuerySet[Report]:
    return Report.objects.filter(handled_at__isnull=False, told_at=None)
