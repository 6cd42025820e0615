"""The project's settings, as tests want them: no clock beside the tests, bots that don't wait, no limits."""

import os

from phom_site.settings import *

SECRET_KEY = "only-for-tests"
PHOM_CLOCK = False
PHOM_BOT_DELAY = 0
PHOM_LIMITS = 0
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}  # of each worker alone
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

if "CONFIG" in CHANNEL_LAYERS["default"]:  # on Redis: the workers of one run must not hear each other
    CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = os.environ.get("PYTEST_XDIST_WORKER", "alone")
