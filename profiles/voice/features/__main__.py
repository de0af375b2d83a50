"""``python -m profiles.voice.features``: every habit that is counted, as the tables of ``docs/voice.md``."""

from collections.abc import Iterator

from profiles.voice import units
from profiles.voice.features import FAMILIES, FEATURES, STREAMS

READ_AS = {**units.SHOWN, units.MAILS: "share of mails", units.SHARE: "share", units.LOG_COUNT: "count", units.NUMBER: "number"}


def tables() -> Iterator[str]:
    """Markdown, one line at a time: a table a family, the streams last."""
    for family in FAMILIES:
        yield from (f"### {family.capitalize()}", "", "| habit | read as | code |", "|---|---|---|")
        yield from (f"| {f.says} | {READ_AS[f.unit]} | `{f.name}` |" for f in FEATURES if f.family == family)
        yield ""
    yield from ("### Small pieces", "", "| what is compared | family | different pieces | code |", "|---|---|---|---|")
    yield from (f"| {s.says} | {s.family} | {1 << s.bits:,} | `{s.name}` |" for s in STREAMS)


if __name__ == "__main__":
    print("\n".join(tables()))
