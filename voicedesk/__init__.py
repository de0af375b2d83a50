import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
"""Before numpy is loaded. Work is spread over processes; matrices as small as ours take many times as long shared out over threads."""
