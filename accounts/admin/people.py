"""Who knows whom, and who wants nothing of whom: friendships, blocks, mutes; and who keeps others waiting."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib import admin
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.admin.kept import Kept
from accounts.admin.players import neighbours
from accounts.admin.typed import player
from accounts.models import Block, Friendship, Lapse, Mute, User
from accounts.staff.admins import listing


class Between(Kept):
    """Something between two players, each of whom leads on."""

    one, other = "by", "whom"

    @admin.display(description=_("who"))
    def who(self, row: Block | Mute | Friendship) -> SafeString:
        return self.link(getattr(row, self.one))

    @admin.display(description=_("whom"))
    def of(self, row: Block | Mute | Friendship) -> SafeString:
        return self.link(getattr(row, self.other))


@admin.register(Friendship)
class FriendshipAdmin(Between):
    """Asked for, accepted, declined."""

    one, other = "asker", "asked"
    list_display = ("no", "who", "of", "made_at", "accepted_at", "declined_at")
    list_filter = (player("asker", "asked"),)
    list_select_related = ("asker", "asked")
    fields = ("who", "of", "made_at", "accepted_at", "declined_at", "withdrawn_at")
    readonly_fields = ("who", "of")
    lookups = ("asker__id__exact", "asked__id__exact")


@admin.register(Block)
class BlockAdmin(Between):
    """Who blocked whom."""

    list_display = ("no", "who", "of", "made_at")
    list_filter = (player("by", "whom"),)
    list_select_related = ("by", "whom")
    fields = ("who", "of", "made_at")
    readonly_fields = ("who", "of")
    lookups = ("by__id__exact", "whom__id__exact")


@admin.register(Mute)
class MuteAdmin(Between):
    """Who doesn't read whom."""

    list_display = ("no", "who", "of")
    list_filter = (player("by", "whom"),)
    list_select_related = ("by", "whom")
    fields = ("who", "of")
    readonly_fields = ("who", "of")
    lookups = ("by__id__exact", "whom__id__exact")


@admin.register(Lapse)
class LapseAdmin(Kept):
    """Who left in mid-hand, or let hands go by."""

    list_display = ("no", "who", "kind", "at")
    list_filter = ("kind", player("user"))
    list_select_related = ("user",)
    fields = ("who", "kind", "at")
    readonly_fields = ("who",)
    lookups = ("user__id__exact",)

    @admin.display(description=_("who"))
    def who(self, row: Lapse) -> SafeString:
        return self.link(row.user)


def ways(user: User) -> Iterable[SafeString]:
    """From a player to all this."""
    yield listing(Friendship, _("friendships"), player=user.pk)
    yield listing(Block, _("blocks"), player=user.pk)
    yield listing(Mute, _("mutes"), player=user.pk)
    yield listing(Lapse, _("lapses"), player=user.pk)


neighbours.append(ways)
