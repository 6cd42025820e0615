"""Who people are. Knows nothing of the game.

models     User, guests included
names      friendly names for guests
guests     let a visitor in as a guest
languages  which language a visitor gets
"""
