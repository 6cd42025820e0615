"""All settings, read from environment variables; README lists them. Without any, the site runs embedded:
SQLite, in-memory channel layer, clock inside the server process."""

from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from accounts import keeping
from phom_site import environ, release

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

# The game
PHOM_TURN_SECONDS = int(environ.seconds("PHOM_TURN_SECONDS", 20, least=1))
PHOM_NEXT_HAND_SECONDS = environ.seconds("PHOM_NEXT_HAND_SECONDS", 20)
PHOM_BOT_DELAY = environ.seconds("PHOM_BOT_DELAY", 1.1)
PHOM_MAINTENANCE = environ.switch("PHOM_MAINTENANCE", False)
PHOM_CLOCK = environ.switch("PHOM_CLOCK", True) and not PHOM_MAINTENANCE  # nobody can play, so nobody's time runs

# Who may talk to us
DEBUG = environ.switch("PHOM_DEBUG", False)
HTTPS = environ.switch("PHOM_HTTPS", False)
_database = environ.text("DATABASE_URL")
_others_depend_on_it = HTTPS or bool(_database)  # several processes or hosts have to sign by one key
SECRET_KEY = environ.secret("PHOM_SECRET_KEY", is_needed=_others_depend_on_it) or environ.kept_secret(
    VAR_DIR / "secret-key"
)
ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]", *environ.words("PHOM_ALLOWED_HOSTS")]
PROXIES = environ.count("PHOM_PROXIES", 1 if HTTPS else 0)
PHOM_LIMITS = environ.factor("PHOM_LIMITS")

# Who may see what is measured
PHOM_METRICS_FROM = environ.networks("PHOM_METRICS_FROM", ["127.0.0.0/8", "::1/128"])
PHOM_METRICS_TOKEN = environ.secret("PHOM_METRICS_TOKEN")

# Where to write to
EMAIL_BACKEND, _mail = environ.mail("PHOM_EMAIL_URL")
EMAIL_HOST, EMAIL_PORT = _mail.host, _mail.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail.user, _mail.password
EMAIL_USE_SSL, EMAIL_USE_TLS = _mail.is_ssl, _mail.is_tls
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = environ.text("PHOM_EMAIL_FROM", "Chiếu Phỏm <no-reply@localhost>")
PHOM_CONTACT_EMAIL = environ.text("PHOM_CONTACT_EMAIL")

# Where things are kept
DATABASES = {
    "default": environ.postgresql(_database)
    if _database
    else environ.sqlite(Path(environ.text("PHOM_DB", str(VAR_DIR / "phom.sqlite3"))))
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
_redis = environ.redis("REDIS_URL")
_patience = {"socket_connect_timeout": 0.5, "socket_timeout": 0.5}  # seconds: who waits for Redis can do without it
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [{"address": _redis, **_patience}]},
    }
    if _redis
    else {"BACKEND": "phom_site.layer.OneProcessLayer"}
}
CACHES = {  # how often somebody tried; all server processes have to count together
    "default": {
        "BACKEND": "phom_site.cache.RedisCache",
        "LOCATION": _redis,
        "KEY_PREFIX": "phom",
        "OPTIONS": _patience,
    }
    if _redis
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 100_000}}
}

# Who vouches for people besides their password; what a form may lead to, since browsers look where answers lead on
_social = {
    "google": environ.pair("PHOM_GOOGLE_ID", "PHOM_GOOGLE_SECRET"),
    "facebook": environ.pair("PHOM_FACEBOOK_ID", "PHOM_FACEBOOK_SECRET"),
}
SOCIALACCOUNT_PROVIDERS: dict[str, dict[str, Any]] = {
    name: {"APP": {"client_id": app[0], "secret": app[1], "key": ""}} for name, app in _social.items() if app
}
if "google" in SOCIALACCOUNT_PROVIDERS:  # whose addresses are confirmed by themselves: whoever has one here is let in
    SOCIALACCOUNT_PROVIDERS["google"] |= {"EMAIL_AUTHENTICATION": True, "OAUTH_PKCE_ENABLED": True}
if "facebook" in SOCIALACCOUNT_PROVIDERS:
    SOCIALACCOUNT_PROVIDERS["facebook"] |= {"METHOD": "oauth2", "SCOPE": ["email", "public_profile"]}
_social_pages = {"google": "https://accounts.google.com", "facebook": "https://www.facebook.com"}

INSTALLED_APPS = [
    "daphne",  # first, so that runserver is ASGI
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    *(f"allauth.socialaccount.providers.{name}" for name in SOCIALACCOUNT_PROVIDERS),
    "accounts",
    "game",
    "accounts.staff.apps.StaffAdminConfig",  # last: after a migration it finds everybody's permissions
]
MIDDLEWARE = [
    "phom_site.watched.WatchedMiddleware",  # first: it answers whatever is away, and whatever the host is called
    "django.middleware.security.SecurityMiddleware",
    "phom_site.middleware.StaticFilesMiddleware",
    "phom_site.middleware.OpenerPolicyMiddleware",
    "phom_site.requests.RequestMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # pads at random, so that lengths tell nothing of tokens
    "csp.middleware.CSPMiddleware",
    "phom_site.permissions.PermissionsMiddleware",
    "accounts.afterwards.AfterwardsMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "phom_site.language.VietnameseFirstMiddleware",
    "phom_site.away.MaintenanceMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.limits.LimitsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.presence.SeenMiddleware",
    "accounts.shut_out.ShutOutMiddleware",
]
ROOT_URLCONF = "phom_site.urls"
ASGI_APPLICATION = "phom_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.preferences.context",
                "accounts.owner.context",
            ],
            "libraries": {"shell": "phom_site.tags"},
        },
    },
]

