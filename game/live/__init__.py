"""What happens now: tables in the database, changed only here. In reading order:

refused    Refused(code, **data): an action or wish that changed nothing
moment     the time that deadlines are measured by
alarm      wakes this process's clock
deadlines  what time whoever is to act gets
push       the only sender: tells the sockets of a table that it changed
change     one transaction that changes a table: locked, revision raised, told after the commit
positions  this process's cache of positions, replayed from records
snapshots  a table as it stands, read once for all viewers in this process
hosting    what a table has of its host's preferences
gold       what a table plays for: set aside at the deal, the bill of a hand's end
endings    a finished hand: result, units, gold, what comes next
play       THE gate: every action of a person, a bot or the clock passes here
succession who leads the next hand, who made u in the hand before
seating    a place for whoever comes; bots give way
dealing    the next hand is dealt
seeds      what browsers add to the next deal; the first hand waits for it
tables     open one, sit down, ready, order of the own hand, leave
presence   who is connected
autoplay   what is played for bots and for those whose time ran out
clock      finds due tables, claims them, plays or deals
scene      everything one viewer's screen is made of
wishes     what a socket may ask: read from a message, and done
pace       how much a socket may ask
watch      in each server process: sockets that fell behind catch up
history    a player's finished hands: filtered, page by page, as records
replays    a finished hand with every position it went through
people     a player is called otherwise, or goes for good
"""
