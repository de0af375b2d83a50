"""A person's data taken out on request, and handed out on request.

Erasing a prospect removes their threads with everything on them, their mails on the threads of others, and their address and
name wherever somebody else's mail, an example or a profile holds them. What others quoted of their words stays, without the name. Erasing a rep removes all that was theirs and leaves an account without a name.

What stays is the audit trail: numbers of rows, verbs, times and the numbers of accounts, never a word of anybody's mail. It
is not touched, not even here. Older backups still hold what was erased.
"""

import json
import re
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, models, transaction
from django.db.models import Q

from drafts.models import Delivery, Draft, HoldNote, LayerScore, Lead, Message, Review, Revision, Thread
from profiles.models import Example, ExampleSet, ImportItem, MailImport, Rep, User, VoiceProfile, record
from profiles.refusal import Refused
from profiles.sessions import end_sessions

GONE = "[erased]"


@dataclass(frozen=True, slots=True)
class Erased:
    """How many rows went, and how many of others lost a name or an address."""

    threads: int = 0
    messages: int = 0
    drafts: int = 0
    examples: int = 0
    scrubbed: int = 0

    def __str__(self) -> str:
        return (
            f"{self.threads} threads, {self.messages} mails, {self.drafts} drafts and {self.examples} examples are gone; "
            f"{self.scrubbed} other rows lost the name or the address. Older backups still hold them."
        )


# --- a prospect ---------------------------------------------------------------------------------------------------


@transaction.atomic
def erase_lead(lead: Lead, actor: User | None = None) -> Erased:
    """Remove a prospect. Raises Refused while an import of their rep's mail is being read."""
    reps = list(Rep.objects.filter(team=lead.team))
    _no_import_under_way(reps)
    _say_so()
    threads, strays = Thread.objects.filter(lead=lead), _strays(lead)
    messages = Message.objects.filter(Q(thread__in=threads) | Q(pk__in=strays))
    drafts = Draft.objects.filter(Q(thread__in=threads) | Q(answers__in=strays))
    ids = list(messages.values_list("message_id", flat=True))
    words = _words_of(lead)
    examples = _examples(reps, ids, words)
    lines = _sentences(examples)
    counted = Erased(threads.count(), len(ids), drafts.count(), len(examples))
    log_loses_names([lead, *threads, *drafts, *examples])
    _delete_drafts(drafts)
    strays.delete()
    threads.delete()
    Example.objects.filter(pk__in=[e.pk for e in examples]).delete()
    ImportItem.objects.filter(mail_import__rep__in=reps, message_id__in=ids).update(subject="", message_id="")
    record("lead erased", lead, actor, threads=counted.threads, messages=counted.messages)
    lead.delete()
    return replace(counted, scrubbed=_scrub_everything(reps, words, lines))


def _strays(lead: Lead):
    """Mails of theirs on the threads of others: those threads stay, without them."""
    return Message.objects.filter(sender_email__iexact=lead.email, rep__team=lead.team).exclude(thread__lead=lead)


def _words_of(lead: Lead) -> list[str]:
    """What names them: the address, and a name of at least two words (one alone is anybody's)."""
    return [lead.email, *([lead.name] if len(lead.name.split()) > 1 else [])]


def _examples(reps: list[Rep], ids: list[str], words: list[str]) -> list[Example]:
    """Examples that are mail to or from them."""
    known = Q(message_id__in=ids) | (Q(in_reply_to__in=ids) & ~Q(in_reply_to=""))
    for word in words:
        known |= Q(incoming__icontains=word) | Q(reply__icontains=word) | Q(subject__icontains=word)
    return list(Example.objects.filter(known, example_set__rep__in=reps))


def _sentences(examples: Iterable[Example]) -> list[str]:
    return [" ".join(example.reply.split()) for example in examples]


def _delete_drafts(drafts) -> None:
    found = list(drafts.values_list("pk", flat=True))
    Delivery.objects.filter(draft__in=found).delete()
    Review.objects.filter(draft__in=found).delete()
    Draft.objects.filter(pk__in=found).delete()


# --- a rep --------------------------------------------------------------------------------------------------------


