from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

PHRASES = (
    ("hello", "Chào cả nhà!", "Hello everyone!"),
    ("luck", "Chúc may mắn!", "Good luck!"),
    ("good", "Đánh hay quá!", "Well played!"),
    ("feed", "Cho ăn cây nào!", "Give me something to eat!"),
    ("thanks", "Cảm ơn cây bài nhé!", "Thanks for that card!"),
    ("phew", "Suýt nữa thì toi!", "That was close!"),
    ("mom", "Lại móm rồi…", "Móm again…"),
    ("think", "Để nghĩ tí đã", "Let me think"),
    ("hurry", "Đánh đi nào!", "Do throw something!"),
    ("sorry", "Xin lỗi nhé!", "Sorry!"),
    ("again", "Thêm ván nữa nhé?", "One more hand?"),
    ("bye", "Mình phải đi rồi, chào cả nhà!", "I have to go, bye!"),
)
"""Key, Vietnamese, English, in the order in which they are offered."""


def add(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    phrase = apps.get_model("game", "Phrase")
    rows = (
        phrase(key=key, text_vi=vi, text_en=en, place=10 * place) for place, (key, vi, en) in enumerate(PHRASES, 1)
    )
    phrase.objects.bulk_create(rows, ignore_conflicts=True)


class Migration(migrations.Migration):
    """The phrases that could be said before they could be edited; the staff goes on from there."""

    dependencies = [("game", "0019_fees_of_hands")]
    operations = [migrations.RunPython(add, migrations.RunPython.noop)]
