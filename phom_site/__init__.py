"""What any site has, whatever is played on it.

environ      read settings from environment variables
settings     all of them
asgi, urls   the application, every address
origin       whose pages may open a socket
permissions  what browsers keep from our pages
frames       how much sockets take in and hold back; compression: how they pack what they send
collecting   when garbage is looked for; turns: how soon loop and thread take turns
layer        what the processes of a site that has only one tell each other
middleware   static files, before anything else is asked
statics      their addresses, which change with them; their encodings
release      names for what is served, made of the files
tags         what a page loads, named in its head
language     the language of a page
manifest     what the installed site looks like
offline      the service worker, and the page without a network
away         maintenance; draining: a server that is told to end
errors       the page for a failure of our own
style        the page of building blocks
logs         how the log is written; seldom: what of it is left out
requests     a request's id, its line in the log, what it took
watched      what those who look after the site ask: does it live, is it ready, what does it measure
"""