@transaction.atomic
def erase_rep(rep: Rep, actor: User | None = None) -> Erased:
    """Remove a rep: their mail, drafts, examples, profiles and mailbox. Their account stays as a number for the audit trail."""
    _no_import_under_way([rep])
    _say_so()
    threads, drafts = Thread.objects.filter(rep=rep), Draft.objects.filter(rep=rep)
    examples = Example.objects.filter(example_set__rep=rep)
    counted = Erased(threads.count(), Message.objects.filter(rep=rep).count(), drafts.count(), examples.count())
    leads = list(Lead.objects.filter(threads__rep=rep).exclude(threads__in=Thread.objects.exclude(rep=rep)).distinct())
    log_loses_names([rep, *leads, *threads, *drafts, *examples, *rep.example_sets.all(), *rep.profiles.all()])
    _delete_drafts(drafts)
    threads.delete()
    VoiceProfile.objects.filter(rep=rep).delete()
    MailImport.objects.filter(rep=rep).delete()
    ExampleSet.objects.filter(rep=rep).delete()
    Lead.objects.filter(pk__in=[lead.pk for lead in leads]).delete()
    record("rep erased", rep, actor, threads=counted.threads, messages=counted.messages, drafts=counted.drafts)
    words, user = [*rep.addresses, *([rep.name] if len(rep.name.split()) > 1 else [])], rep.user
    others = list(Rep.objects.exclude(pk=rep.pk))
    rep.delete()
    if user:
        _nameless(user)
    return replace(counted, scrubbed=_scrub_everything(others, words, []))


def _nameless(user: User) -> None:
    """An account that is only a number: what others did with it stays told apart in the audit trail."""
    log_loses_names([user])
    for model in (EmailAddress, SocialAccount, Authenticator):
        model.objects.filter(user=user).delete()
    user.managed_teams.clear()
    user.email, user.name, user.first_name, user.last_name = f"erased-{user.pk}@erased.invalid", "", "", ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.set_unusable_password()
    user.save()
    end_sessions(user)


# --- shared -------------------------------------------------------------------------------------------------------


def _no_import_under_way(reps: list[Rep]) -> None:
    at_work = Q(status__in=(MailImport.Status.QUEUED, MailImport.Status.READING), folder__isnull=False)
    if MailImport.objects.filter(at_work | Q(chunks__isnull=False), rep__in=reps).exists():
        raise Refused(
            "An import of this rep's mail is being read. Erase when it is done, or what it still brings in would be missed."
        )


def _say_so() -> None:
    """Lets this transaction take lines out of built profiles; the database allows it nothing else."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL voicedesk.erasing = 'on'")


def log_loses_names(objects: Iterable[models.Model]) -> None:
    """The admin's own history names what was changed by its words."""
    for found in objects:
        LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(found), object_id=str(found.pk)).update(
            object_repr=GONE, change_message=""
        )


@dataclass(frozen=True, slots=True)
class Place:
    """Columns of a model where words of mail stand, and how to come from a row to its rep and, if it has one, its thread."""

    model: type[models.Model]
    of_rep: str
    of_thread: str
    columns: frozenset[str]


def _place(model: type[models.Model], of_rep: str, of_thread: str, columns: str) -> Place:
    return Place(model, of_rep, of_thread, frozenset(columns.split()))


SCRUBBED = (
    _place(
        Message,
        "rep",
        "thread",
        "sender_name sender_email subject text quoted hidden left_out recipients attachments in_reply_to references defects",
    ),
    _place(Thread, "rep", "pk", "subject closed_because"),
    _place(Draft, "rep", "thread", "brief plan words wish ended_because"),
    _place(Revision, "draft__rep", "draft__thread", "text instruction remark"),
    _place(LayerScore, "revision__draft__rep", "revision__draft__thread", "evidence note"),
    _place(HoldNote, "draft__rep", "draft__thread", "sentence quote"),
    _place(Review, "draft__rep", "draft__thread", "text remark"),
    _place(Delivery, "draft__rep", "draft__thread", "said"),
    _place(Lead, "team__reps", "", "notes"),
    _place(Example, "example_set__rep", "", "incoming reply subject"),
    _place(ImportItem, "mail_import__rep", "", "subject sentence"),
    _place(MailImport, "rep", "", "source error"),
    _place(ExampleSet, "rep", "", "snooze_reason"),
)
"""Everywhere that words of mail stand."""


