"""Whose voice: people, their example mail, and the profiles learned from it."""

import zoneinfo
from datetime import date

from django.conf import settings
from django.contrib.auth.base_user import BaseUserManager
from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone

from profiles.secrets import SecretField
from profiles.sessions import end_sessions

KINDS = [
    ("inbound_first", "First reply"),
    ("nudge", "Nudge"),
    ("meeting", "Meeting"),
    ("objection", "Objection"),
    ("other", "Other"),
]


def valid_zone(name: str) -> None:
    if name not in zoneinfo.available_timezones():
        raise ValidationError(f"{name} is not a time zone; use a name such as Europe/Berlin or America/Chicago.")


class UserManager(BaseUserManager):
    use_in_migrations = True

    def create_user(self, email, password=None, **fields):
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email, password=None, **fields):
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractUser):
    """Somebody who signs in, by mail address.

    What they may see follows from ``rep``, ``managed_teams`` and ``is_staff`` (sales ops).
    """

    username = None
    email = models.EmailField("mail address", unique=True)
    name = models.CharField(max_length=120, blank=True)
    timezone = models.CharField(max_length=64, default="UTC", validators=[valid_zone])

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = []
    objects = UserManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("email"), name="user_one_account_per_address"),
        ]

    def __str__(self):
        return self.name or self.email

    def save(self, *args, **kwargs):
        """Switching an account off ends its sessions; switching it on again brings none of them back."""
        super().save(*args, **kwargs)
        if not self.is_active:
            end_sessions(self)

    def clean(self):
        """Signing in looks the address up in lower case."""
        super().clean()
        self.email = self.email.strip().lower()

    @property
    def is_ops(self) -> bool:
        return self.is_active and self.is_staff

    @property
    def is_manager(self) -> bool:
        return self.is_active and self.managed_teams.exists()


class Team(models.Model):
    name = models.CharField(max_length=120, unique=True)
    company = models.CharField(max_length=120, help_text="The seller's name, as prospects know it.")
    managers = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="managed_teams", blank=True)

    def __str__(self):
        return self.name


class RepQuerySet(models.QuerySet):
    def for_user(self, user):
        """The reps whose work this user may see: all for ops, their teams' for a manager, themselves for a rep."""
        if user.is_ops:
            return self
        return self.filter(Q(user=user) | Q(team__in=user.managed_teams.all()))


class Rep(models.Model):
    """A sales rep. Lives on when the account is gone, because drafts and reviews refer to it."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="rep")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="reps")
    name = models.CharField(max_length=120)
    email = models.EmailField(help_text="The address they write from.")
    other_addresses = ArrayField(
        models.EmailField(), default=list, blank=True, help_text="Further addresses of theirs or that reach them, with commas."
    )
    title = models.CharField(max_length=120, blank=True)
    timezone = models.CharField(max_length=64, default="UTC", validators=[valid_zone])
    signature = models.TextField(blank=True, validators=[MaxLengthValidator(2_000)])
    active = models.BooleanField(default=True, help_text="Off: nothing is drafted for this rep.")

    objects = RepQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(Lower("email"), name="rep_one_per_address")]

    def __str__(self):
        return self.name

    def save(self, *args, **kwargs):
        self.email = self.email.strip().lower()
        self.other_addresses = [a.strip().lower() for a in self.other_addresses]
        super().save(*args, **kwargs)

    @property
    def addresses(self) -> frozenset[str]:
        """Every address that is this rep, lower-cased."""
        return frozenset({self.email, *self.other_addresses})

    def current_profile(self):
        """The newest built profile of the active example set, or None."""
        return self.profiles.filter(status=VoiceProfile.Status.BUILT, example_set__status=ExampleSet.Status.ACTIVE).first()


class Mailbox(models.Model):
    """Where a rep's mail is, over IMAP: drafts are put there, and their Sent folder can be read from there."""

    class Security(models.TextChoices):
        TLS = "tls", "TLS"
        STARTTLS = "starttls", "STARTTLS"
        NONE = "none", "None (only on this machine)"

    rep = models.OneToOneField(Rep, on_delete=models.CASCADE, related_name="mailbox")
    host = models.CharField("IMAP server", max_length=255, help_text="Such as imap.gmail.com or outlook.office365.com.")
    port = models.PositiveIntegerField(default=993, validators=[MinValueValidator(1), MaxValueValidator(65535)])
    security = models.CharField(max_length=8, choices=Security, default=Security.TLS)
    user = models.CharField(max_length=254, help_text="Usually the mail address.")
    password = SecretField(help_text="Or an app password. Stored encrypted and never shown; leave empty to keep it.")
    drafts_folder = models.CharField(max_length=200, blank=True, help_text="Empty: the one the server names, or “Drafts”.")

    class Meta:
        verbose_name_plural = "mailboxes"

    def __str__(self):
        return f"{self.user} on {self.host}"

    def clean(self):
        """Without encryption a password is sent to this machine only."""
        super().clean()
        if self.security == self.Security.NONE and self.host not in ("localhost", "127.0.0.1", "::1"):
            raise ValidationError({"security": "Without encryption only a server on this machine can be used."})


