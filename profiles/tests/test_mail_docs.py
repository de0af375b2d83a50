"""The page about reading mail tells the truth: its example is read as it says, its bounds and codes are those of the code."""

import inspect
import re
from pathlib import Path

import pytest

from profiles.mail import body, charset, headers, html, lines, mbox, message, mime, read

PAGE = (Path(__file__).parents[2] / "docs" / "mail.md").read_text()


def block(name: str) -> str:
    return re.search(rf"^```{name}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[1].rstrip("\n")


def test_the_example_is_read_as_the_page_says():
    mail = read(block("eml").encode("iso-8859-1"))
    assert mail.body.own == block("own")
    assert mail.body.signature == block("signature")
    quotes = [f"{quote.author}: {' / '.join(quote.text.split(chr(10)))}" for quote in mail.body.quotes]
    assert [" ".join(quote.split()) for quote in quotes] == block("quotes").split("\n")
    assert (mail.body.greeting, mail.body.closing) == ("Hi Tom,", "Best,\nInes")
    assert [line.split()[0] for line in mail.body.footer.split("\n") if line] == ["CAUTION:", "Von", "This"]
    assert mail.defects == ()


@pytest.mark.parametrize("module", [mime, message], ids=["mime", "message"])
def test_every_code_of_a_defect_is_on_the_page(module):
    codes = re.findall(r"\.defect\(\s*\"(\w+)\"", inspect.getsource(module))
    assert codes
    assert [code for code in codes if f"`{code}`" not in PAGE] == []


def test_the_bounds_are_those_of_the_code():
    assert f"{message.MAX_MESSAGE // 2**20} MB" in PAGE
    assert f"{mime.MAX_HEADER // 1024} kB" in PAGE
    assert f"{mime.MAX_PARTS:,} and {mime.MAX_NESTING}" in PAGE
    assert f"{lines.MAX_TEXT:,} characters, {lines.MAX_LINES:,} lines" in PAGE
    assert f"attachments listed | {mime.MAX_ATTACHMENTS}" in PAGE


def test_every_file_is_on_the_page():
    folder = Path(inspect.getfile(body)).parent
    names = {path.name for path in folder.glob("*.py")} - {"__init__.py", "types.py", "body.py", "message.py", "compose.py"}
    assert {name for name in names if f"`{name}`" not in PAGE} == set()
    assert {module.__name__ for module in (charset, headers, html, mbox)}
