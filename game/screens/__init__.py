"""Scene -> HTML, error code -> words.

render     one small template to HTML
cards      cards: their names, their faces
words      codes of rules and gate in words
seats      public blocks, cached: name plates, rows, phom, eaten cards, the middle
lines      events told
risks      which throws are risky, and why
own        the viewer's hand and buttons
result     the end of a hand
table      all of it joined
"""

from game.screens.table import table_html
from game.screens.words import words

__all__ = ["table_html", "words"]
