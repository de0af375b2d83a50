"""Each habit counted on a small text whose answer can be counted by hand."""

import pytest

from profiles.language import parse
from profiles.voice import prepare
from profiles.voice.features import BY_NAME, FAMILIES, FEATURES, STREAMS, Rate
from profiles.voice.reading import read

BUILT_UP = "Dear Ms. Vole,\n\nBecause she was late, we waited. If it rains, stay home, please.\n\nWith kind regards,\nOtto"
PLAIN = "Hi Bo.\n\nWe waited because she was late again today. It costs 40 pounds.\n\nRae"
ASKING = "Hey Kit — who drives tomorrow? (Nobody — or you?)\n\nI think we might. Don't worry!\n\nCheers,\nTess"


def rate(name: str, text: str) -> float | None:
    """Share, or mean of the values; None where there is no evidence."""
    found = BY_NAME[name].count(read(parse(prepare(text))))
    if found is None:
        return None
    return found.hits / found.total if isinstance(found, Rate) else sum(found.values) / len(found.values)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("reason_first", BUILT_UP, 1),
        ("reason_first", PLAIN, 0),
        ("condition_first", BUILT_UP, 1),
        ("condition_first", PLAIN, None),
        ("sentence_length", PLAIN, (8 + 4) / 2),
        ("longest_sentence", PLAIN, 8),
        ("short_sentences", PLAIN, 1 / 2),
        ("fragments", "Hi Bo.\n\nDone already. We start today.\n\nRae", 1 / 2),
        ("questions", ASKING, 2 / 4),
        ("exclamations", ASKING, 1 / 4),
        ("hedges", PLAIN, 0),
        ("contractions", ASKING, 1),
        ("contractions", "We will not go. We do not mind.", 0),
        ("contractions", "Fine by me.", None),
        ("greets", PLAIN, 1),
        ("greets", "We should wait until May, I said.", 0),
        ("greets_dear", BUILT_UP, 1),
        ("greets_hey", ASKING, 1),
        ("greeting_comma", BUILT_UP, 1),
        ("greeting_stop", PLAIN, 1),
        ("greeting_dash", ASKING, 1),
        ("closes_regards", BUILT_UP, 1),
        ("closes_cheers", ASKING, 1),
        ("closes_name", PLAIN, 1),
        ("paragraph_count", PLAIN, 0),
        ("figures", PLAIN, 1 / 12),
        ("ends_asking", "Hi Bo.\n\nIt works. Does Monday suit?\n\nRae", 1),
        ("list_lines", "Hi Bo.\n\nTwo things:\n- the map\n- the rota\n\nRae", 2 / 3),
        ("ise_spelling", "We organise it and they realize it.", 1 / 2),
        ("ise_spelling", "I promise to exercise otherwise.", None),
        ("number_words", "Two vans and 3 drivers.", 1 / 2),
        ("opens_lower_case", "so we wait. Then we go.", 1 / 2),
    ],
)
def test_a_habit_is_counted(name, text, expected):
    assert rate(name, text) == (None if expected is None else pytest.approx(expected))


@pytest.mark.parametrize("name", ["subordination", "depth", "clauses", "sentence_length"])
def test_winding_sentences_measure_higher_than_short_ones(name):
    short = "It works. We start Monday. You call me. The van waits."
    winding = "It works, although we start on Monday, when you, who know the van that waits, will call me because I asked."
    assert rate(name, winding) > rate(name, short)


def test_no_evidence_is_none_and_never_zero():
    nothing = read(parse(""))
    assert [f.name for f in FEATURES if f.count(nothing) is not None and f.unit != "of mails"] == []


def test_places_lie_in_the_text():
    for text in (BUILT_UP, PLAIN, ASKING, "", "?", "\n\n", "Hi"):
        reading = read(parse(prepare(text)))
        for feature in FEATURES:
            count = feature.count(reading)
            for start, end in count.where if count else ():
                assert 0 <= start < end <= len(reading.doc), feature.name


def test_rates_lie_between_nothing_and_everything():
    for text in (BUILT_UP, PLAIN, ASKING):
        reading = read(parse(prepare(text)))
        for feature in (f for f in FEATURES if f.unit == "%"):
            count = feature.count(reading)
            assert not isinstance(count, Rate) or 0 <= count.hits <= count.total, feature.name


def test_pieces_point_into_the_text():
    reading = read(parse(prepare(ASKING)))
    for stream in STREAMS:
        cut = stream.cut(reading)
        assert len(cut.codes) == len(cut.at) > 0
        assert 0 <= cut.at.min() <= cut.at.max() < len(reading.source)


def test_names_are_unique_and_families_known():
    assert len(BY_NAME) == len(FEATURES)
    assert {f.family for f in FEATURES} == set(FAMILIES)
