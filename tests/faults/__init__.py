"""Real servers, clocks and databases under play by scripted people, while things go wrong. In reading order:

processes  programs that are started, killed and paused
wall       a wall clock that jumps when told to
keeping    the databases: an SQLite file, a PostgreSQL of its own
stage      servers, clocks, a database and perhaps Redis, behind one address
front      that address: a balancer that can cut, freeze and muddle what passes
company    people at tables, who play until told otherwise
proof      what has to hold in the end: nothing lost, nothing twice, nobody stuck, all books right, all at one version
"""
