"""Phỏm tables: the map of this app, in reading order; each part imports only from those above it.

rules/     pure: no Django, no I/O, no clock, no randomness of its own
  errors      RuleError(code, **data), no user text
  cards       cards as ints 0..51, hands as 52-bit masks; parse and format
  tables      look-up tables of phỏm and points
  melds       every phỏm as a mask; best arrangement, legality with eaten cards, layoffs
  variants    each house rule a documented field; the four presets
  shuffle     seeds -> pack, commitments
  actions     draw, eat, lay, send, discard, muck; parse and format
  events      what an action made happen, to be told and shown
  position    a hand at one moment
  legality    the one check: what may be done in a position
  hand        deal, apply -> new position and events
  settlement  ranking, ù, đền, payments
  bound       the most that a seat can lose in a hand
  sight       what one seat, or a spectator, may see
  record      phom-hand/1 <-> hand
  autopilot   what is played for a seat whose time ran out
bots/      a bot is choose(sight, rng) -> action; one file a bot; never sees more than Sight
guide/     pure: the hands of the first-time guide, its script, what the rules pages draw
models/    tables and seats; hand records
fairplay/  what finished hands tell of unfair play, found for people to judge; its own docstring is its map
live/      what happens now; its own docstring is its map. Every action passes live.play, THE gate
screens/   one viewer's scene -> HTML fragments; error code -> words
sockets    what all sockets have in common; progress: how far a browser is in the guide
forms      what may be wanted of a new table; report_forms: why somebody reports something
views, …_views   pages
consumers, guide_consumer, lobby_consumer, here_consumer   sockets: of tables, the guide, the lobby, other pages
drill/     scripted people at a real server, for load tests and fault tests; its own docstring is its map
urls, routing, admin, management/commands
"""
