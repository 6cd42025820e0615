"""Hands that were over before history could be filtered: what they were for each player, by their records."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from game.rules.record import parse_hand
from game.rules.settlement import Result, places, settle
from game.rules.variants import PRESETS, parse_variant

PAID_FOR_EVERYONE = ("u", "u_tron", "u_khan", "dong_hoa", "u_thong")


def tell(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    hands = apps.get_model("game", "HandRecord").objects
    for pk in hands.filter(preset="").values_list("pk", flat=True):
        record = hands.get(pk=pk)
        variant = parse_variant(record.variant)
        record.preset, record.is_preset = variant.preset, variant == PRESETS[variant.preset]
        record.people_only = not record.players.exclude(bot="").exists()
        record.save(update_fields=["preset", "is_preset", "people_only"])
        if record.result is not None:
            tell_players(record)


def tell_players(record: Any) -> None:
    fields = ("variant", "seats", "leader", "u_before", "pack", "actions")
    hand = parse_hand({"format": "phom-hand/1"} | {name: getattr(record, name) for name in fields})
    result = settle(hand)
    for player, place in zip(record.players.order_by("seat"), places(hand, result), strict=True):
        player.place = place
        player.u = result.end if result.points is None and result.winner == player.seat else ""
        player.mom, player.den = result.mom[player.seat], paid_for_everyone(result, player.seat)
        player.save(update_fields=["place", "u", "mom", "den"])


def paid_for_everyone(result: Result, seat: int) -> int:
    paid = (payment for payment in result.payments if payment.payer == seat == result.den)
    return sum(payment.units for payment in paid if payment.why in PAID_FOR_EVERYONE)


class Migration(migrations.Migration):
    dependencies = [("game", "0007_fair_deal")]

    operations = [migrations.RunPython(tell, migrations.RunPython.noop)]