def _scrub_everything(reps: list[Rep], words: list[str], lines: list[str]) -> int:
    """Take the words out of every row of these reps; returns how many rows held them."""
    pattern = re.compile("|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)), re.IGNORECASE)
    scrubbed = 0
    for place in SCRUBBED:
        held = Q()
        for column, word in ((c, w) for c in place.columns for w in words):
            held |= Q(**{f"{column}__icontains": word})
        for row in place.model.objects.filter(held, **{f"{place.of_rep}__in": reps}).distinct():
            for column in place.columns:
                setattr(row, column, scrub(getattr(row, column), pattern))
            row.save(update_fields=place.columns)
            scrubbed += 1
    for message in Message.objects.filter(rep__in=reps, raw__isnull=False).only("pk", "raw").iterator(chunk_size=200):
        if pattern.search(bytes(message.raw).decode("utf-8", "replace")):
            Message.objects.filter(pk=message.pk).update(raw=None)
            scrubbed += 1
    return scrubbed + _scrub_profiles(reps, pattern, lines)


def _scrub_profiles(reps: list[Rep], pattern: re.Pattern, lines: list[str]) -> int:
    """Lines quoted in a profile that name them or come from an example that went."""
    scrubbed = 0
    for profile in VoiceProfile.objects.filter(rep__in=reps, status=VoiceProfile.Status.BUILT):
        kept = [
            GONE if pattern.search(line) or any(" ".join(line.split()) in text for text in lines) else line
            for line in profile.data.get("lines", [])
        ]
        if kept != profile.data.get("lines", []):
            VoiceProfile.objects.filter(pk=profile.pk).update(data={**profile.data, "lines": kept})
            scrubbed += 1
    return scrubbed


def scrub(value, pattern: re.Pattern):
    """The same value with every match in any of its texts replaced."""
    if isinstance(value, str):
        return pattern.sub(GONE, value)
    if isinstance(value, list | tuple):
        return [scrub(one, pattern) for one in value]
    if isinstance(value, dict):
        return {name: scrub(one, pattern) for name, one in value.items()}
    return value


# --- handing out --------------------------------------------------------------------------------------------------


def export_lead(lead: Lead, file: Path) -> int:
    """All that is kept of a prospect, as a zip: ``data.json`` and their mails as they came. Returns the number of mails."""
    threads, strays = lead.threads.all(), _strays(lead)
    ids = list(Message.objects.filter(Q(thread__in=threads) | Q(pk__in=strays)).values_list("message_id", flat=True))
    examples = Example.objects.filter(
        pk__in=[e.pk for e in _examples(list(Rep.objects.filter(team=lead.team)), ids, _words_of(lead))]
    )
    return _write(file, {"lead": Lead.objects.filter(pk=lead.pk), "examples": examples, **_of_threads(threads, strays)})


def export_rep(rep: Rep, file: Path) -> int:
    """All that is kept of a rep, the same way."""
    return _write(
        file,
        {
            "rep": Rep.objects.filter(pk=rep.pk),
            "account": User.objects.filter(pk=rep.user_id).defer("password"),
            "example_sets": rep.example_sets.all(),
            "examples": Example.objects.filter(example_set__rep=rep),
            "profiles": rep.profiles.all(),
            "imports": rep.imports.all(),
            **_of_threads(Thread.objects.filter(rep=rep)),
        },
    )


def _of_threads(threads, strays=None) -> dict[str, models.QuerySet]:
    drafts = Draft.objects.filter(thread__in=threads)
    return {
        "threads": threads,
        "messages": Message.objects.filter(Q(thread__in=threads) | Q(pk__in=strays or ())),
        "drafts": drafts,
        "revisions": Revision.objects.filter(draft__in=drafts),
        "reviews": Review.objects.filter(draft__in=drafts),
        "deliveries": Delivery.objects.filter(draft__in=drafts),
    }


NOT_HANDED_OUT = {"password", "raw", "claim", "claimed_at", "words"}


def _write(file: Path, parts: dict[str, models.QuerySet]) -> int:
    mails = 0
    with zipfile.ZipFile(file, "x", zipfile.ZIP_DEFLATED) as archive:
        data = {
            name: [{k: v for k, v in row.items() if k not in NOT_HANDED_OUT} for row in rows.order_by("pk").values()]
            for name, rows in parts.items()
        }
        archive.writestr("data.json", json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1))
        for message in parts["messages"].filter(raw__isnull=False).order_by("pk").iterator(chunk_size=50):
            archive.writestr(f"mails/{message.pk}.eml", bytes(message.raw))
            mails += 1
    return mails
