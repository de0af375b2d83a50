"""How a nudge begins: with what was left open, in the rep's way of asking after it."""

import re

from drafts.writers.offline.assembly import Slot
from drafts.writers.offline.context import Context
from drafts.writers.offline.occasion import Occasion, turned
from drafts.writers.offline.units import Unit

_PROMISE = re.compile(
    r"(?:\b(?:i|we)(?:'ll| will| have to| need to|'m going to|'d like to| want to| am going to| are going to)"
    r"|\blet (?:me|us)|(?:^|[.!?,]\s*)(?:will|need to|have to|going to|gonna))\s+(?P<do>[^.!?;()\n]+)",
    re.I,
)
TOPICS = {
    "event": "trial pilot demo demonstration test review visit walkthrough",
    "paper": "proposal quote report agreement contract summary recording sample one-pager estimate document numbers figures link",
}
"""Things that are sent or tried on the way to a sale, by what one asks about them."""


def slots(context: Context) -> list[Slot]:
    """The open loop: after the person whose word is waited for, the promise, or the thing that was tried or sent."""
    occasion = context.occasion
    person, promise, topic = occasion.person, promised(occasion), topic_of(occasion)
    units: list[Unit] = []
    if person is not None:
        act = "ask_people" if person.plural else "ask_person"
        units += [u for u in context.moves("ask", person) if person.words in u.text]
        units += context.bank(act, "ask", person=person.words, has="have" if person.plural else "has")
    elif topic is not None:
        units += context.bank(f"ask_{topic[0]}", "ask", topic=topic[1])
    if promise and not person:
        question = next((u.text for u in context.bank(f"ask_{topic[0]}", "ask", topic=topic[1])), "") if topic else ""
        units += context.bank("ask_promise_about" if topic else "ask_promise", "ask", promise=promise, question=question)
    if not units:
        units = [*context.moves("ask"), *context.bank("ask_still", "ask")]
    return [Slot(tuple(units), ends=True)]


def promised(occasion: Occasion) -> str:
    """What the prospect said they would do, facing them: "I'll think on it" -> "think on it"; empty when nothing was."""
    for ask in occasion.brief.asks:
        found = _PROMISE.search(occasion.raw(ask).replace("’", "'")) if ask.form == "open" else None
        if found:
            clause = re.split(r",|\b(?:and|but|so|once|when)\b(?= (?:i|we|then|it|that)\b)", found["do"])[0].strip()
            if 2 <= len(clause.split()) <= 12:
                return facing(clause)
    return ""


def facing(clause: str) -> str:
    """A clause turned to the prospect in which "you" was the rep: "let you know what we think" -> "let me know what you think"."""
    kept = re.sub(r"\byour\b", "\x01", re.sub(r"\byou\b", "\x00", clause))
    return turned(kept).replace("\x00", "me").replace("\x01", "my")


def topic_of(occasion: Occasion) -> tuple[str, str] | None:
    """("event", "trial") or ("paper", "proposal"): what this thread is about, by the latest message or subject that names it."""
    for message in reversed(occasion.thread.messages):
        for text in (message.text, message.subject):
            for kind, names in TOPICS.items():
                found = re.search(rf"\b({'|'.join(names.split())})\b", text, re.I)
                if found:
                    return kind, found[1].lower()
    return None
