"""Phỏm tables: the map of this app, in reading order; each module imports only from those above it.

rules/     pure: no Django, no I/O, no clock, no randomness of its own
  errors      RuleError(code, **data), no user text
  cards       cards as ints 0..51, hands as 52-bit masks; parse and format
  melds       every phỏm as a mask; best arrangement, legality with eaten cards, layoffs
  variants    each house rule a documented field; the four presets
  actions     draw, eat, lay, send, discard, muck; parse and format
  events      what an action made happen, to be told and shown
  hand        the position: legal_actions, check, apply -> new position and events
  settlement  ranking, ù, đền, payments
  sight       what one seat, or a spectator, may see
  record      phom-hand/1 <-> hand
  autopilot   what is played for a seat whose time ran out
  shuffle     seeds -> pack, commitments
bots/      a bot is choose(sight, rng) -> action; one file a bot; never sees more than Sight
models     tables, seats, hand records
live/      what happens now
  play        THE gate: every action of a person, a bot or the clock passes here
  tables      create, sit, leave, next hand
  scene       everything one viewer's screen is made of
  clock       deadlines, kept in the database, found and played by any process
  push        after the commit: tell the sockets of a table that it changed
screens    Scene -> HTML fragments; error code -> words
views, consumers, urls, routing, admin, management/commands
"""
