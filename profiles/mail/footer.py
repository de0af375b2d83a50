"""What machines put under a mail: phone footers, list footers, disclaimers, virus scanners."""

import re

from profiles.mail.headerblock import is_rule
from profiles.mail.words import DEVICE

MAX_DEVICE = 110
MAX_FOOTER_LINES = 60

_LIST = re.compile(
    r"mailing\s+list|mailman/listinfo|listinfo|\bunsubscribe\b|to\s+unsubscribe|se\s+désabonner|abbestellen|darse\s+de\s+baja|disiscriver|"
    r"you\s+received\s+this\s+(?:message|e-?mail)\s+because|you\s+are\s+receiving\s+this|view\s+it\s+on\s+github|view\s+this\s+(?:email|message)\s+in|"
    r"posting\s+guide|list\s+archives?|manage\s+your\s+(?:subscription|preferences)|groups\.google\.com|googlegroups\.com|groups\.io|"
    r"reply\s+to\s+this\s+e-?mail\s+directly|-request@|to\s+post\s+to\s+this\s+(?:list|group)",
    re.IGNORECASE,
)
_SCANNER = re.compile(
    r"virus[- ]free|viren(?:frei|geprüft)|virenfrei|sans\s+virus|libre\s+de\s+virus|avast|\bAVG\b|scanned\s+(?:by|for)|checked\s+by|mailscanner|"
    r"messagelabs|symantec\s+cloud|consider\s+the\s+environment|denken\s+sie\s+an\s+die\s+umwelt|think\s+before\s+(?:you\s+print|printing)|"
    r"pensez\s+à\s+l['’]environnement|ne\s+pas\s+imprimer|antes\s+de\s+imprimir|prima\s+di\s+stampare|save\s+(?:a\s+tree|paper)|"
    r"do\s+you\s+yahoo|get\s+your\s+free|yahoo!\s+(?:mail|messenger)|hotmail|msn\s+\w+|windows\s+live",
    re.IGNORECASE,
)
_LEGAL = re.compile(
    r"confidential|confidencial|confidentiel|riservat|vertraulich|vertrouwelijk|fortrolig|konfidentiell|luottamuksell|poufn|důvěrn|конфиденциальн|"
    r"intended\s+(?:only|solely|recipient|for)|intended\s+addressee|privileged|prohibited|disclosure|dissemination|if\s+you\s+(?:are\s+not|have\s+received|received)|"
    r"in\s+error|disclaimer|unauthori[sz]ed|delete\s+(?:it|this|the)|notify\s+the\s+sender|"
    r"destinataire|destinatari[oa]|nicht\s+der\s+(?:richtige|beabsichtigte)|irrtümlich|par\s+erreur|por\s+error|per\s+errore|ten\s+onrechte|ved\s+en\s+fejl|omyłkowo|"
    r"amtsgericht|registergericht|geschäftsführer|handelsregister|registered\s+(?:office|in\s+england)|company\s+(?:number|registration)|VAT\s+(?:no|reg)|USt-?Id",
    re.IGNORECASE,
)
_NOTICE = re.compile(
    r"^\W*(?:confidentiality\s+(?:notice|note)|disclaimer|legal\s+notice|privacy\s+notice|haftungsausschluss|notice\s*:|important\s+notice|aviso\s+legal|avis\s+de\s+confidentialité)",
    re.IGNORECASE,
)


def is_device(line: str) -> bool:
    """Whether a phone or mail program added this line."""
    text = line.strip()
    return 0 < len(text) <= MAX_DEVICE and DEVICE.match(text) is not None


def is_legal(paragraph: str) -> bool:
    """Whether a paragraph is a disclaimer or the small print of a company: two different signs, or a heading that says so."""
    if _NOTICE.match(paragraph):
        return True
    signs = {match.group().lower()[:8] for match in _LEGAL.finditer(paragraph[:3000])}
    return len(signs) >= 2


def is_list_footer(paragraph: str) -> bool:
    """Whether a paragraph is a mailing list's or notification's footer, or a virus scanner's advertisement."""
    head = paragraph[:600]
    return _LIST.search(head) is not None or _SCANNER.search(head) is not None


def cut(lines: list[str]) -> int:
    """Index of the first line of the machine-made tail, ``len(lines)`` when there is none.

    Works upwards paragraph by paragraph, so a footer is only taken from the end.
    """
    end = len(lines)
    while end:
        while end and (not lines[end - 1].strip() or is_rule(lines[end - 1])):
            end -= 1
        if not end:
            return 0
        if is_device(lines[end - 1]):
            end -= 1
            continue
        start = end
        while start and lines[start - 1].strip() and end - start < MAX_FOOTER_LINES:
            start -= 1
        paragraph = "\n".join(lines[start:end])
        ruled = next((at for at in range(start, end) if is_rule(lines[at])), None)
        if ruled is not None and is_list_footer("\n".join(lines[ruled:end])):
            end = ruled
            continue
        if (is_legal(paragraph) or (is_list_footer(paragraph) and _reads_as_footer(lines, start, end))) and start:
            end = start
            continue
        break
    tail = end
    while tail < len(lines) and (not lines[tail].strip() or is_rule(lines[tail])):
        tail += 1
    return end if tail < len(lines) or any(is_rule(line) for line in lines[end:]) else len(lines)


def _reads_as_footer(lines: list[str], start: int, end: int) -> bool:
    """A list footer stands under a rule, or is short and holds a link or an address."""
    if start and is_rule(lines[start - 1]):
        return True
    text = "\n".join(lines[start:end])
    return end - start <= 5 and ("http" in text or "@" in text or "www." in text or len(text) < 160)
