"""The rules of Phom: pure, immutable, without Django, clock, chance or I/O of their own."""
