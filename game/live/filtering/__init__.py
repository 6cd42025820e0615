"""What is typed, made fit to be read: nothing hidden in it, no links, and stars for words nobody wants.

signs      which signs show, and how many marks a letter may have
reading    what a reader takes signs for, whatever they are made of
links      what leads away from the site
words      the words that aren't shown
cleaning   all of it in turn
names      whether it would leave a name as it is
"""

from game.live.filtering.cleaning import clean, not_shown
from game.live.filtering.signs import tidy
from game.live.filtering.words import folded, starred

__all__ = ["clean", "folded", "not_shown", "starred", "tidy"]
