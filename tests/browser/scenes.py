"""What the browser tests look at: drafts decided by the real pipeline, from a writer that says what it is told."""

from drafts import jobs
from drafts.demo.load import data, load_knowledge
from drafts.domain import Composition, Sentence
from drafts.models import Draft
from drafts.tests import factories as make
from drafts.writers import Writer
from profiles.models import Rep

QUESTION = "Hi Dessa,\n\nDoes it sync with LedgerNest Online? That is what my bookkeeper uses.\n\nOrla"
EVASIVE = "Hi Orla.\n\nGood question. I'll look at it.\n\nDessa"
ANSWER = "The LedgerNest Online sync is two-way for customers, invoices and payments, and is included on every plan."


class Dictated(Writer):
    """Writes the same text whatever is asked of it."""

    name = "offline"

    def __init__(self, text: str):
        self.text = text

    def compose(self, *args, **kwargs) -> Composition:
        sentences, at = [], 0
        for part in self.text.split("\n\n"):
            at = self.text.index(part, at)
            sentences.append(Sentence((at, at + len(part)), "own"))
        return Composition(self.text, self.name, tuple(sentences))


def demo_rep() -> Rep:
    """A rep with a learned voice in a team that has facts to tell."""
    rep = make.make_demo_rep("dessa")
    load_knowledge(data("knowledge"), make.make_ops())
    return rep


def written(rep: Rep, text: str, monkeypatch, question: str = QUESTION, name: str = "Orla Brandvik", **lead) -> Draft:
    """A draft for a new mail of a new lead, written with ``text`` and decided by the pipeline."""
    details = {"name": name, "company": "Brandvik Air", "role": "owner", **lead}
    thread = make.make_thread(rep, lead=make.make_lead(rep.team, **details), subject="A question")
    draft = Draft.objects.create(thread=thread, rep=rep, answers=make.make_message(thread, question))
    monkeypatch.setattr(jobs, "writer_for", lambda team: Dictated(text))
    jobs.write(draft.pk)
    draft.refresh_from_db()
    return draft
