"""Every hand gets what it is called in links."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import game.models


def name_hands(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    hands = apps.get_model("game", "HandRecord").objects
    for pk in hands.filter(public_id=None).values_list("pk", flat=True):
        hands.filter(pk=pk).update(public_id=game.models.new_public_id())


class Migration(migrations.Migration):
    dependencies = [("game", "0003_bot_speed")]

    operations = [
        migrations.AddField(
            model_name="handrecord", name="public_id", field=models.CharField(max_length=10, null=True, default=None)
        ),
        migrations.RunPython(name_hands, migrations.RunPython.noop),
    ]
