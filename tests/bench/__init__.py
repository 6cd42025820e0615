"""How fast the rules and the bots are: ``python -m tests.bench``, one figure a line."""
