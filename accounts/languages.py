"""Which language a visitor gets, for pages and sockets alike."""

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation.trans_real import parse_accept_lang_header


def chosen(cookie: str | None, accept_language: str, page: str | None = None) -> str:
    """A code of settings.LANGUAGES: that of the page which a part or a socket belongs to, where it is told; else the
    one in the cookie; else Vietnamese where the Accept-Language header lists it or lists no language of ours; else
    the first of ours it lists."""
    ours = [code for code, _ in settings.LANGUAGES]
    for code in (page, cookie):
        if code in ours:
            return str(code)
    listed = [tag.split("-")[0] for tag, _ in parse_accept_lang_header(accept_language)]
    if settings.LANGUAGE_CODE in listed:
        return settings.LANGUAGE_CODE
    return next((tag for tag in listed if tag in ours), settings.LANGUAGE_CODE)


def either(vi: str, en: str) -> str:
    """That of the two texts which is in the active language."""
    return en if get_language() == "en" else vi
