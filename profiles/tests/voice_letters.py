"""Three invented writers who answer alike mails in unlike ways, fourteen mails each. People, firms and products are made up."""

from functools import cache
from itertools import count

from profiles.language import parse_all
from profiles.voice import Sample, VoiceProfile, learn, prepare

NAMES = "Ann Bo Cy Dee Eli Fay Gus Hal Ivy Jon Kit Lou Moe Nan".split()
THINGS = (
    "the boiler rota",
    "the spare keys",
    "the van list",
    "the second depot",
    "the price sheet",
    "the trial week",
    "the parts shelf",
    "the night shift",
    "the old invoices",
    "the new forms",
    "the map screen",
    "the export file",
    "the call log",
    "the training day",
)
DAYS = "Monday Tuesday Wednesday Thursday Friday".split()

CURT_OPENERS = ("Short answer: yes.", "It works. Every day.", "No. Not on that plan.", "Done already. Nothing to pay.")
CURT_MIDDLES = (
    "Two things. {thing} moves over for free. The rest stays.",
    "One screen. One list. {thing} is in it. Nobody rings round.",
    "Costs nothing extra. Takes a week. {thing} first. Then the crews.",
    "Skip {thing} for now. Start small. One crew. One van.",
)
CURT_ENDS = ("{day} good?", "Call me {day}.", "Want it {day}? Ten minutes.", "Still keen? Say {day}.")

WINDING_OPENERS = (
    "Thank you for writing, and for setting out so clearly what you would want from {thing} before anything is decided.",
    "I was glad to read your note, although I would not wish to hurry you while {thing} is still, as you put it, in the air.",
    "You were kind to explain how {thing} came about, since it tells me rather more than the figures alone could have done.",
)
WINDING_MIDDLES = (
    "As far as I can see, the change would fall almost entirely on our side, because the records are brought over by our own people, "
    "although I should perhaps add that we would need a week in which nothing else moves.",
    "It may be worth saying that only those who travel occupy a place, so that the office, which I believe you had counted, would add "
    "nothing to the sum, however large it might become.",
    "If the smaller plan were enough for a first year, which I suspect it would be, the difference could rather easily be spent on the "
    "training that you mentioned, provided that somebody is free to attend it.",
)
WINDING_ENDS = (
    "Should it be of any use, I would be happy to speak on {day}, at whatever hour suits you best.",
    "Perhaps you would let me know, at your convenience, whether {day} might do.",
    "I shall leave the thought with you until {day}, if I may.",
)

DASHED_OPENERS = (
    "so what happens to {thing} when two people call in sick? (I've a guess — but you first.)",
    "is {thing} still the bit that hurts? (It was the last time we spoke — or has something worse turned up?)",
    "who looks after {thing} today — you, or nobody? (Both is an answer.)",
)
DASHED_MIDDLES = (
    "Honest bit — we don't do that one yet. What we do is the bit before it (the part with the shouting) — and that's live in a week.",
    "It's all in — no extra charge — and it keeps going when the signal doesn't (cellars, lifts, the lot). You'd just switch it on.",
    "I'd try it on one crew — the grumpiest — and see who's still grumbling on Friday (my money's on nobody).",
)
DASHED_ENDS = (
    "Fancy a look on {day} — ten minutes?",
    "Shall we say {day} — or is that cruel?",
    "Worth a go on {day} (before the rush)?",
)


def _mails(frame: str, *parts: tuple[str, ...]) -> list[str]:
    mails = []
    for n, name, thing in zip(count(), NAMES, THINGS, strict=False):
        chosen = [part[(n * (i + 2)) % len(part)] for i, part in enumerate(parts)]
        filled = [text.format(thing=thing, day=DAYS[n % len(DAYS)]) for text in chosen]
        mails.append(frame.format(*(text[0].upper() + text[1:] if "—" not in frame else text for text in filled), name=name))
    return mails


MAILS = {
    "curt": _mails("Hi {name}.\n\n{0}\n\n{1} {2}\n\n{3}\n\nRae", CURT_OPENERS, CURT_MIDDLES, CURT_MIDDLES[::-1], CURT_ENDS),
    "winding": _mails(
        "Dear {name},\n\n{0} {1}\n\n{2}\n\nWith kind regards,\nOtto", WINDING_OPENERS, WINDING_MIDDLES, WINDING_ENDS
    ),
    "dashed": _mails("Hey {name} — {0}\n\n{1}\n\n{2}\n\nCheers,\nTess", DASHED_OPENERS, DASHED_MIDDLES, DASHED_ENDS),
}


@cache
def samples(writer: str) -> tuple[Sample, ...]:
    """All fourteen mails of a writer, parsed once a session; every other one is tagged strongest."""
    docs = parse_all([prepare(text) for text in MAILS[writer]])
    return tuple(
        Sample(doc, kind=("nudge", "meeting")[n % 2], tag=("strongest", "routine")[n % 2], id=f"{writer}-{n}")
        for n, doc in enumerate(docs)
    )


@cache
def profile(writer: str) -> VoiceProfile:
    """Learned from the first twelve."""
    return learn(samples(writer)[:12])


def others(writer: str) -> tuple[VoiceProfile, ...]:
    """The profiles of the other two."""
    return tuple(profile(name) for name in MAILS if name != writer)
