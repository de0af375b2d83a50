"""What is said, in whose voice, to whom; and what became of it."""

from datetime import timedelta

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower, Upper
from django.utils import timezone

from profiles.models import KINDS, Rep, Team, VoiceProfile
from profiles.unseen import is_blank, unturned

LAYERS = [("voice", "Voice"), ("relevance", "Relevance"), ("value", "Value")]


def share(**options):
    return models.FloatField(validators=[MinValueValidator(0), MaxValueValidator(1)], **options)


def from_0_to_1(name: str) -> Q:
    return Q(**{f"{name}__gte": 0, f"{name}__lte": 1})


# --- what may be said ---------------------------------------------------------------------------------------------


LONGEST_STATEMENT = MaxLengthValidator(2_000)
"""Every statement is read beside every mail."""


class OfTeamQuerySet(models.QuerySet):
    def for_team(self, team):
        """What this team may say: its own and what belongs to everybody."""
        return self.filter(Q(team=team) | Q(team__isnull=True))


class Approved(models.Model):
    """What ops approved to be said. ``code`` is how notes and plans refer to it."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, null=True, blank=True, help_text="Empty: every team may say it.")
    code = models.CharField(max_length=20, unique=True)

    objects = OfTeamQuerySet.as_manager()

    class Meta:
        abstract = True
        ordering = ["code"]

    def clean(self):
        """Words are kept without marks that turn them around; words nobody would see are none."""
        said = [f for f in self._meta.get_fields() if isinstance(f, models.CharField | models.TextField)]
        blank = {}
        for field in said:
            words = unturned(getattr(self, field.name))
            setattr(self, field.name, words)
            if words and is_blank(words):
                blank[field.name] = "Nothing can be seen of this: type it."
        if blank:
            raise ValidationError(blank)


class Fact(Approved):
    topic = models.CharField(max_length=60)
    text = models.TextField(help_text="One statement, as it may be said to a prospect.", validators=[LONGEST_STATEMENT])
    valid_until = models.DateField(null=True, blank=True, help_text="Last day it holds. Afterwards it does not exist for drafts.")
    keywords = ArrayField(
        models.CharField(max_length=80), default=list, blank=True, help_text="Other words prospects use for it, with commas."
    )
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta(Approved.Meta):
        constraints = [models.CheckConstraint(condition=~Q(text=""), name="fact_says_something")]

    def __str__(self):
        return f"{self.code} {self.text[:60]}"


class ValuePoint(Approved):
    roles = ArrayField(models.CharField(max_length=80), help_text="Roles it speaks to, with commas.")
    industries = ArrayField(models.CharField(max_length=80), default=list, blank=True, help_text="Empty: any.")
    concern = models.CharField(max_length=200, help_text="What this kind of lead worries about.")
    text = models.TextField(help_text="The one line that speaks to it.", validators=[LONGEST_STATEMENT])
    evidence = models.ManyToManyField(Fact, blank=True, related_name="value_points")

    def __str__(self):
        return f"{self.code} {self.concern}"


class Objection(Approved):
    objection = models.CharField(max_length=200)
    response_points = models.TextField(
        help_text="What may be answered, one point a line.", validators=[MaxLengthValidator(4_000)]
    )

    def __str__(self):
        return f"{self.code} {self.objection}"

    def points(self) -> tuple[str, ...]:
        return tuple(line.strip() for line in self.response_points.splitlines() if line.strip())


class Policy(models.Model):
    """A team's bars. Voice is set by the share of the rep's own mail that may be held, the others by score."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, related_name="policy")
    voice_hold_rate = share(default=0.05, help_text="Share of what the rep really wrote that may be held on voice.")
    relevance_threshold = share(default=0.5)
    value_threshold = share(default=0.5)
    nudge_after_business_days = models.PositiveSmallIntegerField(
        default=3, validators=[MinValueValidator(1), MaxValueValidator(60)]
    )
    most_nudges = models.PositiveSmallIntegerField(default=3)
    drafting = models.BooleanField(default=True, help_text="Off: mail is read and shown, nothing is drafted.")

    class Meta:
        verbose_name_plural = "policies"
        constraints = [
            models.CheckConstraint(
                condition=from_0_to_1("voice_hold_rate") & from_0_to_1("relevance_threshold") & from_0_to_1("value_threshold"),
                name="policy_thresholds_from_0_to_1",
            ),
            models.CheckConstraint(condition=Q(nudge_after_business_days__gte=1), name="policy_nudge_waits_a_day_at_least"),
        ]

    def __str__(self):
        return f"Policy of {self.team}"


