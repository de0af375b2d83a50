"""What the lower package tells whoever listens."""

from django.dispatch import Signal

profile_built = Signal()
"""Sent after commit with ``rep_id``: from now on this rep's mail can be drafted."""

words_asked_for = Signal()
"""Sent with ``rep_id`` and ``since``: whoever keeps the rep's mail answers with the texts they wrote by hand since then."""
