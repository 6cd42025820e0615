from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

WORDS = {
    "vi": ("cứt", "vl", "dm", "dcm", "dkm", "djt"),
    "en": ("fck", "fuckers", "shitty", "assholes", "motherfuckers", "motherfucking"),
}
"""Not cut, cac, lon, buoi, deo, dit, cc or cl: without marks they are ordinary words or short for some."""


def add(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    word = apps.get_model("game", "FilteredWord")
    for language, words in WORDS.items():
        word.objects.bulk_create((word(language=language, word=one) for one in words), ignore_conflicts=True)


class Migration(migrations.Migration):
    """Words that were forgotten in the first list."""

    dependencies = [("game", "0015_seats_of_who_is_here")]
    operations = [migrations.RunPython(add, migrations.RunPython.noop)]
