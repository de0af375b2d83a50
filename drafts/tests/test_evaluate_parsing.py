"""``evaluate parsing`` answers every row with the author's own new words; the bench beside the peers judges them."""

import json
from pathlib import Path

import pytest

from drafts.evaluate.files import MalformedRow
from drafts.evaluate.options import Options
from drafts.evaluate.parsing import answer
from drafts.evaluate.peers.parsing import compare, judge


def options(folder: Path, *rows: dict) -> Options:
    path = folder / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return Options(input=path, output=folder / "out.jsonl")


def test_bodies_and_whole_mails_are_answered_in_order(tmp_path):
    rows = (
        {"id": "a", "format": "text", "input": "Fine.\n\nOn 3 Mar 2026, Ana wrote:\n> ok?"},
        {"id": "b", "format": "html", "input": "<p>Fine.</p><blockquote type=cite>ok?</blockquote>"},
        {"id": "c", "raw": "From: a@q.example\nContent-Type: text/plain; charset=utf-8\n\nGrüße\n\n-- \nTom"},
    )
    assert list(answer(options(tmp_path, *rows))) == [
        {"id": "a", "reply": "Fine."},
        {"id": "b", "reply": "Fine."},
        {"id": "c", "reply": "Grüße"},
    ]


@pytest.mark.parametrize("text", ["half \ud800 a character", "zero \x00 byte", ""])
def test_any_text_can_be_answered_and_written(tmp_path, text):
    for row in ({"id": "a", "input": text}, {"id": "a", "raw": f"Subject: x\n\n{text}"}):
        (found,) = answer(options(tmp_path, row))
        found["reply"].encode("utf-8")


@pytest.mark.parametrize(
    "row", [{"id": "a"}, {"id": "a", "input": 3}, {"id": "a", "raw": 3}, {"id": "a", "input": "x", "format": "rtf"}]
)
def test_a_malformed_row_is_named(tmp_path, row):
    with pytest.raises(MalformedRow, match=r"rows\.jsonl, row 2"):
        list(answer(options(tmp_path, {"id": "x", "input": "fine"}, row)))


ROWS = [
    {"id": "a", "format": "text", "input": "yes\n> ok?", "expected_reply": "yes"},
    {"id": "b", "format": "text", "input": "no\n> ok?", "expected_reply": "no", "alt_expected": ["No."]},
]


def test_judging_counts_exact_answers_leaks_and_errors():
    def nothing_but_noise(body, form):
        if body.startswith("no"):
            raise RuntimeError
        return "yes ok"

    exact, f1, leaking, failed = judge(nothing_but_noise, ROWS)
    assert (exact, leaking, failed) == (0, 0.5, 1)
    assert f1 == pytest.approx((2 / 3) / 2)


def test_we_come_first_and_a_peer_that_is_missing_is_passed_over(monkeypatch, capsys):
    def missing():
        raise ImportError("no such peer")

    monkeypatch.setattr(
        "drafts.evaluate.peers.parsing.PEERS", {"missing": missing, "shouts": lambda: lambda body, form: body.upper()}
    )
    ours, shouts = compare(ROWS, repeat=1)
    assert (ours.parser, ours.exact, ours.times_ours) == ("ours", 1.0, 1.0)
    assert shouts.exact == 0
    assert "missing is not installed" in capsys.readouterr().err
