"""How fast the rules and the bots are, and what a table costs: ``python -m tests.bench``, one figure a line."""
