"""Signatures, phone lines, disclaimers and list footers off the end; greeting and sign-off labelled and kept."""

import pytest

from profiles.mail import read_text
from profiles.mail.greeting import is_closing, is_greeting, is_name
from profiles.tests.mail_samples import ATTRIBUTIONS, DEVICES

REPLY = "Hi Ana,\n\nyes, that works for us.\n\nBest,\nTom"


@pytest.mark.parametrize("line", DEVICES)
def test_what_phones_and_programs_add_is_footer(line):
    body = read_text(f"{REPLY}\n\n{line}\n\n{ATTRIBUTIONS['gmail en']}\n> Thursday?\n")
    assert body.own == REPLY
    assert body.footer == line


@pytest.mark.parametrize(
    "line",
    [
        "Sent by courier yesterday.",
        "Sent via DHL yesterday, tracking 123.",
        "Sent from our office in Berlin.",
        "Sent from my desk, which is easier than from my phone.",
        "Gesendet mit der Post am Montag.",
    ],
)
def test_a_sentence_that_begins_like_a_phones_line_is_the_authors(line):
    assert read_text(f"All done.\n\n{line}").own == f"All done.\n\n{line}"


@pytest.mark.parametrize(
    ("delimiter", "under"),
    [
        ("-- ", "Tom Lind\nHead of Sales, Tidewell\n+44 20 5550 0101"),
        ("--", "Tom"),
        ("*-- *", "*Tom Lind*\nTidewell"),
        ("—", "Tom Lind"),
        ("---", "Tom"),
        ("________________", "Tom Lind\nTidewell\ntom@tidewell.example"),
        (
            "--------------------------------",
            "Tom Lind\nDepartment of Sociology\nTidewell University\n--------------------------------",
        ),
        ("-- \n", "Peace is the most effective weapon of mass construction, and it is cheaper than all the others there are."),
    ],
)
def test_a_signature_under_a_delimiter(delimiter, under):
    body = read_text(f"I sent the draft.\n\n{delimiter}\n{under}\n")
    assert body.own == "I sent the draft."
    assert under.split("\n")[0] in body.signature


@pytest.mark.parametrize(
    ("text", "own"),
    [
        (
            "Hi Jo,\n\nthe contract is signed.\n\nKind regards,\n\nHelena Brandt\nAccount Executive\nLumen "
            "GmbH | Hafenweg 4 | 20457 Hamburg\n"
            "T +49 40 555 0123 | lumen.example\n\nThis e-mail may contain confidential information. If you are "
            "not the intended recipient, "
            "please delete it.",
            "Hi Jo,\n\nthe contract is signed.\n\nKind regards,\n\nHelena Brandt",
        ),
        (
            "Hallo Ana,\n\ndas passt.\n\nMit freundlichen Grüßen\n\ni. A. Tom Lind\nVertrieb\n\nTidewell GmbH\n"
            "Hafenstr. 4\n20457 Hamburg\n"
            "Tel.: +49 40 1234567\nwww.tidewell.example\n\nSitz der Gesellschaft: Hamburg\nAmtsgericht Hamburg HRB 1234\n"
            "Geschäftsführerin: Ana Ruiz",
            "Hallo Ana,\n\ndas passt.\n\nMit freundlichen Grüßen\n\ni. A. Tom Lind",
        ),
        (
            "Bonjour,\n\nc'est bon pour nous.\n\nCordialement,\n\nJean Dupont\nDirecteur commercial\nTél : 01 "
            "23 45 67 89\nwww.exemple.fr",
            "Bonjour,\n\nc'est bon pour nous.\n\nCordialement,\n\nJean Dupont",
        ),
        ("Fine.\n\nBest,\nTom Lind | Sales Lead | Tidewell\nm: 555-0100 | tidewell.example", "Fine.\n\nBest,\nTom Lind"),
        ("Fine.\n\nBest,\nTom Lind, Sales Lead\nTidewell Inc.\n+1 (415) 555-0100", "Fine.\n\nBest,\nTom Lind"),
        ("Call me.\n\nTom\n555-123-4567", "Call me.\n\nTom"),
        ("See the note below.\n\nTom Lind, Ph.D.\nTidewell Inc\n555-941-0697", "See the note below."),
        ("Fine.\n\nBest,\nTom\n\nBook a meeting: https://cal.example/tom", "Fine.\n\nBest,\nTom"),
        ("Works.\n\n-Tom", "Works."),
    ],
)
def test_a_signature_without_a_delimiter(text, own):
    assert read_text(text).own == own


