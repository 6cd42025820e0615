from django.apps import AppConfig
from django.db.backends.signals import connection_created
from django.utils.translation import gettext_lazy as _


class GameConfig(AppConfig):
    name = "game"
    verbose_name = _("Phỏm")

    def ready(self) -> None:
        from accounts import cleaning, download, house
        from accounts.ledger import open_hands
        from accounts.names import changing
        from accounts.signals import (
            access_changed,
            erased,
            preferences_changed,
            renamed,
            sanctioned,
            session_ended,
        )
        from game.live import doors, gold, hosting, keeping, meters, people, reports, talk  # models are there now
        from game.live.filtering import names

        connection_created.connect(meters.count_queries)
        preferences_changed.connect(hosting.follow)
        renamed.connect(people.rename)
        erased.connect(people.let_go)
        sanctioned.connect(people.shut_out)
        session_ended.connect(doors.session_ended)
        access_changed.connect(doors.access_changed)
        changing.checks.append(names.check)
        download.sources.append(people.hands_of)
        download.sources.append(talk.messages_of)
        download.sources.append(reports.reports_of)
        cleaning.rules.extend(keeping.rules)
        open_hands.sources.append(gold.open_among)
        house.room_checks.append(gold.check_room)
