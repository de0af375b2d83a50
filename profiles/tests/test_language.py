"""Parsing takes any text a program may hand over."""

from profiles.language import parse, parse_all, parsed, parsed_all, with_entities


def test_half_a_surrogate_pair_takes_one_place_and_breaks_nothing():
    broken = "Yes. \ud800 It works."
    assert parse(broken).text == "Yes. ? It works."
    assert [doc.text for doc in parse_all([broken])] == ["Yes. ? It works."]


def test_entities_are_recognised_only_for_who_asks():
    doc = parse("Our hall is in Berlin.")
    assert not doc.ents
    assert [entity.label_ for entity in with_entities(doc).ents] == ["GPE"]


def test_a_text_is_parsed_once_alone_or_among_others():
    alone = parsed("The lift is inspected every spring.")
    again, other = parsed_all(["The lift is inspected every spring.", "It carries four people."])
    assert again is alone
    assert [token.pos_ for token in other if token.pos_ == "NOUN"] == ["NOUN"]
