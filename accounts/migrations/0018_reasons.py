"""The reasons for sanctions that the house begins with, and what players are told: the staff may word them anew."""

from typing import Any

from django.db import migrations

REASONS = (
    (
        "Xúc phạm, đe dọa", "Insults and threats",
        "Bạn đã chửi bới, xúc phạm hoặc đe dọa người khác. Ngồi chiếu với nhau là để vui: được thua gì cũng xin giữ lời. Chuyện gì khó chịu, hãy bấm báo cáo, đừng cãi lại.",
        "You have insulted or threatened others. People sit down here to enjoy themselves: win or lose, keep a civil tongue. If somebody is unpleasant, report it instead of answering back.",
    ),
    (
        "Quảng cáo, rải tin", "Advertising and spam",
        "Bạn đã quảng cáo hoặc gửi đi gửi lại cùng một lời trong trò chuyện. Chiếu này không phải chỗ rao hàng; xin đừng gửi đường dẫn, số điện thoại hay lời mời sang nơi khác.",
        "You have advertised, or sent the same words over and over, in the chat. This is no market place: please send no links, phone numbers or invitations to other sites.",
    ),
    (
        "Tên gây phản cảm", "An offensive name",
        "Tên của bạn xúc phạm người khác, hoặc giả làm người của nhà chiếu. Xin đổi sang tên khác ở trang tài khoản.",
        "Your name offends others, or passes for somebody of the house. Please choose another on your account page.",
    ),
    (
        "Chơi bắt tay", "Playing together against others",
        "Nhiều ván cho thấy bạn và một người cùng bàn chơi bắt tay: mớm bài cho nhau hoặc cho nhau biết bài. Như thế là ăn gian với những người còn lại. Chúng tôi đã xem lại từng ván trước khi quyết định.",
        "Many hands show that you and somebody at your table play together: feeding each other cards, or telling each other what you hold. That cheats the others at the table. We have looked at the hands one by one before deciding this.",
    ),
    (
        "Chuyển vàng", "Moving gold between accounts",
        "Vàng đã được cố ý chuyển từ tài khoản này sang tài khoản khác bằng những ván thua có tính toán. Vàng chỉ để chơi: không cho, không bán, không gom từ nhiều tài khoản.",
        "Gold was moved from one account to another on purpose, by losing hands to it. Gold is only for playing: it isn't given away, sold, or gathered from several accounts.",
    ),
    (
        "Dùng máy đánh hộ", "Letting a program play",
        "Cách đánh cho thấy có chương trình đánh hộ bạn, hoặc mách nước cho bạn. Ở đây người đánh với người; muốn đánh với máy thì mở bàn có máy.",
        "The way you play shows that a program plays for you, or tells you what to play. Here people play against people; who likes to play against bots may open a table with bots.",
    ),
    (
        "Cố tình câu giờ, bỏ ván", "Stalling or leaving on purpose",
        "Bạn nhiều lần cố tình câu giờ hoặc bỏ đi giữa ván, làm cả bàn phải đợi. Bận việc thì hãy bấm nghỉ ván sau; đã vào ván xin đánh cho hết.",
        "Again and again you have stalled, or left in mid-hand, on purpose, and kept the whole table waiting. If you are busy, sit out the next hand; play those to the end that you are in.",
    ),
    (
        "Báo cáo bậy", "False reports",
        "Bạn nhiều lần báo cáo người khác mà không có lý do, hoặc để trả đũa. Báo cáo là để giữ chiếu cho vui, có người thật đọc từng cái một.",
        "You have again and again reported others without a reason, or to get back at them. Reports are there to keep the tables friendly, and people read each of them.",
    ),
    (
        "Trốn hình phạt", "Evading a sanction",
        "Bạn dùng tài khoản khác để tránh hình phạt đang có hiệu lực. Hình phạt là với người chơi, không phải với một cái tên. Nếu thấy hình phạt cũ không đúng, hãy khiếu nại.",
        "You have used another account to get around a sanction that is in force. Sanctions are for people, not for names. If you think that the earlier one isn't right, appeal against it.",
    ),
    (
        "Lý do khác", "Another reason",
        "Bạn đã làm trái điều khoản của Chiếu Phỏm.",
        "You have broken the terms of Chiếu Phỏm.",
    ),
)


def add(apps: Any, schema_editor: Any) -> None:
    """Those that aren't there yet."""
    Reason = apps.get_model("accounts", "Reason")
    for name_vi, name_en, text_vi, text_en in REASONS:
        Reason.objects.get_or_create(name_vi=name_vi, defaults={"name_en": name_en, "text_vi": text_vi, "text_en": text_en})


class Migration(migrations.Migration):
    dependencies = [("accounts", "0017_seeing_traces")]
    operations = [migrations.RunPython(add, migrations.RunPython.noop)]
