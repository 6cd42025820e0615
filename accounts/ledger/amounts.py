"""Amounts that nobody sets; what the house gives, and where it stops giving, `accounts.house` tells."""

FOLD_EVERY = 200
"""After about so many postings the entries of hot accounts are folded in."""
