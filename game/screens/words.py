"""Codes of the rules and of the gate in the reader's words."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.numerals import grouped
from game.screens.cards import named_in_text
from game.screens.render import escaped

REFUSALS: dict[str, Promise] = {
    # the rules
    "not_your_turn": _("It isn't your turn."),
    "hand_over": _("This hand is over."),
    "already_taken": _("You have already taken a card in this turn."),
    "take_first": _("First draw a card, or eat the one just thrown."),
    "no_phom_from_card": _("%(card)s makes no phỏm with your cards."),
    "mucked": _("Time ran out before you laid down: for the rest of this hand you only draw and throw."),
    "not_in_hand": _("%(card)s isn't in your hand."),
    "eaten_card": _("%(card)s was eaten: an eaten card is never thrown."),
    "breaks_eaten_phom": _("%(card)s: then a card you have eaten would be left without its phỏm."),
    "must_lay_first": _("You hold a phỏm: lay it down before you throw."),
    "not_final_turn": _("Phỏm are laid and cards sent in the last round only."),
    "no_phom_to_lay": _("You hold no phỏm to lay."),
    "not_a_phom": _("%(cards)s is no phỏm."),
    "phoms_overlap": _("%(cards)s can't be in two phỏm."),
    "two_eaten_in_phom": _("%(cards)s were both eaten: they can't share a phỏm."),
    "eaten_card_left": _("%(cards)s was eaten: it has to be laid in a phỏm."),
    "phom_left_loose": _("The cards left over still make a phỏm: lay it too."),
    "sending_off": _("At this table cards aren't sent."),
    "send_needs_phom": _("Only a player who has laid a phỏm may send."),
    "lay_before_send": _("Lay your phỏm first, then send."),
    "no_such_phom": _("That phỏm isn't on the table."),
    "does_not_fit": _("%(card)s doesn't fit %(phom)s."),
    "muck_not_allowed": _("Your phỏm are yours to lay."),
    "unknown_action": _("The table didn't understand that."),
    "unknown_card": _("The table didn't understand that."),
    "repeated_card": _("The table didn't understand that."),
    # the gate
    "stale": _("The table had already moved on; here is how it stands."),
    "hand_gone": _("That hand is over; here is how the table stands."),
    "not_seated": _("You are only watching this table."),
    "muck_is_the_clocks": _("Your phỏm are yours to lay."),
    "seated_elsewhere": _("You have a seat at another table: play the hand there to its end, or leave that table."),
    "closed": _("This table is closed: nobody plays here any more."),
    "table_full": _("All seats of this table are taken."),
    "not_enough_gold": _("To sit down here you need %(needed)s gold; you can put %(own)s on the table."),
    "excluded": _("The host has removed you from this table. You may come back in %(minutes)s min."),
    "blocked": _("You can't sit down here: at this table is somebody whom you don't play with."),
    "code_needed": _("This table asks for a code of four digits: whoever invited you knows it."),
    "wrong_code": _("That isn't the code of this table."),
    "too_many_codes": _("Too many wrong codes. Try again in %(minutes)s min, or ask the host for the code."),
    "bad_options": _("There is no such table: choose again."),
    "unknown_preset": _("There is no such table: choose again."),
    "unknown_field": _("There is no such table: choose again."),
    "variant_value": _("There is no such table: choose again."),
    "no_spectators": _("The host of this table wants no spectators."),
    "hands_shut": _("At that table hands lie open to those who played them only."),
    "opens_soon": _("This hand has only just ended. It opens to everybody in %(seconds)s seconds."),
    "shut_out": _("You can't play here now: load any page to read why, how long, and how to appeal."),
    "muted": _("A moderator has muted you: you can't write now. Your account page says why, and how to appeal."),
    "talkers_sit": _("Only those who sit at the table may write."),
    "no_chat": _("The host of this table wants no chat."),
    "chat_frozen": _("A moderator has frozen the chat of this table: nobody can write just now."),
    "phrase_withdrawn": _("That phrase isn't offered any more."),
    "nothing_said": _("Write something first."),
    "no_links": _("Links aren't sent in the chat."),
    "too_long": _("A message has at most %(most)s characters; this one has %(count)s."),
    "too_often": _("That was a lot at once: you can write again in %(seconds)s seconds."),
    "own_words": _("That is what you wrote yourself."),
    "own_self": _("That is you."),
    "many_reports": _("You have reported as much as can be looked at in a day."),
    "reported_already": _("You have reported this already: somebody will look at it."),
    "report_decided": _("This report was decided meanwhile: nothing of yours was done."),
    "report_claimed": _("%(by)s works at this report."),
    "report_own": _("You are part of this report, or may not act on whom it is about: somebody else decides it."),
    "wait_a_while": _(
        "You left people in mid-hand or let hands go by lately: %(seconds)s seconds until the next quick play."
    ),
    "not_yours": _("Only those who played at this table, or sit there, may see that."),
    "removed": _("The host has removed that player from this table: only the host can call him back."),
    "not_over": _("They still play at that table: take a seat there."),
    "not_host": _("Only the host of this table may do that."),
    "in_hand": _("That can be done between two hands only."),
    "too_few": _("A hand needs two at least: invite somebody, or add a bot."),
    "no_more_bots": _("No more bots may sit at this table."),
    "no_such_player": _("That player has no seat here any more."),
    "bots_in_lowest_room": _("Bots play in the first room only."),
    "room_closed": _("This room is closed to new tables just now: choose another."),
    "bad_message": _("The table didn't understand that."),
    "bad_seed": _("A seed is 1 to 64 letters without accents, digits and signs."),
    "too_fast": _("That was too fast; try again."),
    "too_big": _("The table didn't understand that."),
    "unsaved": _("That could not be saved, so nothing has changed; try again in a moment."),
    "failed": _("Something went wrong on our side; here is how the table stands."),
}
FALLBACK = _("That can't be done now.")
BY_HOUSE: dict[str, Promise] = {
    "hand_voided": _("A moderator has called this hand off: nobody pays, and what was set aside is yours again."),
    "last_hand": _("A moderator closes this table after this hand."),
    "closed_by_house": _("A moderator has closed this table."),
    "chat_frozen": REFUSALS["chat_frozen"],
}
"""What moderators did at a table, by `Scene.by_house`."""
_CARDS = ("card", "cards", "phom")
_GOLD = ("needed", "own")

WHY: dict[str, Promise] = {
    "eat": _("card eaten"),
    "chot": _("chốt eaten"),
    "ca_k": _("king eaten"),
    "rank": _("lost by rank"),
    "mom": _("móm"),
    "u": _("ù"),
    "u_tron": _("ù tròn"),
    "u_khan": _("ù khan"),
    "dong_hoa": _("đồng hoa trắng"),
    "u_thong": _("ù thông"),
    "u_k": _("ù K"),
}


def words(code: str, data: Mapping[str, object]) -> SafeString:
    """The sentence, as HTML, for the code of a RuleError or of the gate; never raises, whatever the data."""
    try:
        return sentence(REFUSALS.get(code, FALLBACK), {key: _said(key, value) for key, value in data.items()})
    except (KeyError, TypeError, ValueError):
        return sentence(FALLBACK, {})


def by_house(*codes: str) -> str:
    """What moderators did at a table."""
    return " ".join(str(BY_HOUSE[code]) for code in codes)


def sentence(text: str | Promise, values: Mapping[str, object]) -> SafeString:
    """Our own words as HTML; what is put into them is escaped, unless it is HTML itself."""
    return mark_safe(str(text) % {key: escaped(value) for key, value in values.items()})


def _said(key: str, value: object) -> object:
    if key in _CARDS:
        return named_in_text(str(value))
    return grouped(value) if key in _GOLD and isinstance(value, int) else value


def why(code: str) -> str:
    """The reason of a payment (R11's word)."""
    return str(WHY.get(code, code))


def units(count: int) -> str:
    """``3 units``."""
    return ngettext("%(count)s unit", "%(count)s units", count) % {"count": count}


def signed(count: int) -> str:
    """Units won or lost, with a real minus: ``+3``, ``−4``, ``0``."""
    return f"+{count}" if count > 0 else f"−{-count}" if count else "0"


def tone(count: int) -> str:
    """What a number won or lost is to the eye: ``won``, ``lost``, ``even``."""
    return "won" if count > 0 else "lost" if count < 0 else "even"


def points(count: int) -> str:
    """``17 points``."""
    return ngettext("%(count)s point", "%(count)s points", count) % {"count": count}
