"""How long what is kept of people stays: said on the privacy page, and done by `manage.py cleanup`. Pure."""

from datetime import timedelta

GUEST = timedelta(days=30)
"""A guest who didn't come back, from the last visit."""
SESSION = timedelta(days=365)
"""Of being signed in, from the last sign-in or change; cookies that remember a browser's choices too."""
UNCONFIRMED = timedelta(days=365)
"""An account whose e-mail address was never confirmed, from the last visit."""
CONFIRMATION_LINK = timedelta(days=3)
"""A link in a letter that confirms an address; a new address that wasn't confirmed goes with it."""
MESSAGES = timedelta(days=30)
"""What was said at tables, from when it was."""
REPORTS = timedelta(days=180)
"""What was reported, with what was said around it, for moderators."""
REQUESTS = timedelta(days=30)
"""A request to be friends that wasn't accepted, from when it was made."""
TRACES = timedelta(days=90)
"""Hashes of the address and the browser that a player came from, from when that was last."""
TALLIES = timedelta(days=91)
"""What is counted of a player's hands week by week, by which unfair play is noticed."""
SIGNALS = timedelta(days=180)
"""What was noticed so, for moderators, from when it was last noticed."""
NAME_CHANGES = timedelta(days=365)
"""Which names a player had before, for moderators."""
LAPSES = timedelta(days=1)
"""That somebody left in mid-hand, or let hands go by."""
