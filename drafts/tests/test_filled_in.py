"""What the writer could not answer, answered by the rep on the desk: from held to ready, and through another writing."""

import pytest

from drafts import actions, jobs, scoring
from drafts.demo.load import data, load_knowledge
from drafts.models import Draft
from drafts.tests import factories as make

pytestmark = pytest.mark.django_db

LIMIT = "What is the rate limit of the API per minute?"
OWN = "The API takes 600 calls a minute."


@pytest.fixture
def held():
    rep = make.make_demo_rep("dessa")
    load_knowledge(data("knowledge"), make.make_ops())
    lead = make.make_lead(rep.team, name="Orla Brandvik", role="owner", industry="hvac")
    thread = make.make_thread(rep, lead=lead)
    draft = make.make_draft(rep, "queued", thread=thread, answers=make.make_message(thread, f"Hi Dessa,\n\n{LIMIT}\n\nOrla"))
    jobs.write(draft.pk)
    draft.refresh_from_db()
    assert "specific_technical" in {note.code for note in draft.notes.all()}
    return draft


def filled(draft: Draft) -> str:
    greeting, *_, sign_off = draft.current.text.split("\n\n")
    return f"{greeting}\n\n{OWN} No surcharge.\n\n{sign_off}"


def layer(scores, name):
    return next(s for s in scores if s.layer == name)


def test_typing_the_answer_lifts_the_hold_and_names_the_figure(held, client):
    text = filled(held)
    live = scoring.rescore(held, text)
    assert "specific_technical" not in {note.code for note in live.notes}
    assert layer(live.scores, "relevance").passed
    actions.save_text(held, held.rep.user, text=text, version=held.version)
    client.force_login(held.rep.user)
    page = client.get(f"/desk/{held.pk}/").text
    assert "Answered in your own words." in page
    assert "“600” is yours, in no approved fact." in page.replace("&#x201C;", "“")


def test_written_again_for_its_voice_it_still_says_what_the_rep_filled_in(held):
    draft = Draft.objects.get(pk=held.pk)
    actions.save_text(draft, draft.rep.user, text=filled(draft), version=draft.version)
    draft.refresh_from_db()
    actions.again(draft, draft.rep.user, layer="voice")
    jobs.write(draft.pk)
    draft.refresh_from_db()
    assert "600 calls a minute" in draft.current.text
    assert "specific_technical" not in {note.code for note in draft.notes.all()}
    assert layer(draft.current.scores.all(), "relevance").passed
    assert [answer["source"] for answer in draft.plan["answers"]] == ["rep"]


def test_taking_the_answer_out_again_holds_again(held):
    written = held.current.text
    actions.save_text(held, held.rep.user, text=filled(held), version=held.version)
    held.refresh_from_db()
    actions.save_text(held, held.rep.user, text=written, version=held.version)
    held.refresh_from_db()
    assert held.status == "held"
    assert "specific_technical" in {note.code for note in held.notes.all()}


def test_the_desk_says_what_approving_a_held_draft_does(held, client, settings):
    client.force_login(held.rep.user)
    page = client.get(f"/desk/{held.pk}/").text
    assert "you may approve this as it stands. Then it is yours to copy like any other, and the report counts it as held." in page
    client.force_login(make.make_manager(held.rep.team))
    assert "you may approve this" not in client.get(f"/desk/{held.pk}/").text
