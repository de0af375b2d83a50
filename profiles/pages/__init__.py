"""What a rep, their manager and sales ops see of a voice profile and of an import."""
