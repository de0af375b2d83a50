"""Parsing takes any text a program may hand over."""

from profiles.language import parse, parse_all


def test_half_a_surrogate_pair_takes_one_place_and_breaks_nothing():
    broken = "Yes. \ud800 It works."
    assert parse(broken).text == "Yes. ? It works."
    assert [doc.text for doc in parse_all([broken])] == ["Yes. ? It works."]
