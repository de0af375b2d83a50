"""The page about the voice names every habit that is counted."""

from pathlib import Path

from profiles.voice.features.__main__ import tables

PAGE = Path(__file__).parents[2] / "docs" / "voice.md"


def test_every_habit_stands_in_its_table():
    page = PAGE.read_text(encoding="utf-8").splitlines()
    missing = [line for line in tables() if line not in page]
    assert not missing, "paste what `python -m profiles.voice.features` prints"
