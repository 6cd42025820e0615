"""Scene -> HTML, error code -> words.

render     one small template to HTML
cards      cards: their names, their faces
words      codes of rules and gate in words
fields     the fields of a variant in words
prices     its price card; options: the same fields as a form asks for them
seats      public blocks, cached: name plates, rows, phom, eaten cards, the middle
stakes     what is played for: room and unit, the own gold, what a hand brought
lines      events told; feed: those of a hand, newest first
risks      which throws are risky, and why
own        the viewer's hand and buttons
result     the end of a hand
table      all of it joined
coach      what the guide's coach says, and where it points
guide      the guide's table
examples   drawn examples of the rules
rules      the rules of a variant as pages
replay     a finished hand once more, all hands open
history    finished hands in a list; evening: all of one table as a score sheet
talk       what is said at a table
"""

from game.screens.table import table_html
from game.screens.words import by_house, words

__all__ = ["by_house", "table_html", "words"]
