"""Bytes to text, whatever charset is named or not."""

import codecs

_SAID_FOR = {
    "utf-8": "us-ascii ascii ansi_x3.4-1968 unknown-8bit x-unknown default utf8 utf-8mb4",
    "cp1252": "iso-8859-1 iso8859-1 latin1 latin-1",
    "cp1254": "iso-8859-9",
    "iso-8859-8": "iso-8859-8-i",
    "cp949": "ks_c_5601-1987 euc-kr",
    "gb18030": "gb2312 gbk x-gbk",
    "cp932": "shift_jis x-sjis",
    "utf-7": "unicode-1-1-utf-7",
    "cp850": "cp-850",
    "mac-roman": "macintosh x-mac-roman",
}
"""Codec -> labels mail carries for it: the label's superset where programs write more than the label allows."""

_CODEC = {label: codec for codec, labels in _SAID_FOR.items() for label in labels.split()}
_NO_CHARSETS = frozenset({"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "charmap", "mbcs", "oem"})
"""Python's codecs that no mail is written in; some of them take quadratic time."""

_LATIN = frozenset({"cp1252", "utf-8", "cp1254", "iso-8859-15", "iso8859-15"})


def decode(data: bytes, charset: str) -> tuple[str, bool]:
    """The text and whether every byte of it could be read in the named charset.

    Bytes that form valid UTF-8 beyond ASCII are UTF-8 even where the label says Latin-1: by chance they hardly ever do.
    """
    if data.isascii() and not charset.lower().startswith(("utf-7", "utf-16", "utf-32", "iso-2022", "hz")):
        return data.decode("ascii"), True
    name = charset.strip("\"' ").lower()
    name = _CODEC.get(name, name) or "utf-8"
    try:
        codec = codecs.lookup(name)
        known = getattr(codec, "_is_text_encoding", True) and codec.name.replace("-", "_") not in _NO_CHARSETS
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
        text = data.decode(name)
        # UTF-7 can spell half a character.
        return text.encode("utf-8", "replace").decode(), known
    except (UnicodeError, ValueError):
        return data.decode(name, "replace"), False
