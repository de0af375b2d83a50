"""What sales ops fill in."""

from django import forms
from django.conf import settings
from django.utils import timezone

from profiles.examples.check import OLDEST
from profiles.mailbox import Folder, folder_for
from profiles.models import Rep

MAIL_FILES = (".eml", ".mbox", ".mbx", ".txt", ".zip")


class ManyFilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class ManyFilesField(forms.FileField):
    """Several files, each checked like one."""

    widget = ManyFilesInput

    def clean(self, data, initial=None):
        files = data if isinstance(data, list | tuple) else [data]
        return [super(ManyFilesField, self).clean(one, initial) for one in files if one] or (
            [] if not self.required else super().clean(None)
        )


class MailUploadForm(forms.Form):
    """Mail as files, or one mail's source pasted."""

    files = ManyFilesField(
        required=False,
        label="Mail files",
        help_text="One or more .eml files, .mbox archives, such as Gmail Takeout’s, or .zip files of them.",
    )
    source = forms.CharField(
        required=False,
        label="Or one mail, pasted",
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text="With its headers (“show original”).",
    )

    def clean_files(self):
        limit = settings.UPLOAD_LIMIT_MB
        for file in self.cleaned_data["files"]:
            if not file.name.lower().endswith(MAIL_FILES):
                raise forms.ValidationError(f"{file.name} is not a mail file: choose .eml, .mbox or .zip files.")
            if file.size > limit * 1024 * 1024:
                raise forms.ValidationError(f"{file.name} is over {limit} MB: split it, or use manage.py import_mail.")
        return self.cleaned_data["files"]

    def clean(self):
        found = super().clean()
        if not self.errors and not found.get("files") and not found.get("source", "").strip():
            raise forms.ValidationError("Choose a file, or paste a mail.")
        return found

    def uploads(self):
        """Name and pieces of each mail source given."""
        for file in self.cleaned_data["files"]:
            yield file.name, file.chunks()
        if source := self.cleaned_data["source"].strip():
            yield "pasted mail", [source.encode()]


class ThreadUploadForm(MailUploadForm):
    """The same, with the rep whose mail it is."""

    rep = forms.ModelChoiceField(Rep.objects.filter(active=True), label="Rep", help_text="Whose mailbox it comes from.")
    own_folder = forms.BooleanField(
        required=False,
        label="It is their Sent folder",
        help_text="Tick it only for a file that holds nothing but what the rep sent: what says it is from them is then taken for theirs.",
    )
    field_order = ["rep", "files", "source", "own_folder"]


class FolderForm(forms.Form):
    """Which folder of a mailbox, and which days of it."""

    folder = forms.ChoiceField()
    since = forms.DateField(label="From", required=False, widget=forms.DateInput(attrs={"type": "date"}))
    until = forms.DateField(
        label="To",
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text="Both days included. Empty: no limit.",
    )

    def __init__(self, *args, folders: list[Folder], **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["folder"].choices = [(f.name, f"{f.name} (sent mail)" if f.purpose == "\\Sent" else f.name) for f in folders]
        self.fields["folder"].initial = folder_for("\\Sent", folders)
        self.fields["since"].initial = timezone.localdate() - OLDEST

    def clean(self):
        found = super().clean()
        if found.get("since") and found.get("until") and found["since"] > found["until"]:
            raise forms.ValidationError("The first day is after the last one.")
        return found


class SnoozeForm(forms.Form):
    """Its fields stand inside another form's page and name the one they belong to."""

    until = forms.DateField(
        label="Not before",
        error_messages={"required": "Choose a day.", "invalid": "Choose a day, written like 2027-01-31."},
        widget=forms.DateInput(attrs={"type": "date", "form": "snooze", "aria-label": "Not before"}),
    )
    reason = forms.CharField(
        max_length=200,
        error_messages={"required": "Say why the refresh waits.", "max_length": "Give the reason in 200 characters or fewer."},
        widget=forms.TextInput(attrs={"form": "snooze", "size": 40, "aria-label": "Reason"}),
    )
