"""What the house gives, and where it stops giving. In gold; days are those of `accounts.days`."""

WELCOME = 20_000
"""For every new player, guest or not."""
RELIEF = 5_000
"""For whoever has less than this, what is set aside for a hand included."""
RELIEFS_A_DAY = 3
"""With a confirmed e-mail address; one otherwise, for guests one a browser."""
BOT_WINS_A_DAY = 5_000
"""The most that payments from and to bots come to in a day."""
FOLD_EVERY = 200
"""After about so many postings the entries of hot accounts are folded in."""
