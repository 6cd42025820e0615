"""What is said with one press, and words that aren't shown in chat; every change is logged."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.staff.admins import Explained, Quick
from game.live.filtering import folded, not_shown, starred
from game.models import FilteredWord, Phrase


class WordForm(forms.ModelForm):  # type: ignore[type-arg]  # generic in its stubs only
    """A word that isn't there yet, however it is written."""

    def clean_word(self) -> str:
        word: str = self.cleaned_data["word"]
        for other in FilteredWord.objects.exclude(pk=self.instance.pk):
            if folded(other.word) == folded(word):
                told = {"word": other.word, "language": other.get_language_display()}
                raise ValidationError(_("This is the same as “%(word)s” (%(language)s)."), "same", told)
        return word


class PhraseForm(forms.ModelForm):  # type: ignore[type-arg]  # generic in its stubs only
    """A phrase that nobody would be kept from writing."""

    def clean_text_vi(self) -> str:
        return _shown_whole(self.cleaned_data["text_vi"])

    def clean_text_en(self) -> str:
        return _shown_whole(self.cleaned_data["text_en"])


def _shown_whole(text: str) -> str:
    """ValidationError for a text in which chat would put stars."""
    if (stars := starred(text, not_shown())) != text:
        raise ValidationError(_("There is a word in it that isn't shown: %(stars)s"), "unwanted", {"stars": stars})
    return text


@admin.register(FilteredWord)
class FilteredWordAdmin(Explained, Quick, admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """What is added or taken away holds for the next message."""

    form = WordForm
    list_display = ("word", "language")
    list_filter = ("language",)
    search_fields = ("word__startswith",)


@admin.register(Phrase)
class PhraseAdmin(Explained, admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """Phrases stay, for messages hold their keys; those that aren't offered any more are only read."""

    form = PhraseForm
    list_display = ("text_vi", "text_en", "key", "place", "is_offered")
    actions = None

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ("key",) if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
