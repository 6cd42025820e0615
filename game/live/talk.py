"""What is said at a table: by whoever sits there, to whoever is there and doesn't mind hearing it.

Words as they were cleaned, quick phrases and emotes by key, so that every reader has them in the own language. A
table's messages are numbered under its lock, so that nobody who has read up to one misses another that came before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from math import ceil

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import blocks, sanctions
from accounts.models import User
from game.live import filtering, phrases, push
from game.live.moment import now as the_present
from game.live.refused import Refused
from game.models import LONGEST_MESSAGE, Message, MessageKind, Table, TableSeat

EMOTES: dict[str, Promise] = {
    "laugh": _("laughs"),
    "cry": _("cries"),
    "angry": _("is angry"),
    "wow": _("is amazed"),
    "cool": _("keeps cool"),
    "sweat": _("sweats"),
    "heart": _("sends a heart"),
    "clap": _("gives a thumbs up"),
}
"""What each emote tells, by key; the drawings are in `static/img/emotes.svg`."""

HISTORY = 50
"""Messages that whoever comes to a table gets to read."""
BEFORE = 8
"""Messages before a reported one that are kept with the report."""
SPELLS = ((5, timedelta(seconds=10)), (20, timedelta(minutes=2)))
"""So many messages a player may say within each of these times, wherever and by however many tabs."""
BATCH = 500
"""Rows read at once."""


def say(code: str, user: User, kind: str, text: str) -> Message:
    """Say something at the table where the user sits; everybody there is told after the commit.

    Refused ``talkers_sit``, ``muted``, ``no_chat``, ``chat_frozen``, ``closed``, ``phrase_withdrawn``,
    ``nothing_said``, ``no_links``, ``too_long``, ``bad_message`` or ``too_often``. Raises Table.DoesNotExist.
    """
    said = _fit(kind, text)
    with transaction.atomic():
        table = Table.objects.select_for_update().get(code=code)
        chair = _chair_of_talker(table, user)
        _check_pace(user, the_present())
        message = Message.objects.create(table=table, user=user, name=chair.name, kind=kind, text=said)
        Table.objects.filter(pk=table.pk).update(last_said=message.pk)
        transaction.on_commit(partial(push.tell_said, code, message.pk))
    return message


def lately(code: str, viewer: User | None) -> list[Message]:
    """What was said at the table, oldest first: as far as the viewer wants to and may hear it, and no more of it than
    newcomers get."""
    unheard = blocks.unheard_by(viewer) if viewer else ()
    return _last_of(_readable(code).exclude(user__in=unheard))


def since(code: str, after: int) -> list[Message]:
    """What was said at the table after the message with the id ``after``, whoever wants to hear it; as `lately`."""
    return _last_of(_readable(code).filter(pk__gt=after))


def _readable(code: str) -> QuerySet[Message]:
    return Message.objects.filter(table__code=code, table__chat=True, hidden=False)


def _last_of(said: QuerySet[Message]) -> list[Message]:
    return list(reversed(said.order_by("-pk")[:HISTORY]))


def before(message: Message) -> list[dict[str, object]]:
    """What was said before the message, oldest first, by whom; no names, which may be given up later."""
    earlier = Message.objects.filter(table=message.table_id, pk__lt=message.pk).order_by("-pk")[:BEFORE]
    return [{"user": said.user_id, "kind": said.kind, "text": said.text} for said in reversed(earlier)]


def text_of(kind: str, text: str) -> str:
    """A message in the active language; a key that isn't known any more stays one."""
    if kind == MessageKind.PHRASE:
        phrase = phrases.known().get(text)
        return phrase.text if phrase else text
    return str(EMOTES.get(text, text)) if kind == MessageKind.EMOTE else text


def messages_of(user: User) -> tuple[str, Iterator[str]]:
    """What the user said, for the archive of everything kept of a player."""
    return "messages.jsonl", _lines(Message.objects.filter(user=user).order_by("pk"))


def forget(now: datetime, kept: timedelta) -> int:
    """Remove what was said longer ago than is kept; how many messages."""
    return Message.objects.filter(sent_at__lt=now - kept).delete()[1].get("game.Message", 0)


def _fit(kind: str, text: str) -> str:
    """What is to be kept of it."""
    if kind == MessageKind.TEXT:
        return _fit_text(text)
    if kind == MessageKind.PHRASE and text in phrases.known():
        return _fit_phrase(text)
    if kind != MessageKind.EMOTE or text not in EMOTES:
        raise Refused("bad_message")
    return text


def _fit_phrase(key: str) -> str:
    if key not in phrases.offered():
        raise Refused("phrase_withdrawn")
    return key


def _fit_text(text: str) -> str:
    tidied = filtering.tidy(text)
    if not tidied:
        raise Refused("nothing_said")
    if len(tidied) > LONGEST_MESSAGE:
        raise Refused("too_long", most=LONGEST_MESSAGE, count=len(tidied))
    cleaned = filtering.clean(tidied)
    if not cleaned:
        raise Refused("no_links")
    return cleaned


def _chair_of_talker(table: Table, user: User) -> TableSeat:
    chair = table.chairs.filter(sanctions.playing(), user=user, left=False).select_related("user").first()
    if chair is None or chair.user is None:
        raise Refused("talkers_sit")
    if sanctions.is_muted(chair.user):
        raise Refused("muted")
    if not table.chat:
        raise Refused("no_chat")
    if table.chat_frozen:
        raise Refused("chat_frozen")
    if table.closed_at:
        raise Refused("closed")
    return chair


def _check_pace(user: User, now: datetime) -> None:
    """Refused ``too_often``, with the seconds to wait, where the player has said as much as may be said."""
    times = list(Message.objects.filter(user=user, sent_at__gt=now - SPELLS[-1][1]).values_list("sent_at", flat=True))
    wait = max(_wait(sorted(times), most, spell, now) for most, spell in SPELLS)
    if wait > timedelta():
        raise Refused("too_often", seconds=ceil(wait.total_seconds()))


def _wait(times: list[datetime], most: int, spell: timedelta, now: datetime) -> timedelta:
    """How long until one more is no more than ``most`` within the time; ``times`` are in order."""
    return times[-most] + spell - now if len(times) >= most else timedelta()


def _lines(said: QuerySet[Message]) -> Iterator[str]:
    rows = said.values("sent_at", "kind", "text", at_table=F("table__code")).iterator(chunk_size=BATCH)
    encoder = DjangoJSONEncoder(ensure_ascii=False)
    return (encoder.encode(row) + "\n" for row in rows)
