"""Word lists as they are read: one string, words apart by spaces."""


def words(*lines: str) -> frozenset[str]:
    """The words of all lines as a set."""
    return frozenset(word for line in lines for word in line.split())


def either(*patterns: str) -> str:
    """One pattern that matches where any of these does."""
    return "|".join(f"(?:{pattern})" for pattern in patterns)
