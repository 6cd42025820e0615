"""The ledger: accounts, postings, entries, to be looked at; and corrections, the only thing the staff adds to it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.admin import correcting
from accounts.admin.kept import Kept
from accounts.admin.typed import player
from accounts.house import rooms
from accounts.models import User
from accounts.models.gold import Account, AccountKind, Entry, Posting
from accounts.numerals import an_id, grouped
from accounts.staff.admins import ReadOnly
from accounts.staff.links import NOTHING, link
from accounts.staff.log_admin import unseen


def _amount(gold: int | None, *, signed: bool = True) -> str:
    return "–" if gold is None else grouped(gold, signed=signed)


class EntryInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # generic in its stubs only
    """The two sides of a posting."""

    model = Entry
    fields = readonly_fields = ("of_account", "kind", "amount", "balance", "bots", "folded")
    extra = 0
    show_change_link = True

    @admin.display(description=_("account"))
    def of_account(self, entry: Entry) -> SafeString:
        return link(entry.account)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        return super().get_queryset(request).select_related("account__user")


@admin.register(Account)
class AccountAdmin(Kept):
    """Whose gold, or what for."""

    list_display = ("no", "kind", "whose", "room", "gold")
    list_filter = ("kind", player("user"))
    list_select_related = ("user",)
    fields = ("kind", "whose", "room", "gold", "leads")
    readonly_fields = ("whose", "room", "gold", "leads")
    lookups = ("user__id__exact",)

    @admin.display(description=_("player"))
    def whose(self, account: Account) -> SafeString:
        return self.link(account.user)

    @admin.display(description=_("room"))
    def room(self, account: Account) -> str:
        """Of a jackpot."""
        found = rooms().get(account.stake)
        return found.name if found else account.stake or "–"

    @admin.display(description=_("balance"))
    def gold(self, account: Account) -> str:
        return _amount(account.balance, signed=False)

    @admin.display(description=_("lists"))
    def leads(self, account: Account) -> SafeString:
        ways = [self.listing(Entry, _("entries"), account__id__exact=account.pk)]
        if account.kind == AccountKind.PURSE and account.user_id:
            ways.append(_way_to_correct(_("Correct"), user=account.user_id))
        return self.links(ways)


@admin.register(Posting)
class PostingAdmin(Kept):
    """What happened to gold at once. A search finds a posting by its reference, or those of a hand by its number."""

    list_display = ("no", "what_for", "of_hand", "at")
    list_display_links = ("no", "what_for")
    search_fields = ("reference__exact",)
    search_help_text = _("Reference, or the number of a hand")
    fields = ("what_for", "reference", "of_hand", "at", "leads")
    readonly_fields = ("what_for", "of_hand", "leads")
    inlines = (EntryInline,)
    lookups = ("hand", "hand__exact")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Posting], search_term: str
    ) -> tuple[QuerySet[Posting], bool]:
        text = search_term.strip()
        if text.isdecimal():
            return queryset.filter(hand=an_id(text)), False
        return (queryset.filter(reference=text) if text else queryset), False

    @admin.display(description=_("what for"))
    def what_for(self, posting: Posting) -> str:
        return str(posting)

    @admin.display(description=_("hand"))
    def of_hand(self, posting: Posting) -> SafeString:
        return way_to_hand(posting.hand)

    @admin.display(description=_("lists"))
    def leads(self, posting: Posting) -> SafeString:
        if posting.hand is None:
            return NOTHING
        return self.links([self.listing(Posting, _("postings of this hand"), hand=posting.hand),
                           _way_to_correct(_("Correct"), hand=posting.hand)])  # fmt: skip

    def get_urls(self) -> list[URLPattern]:
        own = path("correct/", self.admin_site.admin_view(self.correct), name="accounts_posting_correct")
        return [own, *super().get_urls()]

    def correct(self, request: HttpRequest) -> HttpResponse:
        """The page on which payments are put right."""
        return correcting.page(self, request)


@admin.register(Entry)
class EntryAdmin(Kept):
    """Gold into an account, or out of it."""

    list_display = ("no", "of_account", "kind", "gold", "then", "of_posting", "of_hand", "at")
    list_filter = ("kind", player("account__user"))
    list_select_related = ("account__user", "posting")
    fields = ("of_account", "whose", "kind", "gold", "then", "bots", "folded", "of_posting", "of_hand", "at")
    readonly_fields = ("of_account", "whose", "gold", "then", "of_posting", "of_hand")
    lookups = ("account__id__exact", "account__user__id__exact", "posting__id__exact", "posting__hand")

    @admin.display(description=_("account"))
    def of_account(self, entry: Entry) -> SafeString:
        return link(entry.account)

    @admin.display(description=_("player"))
    def whose(self, entry: Entry) -> SafeString:
        return self.link(entry.account.user)

    @admin.display(description=_("amount"))
    def gold(self, entry: Entry) -> str:
        return _amount(entry.amount)

    @admin.display(description=_("balance"))
    def then(self, entry: Entry) -> str:
        return _amount(entry.balance, signed=False)

    @admin.display(description=_("posting"))
    def of_posting(self, entry: Entry) -> SafeString:
        return self.link(entry.posting)

    @admin.display(description=_("hand"))
    def of_hand(self, entry: Entry) -> SafeString:
        return way_to_hand(entry.posting.hand)


def unread(user: User) -> Q:
    """Of the log what tells of purses, for those who may not see the ledger."""
    may = user.has_perm("accounts.view_posting")
    return Q(target_type__in=[] if may else [Posting._meta.label_lower])


unseen.append(unread)


def way_to_hand(hand: int | None) -> SafeString:
    """To the page of a hand of the game's, by its number."""
    if hand is None:
        return NOTHING
    return format_html('<a href="{}">{}</a>', reverse("admin:game_handrecord_change", args=[hand]), hand)


def _way_to_correct(text: Any, **asked: int) -> SafeString:
    [(name, number)] = asked.items()
    return format_html('<a href="{}?{}={}">{}</a>', reverse("admin:accounts_posting_correct"), name, number, text)
