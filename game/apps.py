from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GameConfig(AppConfig):
    name = "game"
    verbose_name = _("Phỏm")

    def ready(self) -> None:
        from accounts.signals import preferences_changed
        from game.live import hosting  # models are there now

        preferences_changed.connect(hosting.follow)
