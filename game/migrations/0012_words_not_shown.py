from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

WORDS = {
    "vi": (
        "địt", "địt mẹ", "dit me", "đụ", "đụ má", "du ma", "đéo", "lồn", "cặc", "buồi", "đĩ", "con đĩ", "đcm", "dmm",
        "đm", "vcl", "vkl", "clgt", "óc chó", "mẹ mày", "đồ chó",
    ),
    "en": (
        "fuck", "fucks", "fucked", "fucker", "fucking", "motherfucker", "shit", "bullshit", "bitch", "bitches", "cunt",
        "asshole", "dickhead", "whore", "slut", "nigger", "nigga", "faggot", "retard", "kys", "kill yourself",
    ),
}


def add(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    word = apps.get_model("game", "FilteredWord")
    for language, words in WORDS.items():
        word.objects.bulk_create((word(language=language, word=one) for one in words), ignore_conflicts=True)


class Migration(migrations.Migration):
    """A list to begin with; admins go on from there, and what they take away stays away."""

    dependencies = [("game", "0011_what_was_said_last")]
    operations = [migrations.RunPython(add, migrations.RunPython.noop)]
