"""The desk: what a rep sees of their drafts, and what they decide."""
