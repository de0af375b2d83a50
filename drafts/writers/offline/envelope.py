"""Greeting and sign-off, built from the rep's habits and the lead's name; never written by a model, never guessed."""

import re
from dataclasses import dataclass

from drafts.domain import Kind, Rep, Thread
from profiles.voice import EVERY, Form, KindHabits, VoiceProfile

_TITLE = re.compile(r"^(mr|mrs|ms|miss|mx|dr|prof|professor|sir)\.?\s+", re.I)
_TITLED_FORM = re.compile(r"\b(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor)\b\.?\s*(?:\{last\}|\{first\})", re.I)


@dataclass(frozen=True, slots=True)
class Envelope:
    """``greeting`` stands on its own line, or before the first sentence where ``inline``; ``closing`` ends the mail."""

    greeting: str
    closing: str
    inline: bool = False

    def seal(self, body: str) -> tuple[str, int]:
        """The whole mail, and where the body starts in it."""
        if not self.greeting:
            start, opened = 0, body
        elif self.inline:
            head = f"{self.greeting} "
            start, opened = len(head), head + body
        else:
            head = f"{self.greeting}\n\n"
            start, opened = len(head), head + body
        return (f"{opened}\n\n{self.closing}" if self.closing else opened), start


def envelope(rep: Rep, profile: VoiceProfile, thread: Thread, kind: Kind) -> Envelope:
    """The greeting as the rep gave it earlier in this thread, else their usual one for this kind; the usual sign-off."""
    habits = _habits(profile, kind)
    usual = next((f for f in habits.greetings if f.text), Form("", 0, ""))
    closing = habits.closings[0].verbatim if habits.closings else rep.name.split()[0]
    greeting = _earlier(thread, usual) or _addressed(usual.text, thread.lead.name)
    return Envelope(greeting, closing, usual.inline and not greeting.endswith(("\n",)))


def _habits(profile: VoiceProfile, kind: Kind) -> KindHabits:
    own = profile.kinds.get(str(kind))
    return own if own is not None and own.size >= 3 else profile.kinds[EVERY]


def _earlier(thread: Thread, usual: Form) -> str:
    """The greeting the rep used before to this lead, if it names them the same way it usually would."""
    word = usual.text.split(" ", 1)[0].strip(",.!—–-:")
    for message in reversed(thread.messages):
        line = message.text.strip().split("\n", 1)[0].strip()
        if message.from_rep and word and line.lower().startswith(word.lower()):
            if usual.inline:
                mark = usual.text.rstrip()[-1]
                head, found, _ = line.partition(mark)
                return f"{head}{mark}" if found and len(head.split()) <= 5 else ""
            return line if len(line.split()) <= 5 else ""
    return ""


def _addressed(form: str, name: str) -> str:
    """The form with the lead's name in it. A title is used only where the lead's name holds one: nobody's is guessed."""
    if not form:
        return ""
    titled = _TITLE.match(name)
    plain = _TITLE.sub("", name.strip()).split()
    if not plain:
        return re.sub(r"\s*(?:(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor)\b\.?\s*)?\{\w+\}", "", form)
    if _TITLED_FORM.search(form) or "{last}" in form:
        said = f"{titled.group(1)}. {plain[-1]}" if titled else " ".join(plain)
        return re.sub(r"(?:(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor)\b\.?\s*)?\{(?:last|first)\}", said, form, count=1)
    return form.replace("{first}", plain[0])
