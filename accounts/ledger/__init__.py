"""Gold: who owns how much. Nothing else writes accounts, postings or entries. In reading order:

amounts    numbers that nobody sets
places     where gold lies: purses, reserves, jackpots, the house
moves      gold from one place to another; what entries that makes
books      accounts of places, opened and locked; what lies there
folding    entries of hot accounts taken into their balance
writing    THE writer: a posting, begun and written
gifts      welcome gold, relief
bills      what a hand costs whom
hands      set aside at the deal; settled or released at the end
corrections what was paid wrongly, put right by entries of their own
leaving    an erased player's gold goes back to the house
proof      what `manage.py checkledger` holds the ledger to

Everything that writes runs in a transaction of its own or in the caller's, and does nothing the second time.
"""

from accounts.ledger.bills import Bill
from accounts.ledger.books import balance, holdings, jackpot, owned
from accounts.ledger.corrections import Correction, correct
from accounts.ledger.gifts import Outlook, relief, relief_due, welcome
from accounts.ledger.hands import Short, left_from_bots, release, set_aside, settle
from accounts.ledger.leaving import erase

__all__ = [
    "Bill",
    "Correction",
    "Outlook",
    "Short",
    "balance",
    "correct",
    "erase",
    "holdings",
    "jackpot",
    "owned",
    "left_from_bots",
    "release",
    "relief",
    "relief_due",
    "set_aside",
    "settle",
    "welcome",
]
