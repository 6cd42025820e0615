"""Friendly Vietnamese names for guests: a creature or fruit, an adjective, a number."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

from accounts.names.characters import NAME_MAX

CREATURES = (
    "Bê Con", "Bồ Câu", "Bướm", "Bưởi", "Cá Bống", "Cá Chép", "Cá Heo", "Cá Vàng", "Cam Sành", "Chanh", "Chích Chòe",
    "Chim Sâu", "Chim Sẻ", "Chôm Chôm", "Châu Chấu", "Chuối", "Cò Trắng", "Cóc Tía", "Cún Con", "Cú Mèo", "Dế Mèn",
    "Dê Con", "Dưa Hấu", "Dừa Xiêm", "Ếch Xanh", "Gà Con", "Gấu Con", "Hải Âu", "Hươu Sao", "Khế Ngọt", "Kiến Vàng",
    "Lạc Đà", "Mèo Con", "Mèo Mun", "Me Chua", "Mít Mật", "Mực Ống", "Na Dai", "Nghé Con", "Nhãn Lồng", "Nhím Con",
    "Ong Mật", "Ổi Đào", "Quýt", "Rùa Con", "Sáo Sậu", "Sen Hồng", "Sóc Nâu", "Sơn Ca", "Sư Tử", "Thanh Long",
    "Thỏ Trắng", "Tôm Hùm", "Trâu Vàng", "Vải Thiều", "Vẹt Xanh", "Vịt Bầu", "Voi Con", "Vú Sữa", "Xoài Cát",
)  # fmt: skip
MOODS = (
    "Bận", "Cười", "Đói", "Gan Dạ", "Hăng", "Hiền", "Khéo", "Khôn", "Lanh", "Lì", "Mơ", "Mừng", "Ngoan",
    "Nhanh", "Oai", "Phởn", "Láu", "Say", "Siêng", "Ham Ù", "Tinh", "Tít", "Tròn", "Tươi", "Vội", "Vui", "Xinh",
)  # fmt: skip


def friendly_name(rng: Random, digits: int = 2) -> str:
    """Such as "Cá Chép Vui 27": NFC, one of some 140,000 that have two digits; at most 20 characters with those."""
    number = rng.randrange(10 ** (digits - 1), 10**digits)
    return f"{rng.choice(CREATURES)} {rng.choice(MOODS)} {number}"


def friendly_names(rng: Random) -> Iterator[str]:
    """Names to try one after the other, with more digits the longer it takes; none too long."""
    for attempt in count():
        name = friendly_name(rng, 2 + attempt // 10)
        if len(name) <= NAME_MAX:
            yield name
