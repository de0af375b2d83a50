import json
import re
from pathlib import Path

from drafts.evaluate import cases
from drafts.evaluate.explained import explain

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "understanding.md").read_text(encoding="utf-8")
THREAD = Path(__file__).parent / "data" / "explained.json"


def block(name: str) -> str:
    return re.search(rf"```{name}\n(.*?)\n```", PAGE, re.S).group(1)


def test_the_page_shows_what_the_code_reads():
    case = cases.scenarios(THREAD)[0]
    known = cases.knowledge(ROOT / "drafts" / "demo" / "knowledge.json")
    assert explain(case, known, "America/Chicago") == block("read")


def test_the_page_shows_the_mail_that_is_read():
    assert json.loads(THREAD.read_text(encoding="utf-8"))[0]["thread"][1]["body"] == block("mail")


def test_every_hazard_that_is_noted_can_be_settled():
    from drafts import hold
    from drafts.understand.hazards import NOTES

    assert set(NOTES) <= set(hold.SETTLES) | set(hold.DONE_INSTEAD)
