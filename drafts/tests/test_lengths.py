"""Texts have a length: what is longer is refused or cut, with a sentence, at every door through which text comes in."""

from datetime import UTC, datetime

import pytest
from django.core.exceptions import ValidationError

from drafts import scoring
from drafts.domain import Message, Thread, Trigger
from drafts.intake import paste
from drafts.models import Draft, Fact
from drafts.models import Message as Row
from drafts.pipeline import prepared
from drafts.tests import factories as make
from drafts.tests import keyhaven
from drafts.understand.bounds import LONGEST, MOST_SENTENCES, bounded
from profiles.language import LONGEST_WORD, english, parse
from profiles.models import LONGEST_EXAMPLE
from profiles.refusal import Refused

URLS = "https://example.com/a/b?c=d&e=f "
NOW = datetime(2026, 11, 2, 10, tzinfo=UTC)


def mail(text: str, **more) -> Thread:
    return Thread(keyhaven.LEAD, (Message(from_rep=False, sent_at=NOW, text=text, **more),))


class TestReading:
    def test_a_long_mail_is_cut_and_held_with_a_sentence(self):
        materials = keyhaven.materials()
        long = mail("What does Team cost?\n" + "word " * 5000)
        case = prepared(long, Trigger.INBOUND, NOW, materials)
        assert len(case.thread.newest.text) == LONGEST
        assert "only its beginning was read" in {h.code: h.note for h in case.brief.hazards}["too_long"]

    def test_an_ordinary_mail_is_left_alone(self):
        thread = mail("What does Team cost?" + " word" * 1000)
        assert bounded(thread) is thread

    @pytest.mark.parametrize("part", ["a? ", "a?", "x.\n", "- x\n", "What is it? "])
    def test_a_mail_of_endless_sentences_is_cut_too(self, part):
        found = bounded(mail(part * 5000)).newest
        assert len(found.text) <= (MOST_SENTENCES + 1) * len(part)
        assert "cut" in found.flags

    def test_a_long_quote_is_cut_and_holds_nothing(self):
        cut = bounded(mail("Yes.", quoted="x " * LONGEST)).newest
        assert (len(cut.quoted), cut.flags) == (LONGEST, frozenset())

    @pytest.mark.parametrize(
        "text", ["(" * 3000, "😀" * 1201, "a-b-" * 800 + " end", "one two", "", "http://a.b/" * 200 + "\n\nNext."]
    )
    def test_an_endless_word_is_cut_into_tokens_piece_by_piece_and_stays_the_same_text(self, text):
        doc = parse(text)
        assert doc.text == text
        assert all(text[t.idx : t.idx + len(t)] == t.text for t in doc)
        assert max(map(len, doc), default=0) <= LONGEST_WORD

    def test_ordinary_text_goes_to_the_tokenizer_whole(self, monkeypatch):
        given = []
        inner = english().tokenizer._inner
        monkeypatch.setattr(english().tokenizer, "_inner", lambda text: given.append(text) or inner(text))
        english().make_doc("Hello there, " + "x" * LONGEST_WORD)
        english().make_doc("x" * (2 * LONGEST_WORD + 1))
        assert [len(text) for text in given] == [13 + LONGEST_WORD, LONGEST_WORD, LONGEST_WORD, 1]


@pytest.mark.django_db
class TestTyping:
    @pytest.mark.parametrize("door", ["scores", "save", "approve"])
    def test_a_reply_that_is_too_long_is_refused_with_a_sentence(self, client, door):
        draft = make.make_draft()
        client.force_login(draft.rep.user)
        answer = client.post(f"/desk/{draft.pk}/{door}/", {"text": URLS * 1000, "version": draft.version, "seconds": 9})
        assert answer.status_code == 422
        assert "longer than 20,000 characters" in answer.text
        assert Draft.objects.get().current.text == draft.current.text

    def test_nor_is_it_judged_by_another_door(self):
        with pytest.raises(Refused, match="longer than 20,000"):
            scoring.rescore(make.make_draft(), "x" * 20_001)

    def test_a_pasted_mail_over_the_bound_is_refused(self, client):
        rep = make.make_rep()
        client.force_login(rep.user)
        given = {"lead_name": "Lee", "lead_email": "lee@prospect.example.com", "text": "x " * 100_001}
        answer = client.post("/desk/paste/", given)
        assert answer.status_code == 422
        assert "at most 200000 characters" in answer.text.replace(",", "")

    def test_a_pasted_mail_under_it_is_kept_whole_and_read_up_to_the_bound(self):
        rep = make.make_rep()
        text = "Is there a trial?\n\n" + "And here is a line of it.\n" * 3000
        message = paste(rep, rep.user, lead_name="Lee", lead_email="lee@prospect.example.com", subject="", text=text)
        assert len(Row.objects.get(pk=message.pk).text) > LONGEST

    def test_sales_ops_are_told_too(self, client, queue):
        client.force_login(make.make_ops())
        client.post("/admin/drafts/fact/add/", {"code": "F1", "topic": "x", "text": "word " * 500, "keywords": ""})
        assert not Fact.objects.exists()
        with pytest.raises(ValidationError, match="at most 2000 characters"):
            Fact(code="F1", topic="x", text="word " * 500).full_clean()
        example = make.make_example(make.make_example_set(make.make_rep()))
        example.reply = "x" * (LONGEST_EXAMPLE + 1)
        with pytest.raises(ValidationError, match="at most 20000 characters"):
            example.full_clean()
