"""Who is erased is gone: their words are looked for in a dump of the whole database."""

import json
import subprocess
import zipfile

import pytest
from django.core.management import call_command
from django.db import InternalError, connection
from django.db.utils import IntegrityError
from django.test import Client
from django.utils import timezone

from drafts import actions
from drafts.erasure import erase_lead, erase_rep, export_lead, export_rep
from drafts.models import Delivery, Draft, Lead, Thread
from drafts.tests import factories as make
from profiles.models import Event, ImportItem, Mailbox, MailImport, Rep, User, VoiceProfile
from profiles.refusal import Refused
from voicedesk import backup

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESS, NAME, WORDS = "orla@quagga.example.net", "Orla Quaggasdottir", "zebrawood flooring"
SOUGHT = ("orla@quagga", "Quaggasdottir", "zebrawood")


def dump() -> str:
    """Every row of the database as text, mail as it came made readable."""
    given = connection.get_connection_params()
    target = f"host={given['host']} user={given['user']} dbname={given['dbname']}" + (
        f" port={given['port']}" if given.get("port") else ""
    )
    command = [backup._program("pg_dump"), "--data-only", "--dbname", target]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(string_agg(encode(raw, 'escape'), ' '), '') FROM drafts_message WHERE raw IS NOT NULL")
        return done.stdout + cursor.fetchone()[0]


def found_in(text: str) -> list[str]:
    return [word for word in SOUGHT if word.lower() in text.lower()]


@pytest.fixture
def world(queue):
    """A prospect who has left traces wherever one can, and another who has not."""
    rep = make.make_rep(name="Rae Writer")
    lead = make.make_lead(rep.team, name=NAME, email=ADDRESS, company="Quagga Floors")
    raw = f"From: {NAME} <{ADDRESS}>\n\n{WORDS}".encode()
    thread = make.make_thread(rep, lead=lead, subject=WORDS)
    asked = make.make_message(thread, WORDS, raw=raw, message_id="asked@quagga.example.net")
    draft = make.make_draft(rep, thread=thread, answers=asked, text=f"Hi {NAME}, about {WORDS}.", words=f"{NAME} {WORDS}")
    make.make_note(draft, sentence=f"{NAME} asks.")
    actions.mark_shown_whole(draft, rep.user)
    actions.approve(draft, rep.user, text=draft.current.text, version=draft.version)
    Delivery.objects.get_or_create(
        draft=draft, defaults={"method": "smtp", "message_id": "sent@seller.example.com", "said": ADDRESS}
    )
    other = make.make_thread(rep, lead=make.make_lead(rep.team, name="Bo Else"))
    make.make_message(
        other,
        f"{NAME} ({ADDRESS}) said you are good.",
        quoted=f"On Monday {ADDRESS} wrote",
        raw=raw,
        recipients=[{"email": ADDRESS, "name": NAME}],
    )
    make.make_message(other, WORDS, sender_email=ADDRESS.title(), sender_name=NAME)
    make.make_draft(rep, thread=other, answers=other.messages.first(), text=f"Hi Bo, {NAME} is right.")
    example_set = make.make_example_set(rep, status="active")
    make.make_example(example_set, incoming=f"Yours, {NAME}", reply=f"Hello, on {WORDS}: yes we do.")
    make.make_example(example_set, reply="Hello, nothing of that kind here.")
    make.make_profile(
        rep,
        example_set=example_set,
        data={"format": 1, "lines": [f"Hello, on {WORDS}: yes we do.", "Hello, nothing of that kind here."]},
    )
    done = MailImport.objects.create(purpose="threads", rep=rep, source=f"{NAME}.eml", status="done", read=1, kept=1)
    ImportItem.objects.create(
        mail_import=done,
        position=1,
        message_id="asked@quagga.example.net",
        subject=WORDS,
        outcome="kept",
        code="queued",
        sentence="Kept.",
    )
    client = Client()
    client.force_login(make.make_ops())
    client.post(
        f"/admin/drafts/lead/{lead.pk}/change/", {"team": rep.team_id, "name": NAME, "email": ADDRESS, "company": "Quagga Floors"}
    )
    return rep, lead


