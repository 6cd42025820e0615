"""Friendly Vietnamese names for guests: a creature or fruit, an adjective, a number."""

from __future__ import annotations

from random import Random

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


def friendly_name(rng: Random) -> str:
    """Such as "Cá Chép Vui 27": NFC, at most 20 characters, one of some 140,000."""
    return f"{rng.choice(CREATURES)} {rng.choice(MOODS)} {rng.randrange(10, 100)}"
