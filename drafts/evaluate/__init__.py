"""What ``manage.py evaluate`` runs: the production path, over files, without a database, a network or a key.

One module a kind, each with ``answer(options) -> Iterator[dict]``, one answer a row, in the rows' order.
"""
