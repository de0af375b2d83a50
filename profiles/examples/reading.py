"""A rep's mail into an example set: own words only, paired with the mail they answer, every other mail with its reason."""

from collections import OrderedDict
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from profiles.examples.check import Known, refusal, warnings_for
from profiles.examples.suggest import suggest_kind
from profiles.imports import Kept
from profiles.mail.origin import proven, was_delivered
from profiles.mail.types import Mail
from profiles.models import LONGEST_EXAMPLE, Example, ExampleSet, MailImport
from profiles.refusal import Refused

UNPROVEN = {
    "code": "unproven",
    "sentence": "It passed through a mail server that does not vouch for the rep: use it only if they wrote it.",
}

LONGEST = 400
"""Words. Longer mails are kept but not used until somebody says so: they are rarely replies."""

OTHERS_REMEMBERED = 20_000_000
"""Characters of mails by others that are kept at hand while reading, for the replies to them that come later in the file."""


class ExampleReader:
    """Handles one import's mails in turn; remembers other people's mail so that replies find what they answer.

    What any set of the rep has is already here: an example belongs to one set.
    """

    def __init__(self) -> None:
        self._others: OrderedDict[str, tuple[str, datetime | None]] = OrderedDict()
        self._characters = 0
        self._known, self._newest = Known(), 0

    def __call__(self, found: MailImport, mail: Mail, raw: bytes) -> Kept:
        example_set = found.example_set
        if example_set is None:
            raise Refused("The example set was deleted meanwhile. Make a new one and upload again.")
        if not mail.sender.email:
            return Kept("skipped", "no_sender", "Skipped: it does not say who sent it.")
        if mail.sender.email not in found.rep.addresses:
            return self._other(example_set, mail)
        here = Example.objects.filter(example_set__rep=found.rep_id)
        if known := here.filter(message_id=mail.message_id[:500]).values_list("example_set", "example_set__quarter").first():
            which = "this set" if known[0] == example_set.pk else f"the rep's set of {known[1]}"
            return Kept("known", "known", f"Already in {which}: the same Message-ID was read before.")
        if refused := refusal(mail, timezone.now()):
            return Kept("skipped", *refused)
        if twin := self._twin(mail.body.own, here):
            return Kept("skipped", "near_duplicate", f"Skipped: nearly the same words as example {twin}.")
        return self._keep(example_set, mail, raw)

    def _twin(self, text: str, here) -> int | None:
        for pk, reply in here.filter(pk__gt=self._newest).order_by("pk").values_list("pk", "reply"):
            self._known.add(pk, reply)
            self._newest = pk
        return self._known.like(text)

    def _other(self, example_set: ExampleSet, mail: Mail) -> Kept:
        if mail.message_id not in self._others:
            self._others[mail.message_id] = mail.body.own[:LONGEST_EXAMPLE], mail.sent_at
            self._characters += min(len(mail.body.own), LONGEST_EXAMPLE)
        while self._characters > OTHERS_REMEMBERED:
            _, (text, _) = self._others.popitem(last=False)
            self._characters -= len(text)
        answered = Example.objects.filter(example_set=example_set, in_reply_to=mail.message_id[:500], incoming="")
        if answered.update(incoming=mail.body.own[:LONGEST_EXAMPLE]):
            return Kept("skipped", "answered", "Not the rep's own mail; kept as the mail an example answers.")
        return Kept("skipped", "not_the_rep", "Skipped: somebody else wrote it.")

    def _keep(self, example_set: ExampleSet, mail: Mail, raw: bytes) -> Kept:
        doubted = [] if proven(raw, mail.sender.email, settings.AUTHSERV_IDS) else [UNPROVEN]
        text, asked_at = self._others.get(mail.in_reply_to, ("", None))
        incoming = text or "\n\n".join(q.text for q in mail.body.quotes)
        to_own = example_set.examples.filter(message_id=mail.in_reply_to[:500]).exists()
        Example.objects.create(
            example_set=example_set,
            message_id=mail.message_id[:500],
            in_reply_to=mail.in_reply_to[:500],
            sent_at=min(mail.sent_at or timezone.now(), timezone.now()),
            subject=mail.subject[:500],
            incoming=incoming[:LONGEST_EXAMPLE],
            reply=mail.body.own,
            kind=suggest_kind(mail, incoming, asked_at, to_own),
            warnings=warnings_for(mail, incoming) + doubted,
            included=len(mail.body.own.split()) <= LONGEST and not (doubted and was_delivered(raw)),
        )
        return Kept("kept", "kept", "Kept as an example.")