class ExampleSet(models.Model):
    """20 to 30 real replies of a rep, curated for one quarter."""

    class Status(models.TextChoices):
        COLLECTING = "collecting", "Collecting"
        ACTIVE = "active", "Active"
        RETIRED = "retired", "Retired"

    rep = models.ForeignKey(Rep, on_delete=models.PROTECT, related_name="example_sets")
    quarter = models.CharField(max_length=7, help_text="Such as 2026-Q4.")
    status = models.CharField(max_length=12, choices=Status, default=Status.COLLECTING)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    activated_at = models.DateTimeField(null=True, blank=True, editable=False)
    activated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, editable=False, related_name="+"
    )
    refresh_due = models.DateField(null=True, blank=True, help_text="A quarter after activation.")
    snoozed_until = models.DateField(null=True, blank=True)
    snooze_reason = models.CharField(max_length=200, blank=True)
    reminded_on = models.DateField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["rep"], condition=Q(status="active"), name="example_set_one_active_per_rep"),
            models.CheckConstraint(
                condition=Q(status="collecting")
                | Q(activated_at__isnull=False, activated_by__isnull=False, refresh_due__isnull=False),
                name="example_set_activation_says_who_when_and_until",
            ),
            models.CheckConstraint(condition=Q(quarter__regex=r"^\d{4}-Q[1-4]$"), name="example_set_quarter_is_a_quarter"),
            models.CheckConstraint(
                condition=Q(snoozed_until__isnull=True) | ~Q(snooze_reason=""), name="example_set_snooze_has_a_reason"
            ),
        ]

    def __str__(self):
        return f"{self.rep} {self.quarter}"

    def is_overdue(self, today: date) -> bool:
        return self.status == self.Status.ACTIVE and self.refresh_due is not None and today > self.refresh_due


LONGEST_EXAMPLE = 20_000
"""Characters of an example, and of the mail it answers."""


class Example(models.Model):
    """One real reply in a set, with the mail it answers. ``reply`` holds the rep's own words only."""

    class Tag(models.TextChoices):
        STRONGEST = "strongest", "Strongest"
        ROUTINE = "routine", "Routine"

    example_set = models.ForeignKey(ExampleSet, on_delete=models.CASCADE, related_name="examples")
    message_id = models.CharField(max_length=500)
    in_reply_to = models.CharField(max_length=500, blank=True)
    sent_at = models.DateTimeField()
    subject = models.CharField(max_length=500, blank=True)
    incoming = models.TextField(
        blank=True, help_text="The mail this answers, if it was found.", validators=[MaxLengthValidator(LONGEST_EXAMPLE)]
    )
    reply = models.TextField(
        help_text="The rep's own words: no quoted mail, signature or footer.", validators=[MaxLengthValidator(LONGEST_EXAMPLE)]
    )
    kind = models.CharField(max_length=16, choices=KINDS, default="other")
    lead_type = models.CharField(max_length=80, blank=True)
    stage = models.CharField(max_length=40, blank=True)
    tag = models.CharField(max_length=12, choices=Tag, blank=True)
    included = models.BooleanField("use it", default=True)
    warnings = models.JSONField(default=list, blank=True, editable=False)

    class Meta:
        ordering = ["-sent_at"]
        constraints = [
            models.UniqueConstraint(fields=["example_set", "message_id"], name="example_once_per_set"),
            models.CheckConstraint(condition=~Q(reply=""), name="example_has_words"),
        ]

    def __str__(self):
        return self.subject or self.reply[:60]


class VoiceProfile(models.Model):
    """What was learned from a set: immutable once built (a trigger sees to it), versioned per rep."""

    class Status(models.TextChoices):
        QUEUED = "queued", "Waiting to be built"
        BUILDING = "building", "Being built"
        BUILT = "built", "Built"
        FAILED = "failed", "Could not be built"

    rep = models.ForeignKey(Rep, on_delete=models.PROTECT, related_name="profiles")
    example_set = models.ForeignKey(ExampleSet, on_delete=models.PROTECT, related_name="profiles")
    version = models.PositiveIntegerField()
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    claim = models.UUIDField(null=True, blank=True, editable=False)
    claimed_at = models.DateTimeField(null=True, blank=True, editable=False)
    tries = models.PositiveSmallIntegerField(default=0, editable=False)
    requested_at = models.DateTimeField(default=timezone.now, editable=False)
    built_at = models.DateTimeField(null=True, blank=True)
    data = models.JSONField(default=dict)
    threshold = models.FloatField(null=True, blank=True)
    expected_hold_rate = models.FloatField(null=True, blank=True)
    hold_rate_low = models.FloatField(null=True, blank=True)
    hold_rate_high = models.FloatField(null=True, blank=True)
    held_out_scores = ArrayField(models.FloatField(), default=list, blank=True)
    example_count = models.PositiveIntegerField(default=0)
    dropped_moves = ArrayField(models.CharField(max_length=64), default=list, blank=True)
    error = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-version"]
        constraints = [
            models.UniqueConstraint(fields=["rep", "version"], name="voice_profile_version_once_per_rep"),
            models.UniqueConstraint(
                fields=["example_set"],
                condition=Q(status__in=["queued", "building"]),
                name="voice_profile_one_build_at_a_time_per_set",
            ),
            models.CheckConstraint(
                condition=~Q(status="built") | Q(built_at__isnull=False, threshold__isnull=False, example_count__gte=12),
                name="voice_profile_built_is_complete",
            ),
            models.CheckConstraint(
                condition=Q(threshold__isnull=True) | Q(threshold__gte=0, threshold__lte=1),
                name="voice_profile_threshold_from_0_to_1",
            ),
            models.CheckConstraint(
                condition=Q(status="building", claim__isnull=False, claimed_at__isnull=False)
                | (~Q(status="building") & Q(claim__isnull=True, claimed_at__isnull=True)),
                name="voice_profile_claim_while_building_only",
            ),
            models.CheckConstraint(condition=~Q(status="failed") | ~Q(error=""), name="voice_profile_failure_says_why"),
        ]

    def __str__(self):
        return f"{self.rep}, version {self.version}"


