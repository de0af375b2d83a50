"""The page about security names tests that are there, and numbers that are so."""

import re
from pathlib import Path

from drafts.tests.injections import FAMILIES, attacks
from tests.browser.payloads import ALL as PAYLOADS
from voicedesk.tests import access

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


def test_every_test_it_names_is_there():
    named = set(re.findall(r"`((?:\w+/)+\w+\.py)`", PAGE))
    assert len(named) >= 14
    assert not {path for path in named if not (ROOT / path).is_file()}


def test_every_file_it_links_to_is_there():
    links = re.findall(r"\]\(([^)#]+)\)", PAGE)
    assert links
    assert not [link for link in links if not (ROOT / "docs" / link).exists()]


def test_its_numbers_are_those_of_the_tests():
    assert len({name for name, _ in access.table()}) >= 200
    assert "over 200 addresses" in PAGE
    assert f"{len(PAYLOADS)} payloads" in PAGE
    assert f"{len(list(attacks()))} mails that give orders" in PAGE


def test_no_family_of_attacks_is_missing_and_none_passed():
    rows = {
        cells[0].strip(): cells[1:] for line in PAGE.splitlines() if (cells := line.strip("|").split("|")) and len(cells) == 7
    }
    assert not set(FAMILIES) - set(rows)
    assert all(rows[family][-1].strip() == "0" for family in FAMILIES)
