from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GameConfig(AppConfig):
    name = "game"
    verbose_name = _("Phỏm")

    def ready(self) -> None:
        from accounts import cleaning, download
        from accounts.ledger import open_hands
        from accounts.names import changing
        from accounts.signals import erased, preferences_changed, renamed
        from game.live import gold, hosting, keeping, people, talk  # models are there now
        from game.live.filtering import names

        preferences_changed.connect(hosting.follow)
        renamed.connect(people.rename)
        erased.connect(people.let_go)
        changing.checks.append(names.check)
        download.sources.append(people.hands_of)
        download.sources.append(talk.messages_of)
        cleaning.rules.extend(keeping.rules)
        open_hands.sources.append(gold.open_among)
