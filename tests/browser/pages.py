"""Every page that anybody can open, by a short name. A test holds this list to the site's addresses."""

PAGES = {
    "home": "/",
    "help": "/help/",
    "nothing": "/nowhere/",
}
