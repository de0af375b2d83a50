"""Bytes to text, whatever charset is named or not."""

import codecs

_ALIASES = {
    "": "utf-8", "us-ascii": "utf-8", "ascii": "utf-8", "ansi_x3.4-1968": "utf-8", "unknown-8bit": "utf-8", "x-unknown": "utf-8", "default": "utf-8",
    "iso-8859-1": "cp1252", "latin1": "cp1252", "latin-1": "cp1252", "iso8859-1": "cp1252", "iso-8859-8-i": "iso-8859-8", "iso-8859-9": "cp1254",
    "ks_c_5601-1987": "cp949", "euc-kr": "cp949", "gb2312": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030", "shift_jis": "cp932", "x-sjis": "cp932",
    "unicode-1-1-utf-7": "utf-7", "cp-850": "cp850", "utf8": "utf-8", "utf-8mb4": "utf-8", "macintosh": "mac-roman", "x-mac-roman": "mac-roman",
}  # fmt: skip
_LATIN = frozenset({"cp1252", "utf-8", "cp1254", "iso-8859-15", "iso8859-15"})


def decode(data: bytes, charset: str) -> tuple[str, bool]:
    """The text and whether every byte of it could be read in the named charset.

    Bytes that form valid UTF-8 beyond ASCII are UTF-8 even where the label says Latin-1: by chance they hardly ever do.
    """
    if data.isascii() and not charset.lower().startswith(("utf-7", "utf-16", "utf-32", "iso-2022", "hz")):
        return data.decode("ascii"), True
    name = charset.strip("\"' ").lower()
    name = _ALIASES.get(name, name)
    try:
        codec = codecs.lookup(name)
        known = getattr(codec, "_is_text_encoding", True)
    except (LookupError, ValueError):
        known = False
    if not known:
        name = "utf-8"
    if name in _LATIN:
        try:
            return data.decode("utf-8"), True
        except UnicodeDecodeError:
            sure = known and name != "utf-8"
            return data.decode("cp1252" if name == "utf-8" else name, "replace"), sure or charset == ""
    try:
        return data.decode(name), known
    except (UnicodeError, ValueError):
        return data.decode(name, "replace"), False
