"""What finished hands tell of unfair play: found by counting, for people to judge. Nothing follows by itself.

Each hand is weighed once, some minutes after its end, by a process of its own that gives way to everything else; what
it tells is added up by player and pair in weeks, and what chance does seldom becomes a signal. Pure but for the last
four.
In reading order; each imports only from those above:

replaying  a hand taken apart into its choices: by whom, in which position, how fast
feeding    each discard: how likely it seemed that it could be eaten, and what came of it
flow       who paid whom
leaving    who sits down, loses to one player and is gone
timing     how evenly somebody takes time
seeing     whether choices turned out beyond what could be known
weighing   all of it of one hand, as JSON values; `python -m game.fairplay` does it for hands line by line
scoring    how far something lies from chance where people differ by nature
summing    hands added up by players and pairs
finding    from sums to what is worth a look: thresholds, and the numbers they rest on
chance     how often things happen among all players
books      sums in the database, by week
sharing    table mates who come from the same place
watching   a batch of hands weighed, and signals written
"""
