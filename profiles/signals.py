"""What the lower package tells whoever listens."""

from django.dispatch import Signal

profile_built = Signal()
"""Sent after commit with ``rep_id``: from now on this rep's mail can be drafted."""
