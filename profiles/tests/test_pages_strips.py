"""A strip shows two rows of quantiles on one scale and never leaves its frame."""

from hypothesis import given
from hypothesis import strategies as st

from profiles.pages.strips import WIDTH, along, bars, scale, strip

QUANTILES = st.lists(st.floats(-1e6, 1e6), min_size=5, max_size=5).map(sorted)


@given(st.floats(-1e6, 1e6), QUANTILES, QUANTILES)
def test_everything_lies_inside(value, own, population):
    found = strip(value, own, population)
    for start, length in (found.wide, found.box, found.own_wide, found.own_box):
        assert 0 <= start <= WIDTH
        assert length > 0
        assert start + length <= WIDTH + 2
    assert 0 <= found.value <= WIDTH
    assert 0 <= found.usual <= WIDTH


def test_more_lies_further_right():
    found = strip(0.9, (0.8, 0.85, 0.9, 0.95, 1.0), (0.0, 0.1, 0.2, 0.3, 0.4))
    assert found.usual < found.value
    assert found.wide[0] + found.wide[1] < found.own_wide[0]


def test_a_habit_without_spread_takes_a_hair_s_room():
    found = strip(1.0, (1.0,) * 5, (1.0,) * 5)
    assert found.own_box[1] > 0


def test_a_missing_row_is_where_the_value_is():
    assert strip(0.5, (), (0.0, 0.2, 0.5, 0.7, 1.0)).own_box[0] == strip(0.5, (0.5,) * 5, (0.0, 0.2, 0.5, 0.7, 1.0)).own_box[0]


@given(st.floats(0, 100), st.floats(0, 100))
def test_bars_are_as_long_as_their_shares(share, usual):
    found = bars(share, usual)
    assert found.own_box[0] + found.own_box[1] == found.value <= WIDTH
    assert (found.own_box[1] >= found.box[1]) == (share >= usual) or abs(share - usual) < 1


@given(st.floats(-100, 100))
def test_the_usual_stands_in_the_middle_and_far_ones_at_the_ends(distinct):
    assert 0 < scale(-100) <= scale(distinct) <= scale(100) < WIDTH
    assert scale(0) == WIDTH / 2


def test_scores_run_from_end_to_end():
    assert 0 < along(0) < along(0.5) == WIDTH / 2 < along(1) < WIDTH
