from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

ROOMS = (
    ("hien_nha", "Hiên nhà", "The porch", 100, 5_000, "Làm quen, với máy hay bạn bè",
     "To begin in, with bots or friends"),
    ("san_dinh", "Sân đình", "The village yard", 500, 50_000, "Cho người đã quen tay",
     "For those who win now and then"),
    ("pho_phuong", "Phố phường", "The town", 2_000, 200_000, "Cho những ván nhớ lâu", "For hands one remembers"),
    ("cung_dinh", "Cung đình", "The royal court", 10_000, 1_000_000, "Cho tay chơi bạo nhất",
     "For the boldest of all"),
)
FIELDS = ("key", "name_vi", "name_en", "unit", "least", "about_vi", "about_en")


def furnish(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    house, room = apps.get_model("accounts", "House"), apps.get_model("accounts", "Room")
    house.objects.bulk_create([house(pk=1)], ignore_conflicts=True)
    room.objects.bulk_create((room(**dict(zip(FIELDS, row))) for row in ROOMS), ignore_conflicts=True)


class Migration(migrations.Migration):
    """The house and its rooms as they were before they could be set."""

    dependencies = [("accounts", "0015_setting_the_house")]
    operations = [migrations.RunPython(furnish, migrations.RunPython.noop)]