# --- to whom ------------------------------------------------------------------------------------------------------


class Lead(models.Model):
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="leads")
    name = models.CharField(max_length=200)
    email = models.EmailField(max_length=320)
    company = models.CharField(max_length=200, blank=True)
    role = models.CharField(max_length=120, blank=True)
    industry = models.CharField(max_length=120, blank=True)
    size = models.CharField(max_length=120, blank=True, help_text="Such as 13 technicians.")
    stage = models.CharField(max_length=40, blank=True)
    notes = models.TextField(blank=True, validators=[MaxLengthValidator(20_000)])

    class Meta:
        indexes = [
            GinIndex(*(OpClass(Upper(name), name="gin_trgm_ops") for name in ("name", "email", "company")), name="lead_by_words")
        ]
        constraints = [models.UniqueConstraint("team", Lower("email"), name="lead_one_per_address_and_team")]

    def __str__(self):
        return self.email if is_blank(self.name) else self.name


Lead._meta.get_field("email").register_lookup(Lower)  # email__lower is answered by the constraint's index, email__iexact by none


class ForUserQuerySet(models.QuerySet):
    """Permission is part of the lookup: what this user may see, nothing else."""

    rep_path = "rep"

    def for_user(self, user):
        if user.is_ops:
            return self
        path = self.rep_path
        return self.filter(Q(**{f"{path}__user": user}) | Q(**{f"{path}__team__in": user.managed_teams.all()}))

    def of_rep_user(self, user):
        """What is this user's own to decide: only the rep whose voice it is."""
        return self.filter(**{f"{self.rep_path}__user": user})


class Thread(models.Model):
    class Status(models.TextChoices):
        OPEN = "open", "Open"
        CLOSED = "closed", "Closed"

    rep = models.ForeignKey(Rep, on_delete=models.PROTECT, related_name="threads")
    lead = models.ForeignKey(Lead, on_delete=models.PROTECT, related_name="threads")
    subject = models.CharField(max_length=500, blank=True)
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    closed_because = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    last_message_at = models.DateTimeField(null=True, blank=True)
    last_from_rep = models.BooleanField(default=False)

    objects = ForUserQuerySet.as_manager()

    class Meta:
        ordering = ["-last_message_at"]
        indexes = [
            models.Index(
                fields=["last_message_at"], condition=Q(status="open", last_from_rep=True), name="thread_waiting_for_the_lead"
            ),
            GinIndex(OpClass(Upper("subject"), name="gin_trgm_ops"), name="thread_by_subject"),
        ]
        constraints = [
            models.CheckConstraint(condition=~Q(status="closed") | ~Q(closed_because=""), name="thread_closed_says_why")
        ]

    def __str__(self):
        return f"{self.lead}: {self.subject}"