# People
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",  # the administration, by user name; guests
    "accounts.entrance.backend.Backend",  # players, by e-mail address
    "allauth.account.auth_backends.AuthenticationBackend",  # only keeps who signed in by it before; lets nobody in
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("email", "display_name")},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL, LOGIN_REDIRECT_URL = "account_login", "home"
ACCOUNT_ADAPTER = "accounts.entrance.account.Adapter"
SOCIALACCOUNT_ADAPTER = "accounts.entrance.social.Adapter"
ACCOUNT_FORMS = {
    name: f"accounts.entrance.forms.{form}"
    for name, form in (
        ("login", "SignIn"),
        ("signup", "SignUp"),
        ("add_email", "ChangeEmail"),
        ("change_password", "ChangePassword"),
        ("set_password", "SetPassword"),
        ("reset_password", "ForgottenPassword"),
        ("reset_password_from_key", "NewPassword"),
        ("reauthenticate", "Password"),
    )
}
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None  # what others see is the display name
ACCOUNT_EMAIL_VERIFICATION = "optional"  # one plays on at once; what an unconfirmed address can't have says so
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = keeping.CONFIRMATION_LINK.days
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_PREVENT_ENUMERATION = "strict"  # signing up with a known address looks like any other; its owner gets a letter
ACCOUNT_CHANGE_EMAIL = True  # one address each, replaced when the new one is confirmed
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # guests are let through, accounts are not: accounts.entrance.urls
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ALLAUTH_TRUSTED_PROXY_COUNT = PROXIES
SOCIALACCOUNT_EMAIL_REQUIRED = False  # no form after the provider's own
SOCIALACCOUNT_EMAIL_VERIFICATION = "optional"
SOCIALACCOUNT_EMAIL_AUTHENTICATION_AUTO_CONNECT = True
MFA_ADAPTER = "accounts.staff.factor.Adapter"
MFA_FORMS = {
    name: f"accounts.entrance.forms.{form}"
    for name, form in (("authenticate", "Code"), ("reauthenticate", "CodeAgain"), ("activate_totp", "FirstCode"))
}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]  # who works in the administration needs one
MFA_ALLOW_UNVERIFIED_EMAIL = True  # staff made on the server may have no address
MFA_TOTP_ISSUER = "Chiếu Phỏm"
MFA_TOTP_TOLERANCE = 1  # half a minute too early or too late
YEAR = 365 * 24 * 60 * 60
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = YEAR
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = YEAR
LANGUAGE_COOKIE_SAMESITE = "Lax"

# What a browser may do with our pages
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF, *(_social_pages[name] for name in SOCIALACCOUNT_PROVIDERS)],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = None  # said with pages alone, by the middleware below those that serve files
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_SSL_REDIRECT = SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_HSTS_SECONDS = YEAR if HTTPS else 0

# Words, days
LANGUAGE_CODE = "vi"
LANGUAGES = [("vi", _("Vietnamese")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "Asia/Ho_Chi_Minh"
USE_TZ = True
FORMAT_MODULE_PATH = "phom_site.formats"

# What an open page is of; one of another release loads itself again between two hands.
PHOM_RELEASE = release.name_of([BASE_DIR / "static", BASE_DIR / "templates", *LOCALE_PATHS])

# Static files are served from where they lie: nothing to collect before the first start. Addresses name a version, and
# where they are collected for a web server in front, so does their folder: those of several releases lie side by side.
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_VERSION = release.name_of(STATICFILES_DIRS)
_collected = Path(environ.text("PHOM_STATIC", str(VAR_DIR / "static"))) / f"v-{STATIC_VERSION}"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "phom_site.statics.VersionedStorage", "OPTIONS": {"location": _collected}},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_AUTOREFRESH = DEBUG

_log = environ.choice("PHOM_LOG", ("lines", "json"))
_level = environ.choice("PHOM_LOG_LEVEL", ("info", "debug", "warning", "error")).upper()
_handlers = ["console", "errors"]
_ours = {"handlers": _handlers, "level": _level, "propagate": False}
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "unforeseen": {"()": "phom_site.seldom.Unforeseen"},
        "redis": {"()": "phom_site.seldom.Seldom"},
        "hosts": {"()": "phom_site.seldom.Seldom"},
        "away": {"()": "phom_site.seldom.DatabaseAway"},
    },
    "formatters": {"lines": {"()": "phom_site.logs.Lines"}, "json": {"()": "phom_site.logs.Json"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": _log, "filters": ["away"]},
        "errors": {"class": "phom_site.logs.Errors"},
    },
    "root": {"handlers": _handlers, "level": "WARNING"},
    "loggers": {
        "django": {"handlers": _handlers, "level": "INFO", "propagate": False},
        "django.request": {"filters": ["unforeseen"]},
        "django.security.DisallowedHost": {"filters": ["hosts"]},  # somebody tries all addresses
        "channels_redis.pubsub": {"filters": ["redis"]},  # it would tell every second that Redis is away
        "game": _ours,
        "accounts": _ours,
        "phom_site": _ours,
        "phom_site.requests": {"level": _level if _log == "json" or _level == "DEBUG" else "WARNING"},  # programs count
    },
}
