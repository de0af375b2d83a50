"""What understanding a mail costs beside parsing it, both measured in one run, turn about."""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import median

from drafts.domain import Knowledge, Lead, Message, Objection, Rep, Thread, Trigger
from drafts.evaluate.bench import Ratio, bare_parse
from drafts.understand import understand
from profiles import embedding

WORDS = 120
SUBJECTS = (
    "ovens",
    "the tents",
    "your portal",
    "delivery",
    "the large hall",
    "training",
    "the licence",
    "our branches",
    "the sensors",
)
SENTENCES = (
    "We run {n} sites in the north and have been looking at {s} since the summer",
    "I would like to understand how long it takes to set up {s} for {n} people",
    "Our present arrangement is a spreadsheet that one colleague maintains, which is a problem when she is away",
    "Does the price for {s} include weekends",
    "Last year we lost {n} orders because nobody had told the drivers",
    "We would want to start in spring, since winter is our busy season",
    "What happens with {s} when somebody leaves",
    "My director has seen {s} at a fair and was rather taken with it",
    "Could you send me something short on {s} that I can forward",
    "I am also curious whether {n} of our people could try it first",
    "The rest of the team is based in another town and joins by phone",
    "Thursday at 10 would suit us for a call about {s}",
)


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds a mail, median over all mails: one bare parse, understanding it, and the second over the first."""

    parse: float
    understand: float

    @property
    def ratio(self) -> float:
        return self.understand / self.parse


def mail(seed: int, words: int = WORDS) -> str:
    """An invented mail of about ``words`` words; no two seeds give the same one, so that no cache helps."""
    pick = random.Random(seed)  # noqa: S311
    text: list[str] = []
    for sentence in pick.sample(SENTENCES, len(SENTENCES)):
        if len(" ".join(text).split()) >= words:
            break
        text.append(sentence.format(n=pick.randint(3, 900), s=pick.choice(SUBJECTS)))
    ends = ("?" if t.startswith(("Does", "What", "Could")) else "." for t in text)
    return f"Hello,\n\n{' '.join(t + end for t, end in zip(text, ends, strict=True))}\n\nRegards\nRobin"


def cost(mails: int = 60) -> Cost:
    """Parses and understands the same mails alternately and compares the medians. Models are loaded before the clock runs."""
    now = datetime(2027, 3, 10, 9, 0, tzinfo=UTC)
    rep = Rep("r", "Noor", "noor@seller.example", "Europe/London")
    known = Knowledge("Seller", objections=(Objection("o", "It costs too much", ()), Objection("t", "Not the right time", ())))

    def one(text: str) -> None:
        thread = Thread(Lead("Robin", stage="new"), (Message(False, now, text),))
        understand(thread, now, Trigger.INBOUND, rep, known)

    texts = [mail(seed) for seed in range(mails + 5)]
    for text in texts[:5]:
        bare_parse(text)
        one(text)
    embedding.embed(["warm"])
    pairs = [(_timed(bare_parse, text), _timed(one, text)) for text in texts[5:]]
    return Cost(median(p for p, _ in pairs), median(u for _, u in pairs))


def _timed(work: Callable[[str], object], text: str) -> float:
    start = time.perf_counter()
    work(text)
    return time.perf_counter() - start


def ratios() -> Iterator[Ratio]:
    """For ``manage.py bench``."""
    yield Ratio(f"understanding a mail of {WORDS} words, parse included, over one bare parse", cost().ratio, 1.5)
