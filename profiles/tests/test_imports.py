"""Uploads: every mail accounted for, resumable, idempotent, and a sentence for whatever is wrong."""

import random
from email.message import EmailMessage

import pytest
from django.core.management import call_command
from django.urls import reverse

from profiles import imports
from profiles.examples.check import SAME, Known
from profiles.examples.reading import ExampleReader
from profiles.jobs import read_examples
from profiles.models import Example, ImportItem, MailImport
from profiles.refusal import Refused
from profiles.tests import factories as make

pytestmark = pytest.mark.django_db


@pytest.fixture
def example_set(db):
    return make.make_example_set(make.make_rep())


def own(rep, n, text=None, **headers):
    built = EmailMessage()
    built["Message-ID"] = f"<own-{n}@seller.example.com>"
    built["From"], built["To"] = rep.email, "lee@prospect.example.com"
    built["Subject"] = f"Re: question {n}"
    built["Date"] = headers.pop("Date", "Mon, 02 Nov 2026 10:00:00 +0000")
    for name, value in headers.items():
        built[name.replace("_", "-")] = value
    built.set_content(
        text or f"Hi Lee,\n\nReply number {n} speaks of topic {n * 7} and of nothing else that was said {n} times.\n\nRae"
    )
    return built.as_bytes()


def mbox(*mails):
    return b"".join(b"From x@example.com Mon Nov  2 10:00:00 2026\n" + m.rstrip(b"\n") + b"\n\n" for m in mails)


def bring_in(example_set, content, name="sent.mbox"):
    found = imports.begin("examples", example_set.rep, name, [content], None, example_set)
    read_examples(found.pk)
    found.refresh_from_db()
    return found


def test_every_mail_is_counted_and_the_numbers_add_up(example_set):
    rep = example_set.rep
    other = own(rep, 9).replace(rep.email.encode(), b"max@elsewhere.example.com")
    found = bring_in(example_set, mbox(own(rep, 1), own(rep, 2), own(rep, 3, "ok thanks"), other))
    assert (found.status, found.read, found.kept, found.known, found.skipped) == ("done", 4, 2, 0, 2)
    assert set(ImportItem.objects.filter(outcome="skipped").values_list("code", flat=True)) == {"one_liner", "not_the_rep"}


def test_a_second_run_changes_nothing(example_set):
    content = mbox(own(example_set.rep, 1), own(example_set.rep, 2))
    bring_in(example_set, content)
    before = list(Example.objects.order_by("pk").values())
    again = bring_in(example_set, content)
    assert (again.kept, again.known) == (0, 2)
    assert list(Example.objects.order_by("pk").values()) == before


@pytest.mark.parametrize("status", ["active", "retired"])
def test_the_command_makes_no_second_set_of_what_an_earlier_one_has(tmp_path, capsys, status):
    rep = make.make_rep()
    text = "Hi Lee,\n\nthe plan costs 39 dollars a month for each technician, and the office is free of charge.\n\nRae"
    file = tmp_path / "sent.mbox"
    file.write_bytes(mbox(own(rep, 1, text), own(rep, 2, text.replace("Lee", "Ana"))))  # The second is skipped: nearly the same.
    earlier = make.make_example_set(rep, status=status, quarter="2026-Q4")
    bring_in(earlier, file.read_bytes())
    call_command("import_mail", file, rep=rep.email, examples="2026-Q4")
    assert "Nothing new for the set" in capsys.readouterr().out
    assert rep.example_sets.get() == earlier
    newest = MailImport.objects.first()
    assert (newest.example_set, newest.kept, newest.known, newest.skipped) == (earlier, 0, 1, 1)


def test_the_command_keeps_only_what_is_new_in_a_second_set_of_a_name(tmp_path):
    rep = make.make_rep()
    earlier = make.make_example_set(rep, status="active", quarter="2026-Q4")
    bring_in(earlier, mbox(own(rep, 1)))
    file = tmp_path / "sent.mbox"
    file.write_bytes(mbox(own(rep, 1), own(rep, 2)))
    for _ in range(2):
        call_command("import_mail", file, rep=rep.email, examples="2026-Q4")
        second = rep.example_sets.get(status="collecting")
        assert [example.subject for example in second.examples.all()] == ["Re: question 2"]


