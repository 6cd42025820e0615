"""What is done about players who break the rules of the house: imposed, lifted, ended by itself. Only this module
writes sanctions, and what of them is kept with the player: `User.shut_out_until`, `muted_until`, `unread_sanctions`.

The player is locked first, then whatever listens locks tables, then the standing: the order in which everyone does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import listing
from accounts.models import Reason, Sanction, Standing, User
from accounts.models.users import OF_SANCTIONS
from accounts.signals import change_access, lifted, sanctioned
from accounts.staff import log
from accounts.staff.roles import may_act_on

Kind = Sanction.Kind

SHUT_OUT = (Kind.SUSPEND, Kind.BAN)
FOREVER = datetime(9999, 1, 1, tzinfo=UTC)
"""What is kept as the end of what doesn't end by itself."""
BATCH = 100
"""Sanctions that lapse in one go."""


def playing(way: str = "user__") -> Q:
    """Those whom nothing shuts out, now; ``way`` leads from the rows of a query to the player."""
    until = f"{way}shut_out_until"
    return Q(**{f"{way}is_active": True}) & (Q(**{until: None}) | Q(**{f"{until}__lte": timezone.now()}))


def is_shut_out(user: User, now: datetime | None = None) -> bool:
    """Whether a suspension or a ban keeps the player out, or the account is closed."""
    return keeps_out(user.is_active, user.shut_out_until, now)


def keeps_out(is_active: bool, until: datetime | None, now: datetime | None = None) -> bool:
    """The same of the account that is so."""
    return not is_active or _holds(until, now)


def is_muted(user: User, now: datetime | None = None) -> bool:
    """Whether the player may not write anything in a chat."""
    return _holds(user.muted_until, now)


def _holds(until: datetime | None, now: datetime | None) -> bool:
    return until is not None and until > (now or timezone.now())


def unread_among(user_ids: Collection[int]) -> list[tuple[int, int, bool, datetime | None, datetime | None]]:
    """What these players are to be told of: the player, the sanction, whether it lapsed, when it was lifted, when the
    appeal was answered. One query."""
    unread = Sanction.objects.filter(user__in=user_ids, user__unread_sanctions__gt=0, seen_at=None)
    return list(unread.order_by("pk").values_list("user_id", "pk", "lapsed", "lifted_at", "appeal__decided_at"))


def in_force(user: User, now: datetime | None = None) -> list[Sanction]:
    """What holds now, the last to end first. A warning is told, and then over."""
    return sorted(_holding(user.pk, now or timezone.now()), key=_end_of, reverse=True)


def history(user: User) -> QuerySet[Sanction]:
    """All there ever was, newest first, with what the player had to say."""
    return Sanction.objects.filter(user=user).select_related("reason", "appeal").order_by("-pk")


def unread(user: User) -> list[Sanction]:
    """What the player is to be told of, oldest first."""
    if not user.unread_sanctions:
        return []
    return list(history(user).filter(seen_at=None).order_by("pk"))


def impose(
    user: User,
    kind: str,
    reason: Reason,
    ends_at: datetime | None,
    by: User,
    texts: Mapping[str, str] | None = None,
    note: str = "",
) -> Sanction:
    """Holds at once; ``ends_at`` None: not by itself. ``texts`` by language, where the reason's own aren't told.

    ValidationError where ``by`` may not act on the player, or it makes no sense.
    """
    with transaction.atomic():
        row = _locked(user, by)
        _check_end(kind, ends_at)
        told = {"text_vi": reason.text_vi, "text_en": reason.text_en}
        told |= {f"text_{language}": text.strip() for language, text in (texts or {}).items() if text.strip()}
        made = Sanction.objects.create(
            user=row, kind=kind, reason=reason, ends_at=ends_at, by=by, note=note.strip(), **told
        )
        _settle(row)
        log.note(by, "impose", made, note.strip() or str(reason), {}, log.state(made), row)
        _follow(row, sanctioned, kind)
    user.refresh_from_db(fields=OF_SANCTIONS)
    return made


def lift(sanction: Sanction, by: User, why: str) -> None:
    """It holds no more, and the player is told so. ValidationError where ``by`` may not, nothing is left to be lifted,
    or no reason is given."""
    if not why.strip():
        raise ValidationError(_("Say why."), "no_reason")
    with transaction.atomic():
        row = _locked(sanction.user, by)
        fresh = Sanction.objects.get(pk=sanction.pk)
        if fresh.lifted_at or fresh.lapsed:
            raise ValidationError(_("That sanction is over already."), "over")
        before = log.state(fresh)
        fresh.lifted_at, fresh.lifted_by, fresh.lifted_why, fresh.seen_at = timezone.now(), by, why.strip(), None
        fresh.save(update_fields=["lifted_at", "lifted_by", "lifted_why", "seen_at"])
        _settle(row)
        log.note(by, "lift", fresh, why, before, log.state(fresh), row)
        _follow(row, lifted, fresh.kind)
    sanction.refresh_from_db()