class Message(models.Model):
    """One mail on a thread. ``text`` holds its author's own new words; ``raw`` is the mail as it came."""

    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="messages")
    rep = models.ForeignKey(Rep, on_delete=models.PROTECT, related_name="+")
    message_id = models.CharField(max_length=500)
    in_reply_to = models.CharField(max_length=500, blank=True)
    references = ArrayField(models.CharField(max_length=500), default=list, blank=True)
    from_rep = models.BooleanField()
    sender_name = models.CharField(max_length=200, blank=True)
    sender_email = models.CharField(max_length=320)
    recipients = models.JSONField(default=list)
    sent_at = models.DateTimeField()
    utc_offset_minutes = models.SmallIntegerField(default=0, help_text="The sender's own clock.")
    received_at = models.DateTimeField(default=timezone.now, editable=False)
    subject = models.CharField(max_length=500, blank=True)
    text = models.TextField(blank=True)
    quoted = models.TextField(blank=True)
    hidden = models.TextField(blank=True)
    left_out = models.TextField(blank=True, help_text="Signature and footers.")
    attachments = models.JSONField(default=list)
    flags = ArrayField(models.CharField(max_length=20), default=list, blank=True)
    defects = models.JSONField(default=list)
    raw = models.BinaryField(null=True, editable=False)

    class Meta:
        ordering = ["sent_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["rep", "message_id"], name="message_once_per_rep")]
        # A reply may be read before what it answers: every new mail asks who refers to it.
        indexes = [models.Index(fields=["rep", "in_reply_to"], condition=~Q(in_reply_to=""), name="message_by_what_it_answers")]

    def __str__(self):
        return self.subject


# --- what was written ---------------------------------------------------------------------------------------------


class DraftQuerySet(ForUserQuerySet):
    def unsent(self):
        return self.filter(status__in=Draft.UNSENT)

    def on_desk(self):
        return self.filter(status__in=(Draft.Status.READY, Draft.Status.HELD))


HISTORY = Q(status__in=["approved", "edited", "rejected", "failed", "skipped"])
"""Drafts nobody has to do anything about any more. They grow for ever."""


IN_SHORT = ("review_verdict", "review_at", "review_changed", "review_seconds", "review_hurried")


class Draft(models.Model):
    """One reply being made. Its row is the job's status: a worker holds it by ``claim`` until ``claimed_at`` grows stale."""

    class Status(models.TextChoices):
        QUEUED = "queued", "Waiting for a writer"
        WRITING = "writing", "Being written"
        READY = "ready", "Ready"
        HELD = "held", "Held"
        APPROVED = "approved", "Approved"
        EDITED = "edited", "Approved with edits"
        REJECTED = "rejected", "Rejected"
        SUPERSEDED = "superseded", "Superseded"
        SKIPPED = "skipped", "Nothing to write"
        FAILED = "failed", "Failed"

    UNSENT = (Status.QUEUED, Status.WRITING, Status.READY, Status.HELD)

    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="drafts")
    rep = models.ForeignKey(Rep, on_delete=models.PROTECT, related_name="drafts")
    answers = models.ForeignKey(
        Message, on_delete=models.CASCADE, related_name="drafts", help_text="The newest message it was written after."
    )
    trigger = models.CharField(max_length=10, choices=[("inbound", "New message"), ("nudge_due", "Nudge due")], default="inbound")
    kind = models.CharField(max_length=16, choices=KINDS, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    claim = models.UUIDField(null=True, blank=True, editable=False)
    claimed_at = models.DateTimeField(null=True, blank=True, editable=False)
    tries = models.PositiveSmallIntegerField(default=0, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)
    decision = models.CharField(
        max_length=8, blank=True, choices=[("ready", "Ready"), ("held", "Held")], help_text="As first decided."
    )
    held_by = ArrayField(models.CharField(max_length=10, choices=LAYERS), default=list, blank=True)
    profile = models.ForeignKey(VoiceProfile, on_delete=models.PROTECT, null=True, blank=True, related_name="drafts")
    wish = models.JSONField(default=dict, help_text="What the rep asked for when asking again: a layer, an instruction.")
    as_of = models.DateTimeField(null=True, blank=True, help_text="For demos and replays: the moment it is written from.")
    brief = models.JSONField(default=dict)
    plan = models.JSONField(default=dict)
    current = models.OneToOneField("Revision", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    decided_on = models.ForeignKey(
        "Revision", on_delete=models.SET_NULL, null=True, blank=True, related_name="+", help_text="The wording first decided on."
    )
    facts = models.ManyToManyField(Fact, blank=True, related_name="drafts", help_text="What its plan answers with.")
    version = models.PositiveIntegerField(
        default=0, help_text="Counts every change of the text; a save names the version it saw."
    )
    shown_at = models.DateTimeField(null=True, blank=True)
    shown_whole_at = models.DateTimeField(null=True, blank=True)
    ended_because = models.CharField(max_length=300, blank=True)
    # Its review once more, for the reports: kept by a trigger on reviews (draft_review_in_short), written by nobody else.
    review_verdict = models.CharField(max_length=8, blank=True, db_default="", default="", editable=False)
    review_at = models.DateTimeField(null=True, editable=False)
    review_changed = models.FloatField(null=True, editable=False)
    review_seconds = models.PositiveIntegerField(null=True, editable=False)
    review_hurried = models.BooleanField(db_default=False, default=False, editable=False)
    words = models.TextField(
        blank=True, editable=False, help_text="What it is found by: lead, company, subject, the mail and the reply."
    )

    objects = DraftQuerySet.as_manager()

    class Meta:
        ordering = ["created_at", "pk"]
        indexes = [
            models.Index(fields=["rep", "created_at"], condition=Q(status__in=["ready", "held"]), name="draft_on_a_desk"),
            models.Index(fields=["claimed_at"], condition=Q(status__in=["queued", "writing"]), name="draft_in_the_works"),
            # Reports read this index and not the table, whose rows are thirty times as wide.
            models.Index(
                fields=["rep", "finished_at"],
                include=["id", "kind", "decision", "held_by", "decided_on", *IN_SHORT],
                condition=~Q(decision=""),
                name="draft_decided_in_short",
            ),
            # History is searched by words, or read from its newest end; the planner takes the shorter way.
            GinIndex(OpClass(Upper("words"), name="gin_trgm_ops"), condition=HISTORY, name="draft_history_by_words"),
            models.Index(fields=["created_at", "id"], condition=HISTORY, name="draft_history_by_age"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["thread"],
                condition=Q(status__in=["queued", "writing", "ready", "held"]),
                name="draft_one_unsent_per_thread",
            ),
            models.CheckConstraint(
                condition=Q(status="writing", claim__isnull=False, claimed_at__isnull=False)
                | (~Q(status="writing") & Q(claim__isnull=True, claimed_at__isnull=True)),
                name="draft_claim_while_writing_only",
            ),
            models.CheckConstraint(
                condition=~Q(status__in=["ready", "held", "approved", "edited", "rejected"])
                | (Q(finished_at__isnull=False) & ~Q(decision="")),
                name="draft_finished_says_when_and_how",
            ),
            models.CheckConstraint(
                condition=~Q(status__in=["failed", "skipped", "superseded"]) | ~Q(ended_because=""), name="draft_ended_says_why"
            ),
            models.CheckConstraint(
                condition=Q(shown_whole_at__isnull=True) | Q(shown_at__isnull=False), name="draft_shown_whole_was_shown"
            ),
        ]

    def __str__(self):
        return f"Draft {self.pk} for {self.thread}"


class Revision(models.Model):
    """One wording of a draft with its three scores: each round of a writer, and what the rep made of it."""

    class Author(models.TextChoices):
        OFFLINE = "offline", "Offline writer"
        MODEL = "model", "Model writer"
        REP = "rep", "The rep"

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveSmallIntegerField()
    author = models.CharField(max_length=8, choices=Author)
    text = models.TextField(blank=True)
    sentences = models.JSONField(default=list)
    instruction = models.CharField(max_length=500, blank=True)
    layer = models.CharField(max_length=10, choices=LAYERS, blank=True)
    remark = models.CharField(max_length=300, blank=True)
    usage = models.JSONField(default=list, help_text="Calls to a model: tokens and seconds a step.")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["draft", "number"], name="revision_number_once_per_draft")]