@pytest.mark.parametrize(
    "text",
    [
        "Fine.\n\nBest,\nTom\n\nPS: the form is at https://tidewell.example/form",
        "Sure, here it is:\n\nTom Lind\nTidewell Ltd\n12 Quay Street\ntom@tidewell.example",
        "You can reach our CFO.\n\nMia Stone\nCFO\nmia@tidewell.example\n\nBest,\nTom",
        "We need:\n- 40 seats\n- SSO\n- Net 30\n\nTom",
        "We want the yearly plan--if legal agrees--and a start in May.\n\nBest,\nTom",
        "I write because of:\n-- the first point\n-- the second point\n\nThanks!",
        "We keep data confidential, and unauthorized disclosure is prohibited by policy.\n\nOk?",
        "Hi,\n\ndoes the contract cover disclosure of confidential data? If you have not received the draft, tell me.",
        "Hi,\n\nPlease unsubscribe me from this list: news@tidewell.example",
        "Not interested.\n\nPlease unsubscribe tom@tidewell.example",
        "Hi,\n\nI found you on the mailing list: https://lists.example/x",
        "Hi,\n\ncan we send this message to our attorney? It is privileged and confidential, so delete it in error.",
        "```\nsignature: '--'\n// Sent from my custom mailer\n```\n\nNotice how that is code and no signature at all.",
    ],
)
def test_words_that_only_look_like_a_signature_or_footer_are_kept(text):
    assert read_text(text).own == text


@pytest.mark.parametrize(
    "footer",
    [
        "_______________________________________________\nriver-users mailing list\nriver-users@lists.example\n"
        "http://lists.example/listinfo/river",
        '-- \nYou received this message because you are subscribed to the Google Groups "river" group.\nTo '
        "unsubscribe from this group, "
        "send an email to river+unsubscribe@googlegroups.com.",
        "Please consider the environment before printing this e-mail",
        "Virus-free. www.avast.com",
        "CONFIDENTIALITY NOTICE: The contents are for the person addressed only.",
        "Diese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der richtige Adressat sind oder diese "
        "E-Mail irrtümlich erhalten "
        "haben, vernichten Sie sie bitte.",
        "Ce message est confidentiel et destiné exclusivement à ses destinataires. Si vous l'avez reçu par "
        "erreur, merci de le détruire.",
        "Le informazioni contenute in questo messaggio sono riservate e per uso esclusivo del destinatario.",
        "Este mensaje es confidencial y va dirigido a su destinatario. Si lo ha recibido por error, bórrelo.",
        "Denne e-mail er fortrolig. Er den modtaget ved en fejl, bedes den slettet.",
        "-------------- next part --------------\nA non-text attachment was scrubbed...\nName: plot.pdf",
    ],
)
def test_footers_of_lists_carriers_and_lawyers(footer):
    body = read_text(f"{REPLY}\n\n{footer}\n")
    assert body.own == REPLY
    assert body.footer + body.signature


@pytest.mark.parametrize(
    "banner",
    [
        "CAUTION: This email originated from outside of the organization. Do not click links unless you know the sender.",
        "[EXTERNAL]",
        "You don't often get email from ana@quietbay.example. Learn why this is important",
        "Externe E-Mail! Achtung: Öffnen Sie keine Anhänge.",
    ],
)
def test_banners_of_the_mail_server_are_taken_off_the_top(banner):
    body = read_text(f"{banner}\n\n{REPLY}")
    assert body.own == REPLY
    assert body.footer == banner


def test_greeting_and_closing_are_labelled_and_stay():
    body = read_text("Hi Ana,\n\nyes.\n\nBest regards,\nTom\n\n-- \nTom Lind\nTidewell")
    assert (body.greeting, body.closing) == ("Hi Ana,", "Best regards,\nTom")
    assert body.own == "Hi Ana,\n\nyes.\n\nBest regards,\nTom"
    assert body.signature == "--\nTom Lind\nTidewell"


@pytest.mark.parametrize(
    ("text", "closing"),
    [
        ("Done.\n\nTom", "Tom"),
        ("Done.\n\nCheers, Tom", "Cheers, Tom"),
        ("Done.\n\nGood luck,\nTom", "Good luck,\nTom"),
        ("Fait.\n\nBien cordialement,\n\nJean", "Bien cordialement,\n\nJean"),
        ("Erledigt.\n\nLG\nTom", "LG\nTom"),
        ("Done.\n\n/Tom", "/Tom"),
        ("Did it work?", ""),
        ("Thanks for the call. We will sign.", ""),
    ],
)
def test_closing(text, closing):
    assert read_text(text).closing == closing


@pytest.mark.parametrize(
    ("line", "greets"),
    [
        ("Hi Ana,", True),
        ("Dear Ms. Ruiz,", True),
        ("Sehr geehrte Frau Ruiz,", True),
        ("Bonjour Ana", True),
        ("Hej Ana!", True),
        ("Cześć Ana,", True),
        ("High prices are fine.", False),
        ("Hi, can you send the contract today please?", False),
        ("Hello world programs are easy to write these days", False),
    ],
)
def test_is_greeting(line, greets):
    assert is_greeting(line) is greets


def test_names_and_closings_are_told_from_prose():
    assert is_name("Ana de la Cruz")
    assert is_name("J. R. Ruiz")
    assert not is_name("call me")
    assert is_closing("Many thanks and best wishes,")
    assert is_closing("Med venlig hilsen")
    assert not is_closing("Thanks for asking, we would rather wait")


def test_a_mail_of_contact_details_above_a_forward_says_nothing_itself():
    body = read_text(
        "Phone: 12345\nFax: 67890\nSkype: tom\n\n---------- Forwarded message ----------\nFrom: a@b.example\nSubject: x\n\nHi"
    )
    assert body.own == ""
    assert body.forwarded
    assert body.signature == "Phone: 12345\nFax: 67890\nSkype: tom"