def lapse(now: datetime) -> int:
    """What has come to its end is over; how many sanctions. Whoever was shut out or muted is so by time alone: this
    gives back the place on leaderboards, and keeps in the log that it ended."""
    due = Sanction.objects.filter(lifted_at=None, lapsed=False, ends_at__lte=now).order_by("ends_at")
    return sum(_lapse(sanction, now) for sanction in due.select_related("user")[:BATCH])


def read(user: User, pks: Iterable[int]) -> None:
    """The player has read these of the own sanctions."""
    with transaction.atomic():
        row = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        Sanction.objects.filter(user=row, pk__in=list(pks), seen_at=None).update(seen_at=timezone.now())
        _settle(row)
    user.refresh_from_db(fields=OF_SANCTIONS)


def forget(row: User) -> None:
    """Whoever is erased has none. In the caller's transaction, which holds the player."""
    Sanction.objects.filter(user=row).delete()
    _settle(row)


def tell_again(sanction: Sanction) -> None:
    """Something came of it that the player is to be told. In the caller's transaction, which holds the player."""
    Sanction.objects.filter(pk=sanction.pk).update(seen_at=None)
    _settle(sanction.user)


def _locked(user: User, by: User) -> User:
    """The player's row, held until the transaction ends; ValidationError where ``by`` may not act on the player."""
    row = User.objects.select_for_update(no_key=True).filter(pk=user.pk, erased_at=None).first()
    if row is None:
        raise ValidationError(_("There is no such player any more."), "gone")
    if not may_act_on(by, row):
        raise ValidationError(_("Nobody acts on oneself, nor on staff of the same or a higher rank."), "rank")
    return row


def _check_end(kind: str, ends_at: datetime | None) -> None:
    if kind not in Kind.values:
        raise ValidationError(_("There is no such sanction."), "kind")
    if kind == Kind.WARN and ends_at is not None:
        raise ValidationError(_("A warning has no duration."), "ends")
    if kind == Kind.SUSPEND and ends_at is None:
        raise ValidationError(_("A suspension ends: without an end it is a ban."), "ends")
    if ends_at is not None and ends_at <= timezone.now():
        raise ValidationError(_("The end is over already."), "ends")


def _lapse(sanction: Sanction, now: datetime) -> int:
    """One, unless another process was faster or the player is gone: 1 or 0."""
    with transaction.atomic():
        row = User.objects.select_for_update(no_key=True).filter(pk=sanction.user_id).first()
        if row is None or not Sanction.objects.filter(pk=sanction.pk, lifted_at=None, lapsed=False).update(lapsed=True):
            return 0
        _settle(row, now)
        log.note(None, "lapse", sanction, "", user=row)
        _follow(row, lifted, sanction.kind)
    return 1


def _holding(user_id: int, now: datetime) -> QuerySet[Sanction]:
    lasting = Sanction.objects.filter(user=user_id, lifted_at=None, lapsed=False).exclude(kind=Kind.WARN)
    return lasting.filter(Q(ends_at=None) | Q(ends_at__gt=now)).select_related("reason")


def _end_of(sanction: Sanction) -> datetime:
    return sanction.ends_at or FOREVER


def _settle(row: User, now: datetime | None = None) -> None:
    """Keep with the player, who is locked, what of the sanctions has to be known everywhere."""
    holding = list(_holding(row.pk, now or timezone.now()))
    row.shut_out_until = max((_end_of(one) for one in holding if one.kind in SHUT_OUT), default=None)
    row.muted_until = max((_end_of(one) for one in holding if one.kind == Kind.MUTE), default=None)
    row.unread_sanctions = Sanction.objects.filter(user=row, seen_at=None).count()
    User.objects.filter(pk=row.pk).update(**{name: getattr(row, name) for name in OF_SANCTIONS})


def _follow(row: User, signal: Any, kind: str) -> None:
    """Whoever listens does what follows; then the leaderboards do."""
    signal.send(sender=User, user_id=row.pk, kind=kind)
    if kind == Kind.EXCLUDE:
        _hide(row)
    elif kind in SHUT_OUT:
        change_access(row.pk)
        listing.relist(row.pk)


def _hide(row: User) -> None:
    """Keep the player off the leaderboards, or no more."""
    hidden = any(one.kind == Kind.EXCLUDE for one in in_force(row))
    if hidden or Standing.objects.filter(user=row, hidden=True).exists():
        listing.hide(row.pk, hidden)
