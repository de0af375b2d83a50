"""What shows that a mail is from whom it says, and what does not."""

import pytest

from profiles.mail.origin import proven, was_delivered

ANA = "ana@seller.example.com"
THROUGH = "Received: from somewhere (unknown [203.0.113.9]) by mx.seller.example.com; Mon, 30 Nov 2026 09:00:00 +0000\n"


def is_proven(*fields: str, servers=("mx.seller.example.com",)) -> bool:
    return proven(("".join(f"{f}\n" for f in fields) + THROUGH + f"From: {ANA}\n\nHello").encode(), ANA, servers)


def report(results: str, server="mx.seller.example.com") -> str:
    return f"Authentication-Results: {server}; {results}"


def test_a_copy_from_the_authors_own_outbox_passed_through_no_server():
    assert proven(f"From: {ANA}\n\nHello".encode(), ANA)


@pytest.mark.parametrize(
    "results",
    [
        "dmarc=pass header.from=seller.example.com",
        "dmarc=pass (p=REJECT sp=NONE dis=NONE) header.from=Seller.example.com",
        "spf=fail smtp.mailfrom=x.example;\n dkim=pass header.d=seller.example.com header.s=a",
        "dkim=pass header.i=@seller.example.com",
        'spf=pass smtp.mailfrom="ana@seller.example.com"',
        "dkim/1=pass reason=good header.d=seller.example.com",
    ],
)
def test_a_server_of_ours_vouches_for_the_domain(results):
    assert is_proven(report(results))


@pytest.mark.parametrize(
    "results",
    [
        "none",
        "dmarc=fail header.from=seller.example.com",
        "dmarc=pass header.from=seller.example.com.evil.example",
        "dkim=pass header.d=evil.example",
        "dkim=pass header.d=example.com",
        "spf=pass smtp.mailfrom=eve@evil.example",
        "spf=pass smtp.helo=seller.example.com",
        "dmarc=fail (dmarc=pass header.from=seller.example.com) header.from=seller.example.com",
        "dmarc=fail (a (nested; dmarc=pass header.from=seller.example.com) note) header.from=seller.example.com",
        "x-dmarc=pass header.from=seller.example.com",
        "dmarc=passed header.from=seller.example.com",
    ],
)
def test_what_does_not_speak_for_the_domain_shows_nothing(results):
    assert not is_proven(report(results))


def test_a_report_by_somebody_else_or_one_that_came_with_the_mail_shows_nothing():
    good = "dmarc=pass header.from=seller.example.com"
    assert not is_proven(report(good, server="mx.evil.example"))
    assert not is_proven(report("dmarc=fail header.from=seller.example.com"), report(good))
    assert not is_proven(report(good), servers=())
    assert not is_proven()


@pytest.mark.parametrize(
    "raw", [b"", b"\x00\xff", b"Received: x\nAuthentication-Results:\n\n", b"Received: x\nAuthentication-Results: ;;;=\n\n"]
)
def test_no_bytes_break_it(raw):
    assert proven(raw, ANA, ["mx.seller.example.com"]) is (b"Received" not in raw)
    assert was_delivered(raw) is (b"Authentication" in raw)
