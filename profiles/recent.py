"""What was worked out of a text lately, kept by the text."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from threading import Lock


class Recent[T]:
    """The ``size`` values used last. Safe to share between threads."""

    def __init__(self, size: int):
        self._size = size
        self._kept: OrderedDict[str, T] = OrderedDict()
        self._lock = Lock()

    def get_many(self, texts: Iterable[str]) -> dict[str, T]:
        """What is known of these texts."""
        with self._lock:
            found = {text: self._kept[text] for text in texts if text in self._kept}
            for text in found:
                self._kept.move_to_end(text)
        return found

    def put_many(self, values: Mapping[str, T]) -> None:
        with self._lock:
            self._kept.update(values)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
