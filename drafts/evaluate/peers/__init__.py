"""Benches that run other people's tools beside ours. Nothing in the product imports them."""
