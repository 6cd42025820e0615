"""The project's settings, as tests want them: no clock beside the tests, bots that don't wait."""

from phom_site.settings import *

SECRET_KEY = "only-for-tests"
PHOM_CLOCK = False
PHOM_BOT_DELAY = 0
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
