"""An approved text to its addressee by SMTP.

The moment that cannot be undone lies between the message's last byte and the server's answer: when the connection breaks
there, the delivery is *uncertain* and waits for a person, never for a retry.
"""

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage

from django.conf import settings

from drafts.models import Delivery

REFUSALS = (
    smtplib.SMTPRecipientsRefused,
    smtplib.SMTPSenderRefused,
    smtplib.SMTPDataError,
    smtplib.SMTPHeloError,
    smtplib.SMTPNotSupportedError,
)
"""The server said no: it has nothing, and trying again doubles nothing."""


def send(message: EmailMessage) -> tuple[str, str]:
    """The delivery's new status and the server's words."""
    try:
        with connected() as server:
            return hand_over(server, message)
    except (OSError, smtplib.SMTPException) as error:
        return Delivery.Status.FAILED, f"The mail server could not be reached: {words_of(error)}."


@contextmanager
def connected() -> Iterator[smtplib.SMTP]:
    """A server that has let us in; leaving closes it, whatever it says to that."""
    smtp = settings.SMTP
    server = smtplib.SMTP(smtp["host"], smtp["port"], timeout=smtp["timeout"])
    try:
        if smtp["use_tls"]:
            server.starttls(context=ssl.create_default_context())
        if smtp["username"]:
            server.login(smtp["username"], smtp["password"])
        yield server
    finally:
        server.close()


def hand_over(server: smtplib.SMTP, message: EmailMessage) -> tuple[str, str]:
    """The delivery's new status and the server's words."""
    try:
        server.send_message(message)
    except REFUSALS as error:
        return Delivery.Status.FAILED, f"The mail server refused it: {words_of(error)}."
    except (OSError, smtplib.SMTPException) as error:
        return Delivery.Status.UNCERTAIN, f"The connection broke while it was handed over: {words_of(error)}."
    return Delivery.Status.DELIVERED, ""


def words_of(error: Exception) -> str:
    """The server's own words, short; addresses of a refusal included, mail text never."""
    if isinstance(error, smtplib.SMTPResponseException):
        said = error.smtp_error
        return f"{error.smtp_code} {said.decode(errors='replace') if isinstance(said, bytes) else said}"
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, said = next(iter(error.recipients.values()))
        return f"{code} {said.decode(errors='replace')}"
    return type(error).__name__
