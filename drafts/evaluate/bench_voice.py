"""How much the voice layer costs beside the parse it starts from, as ratios measured side by side in one run."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time

from profiles.language import english, parse
from profiles.voice import Sample, judge, learn, prepare

DRAFT = """Hi Carla,

Thanks for coming back to me so quickly, and for setting out the three questions in order. The import is ours to do: you send the
spreadsheet, we bring over the customers and the open jobs, and nobody in your office has to type them again. Most teams of your size
are up and running in about three weeks, though I would plan for four if the dispatchers are away in between.

On the price, only the people in the field take a seat, so the office does not change the bill. If you would like to see it with your
own jobs on the board, I could show you on Thursday morning. Would ten suit you, or is the afternoon easier?

Best,
Tom"""
"""120 words, greeting and closing included."""


@dataclass(frozen=True, slots=True)
class VoiceCost:
    """``score`` is judging one draft, parse included, over its bare parse; ``build`` is building a profile of 25 examples, parse
    included, over parsing them in bulk. Processor time, the median of several rounds in which the two alternate.
    """

    score: float
    build: float


def measure_voice(rounds: int = 15) -> VoiceCost:
    """Both ratios in one run."""
    text = prepare(DRAFT)
    sentences = [sent.text for sent in parse(text).sents]
    examples = [prepare("\n\n".join([" ".join(sentences[i % 3 :]), f"Number {i} of these.", text[: 40 * (i % 7) + 60]])) for i in range(25)]
    profile, colleague = learn(_samples(examples)), learn(_samples(examples[:12]))
    judge(parse(text), profile, (colleague,))
    return VoiceCost(
        score=_ratio(lambda: judge(parse(text), profile, (colleague,)), lambda: parse(text), rounds),
        build=_ratio(lambda: learn(_samples(examples)), lambda: list(english().pipe(examples, batch_size=64)), rounds),
    )


def _samples(texts: list[str]) -> list[Sample]:
    return [Sample(doc, id=str(n)) for n, doc in enumerate(english().pipe(texts, batch_size=64))]


def _ratio(ours: Callable[[], object], bare: Callable[[], object], rounds: int) -> float:
    return median(_seconds(ours) / _seconds(bare) for _ in range(rounds))


def _seconds(call: Callable[[], object]) -> float:
    start = process_time()
    call()
    return process_time() - start
