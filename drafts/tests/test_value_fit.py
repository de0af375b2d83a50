import pytest

from drafts.domain import Lead, ValuePoint
from drafts.layers.value.fit import fit, industry_match, role_match


@pytest.mark.parametrize(
    "role, roles, expected",
    [
        ("owner", ("owner",), 1.0),
        ("Head of Operations", ("operations director",), 1.0),
        ("VP of Ops", ("vp operations",), 1.0),
        ("Chief Financial Officer", ("cfo",), 1.0),
        ("Senior Dispatcher", ("dispatcher",), 0.8),
        ("Operations Manager, West", ("operations manager",), 1.0),
        ("Owner / dispatcher", ("dispatcher",), 1.0),
        ("marketing manager", ("operations manager",), 0.0),
        ("brand designer", ("owner", "founder"), 0.0),
        ("", ("owner",), 0.0),
    ],
)
def test_the_same_title_is_known_however_it_is_written(role, roles, expected):
    assert role_match(role, roles) == expected


def test_an_industry_fits_when_named_contained_or_left_open():
    assert industry_match("hvac", ("hvac", "plumbing")) == 1.0
    assert industry_match("HVAC and plumbing", ("hvac",)) == 0.8
    assert industry_match("furniture", ("hvac",)) == 0.0
    assert industry_match("furniture", ()) == 1.0
    assert industry_match("", ("hvac",)) == 0.5


def test_a_point_suits_only_when_role_and_industry_both_do():
    point = ValuePoint("V", ("owner",), ("hvac",), "", "")
    assert fit(point, Lead("Ann", role="owner", industry="hvac")).suits
    assert not fit(point, Lead("Ann", role="owner", industry="retail")).suits
    assert not fit(point, Lead("Ann", role="buyer", industry="hvac")).suits
