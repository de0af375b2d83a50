"""A mail pasted by hand becomes a thread with a draft, or a sentence saying why not."""

import pytest

from drafts.models import Draft, Message
from drafts.tests import factories as make

pytestmark = pytest.mark.django_db

MAIL = {
    "lead_name": "Orla Brandvik",
    "lead_email": "orla@brandvik.example.com",
    "company": "Brandvik Air",
    "role": "owner",
    "subject": "Price?",
    "text": "Hi,\n\nwhat does it cost for 13 technicians?\n\nOrla",
}


@pytest.fixture
def rep():
    return make.make_rep()


@pytest.fixture
def desk(client, rep):
    client.force_login(rep.user)
    return client


def test_the_draft_s_page_follows(desk, rep):
    response = desk.post("/desk/paste/", MAIL)
    draft = Draft.objects.get(rep=rep)
    assert response.headers["Location"] == f"/desk/{draft.pk}/"
    assert draft.thread.lead.company == "Brandvik Air"
    assert "13 technicians" in draft.answers.text


def test_pasted_twice_is_one_message(desk, rep):
    desk.post("/desk/paste/", MAIL)
    desk.post("/desk/paste/", MAIL)
    assert Message.objects.filter(rep=rep).count() == 1
    assert Draft.objects.filter(rep=rep).count() == 1


@pytest.mark.parametrize("field", ["lead_name", "lead_email", "text"])
def test_what_is_missing_is_said_beside_its_field_and_the_rest_is_kept(desk, field):
    response = desk.post("/desk/paste/", MAIL | {field: ""})
    assert response.status_code == 422
    assert response.context["form"].errors.keys() == {field}
    assert "what you pasted is still below" in response.text
    kept = "Brandvik Air"
    assert kept in response.text
    assert f'aria-describedby="id_{field}' in response.text
    assert Message.objects.count() == 0


def test_the_rep_s_own_address_is_refused_with_a_sentence(desk, rep):
    response = desk.post("/desk/paste/", MAIL | {"lead_email": rep.email})
    assert response.status_code == 422
    assert "This is your own address" in response.context["form"].errors["lead_email"][0]
    assert "Brandvik Air" in response.text


@pytest.mark.parametrize("text", ["\x00", "a" * 200_001])
def test_what_cannot_be_mail_is_refused(desk, text):
    assert desk.post("/desk/paste/", MAIL | {"text": text}).status_code == 422


def test_who_has_no_desk_cannot_paste(client, rep):
    client.force_login(make.make_manager(rep.team))
    assert client.get("/desk/paste/").status_code == 404
    assert client.post("/desk/paste/", MAIL).status_code == 404


@pytest.mark.parametrize(
    "field,value,says",
    [
        ("lead_name", "\u200b\u2060", "Nothing can be seen of this name"),
        ("text", "\u200b\u2060 \n", "The message is empty"),
        ("sent_at", "9999-12-31T23:59", "This day is still to come"),
        ("sent_at", "2026-13-45T99:99", "or leave it empty"),
    ],
)
def test_what_nobody_sees_or_nobody_has_sent_yet_is_told_beside_its_field(desk, field, value, says):
    response = desk.post("/desk/paste/", MAIL | {field: value})
    assert response.status_code == 422
    assert says in response.context["form"].errors[field][0]
    assert "Brandvik Air" in response.text
    assert not Message.objects.exists()


def test_a_form_sent_with_nothing_in_it_says_so(desk):
    response = desk.post("/desk/paste/", {})
    assert response.status_code == 422
    assert "was not taken in yet" in response.text


@pytest.mark.parametrize("name", ["\u202eOrla Brandvik", "Orla\u200f Brandvik", "Orla\x1b Brandvik"])
def test_a_name_is_what_is_seen_of_it(desk, rep, name):
    desk.post("/desk/paste/", MAIL | {"lead_name": name})
    assert Draft.objects.get(rep=rep).thread.lead.name == "Orla Brandvik"
