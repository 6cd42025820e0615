"""What a player has to say to a sanction, once, and what comes of it. Only this module writes appeals."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import sanctions
from accounts.models import LONGEST_APPEAL, Appeal, Sanction, User
from accounts.staff import log
from accounts.staff.roles import ADMIN, RANKS, may_act_on, rank

_BACKEND = "django.contrib.auth.backends.ModelBackend"
"""Which knows what members of the staff may do."""


def may_appeal(sanction: Sanction) -> bool:
    """Whether there is something to be said yet: once, and not where it was lifted."""
    return sanction.lifted_at is None and not hasattr(sanction, "appeal")


def make(sanction: Sanction, user: User, text: str) -> Appeal:
    """The player appeals; ValidationError where that can't be, or it says nothing or too much."""
    said = text.strip()
    if not said:
        raise ValidationError(_("Write something first."), "empty")
    if len(said) > LONGEST_APPEAL:
        raise ValidationError(_("At most %(most)s characters."), "long", {"most": LONGEST_APPEAL})
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        fresh = Sanction.objects.select_related("appeal").filter(pk=sanction.pk, user=user).first()
        if fresh is None or fresh.lifted_at:
            raise ValidationError(_("That sanction was lifted: there is nothing to appeal against."), "over")
        if not may_appeal(fresh):
            raise ValidationError(_("You have appealed already. It is looked at once."), "once")
        return Appeal.objects.create(sanction=fresh, text=said)


def may_decide(appeal: Appeal, by: User) -> bool:
    """Whoever imposed the sanction leaves it to others, as long as there is somebody: admins need not."""
    if appeal.sanction.by_id != by.pk or rank(by) >= RANKS[ADMIN]:
        return True
    able = User.objects.with_perm("accounts.decide_appeal", backend=_BACKEND).filter(is_staff=True)
    return not any(may_act_on(other, appeal.sanction.user) for other in able.exclude(pk=by.pk))


def decide(appeal: Appeal, by: User, granted: bool, answer: str, why: str = "") -> None:
    """The answer, which the player is told; a sanction against which an appeal is granted is lifted, if it holds yet.
    ``why`` is for the log.

    ValidationError where ``by`` may not, it is decided already, or no answer is given.
    """
    if not answer.strip():
        raise ValidationError(_("Write the player an answer."), "empty")
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=appeal.sanction.user_id)
        if not may_act_on(by, user):
            raise ValidationError(_("Nobody acts on oneself, nor on staff of the same or a higher rank."), "rank")
        fresh = Appeal.objects.select_related("sanction__user").get(pk=appeal.pk)
        if fresh.decided_at:
            raise ValidationError(_("That appeal is decided already."), "decided")
        if not may_decide(fresh, by):
            raise ValidationError(_("Whoever imposed a sanction doesn't decide the appeal against it."), "own")
        before = log.state(fresh)
        _answer(fresh, by, granted, answer.strip())
        log.note(by, "decide_appeal", fresh, why or answer, before, log.state(fresh), user)
        if granted and not (fresh.sanction.lifted_at or fresh.sanction.lapsed):
            sanctions.lift(fresh.sanction, by, why or answer)
        else:
            sanctions.tell_again(fresh.sanction)
    appeal.refresh_from_db()


def _answer(appeal: Appeal, by: User, granted: bool, answer: str) -> None:
    appeal.decided_at, appeal.decided_by, appeal.granted, appeal.answer = timezone.now(), by, granted, answer
    appeal.save(update_fields=["decided_at", "decided_by", "granted", "answer"])
