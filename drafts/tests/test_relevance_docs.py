import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_code_of_evidence_is_explained():
    layer = ROOT / "drafts" / "layers" / "relevance"
    source = "\n".join(path.read_text(encoding="utf-8") for path in layer.rglob("*.py"))
    codes = set(re.findall(r"\"((?:ungrounded|ask|expired|contradicts|criticises|unasked)_[a-z_]+)\"", source)) - {"ask_met"}
    page = (ROOT / "docs" / "relevance.md").read_text(encoding="utf-8")
    assert len(codes) >= 12
    assert not {code for code in codes if f"`{code}`" not in page}
