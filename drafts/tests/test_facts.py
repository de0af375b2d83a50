"""Facts as a sheet: what goes out comes back the same, what is wrong is named by its row, and nothing is stored by halves."""

import csv
import io
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from drafts import facts
from drafts.models import Fact
from drafts.tests import factories as make
from profiles.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def ops(client):
    user = make.make_ops()
    client.force_login(user)
    return user


def fact(code="F01", **fields):
    return Fact.objects.create(code=code, **{"topic": "price", "text": "Team is $39.", **fields})


def sheet(*lines: str) -> bytes:
    return "\n".join(lines).encode()


class TestReading:
    def test_adds_changes_and_leaves(self, ops):
        fact("F01")
        fact("F02", text="Old words.")
        fact("F03")
        found = facts.read(sheet("code,topic,text", "F01,price,Team is $39.", "F02,price,New words.", "F04,terms,30 days."), ops)
        assert (found.added, found.changed, found.same, found.troubles) == (1, 1, 1, [])
        assert Fact.objects.get(code="F02").text == "New words."
        assert Fact.objects.get(code="F04").owner == ops
        assert Fact.objects.filter(code="F03").exists()
        assert Event.objects.filter(verb="changed from a sheet").get().data == {"fields": ["text"]}

    def test_every_column(self, ops):
        team = make.make_team(name="North")
        raw = sheet(
            "Code;Topic;Text;Valid_until;Keywords;Team", "F1;sla;99.9%;2026-12-31;uptime; North".replace("; North", ";North")
        )
        facts.read(raw.replace(b"uptime", b'"uptime; availability"'), ops)
        found = Fact.objects.get()
        assert (found.valid_until, found.keywords, found.team) == (date(2026, 12, 31), ["uptime", "availability"], team)

    def test_columns_the_sheet_does_not_have_stay(self, ops):
        fact(valid_until=date(2030, 1, 1), keywords=["cost"])
        facts.read(sheet("code,topic,text", "F01,price,Other."), ops)
        found = Fact.objects.get()
        assert (found.valid_until, found.keywords) == (date(2030, 1, 1), ["cost"])

    @pytest.mark.parametrize(
        "line,says",
        [
            ("F2,price,Text,31.12.2026,", "Row 3: valid_until: “31.12.2026” is no date; write it like 2026-12-31."),
            ("F2,price,,,", "Row 3: text: This field cannot be blank."),
            (",price,Text,,", "Row 3: code: This field cannot be blank."),
            ("F2,price,Text,,Nowhere", "Row 3: There is no team “Nowhere”."),
            ("F" * 40 + ",price,Text,,", "Row 3: code:"),
        ],
    )
    def test_one_wrong_row_and_nothing_is_stored(self, ops, line, says):
        found = facts.read(sheet("code,topic,text,valid_until,team", "F1,price,Right.,,", line), ops)
        assert found.troubles[0].startswith(says)
        assert not Fact.objects.exists()

    @pytest.mark.parametrize(
        "raw,says",
        [
            (b"", "must name the columns"),
            (b"a,b\n1,2", "code, topic, text is missing"),
            (b"code,topic,text\n", "no rows"),
            ("code,topic,text\nF1,é,x".encode("latin-1"), "not UTF-8"),
            (b'code,topic,text\nF1,price,"never closed', "no CSV"),
            (b"\x00\x01\x02", "must name the columns"),
            (b"PK\x03\x04 a workbook", "Save it as “CSV UTF-8”"),
            (b"code,topic,text,text\nF1,price,One,Two", "names text twice"),
            (b"code,topic,text,valid till\nF1,price,Old price,2020-01-01", "“valid till” is not kept here"),
            (b"code,topic,text\nF1,price,It costs 5, 6 or 7 dollars", "Row 2: “6 or 7 dollars” stands under no column"),
            (b"code,topic,text\nF1,price,One\nF2,price,Two\nF1,price,Three", "Row 4: F1 stands in row 2 already"),
            (b'code,topic,text\nF1,price,"One\nin three\nlines"\n\nF2,price,', "Row 4: text"),
            (b'code,topic,text\nF1,price,Fine\nF2,price,"never closed', "Row 3: the file is no CSV"),
            ("code,topic,text\nF1,price,\u200b\u2060".encode(), "Row 2: text: Nothing can be seen of this"),
            ("code,topic,text\n\u200b,price,One".encode(), "Row 2: code: Nothing can be seen of this"),
        ],
    )
    def test_what_is_no_such_sheet_is_told(self, ops, raw, says):
        assert says in facts.read(raw, ops).troubles[0]

    def test_names_of_columns_as_people_write_them(self, ops):
        raw = sheet("Code,Topic,Text,Valid until,", "F1,price,Team is $39.,2027-01-31,")
        assert facts.read(raw, ops).troubles == []
        assert Fact.objects.get().valid_until == date(2027, 1, 31)

    def test_marks_that_turn_text_around_are_not_kept(self, ops):
        facts.read(sheet("code,topic,text", "F1,price,\u202eTeam is $39.\u202c"), ops)
        assert Fact.objects.get().text == "Team is $39."


class TestPages:
    def test_what_goes_out_comes_back_the_same(self, client, ops):
        fact(text="=1+1 is what it says", keywords=["-5", "cost"], valid_until=date(2027, 1, 1), owner=ops)
        out = client.get("/admin/drafts/fact/export/").getvalue()
        assert "'=1+1" in out.decode()
        assert next(csv.DictReader(io.StringIO(out.decode("utf-8-sig"))))["text"].startswith("'=")
        answer = client.post("/admin/drafts/fact/import/", {"file": SimpleUploadedFile("facts.csv", out)}, follow=True)
        assert "0 added, 0 changed, 1 as they were." in answer.text

    def test_troubles_stand_on_the_page(self, client, ops):
        raw = SimpleUploadedFile("facts.csv", b"code,topic,text\nF1,price,")
        page = client.post("/admin/drafts/fact/import/", {"file": raw})
        assert "Nothing was stored" in page.text
        assert "Row 2: text" in page.text

    def test_used_in_leads_to_the_drafts(self, client, ops):
        used, draft = fact(), make.make_draft()
        draft.facts.add(used)
        make.make_draft()
        page = client.get("/admin/drafts/fact/").text
        link = f"/admin/drafts/draft/?facts__id__exact={used.pk}"
        assert f'<a href="{link}">1 draft</a>' in page
        assert client.get(link).context["cl"].result_count == 1

    def test_only_sales_ops(self, client):
        client.force_login(make.make_rep().user)
        for path in ("export", "import"):
            assert client.get(f"/admin/drafts/fact/{path}/").status_code == 302
