"""The first-time guide: two short hands with fixed packs, played by the rules; pure like them. In reading order:

script    the packs, and what every seat does, step by step
course    how far somebody is: the position at a step, what is wanted there
examples  what the rules pages draw
"""
