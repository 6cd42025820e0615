"""What happens now: tables in the database, changed only here. In reading order; each imports only from those above:

refused    Refused(code, **data): an action or wish that changed nothing
hop        from the event loop to the thread that speaks to the database
moment     the time that deadlines are measured by
trail      which request, player and table a log line is about
meters     what is measured for Prometheus
alarm      wakes this process's clock
deadlines  what time whoever is to act gets
pace       how much a socket may ask
openings   how many sockets somebody may have and open
absence    a service that is away is left alone for a while
push       the only sender: tells all processes that a table changed
change     one transaction that changes a table: locked, revision raised, told after the commit
presence   who is connected; spectators: who watches, and when finished hands open to them
moderating what holds for everything that moderators do at tables
peeking    they see all hands for a while; freezing: of the chat; removing: of a message
positions  this process's cache of positions, replayed from records
snapshots  a table as it stands, read once for all viewers in this process
hosting    who hosts a table, and what it has of the host's preferences
gold       what a table plays for: set aside at the deal, the bill of a hand's end
endings    a finished hand: result, units, gold, what comes next
shutting   a moderator closes a table after the hand; voiding: calls a hand off
play       THE gate: every action of a person, a bot or the clock passes here
succession who leads the next hand, who made u in the hand before
options    what a new table is to be like, and may
knocking   the code of a table that asks for one
invitations who is called to a table; whereabouts: where friends are
seating    a place for whoever comes; bots give way
filling    bots keep tables of quick play going until people come
freeing    seats of those who left, let hands go by or sat out too long
dealing    the next hand is dealt
between    between two hands: who is waited for, what becomes of a table when somebody goes
places     what players do with their seats: swap, sit out, leave after the hand; house: what a host may do
seeds      what browsers add to the next deal; the first hand waits for it
tables     open one, sit down, ready, order of the own hand, leave
moving     from one table to another
evening    all hands of a table as a score sheet; the same people once more
lobby      the public tables that are open, who is online
quick      quick play: a seat at once, or after a short wait that bots end
filtering  what is typed, made fit to be read
phrases    what is said with one press
talk       what is said at a table; hearing: what of it is new, read once for all who listen in this process
replays    a finished hand with every position it went through
reports    players, messages and hands that players want looked at; deciding: what the staff does about them
autoplay   what is played for bots and for those whose time ran out
closing    tables that nobody is at close, hosts who are gone are succeeded
figures    what the days brought, in numbers for the staff
noticing   beside the clock: finished hands are weighed for unfair play, a few at a time, and a day's figures kept
clock      finds due tables, claims them, plays or deals
company    who is at a table, and what the viewer may do with whom
scene      everything one viewer's screen is made of
wishes     what a socket may ask: read from a message, and done
beat       in each server process: one look now and then for all sockets that follow something
watch      sockets of tables that fell behind catch up; lobby_watch: so do those of the lobby; news: every page of a
           player's is told who calls, and tells that he is online
doors      sockets close when what they were let in by holds no more
ear        hears what push tells, for the sockets of this process
history    a player's finished hands: filtered, page by page, as records
keeping    what of it `manage.py cleanup` removes
people     a player is called otherwise, or goes for good
"""
