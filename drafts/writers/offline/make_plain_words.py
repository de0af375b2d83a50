"""Make ``plain_words.txt``: the words most people use in mail, whatever it is about.

    python -m drafts.writers.offline.make_plain_words voice_lists.jsonl.gz

Fitted on the examples of 83 authors of public mailing lists (the ``voice`` evaluation set made from MichaelChirico/r-mailing-list-archive):
every word that at least 8 % of the authors use. Only words are kept, never a mail's text.
"""

import argparse
import gzip
import json
import re
from collections import defaultdict
from pathlib import Path

SHARE = 0.08
PLACE = Path(__file__).with_name("plain_words.txt")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("input", type=Path)
    used_by: dict[str, set[str]] = defaultdict(set)
    authors = set()
    with gzip.open(parser.parse_args().input, "rt", encoding="utf-8") as rows:
        for row in map(json.loads, rows):
            if row["kind"] == "example":
                authors.add(row["author"])
                for word in re.findall(r"[a-z]+(?:['’][a-z]+)?", row["text"].lower()):
                    used_by[word].add(row["author"])
    common = sorted(w for w, who in used_by.items() if len(who) >= SHARE * len(authors) and (len(w) > 2 or w in SHORT))
    PLACE.write_text("\n".join(common) + "\n", encoding="utf-8")
    print(f"{len(common)} words of {len(authors)} authors written to {PLACE.name}")


SHORT = frozenset(
    [
        "a",
        "i",
        "am",
        "an",
        "as",
        "at",
        "be",
        "by",
        "do",
        "go",
        "he",
        "hi",
        "if",
        "in",
        "is",
        "it",
        "me",
        "my",
        "no",
        "of",
        "oh",
        "ok",
        "on",
        "or",
        "so",
        "to",
        "up",
        "us",
        "we",
    ]
)

if __name__ == "__main__":
    main()
