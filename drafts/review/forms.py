"""What the desk accepts, and how it says what is wrong."""

from django import forms

from drafts.models import LAYERS, Review
from drafts.scoring import LONGEST_REPLY


class VersionForm(forms.Form):
    """Every deed names the version of the text it saw."""

    version = forms.IntegerField(min_value=0, error_messages={"required": "Reload the page and try again."})

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
    seconds = forms.IntegerField(min_value=0, max_value=86_400, required=False)
    answered = forms.BooleanField(required=False)


class RejectForm(VersionForm):
    reason = forms.ChoiceField(
        choices=Review.Reason.choices,
        error_messages={
            "required": "Choose a reason, so that the next draft can be better.",
            "invalid_choice": "Choose one of the reasons.",
        },
    )
    remark = forms.CharField(max_length=500, required=False)


class AgainForm(VersionForm):
    layer = forms.ChoiceField(choices=[("", "The whole draft"), *LAYERS], required=False)
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
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
