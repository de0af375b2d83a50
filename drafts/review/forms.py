"""What the desk accepts, and how it says what is wrong."""

from datetime import datetime, timedelta

from django import forms
from django.utils import timezone

from drafts.models import LAYERS, Review
from drafts.scoring import LONGEST_REPLY
from profiles import unseen

RELOAD = "The page did not say which text it showed. Reload the page and try again."
A_DAY = 86_400


class VersionForm(forms.Form):
    """Every deed names the version of the text it saw."""

    version = forms.IntegerField(error_messages={"required": RELOAD, "invalid": RELOAD})

    def first_error(self) -> str:
        return next(iter(self.errors.values()))[0]


class TextForm(VersionForm):
    text = forms.CharField(
        strip=False,
        max_length=LONGEST_REPLY,
        error_messages={
            "required": "The reply is empty. Write something, or reject the draft.",
            "max_length": f"The reply is longer than {LONGEST_REPLY:,} characters. Shorten it.",
        },
    )


class ApproveForm(TextForm):
    seconds = forms.CharField(required=False)
    answered = forms.BooleanField(required=False)

    def clean_seconds(self) -> int:
        """What the browser counted, up to a day; a clock that cannot be right counted nothing, and stops nobody."""
        said = self.cleaned_data["seconds"].strip()
        return min(int(said), A_DAY) if said.isascii() and said.isdecimal() and len(said) < 12 else 0


class RejectForm(VersionForm):
    reason = forms.ChoiceField(
        choices=Review.Reason.choices,
        error_messages={
            "required": "Choose a reason, so that the next draft can be better.",
            "invalid_choice": "Choose one of the reasons.",
        },
    )
    remark = forms.CharField(
        max_length=500, required=False, error_messages={"max_length": "Say what exactly in 500 characters or fewer."}
    )


class AgainForm(VersionForm):
    layer = forms.ChoiceField(
        choices=[("", "The whole draft"), *LAYERS],
        required=False,
        error_messages={"invalid_choice": "Choose the whole draft, voice, relevance or value."},
    )
    instruction = forms.CharField(
        max_length=200, required=False, error_messages={"max_length": "Say it in 200 characters: one change at a time."}
    )


class PasteForm(forms.Form):
    """A prospect's mail that came some other way, with who wrote it."""

    lead_name = forms.CharField(label="Their name", max_length=200)
    lead_email = forms.EmailField(label="Their mail address", max_length=320)
    company = forms.CharField(label="Company", max_length=200, required=False)
    role = forms.CharField(
        label="Role",
        max_length=120,
        required=False,
        help_text="Such as office manager or CFO: it decides which value point fits.",
    )
    industry = forms.CharField(label="Industry", max_length=120, required=False)
    subject = forms.CharField(label="Subject", max_length=500, required=False)
    text = forms.CharField(
        label="Their mail",
        widget=forms.Textarea(attrs={"rows": 12}),
        max_length=200_000,
        strip=False,
        help_text="The whole mail as you received it; quoted earlier mail and signatures are recognised.",
    )
    sent_at = forms.DateTimeField(
        label="When they sent it",
        required=False,
        help_text="Your time. Empty means now.",
        error_messages={"invalid": "Choose a day and a time, such as 2026-11-30 14:05, or leave it empty."},
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )

    def clean_lead_name(self) -> str:
        if not (seen := unseen.name(self.cleaned_data["lead_name"])):
            raise forms.ValidationError("Nothing can be seen of this name: type it.")
        return seen

    def clean_text(self) -> str:
        if unseen.is_blank(text := self.cleaned_data["text"]):
            raise forms.ValidationError("The message is empty: paste what the prospect wrote.")
        return text

    def clean_sent_at(self) -> datetime | None:
        sent_at = self.cleaned_data["sent_at"]
        if sent_at and sent_at > timezone.now() + timedelta(days=1):
            raise forms.ValidationError("This day is still to come. Choose when they sent it, or leave it empty.")
        return sent_at
