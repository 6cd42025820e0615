"""Keys of rooms; `accounts.house` tells what each room is (R8.8, R8.9)."""

LOWEST = "hien_nha"
"""The only room in which gold is real at a table with bots."""