def test_what_another_set_of_the_rep_has_is_already_here_also_in_the_browser_s_upload(example_set):
    rep = example_set.rep
    content = mbox(own(rep, 1), own(rep, 2))
    bring_in(example_set, content)
    next_quarter = make.make_example_set(rep, quarter="2027-Q1")
    found = bring_in(next_quarter, content + mbox(own(rep, 3)))
    assert (found.kept, found.known) == (1, 2)
    said = set(found.items.filter(outcome="known").values_list("sentence", flat=True))
    assert said == {f"Already in the rep's set of {example_set.quarter}: the same Message-ID was read before."}
    colleague = make.make_example_set(make.make_rep(rep.team))
    assert bring_in(colleague, mbox(own(colleague.rep, 1))).kept == 1


def test_the_page_leads_ops_to_the_set_and_to_the_example_that_is_nearly_the_same(client, example_set):
    text = "Hi Lee,\n\nthe plan costs 39 dollars a month for each technician, and the office is free of charge.\n\nRae"
    found = bring_in(example_set, mbox(own(example_set.rep, 1, text), own(example_set.rep, 2, text.replace("Lee", "Ana"))))
    links = [
        reverse("admin:profiles_exampleset_change", args=[example_set.pk]),
        reverse("admin:profiles_example_change", args=[Example.objects.get().pk]),
    ]
    for user, leads in ((make.make_ops(), True), (example_set.rep.user, False)):
        client.force_login(user)
        page = client.get(reverse("import_detail", args=[found.pk])).content.decode()
        assert [f'href="{link}"' in page for link in links] == [leads, leads]


def test_reading_goes_on_where_a_killed_reader_stopped(example_set):
    rep = example_set.rep
    found = imports.begin("examples", rep, "sent.mbox", [mbox(*(own(rep, n) for n in range(6)))], None, example_set)
    token = imports.claim(found.pk)
    handle, seen = ExampleReader(), []

    def killed_after_three(mail_import, mail, raw):
        if len(seen) == 3:
            raise KeyboardInterrupt
        seen.append(mail.message_id)
        return handle(mail_import, mail, raw)

    with pytest.raises(KeyboardInterrupt):
        imports.read_stream(found, imports.ChunkStream(found), killed_after_three, token)
    MailImport.objects.update(claimed_at="2020-01-01T00:00Z")
    read_examples(found.pk)
    found.refresh_from_db()
    assert (found.status, found.read, found.kept) == ("done", 6, 6)
    assert Example.objects.count() == 6


def test_a_reply_finds_the_mail_it_answers_in_either_order(example_set):
    rep = example_set.rep
    question = own(rep, 50, "Does it work offline, in a basement with no signal at all?").replace(
        rep.email.encode(), b"lee@prospect.example.com"
    )
    answer = own(rep, 1, In_Reply_To="<own-50@seller.example.com>")
    for content in (mbox(question, answer), mbox(answer, question)):
        Example.objects.all().delete()
        bring_in(example_set, content)
        assert "basement" in Example.objects.get().incoming


def test_the_kind_is_guessed_by_what_it_follows_and_how_long_after(example_set):
    rep = example_set.rep
    question = own(rep, 50, "Thank you for the brochure about the boards.", Date="Mon, 05 Oct 2026 10:00:00 +0000")
    late = own(rep, 1, In_Reply_To="<own-50@seller.example.com>")
    after_own = own(rep, 2, In_Reply_To="<own-1@seller.example.com>")
    bring_in(example_set, mbox(question.replace(rep.email.encode(), b"lee@prospect.example.com"), late, after_own, own(rep, 3)))
    kinds = dict(Example.objects.values_list("message_id", "kind"))
    assert [kinds[f"own-{n}@seller.example.com"] for n in (1, 2, 3)] == ["nudge", "nudge", "inbound_first"]


@pytest.mark.parametrize(
    "code,text,headers",
    [
        ("template", "Hi {{first_name}},\n\nwe would like to tell you about our latest product news.", {}),
        ("autoreply", "I am out of the office until Monday and will answer you then.", {"Auto_Submitted": "auto-replied"}),
        ("too_old", None, {"Date": "Mon, 02 Nov 2020 10:00:00 +0000"}),
    ],
)
def test_what_does_not_belong_is_skipped_with_its_reason(example_set, code, text, headers):
    bring_in(example_set, mbox(own(example_set.rep, 1, text, **headers)))
    item = ImportItem.objects.get()
    assert (item.outcome, item.code) == ("skipped", code)
    assert item.sentence.startswith("Skipped")


