import pytest

from drafts.domain import Fact
from drafts.layers.relevance.people import headcounts, meant_for, ranges, sized_for
from drafts.layers.relevance.values import number_of, values
from drafts.layers.relevance.view import same_value


def said(text):
    return [(v.kind, round(v.number, 4)) for v in values(text)]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("It is $1,770 a month.", [("money", 1770)]),
        ("about £1.8k", [("money", 1800)]),
        ("ninety dollars", [("money", 90)]),
        ("20% off, or 7.5 per cent", [("percent", 20), ("percent", 7.5)]),
        ("five to eight weeks", [("duration", 35), ("duration", 56)]),
        ("a 14-day trial", [("duration", 14)]),
        ("SOC 2 and AES-256, net 30", [("versioned", 2), ("versioned", 256), ("versioned", 30)]),
        ("7am to 7:30 p.m.", [("clock", 420), ("clock", 1170)]),
        ("from seven in the morning", [("clock", 420)]),
        ("24/7, at any hour", [("always", 0), ("always", 0)]),
        ("on 24 November or Dec 3rd", [("date", 1124), ("date", 1203)]),
        ("between forty and one hundred and fifty people", [("count", 40), ("count", 150)]),
        ("since 2017", [("year", 2017)]),
        ("see https://shop.example.com/a?b=1.", [("url", 0)]),
        ("nothing to see here", []),
    ],
)
def test_values_are_read_in_comparable_form(text, expected):
    assert said(text) == expected


@pytest.mark.parametrize(
    "words, number", [("two hundred and ten", 210), ("thirty-five", 35), ("1,250.5", 1250.5), ("lots", None)]
)
def test_numbers_in_words_and_digits(words, number):
    assert number_of(words) == number


@pytest.mark.parametrize(
    "one, other, same",
    [
        ("14 days", "two weeks", True),
        ("12 months", "a contract of one year", True),
        ("noon", "12:00 pm", True),
        ("the 24th", "24 November", True),
        ("3 November", "3 December", False),
        ("$390", "390 a month", True),
        ("SOC 2", "SOC 1", False),
        ("6 weeks", "6 days", False),
    ],
)
def test_two_wordings_of_one_value_are_the_same(one, other, same):
    assert same_value(values(one)[0], values(other)[0]) is same


def test_headcounts_are_numbers_of_people():
    assert headcounts("13 techs and 3 vans, 58 technicians, 4 sites, 12 electricians") == (13, 58, 12)


@pytest.mark.parametrize("people, fits", [(39, True), (40, False), (None, True)])
def test_a_fact_for_small_teams_is_not_meant_for_large_ones(people, fits):
    fact = Fact("x", "t", "Teams under 40 technicians are live in about 3 weeks.")
    assert meant_for(fact, people) is fits
    assert sized_for(fact, people) is (fits and people is not None)


def test_a_minimum_limits_nobody_above_it():
    fact = Fact("x", "t", "The minimum on any plan is 5 technician seats.")
    assert meant_for(fact, 3)
    assert not sized_for(fact, 30)
    assert [(r.low, r.high) for r in ranges("Rollouts of 40 to 150 technicians take longer.")] == [(40, 150)]
