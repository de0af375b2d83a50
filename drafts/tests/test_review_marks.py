"""A text with marks is printed whole and in order, whatever the marks are."""

from hypothesis import given
from hypothesis import strategies as st

from drafts.review.compare import changes
from drafts.review.marks import Mark, for_browser, marks_of, pieces

MARKS = st.lists(st.builds(Mark, st.integers(-5, 40), st.integers(-5, 60), st.sampled_from(["a", "b"]), st.integers(-1, 3)))


@given(st.text(max_size=40), MARKS)
def test_no_word_is_lost_or_moved(text, marks):
    assert "".join(p.text for p in pieces(text, marks)) == text


@given(st.text(max_size=40), MARKS)
def test_a_piece_carries_exactly_the_marks_that_cover_it(text, marks):
    at = 0
    for piece in pieces(text, marks):
        expected = {m.css for m in marks if m.start <= at and at + len(piece.text) <= m.end}
        assert set(piece.css.split()) == (expected if piece.text else set(piece.css.split()))
        at += len(piece.text)


def test_overlapping_marks_are_cut_apart():
    found = pieces("abcdef", [Mark(0, 4, "ask", 0, "One"), Mark(2, 6, "off", 1, "Two")])
    assert [(p.text, p.css, p.refs, p.title) for p in found] == [
        ("ab", "ask", "0", "One"),
        ("cd", "ask off", "0 1", "One; Two"),
        ("ef", "off", "1", "Two"),
    ]


@given(st.text(max_size=30), st.integers(0, 30), st.integers(0, 30))
def test_browser_offsets_name_the_same_words(text, start, end):
    for a, b, _, _ in for_browser(text, [Mark(start, end, "x")]):
        assert text.encode("utf-16-le", "surrogatepass")[2 * a : 2 * b].decode("utf-16-le", "surrogatepass") == text[start:end]


def test_stored_rows_that_are_no_spans_are_left_out():
    assert marks_of([[1, 2], [3], None, "ab"], "off")[0] == Mark(1, 2, "off")
    assert marks_of(None, "off") == []


@given(st.text(max_size=60), st.text(max_size=60))
def test_changes_hold_both_texts(old, new):
    found = changes(old, new)
    assert "".join(c.text for c in found if c.what != "old") == new
    assert "".join(c.text for c in found if c.what != "new") == old


def test_changes_are_by_word():
    found = changes("We meet on Tuesday.", "We meet on Friday.")
    assert [(c.what, c.text) for c in found] == [("same", "We meet on "), ("old", "Tuesday"), ("new", "Friday"), ("same", ".")]