class LayerScore(models.Model):
    """One layer's judgement of one revision, with the bar it was held to then."""

    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="scores")
    layer = models.CharField(max_length=10, choices=LAYERS)
    score = models.FloatField(null=True, blank=True, help_text="Empty: not enough text to tell.")
    threshold = models.FloatField()
    passed = models.BooleanField()
    evidence = models.JSONField(default=list)
    note = models.CharField(max_length=500, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["revision", "layer"], include=["score", "threshold", "passed"], name="layer_score_once_per_revision"
            ),
            models.CheckConstraint(condition=Q(score__isnull=True) | from_0_to_1("score"), name="layer_score_from_0_to_1"),
            models.CheckConstraint(condition=from_0_to_1("threshold"), name="layer_score_threshold_from_0_to_1"),
            models.CheckConstraint(
                condition=Q(passed=False) | Q(score__isnull=False, score__gte=F("threshold")),
                name="layer_score_passed_reaches_threshold",
            ),
        ]


class HoldNote(models.Model):
    """Why a draft is held, in one sentence; the words it is about."""

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="notes")
    position = models.PositiveSmallIntegerField()
    layer = models.CharField(max_length=10, choices=LAYERS, blank=True)
    code = models.CharField(max_length=40)
    sentence = models.CharField(max_length=500)
    spans = models.JSONField(default=list)
    quote = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["draft", "position"], name="hold_note_position_once")]


