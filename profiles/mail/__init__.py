"""Reading mail: raw bytes to the author's own words, the mail they answer, and what was wrong with the file."""

from profiles.mail.body import read_html, read_text
from profiles.mail.mbox import messages, split_mbox
from profiles.mail.message import read
from profiles.mail.wraps import unwrap

__all__ = ["messages", "read", "read_html", "read_text", "split_mbox", "unwrap"]
