"""What managers see: how often drafts are held, by which layer, for whom, and whether that was right."""