def test_our_own_drafts_are_never_examples(example_set):
    sent = own(example_set.rep, 1).replace(b"own-1@", b"vd-17-0123456789abcdef0123456789abcdef@")
    bring_in(example_set, mbox(sent))
    assert ImportItem.objects.get().code == "our_own"


def test_near_duplicates_are_named(example_set):
    text = "Hi Lee,\n\nthe plan costs 39 dollars a month for each technician, and the office is free of charge.\n\nRae"
    bring_in(example_set, mbox(own(example_set.rep, 1, text), own(example_set.rep, 2, text.replace("Lee", "Ana"))))
    assert ImportItem.objects.get(outcome="skipped").code == "near_duplicate"


def test_malformed_mails_are_kept_as_far_as_they_can_be_read_and_the_page_says_what_was_wrong(example_set):
    rep = example_set.rep.email.encode()
    broken = [
        b"From: "
        + rep
        + b"\nContent-Type: text/plain; charset=klingon\n\nHello you there, this is quite a normal mail with enough words.\n",
        b"From: "
        + rep
        + b"\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\nCut off, with quite a few words\n",
        b"From: "
        + rep
        + b"\nDate: the day before yesterday\n\nNo date that anyone could read stands in the head of this mail.\n",
        b"From: " + rep + b"\nContent-Transfer-Encoding: base64\nContent-Type: text/plain\n\n!!!! not base64 at all ####\n",
        b"\x00\xff\xfe" + b"garbage" * 50,
    ]
    found = bring_in(example_set, mbox(*broken))
    assert found.status == "done"
    assert found.read == found.kept + found.known + found.skipped == 5


def test_a_mail_the_reader_stumbles_over_is_skipped_and_those_behind_it_are_read(example_set, monkeypatch):
    whole = imports.mail.read

    def stumbles(raw):
        if b"own-2@" in raw:
            raise TypeError("not seen before")
        return whole(raw)

    monkeypatch.setattr(imports.mail, "read", stumbles)
    found = bring_in(example_set, mbox(*(own(example_set.rep, n) for n in (1, 2, 3))))
    assert (found.status, found.kept, found.skipped) == ("done", 2, 1)
    assert ImportItem.objects.get(position=2).code == "unreadable"


def test_a_file_that_is_no_mail_is_skipped_with_a_reason(example_set):
    found = bring_in(example_set, b"\x00\x01\x02" * 10, name="photo.mbox")
    assert (found.kept, found.skipped) == (0, 1)
    assert ImportItem.objects.get().code == "no_sender"


def test_an_empty_file_is_refused(example_set):
    with pytest.raises(Refused, match="empty"):
        imports.begin("examples", example_set.rep, "sent.mbox", [b""], None, example_set)


def test_a_file_over_the_limit_is_refused_and_nothing_is_kept(example_set, settings):
    settings.UPLOAD_LIMIT_MB = 1
    with pytest.raises(Refused, match="larger than 1 MB"):
        imports.begin("examples", example_set.rep, "sent.mbox", [b"x" * (1024 * 1024 + 1)], None, example_set)
    assert not MailImport.objects.exists()


def test_the_upload_is_gone_once_it_is_read(example_set):
    found = bring_in(example_set, mbox(own(example_set.rep, 1)))
    assert not found.chunks.exists()


def test_nearly_the_same_words_are_found_among_many_as_by_looking_at_each(monkeypatch):
    monkeypatch.setattr(Known, "BLOCK", 200)
    dice = random.Random(4)
    words = [f"w{n}" for n in range(60)]
    texts: list[str] = []
    for _ in range(150):
        text = dice.choice(texts).split() if texts and dice.random() < 0.5 else dice.choices(words, k=dice.randint(0, 40))
        for _ in range(dice.randint(0, 6) if text else 0):
            text[dice.randrange(len(text))] = dice.choice(words)
        texts.append(" ".join(text))

    def threes(text: str) -> set:
        return set(zip(text.split(), text.split()[1:], text.split()[2:], strict=False))

    def looking_at_each(text: str, others: list[str]) -> int | None:
        mine = threes(text)
        same = (n for n, other in enumerate(others) if mine and len(mine & threes(other)) >= SAME * len(mine | threes(other)))
        return next(same, None)

    known, found = Known(), []
    for number, text in enumerate(texts):
        found.append(known.like(text))
        assert found[-1] == looking_at_each(text, texts[:number])
        known.add(number, text)
    assert found.count(None) < 140
