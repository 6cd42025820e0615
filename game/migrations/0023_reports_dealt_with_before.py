"""Reports that were dealt with before anybody was told what came of them: nobody is told of them as if it were new."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def settle(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    old = apps.get_model("game", "Report").objects.filter(handled_at__isnull=False, outcome="")
    old.filter(message__hidden=True).update(outcome="acted", told_at=F("handled_at"))
    old.update(outcome="known", told_at=F("handled_at"))


class Migration(migrations.Migration):
    dependencies = [("game", "0022_tallies_by_player")]

    operations = [migrations.RunPython(settle, migrations.RunPython.noop)]
