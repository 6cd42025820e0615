"""What is said at a table, as its reader sees it: lines of a list, and the panel around them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from accounts.models import User
from game.live import phrases
from game.live.talk import EMOTES, text_of
from game.models import LONGEST_MESSAGE, Message, MessageKind


def frame(said: Sequence[Message], reader: User | None, is_history: bool) -> dict[str, Any]:
    """A frame of what was said: before the socket was there, or since."""
    return {"kind": "talk", "history": is_history, "last": said[-1].pk, "html": lines_html(said, reader)}


def lines_html(said: Sequence[Message], reader: User | None) -> SafeString:
    """Oldest first, in the active language."""
    return mark_safe("".join(_line(message, reader) for message in said))


def panel(
    code: str, said: Sequence[Message], reader: User | None, sits: bool, muted: Collection[User]
) -> dict[str, object]:
    """What `talk/panel.html` shows: the lines, and what the reader may do."""
    return {
        "code": code,
        "lines": lines_html(said, reader),
        "last": said[-1].pk if said else 0,
        "sits": sits,
        "phrases": phrases.offered().values(),
        "emotes": EMOTES.items(),
        "most": LONGEST_MESSAGE,
        "muted": muted,
    }


def _line(message: Message, reader: User | None) -> SafeString:
    return render_to_string(
        "talk/line.html",
        {
            "message": message,
            "text": text_of(message.kind, message.text),
            "is_emote": message.kind == MessageKind.EMOTE,
            "mine": bool(reader and message.user_id == reader.pk),
            "answerable": bool(reader and message.user_id and message.user_id != reader.pk),
        },
    )
