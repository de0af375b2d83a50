"""How much the voice layer costs beside the parse it starts from."""

from collections.abc import Iterator

from drafts.evaluate.bench import Ratio, bare_parse, side_by_side
from profiles.language import english, parse, parse_all
from profiles.voice import Sample, VoiceProfile, judge, learn, prepare

DRAFT = """Hi Carla,

Thanks for coming back to me so quickly, and for setting out the three questions in order. The import is ours to do: you send the
spreadsheet, we bring over the customers and the open jobs, and nobody in your office has to type them again. Most teams of your size
are up and running in about three weeks, though I would plan for four if the dispatchers are away in between.

On the price, only the people in the field take a seat, so the office does not change the bill. If you would like to see it with your
own jobs on the board, I could show you on Thursday morning. Would ten suit you, or is the afternoon easier?

Best,
Tom"""
"""120 words, greeting and closing included."""


EXAMPLES = 25
ROUNDS = 15


def ratios() -> Iterator[Ratio]:
    """Judging one draft, parse included, over its bare parse; building a profile, parse included, over parsing in bulk."""
    text, examples = prepare(DRAFT), _examples()
    profile, colleague = _learned(examples), _learned(examples[:12])
    yield side_by_side(
        "voice: judging a draft of 120 words, parse included, to its bare parse",
        lambda: judge(parse(text), profile, (colleague,)),
        lambda: bare_parse(text),
        bar=1.5,
        rounds=ROUNDS,
    )
    yield side_by_side(
        f"voice: building a profile of {EXAMPLES} examples, parse included, to parsing them in bulk",
        lambda: _learned(examples),
        lambda: list(english().pipe(examples, batch_size=64)),
        bar=1.3,
        rounds=ROUNDS,
    )


def _examples() -> list[str]:
    """Mails of about a hundred words, each different."""
    sentences = [sentence.text for sentence in parse(prepare(DRAFT)).sents]
    turned = (sentences[n % len(sentences) :] + sentences[: n % len(sentences)] for n in range(EXAMPLES))
    return [prepare(" ".join([*sentences, f"That makes {n} of them."])) for n, sentences in enumerate(turned)]


def _learned(texts: list[str]) -> VoiceProfile:
    return learn([Sample(doc, id=str(n)) for n, doc in enumerate(parse_all(texts))])
