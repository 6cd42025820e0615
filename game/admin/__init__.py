"""For the staff: the game in the administration, a module for each concept. Only `game.live` changes anything.

tables     tables, seats, who watches, who was called; what moderators do there
hands      hands and who played them; told: rules, rooms and seats as players read them
messages   what was said; words: what is said with one press, words that aren't shown
evidence   what there is to know about a report; decisions: what deciding it asks for
reports    what players want looked at, to be dealt with; states: what of a list of work is shown
signals    what the house noticed, to be judged; unseen: what of that isn't read in the log
dashboard  what the last days brought, as charts
"""

from game.admin import dashboard, hands, messages, reports, signals, tables, unseen, words

__all__ = ["dashboard", "hands", "messages", "reports", "signals", "tables", "unseen", "words"]