class MailImport(models.Model):
    """One upload, paste or command: what came in, what was kept, and why each other mail was not."""

    class Purpose(models.TextChoices):
        EXAMPLES = "examples", "Example set"
        THREADS = "threads", "Incoming threads"

    class Status(models.TextChoices):
        QUEUED = "queued", "Waiting"
        READING = "reading", "Reading"
        DONE = "done", "Done"
        FAILED = "failed", "Stopped"

    purpose = models.CharField(max_length=10, choices=Purpose)
    rep = models.ForeignKey(Rep, on_delete=models.PROTECT, related_name="imports")
    example_set = models.ForeignKey(ExampleSet, on_delete=models.SET_NULL, null=True, blank=True, related_name="imports")
    source = models.CharField(max_length=300, help_text="The file's name, or how the mail was given.")
    status = models.CharField(max_length=8, choices=Status, default=Status.QUEUED)
    claim = models.UUIDField(null=True, blank=True, editable=False)
    claimed_at = models.DateTimeField(null=True, blank=True, editable=False)
    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    requested_at = models.DateTimeField(default=timezone.now, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True, editable=False)
    folder = models.JSONField(
        null=True, blank=True, editable=False, help_text="For a mailbox: name, days, and once listed the numbers of its mails."
    )
    own_folder = models.BooleanField(
        "their Sent folder", default=False, help_text="It holds only what the rep sent: what says it is theirs is theirs."
    )
    expected = models.PositiveIntegerField(null=True, blank=True, help_text="How many mails there are, where that is known.")
    size = models.BigIntegerField(default=0)
    bytes_read = models.BigIntegerField(default=0, editable=False)
    read = models.PositiveIntegerField(default=0)
    kept = models.PositiveIntegerField(default=0)
    known = models.PositiveIntegerField(default=0)
    skipped = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-requested_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(read=F("kept") + F("known") + F("skipped")), name="mail_import_every_mail_accounted_for"
            ),
            models.CheckConstraint(condition=~Q(status="failed") | ~Q(error=""), name="mail_import_failure_says_why"),
        ]

    def __str__(self):
        return self.source

    @property
    def share_read(self) -> float | None:
        """How far it is, 0 to 1; None while nobody knows."""
        if self.expected:
            return self.read / self.expected
        return min(1.0, self.bytes_read / self.size) if self.size else None


class ImportChunk(models.Model):
    """A piece of an uploaded file, kept in the database until it is read: web and worker may be different hosts."""

    mail_import = models.ForeignKey(MailImport, on_delete=models.CASCADE, related_name="chunks")
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["mail_import", "number"], name="import_chunk_once")]


class ImportItem(models.Model):
    """One mail of an import that was not simply kept: its reason, in a sentence."""

    mail_import = models.ForeignKey(MailImport, on_delete=models.CASCADE, related_name="items")
    position = models.PositiveIntegerField(help_text="Which mail of the file, from 1.")
    message_id = models.CharField(max_length=500, blank=True)
    subject = models.CharField(max_length=200, blank=True)
    outcome = models.CharField(max_length=8, choices=[("kept", "Kept"), ("known", "Already here"), ("skipped", "Skipped")])
    code = models.CharField(max_length=40)
    sentence = models.CharField(max_length=300)

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["mail_import", "position"], name="import_item_once_per_mail")]


class Event(models.Model):
    """The audit trail: who did what to which object, when. Never a word of anybody's mail. Append-only (a trigger sees to it)."""

    at = models.DateTimeField(default=timezone.now, db_index=True)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    verb = models.CharField(max_length=60)
    target = models.CharField(max_length=60, help_text="Model name.")
    target_id = models.BigIntegerField()
    data = models.JSONField(default=dict)

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["target", "target_id", "-at"], name="event_of_an_object")]

    def __str__(self):
        return f"{self.verb} {self.target} {self.target_id}"


def record(verb: str, target: models.Model, actor=None, **data) -> Event:
    """Write one audit row; call it inside the transaction of the deed. ``data`` holds ids and numbers, never mail text."""
    return Event.objects.create(actor=actor, verb=verb, target=target._meta.model_name, target_id=target.pk, data=data)