def test_a_prospect_is_gone_from_every_table_and_the_others_stay(world):
    rep, lead = world
    assert found_in(dump()) == list(SOUGHT)
    events = list(Event.objects.order_by("pk").values())
    done = erase_lead(lead)
    assert found_in(dump()) == []
    assert (done.threads, done.messages, done.drafts, done.examples) == (1, 2, 1, 1)
    assert Thread.objects.get().lead.name == "Bo Else"
    assert Draft.objects.get().current.text == "Hi Bo, [erased] is right."
    assert VoiceProfile.objects.get().data["lines"] == ["[erased]", "Hello, nothing of that kind here."]
    assert list(Event.objects.order_by("pk").values())[: len(events)] == events
    assert Event.objects.first().verb == "lead erased"


def test_a_rep_is_gone_and_the_account_is_only_a_number(world):
    rep, _ = world
    Mailbox.objects.create(rep=rep, host="imap.example.com", user=rep.email, password="a secret")
    user, email, own = rep.user, rep.email, rep.user.email
    acted = Event.objects.filter(actor=user).count()
    erase_rep(rep)
    text = dump()
    for gone in (email, own, "Rae Writer", *SOUGHT):
        assert gone.lower() not in text.lower(), gone
    assert not Rep.objects.exists()
    left = User.objects.get(pk=user.pk)
    assert not left.is_active
    assert not left.has_usable_password()
    assert Event.objects.filter(actor=left).count() == acted > 0


def test_the_audit_trail_lets_nobody_change_it_not_even_to_erase(world):
    with pytest.raises((IntegrityError, InternalError), match="event_is_append_only"), connection.cursor() as cursor:
        cursor.execute("BEGIN; SET LOCAL voicedesk.erasing = 'on'; UPDATE profiles_event SET verb = 'nothing'")
    connection.rollback()


def test_of_a_built_profile_only_the_lines_can_go_and_only_while_erasing(world):
    profile = VoiceProfile.objects.get()
    without = {**profile.data, "lines": []}
    with pytest.raises(IntegrityError, match="immutable"):
        VoiceProfile.objects.update(data=without)
    for change in ({"data": {**without, "format": 2}}, {"data": without, "threshold": 0.9}):
        with pytest.raises(IntegrityError, match="immutable"):
            erasing(change)
    erasing({"data": without})
    assert VoiceProfile.objects.get().data == without


def erasing(change: dict) -> None:
    from django.db import transaction

    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL voicedesk.erasing = 'on'")
        VoiceProfile.objects.update(**change)


def test_nobody_is_erased_while_their_mail_is_being_read(world):
    rep, lead = world
    MailImport.objects.get().chunks.create(number=0, data=b"From: somebody")
    for erase, whom in ((erase_lead, lead), (erase_rep, rep)):
        with pytest.raises(Refused, match="being read"):
            erase(whom)
    assert Lead.objects.filter(pk=lead.pk).exists()


def test_what_is_kept_of_a_prospect_is_handed_out(world, tmp_path):
    _, lead = world
    assert export_lead(lead, tmp_path / "orla.zip") == 1
    with zipfile.ZipFile(tmp_path / "orla.zip") as archive:
        data = json.loads(archive.read("data.json"))
        assert {name for name in archive.namelist() if name.endswith(".eml")}
    assert {name: len(rows) for name, rows in data.items()} == {
        "lead": 1, "examples": 1, "threads": 1, "messages": 2, "drafts": 1, "revisions": 1, "reviews": 1, "deliveries": 1,
    }  # fmt: skip
    assert data["messages"][0]["text"] == WORDS


def test_what_is_handed_out_of_a_rep_holds_no_password(world, tmp_path):
    rep, _ = world
    export_rep(rep, tmp_path / "rae.zip")
    text = zipfile.ZipFile(tmp_path / "rae.zip").read("data.json").decode()
    assert rep.user.email in text
    assert rep.user.password not in text


def test_the_commands_say_first_what_would_go(world, capsys, tmp_path):
    rep, lead = world
    call_command("erase_lead", ADDRESS)
    assert "would go" in capsys.readouterr().out
    call_command("export_person", ADDRESS, str(tmp_path / "orla.zip"))
    call_command("erase_lead", ADDRESS.upper(), "--yes")
    assert "Older backups" in capsys.readouterr().out
    call_command("erase_rep", rep.email, "--yes")
    assert not Lead.objects.filter(pk=lead.pk).exists()
    assert not Rep.objects.exists()
    assert timezone.now() >= Event.objects.get(verb="rep erased").at