class HoldReason(models.Model):
    """Why a draft was held when it was first decided. Notes follow the text as it is edited; this stays, for the reports."""

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="reasons")
    layer = models.CharField(max_length=10, choices=LAYERS, blank=True)
    code = models.CharField(max_length=40)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["draft", "layer", "code"], name="hold_reason_once_per_draft")]


class Review(models.Model):
    """What the rep decided: who, when, and how long they looked."""

    class Verdict(models.TextChoices):
        APPROVED = "approved", "Approved as written"
        EDITED = "edited", "Approved with edits"
        REJECTED = "rejected", "Rejected"

    class Reason(models.TextChoices):
        VOICE = "voice", "Does not sound like me"
        RELEVANCE = "relevance", "Does not answer what was asked"
        VALUE = "value", "Says nothing that matters to them"
        WRONG = "wrong", "Something in it is wrong"
        MYSELF = "myself", "I will write this one myself"
        NO_REPLY = "no_reply", "Needs no reply"

    draft = models.OneToOneField(Draft, on_delete=models.PROTECT, related_name="review")
    reviewer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(null=True)
    verdict = models.CharField(max_length=8, choices=Verdict)
    reason = models.CharField(max_length=10, choices=Reason, blank=True)
    remark = models.CharField(max_length=500, blank=True)
    text = models.TextField(blank=True, help_text="Exactly what was on the screen.")
    edit_distance = share(default=0, help_text="Share of the text that was changed.")
    seconds_on_screen = models.PositiveIntegerField(default=0)
    hurried = models.BooleanField(default=False, help_text="Approved as written, in less time than reading it takes.")

    class Meta:
        indexes = [models.Index(fields=["reviewer", "at"], name="draft_review_of_a_person")]
        constraints = [
            models.CheckConstraint(condition=Q(reviewer__isnull=False, at__isnull=False), name="draft_review_says_who_and_when"),
            models.CheckConstraint(condition=~Q(verdict="rejected") | ~Q(reason=""), name="draft_review_rejection_says_why"),
            models.CheckConstraint(condition=Q(verdict="rejected") | ~Q(text=""), name="draft_review_approval_keeps_the_text"),
            models.CheckConstraint(condition=from_0_to_1("edit_distance"), name="draft_review_edit_distance_from_0_to_1"),
        ]

    @property
    def undo_until(self):
        """From then on an approval stands."""
        return self.at + timedelta(seconds=settings.UNDO_SECONDS)


class Delivery(models.Model):
    """Handing an approved text on. ``uncertain`` means the server may have it: a person decides, no retry doubles it."""

    class Status(models.TextChoices):
        WAITING = "waiting", "Waiting"
        SENDING = "sending", "Being handed over"
        DELIVERED = "delivered", "Delivered"
        FAILED = "failed", "Failed, will be tried again"
        UNCERTAIN = "uncertain", "Perhaps delivered"

    draft = models.OneToOneField(Draft, on_delete=models.PROTECT, related_name="delivery")
    method = models.CharField(max_length=10, choices=[("smtp", "Sent by SMTP"), ("imap", "Put in Drafts")])
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    message_id = models.CharField(max_length=500, unique=True)
    hand_over_after = models.DateTimeField(default=timezone.now, help_text="Until then the rep may take the approval back.")
    claim = models.UUIDField(null=True, blank=True, editable=False)
    claimed_at = models.DateTimeField(null=True, blank=True, editable=False)
    tries = models.PositiveSmallIntegerField(default=0)
    said = models.CharField(max_length=300, blank=True, help_text="The server's words.")
    delivered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = [
            models.CheckConstraint(
                condition=~Q(status="delivered") | Q(delivered_at__isnull=False), name="delivery_delivered_says_when"
            )
        ]
