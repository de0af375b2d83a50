"""What makes a message unsafe to draft: one pattern table a hazard, each hit with the words that show it."""

import re
from collections.abc import Iterator

from drafts.domain import Hazard, Message
from drafts.understand.language import foreign_language
from drafts.understand.reading import Reading

NOTES = {
    "autoreply": "This is an automatic reply, nobody has read your mail yet.",
    "bounce": "Your last mail could not be delivered.",
    "unsubscribe": "They ask not to be written to any more.",
    "injection": "The mail holds instructions aimed at the drafting system; they were not followed.",
    "legal": "This touches legal matters.",
    "angry": "They are upset and need a person, not a draft.",
    "wrong_person": "This may be the wrong person to write to.",
    "non_english": "The mail is written in {}.",
    "out_of_scope": "This is not a sales conversation a routine reply can serve.",
    "ambiguous": "It is not clear what they mean.",
    "too_early": "You wrote last and it is too early for a nudge.",
    "not_wanted": "They said no, or the mail did not reach them: no nudge is due.",
}


def _any(*patterns: str) -> re.Pattern:
    return re.compile("|".join(f"(?:{p})" for p in patterns), re.I)


_AUTOREPLY_SUBJECT = _any(
    r"^\W*(?:auto(?:matic|mated)?[\s-]*(?:reply|response|antwort)|out\s+of\s+(?:the\s+)?office|ooo\b|abwesenheit|réponse\s+automatique|respuesta\s+autom|away\s+from|on\s+(?:leave|vacation|holiday))"
)
_BOUNCE_SUBJECT = _any(
    r"^\W*(?:undeliver|delivery\s+(?:status|failure|has\s+failed)|mail\s+delivery|returned\s+mail|failure\s+notice|message\s+(?:not\s+delivered|blocked))"
)
_BOUNCE_SENDER = _any(r"mailer-daemon|postmaster@|mail\s+delivery\s+(?:sub)?system")
_PATTERNS = {
    "autoreply": _any(
        r"\b(?:i\s+am|i['’]m|we\s+are|am|currently|is)\s+(?:currently\s+|now\s+)?(?:out\s+of\s+(?:the\s+)?(?:office|town|country)|on\s+(?:annual\s+|parental\s+|maternity\s+|sick\s+)?(?:leave|vacation|holiday|pto)|away\s+from\s+(?:my|the)\s+(?:desk|office|e?-?mail)|ooo)\b.*\b(?:return|back|until|contact|urgent|limited|respond|reply|from|through)\b",
        r"\b(?:this|it)\s+is\s+an?\s+auto(?:matic|mated|-)\s*(?:reply|response|message|acknowledge?ment|email)",
        r"\bthis\s+(?:mailbox|inbox|address)\s+is\s+(?:not|no\s+longer|un)\s*monitored\b",
        r"\bwe\s+have\s+received\s+your\s+(?:message|e?-?mail|request|inquiry|ticket)\b.{0,80}\b(?:within|ticket|shortly|business\s+days?)\b",
        r"\bwith\s+(?:limited|no)\s+access\s+to\s+(?:my\s+)?e?-?mail\b",
    ),
    "bounce": _any(
        r"\b(?:address\s+not\s+found|user\s+unknown|mailbox\s+(?:full|unavailable|not\s+found)|recipient\s+(?:address\s+)?rejected|could\s?n[o'’]t\s+be\s+delivered|delivery\s+(?:has\s+)?failed|no\s+such\s+user|account\s+(?:has\s+been\s+)?disabled|undeliverable|550\s+5\.\d)"
    ),
    "unsubscribe": _any(
        r"\bunsubscribe\b|\bopt(?:ing)?\s*(?:me|us)?\s*[- ]?out\b|\bremove\s+(?:me|us|my|our|this)\b.{0,40}(?:list|database|address|e?-?mail|contacts?|$)",
        r"\b(?:stop|quit|cease)\s+(?:mail|e-?mail|writ|contact|send|messag|spam|bother|reach|pester|hound)\w*",
        r"\b(?:take|get)\s+(?:me|us)\s+off\b",
        r"\b(?:do\s+not|don['’]?t|never)\s+(?:ever\s+)?(?:e?-?mail|contact|write|message|call)\s+(?:to\s+)?(?:me|us|here)(?:\s+(?:again|any\s*more|ever))?(?=\W*$|\s+(?:again|any|ever))",
        r"\b(?:no\s+(?:more|further)\s+(?:e?-?mails?|messages|contact|follow[\s-]?ups?))\b|\bleave\s+(?:me|us)\s+alone\b|\blose\s+(?:my|this)\s+(?:address|email|number)\b",
    ),
    "injection": _any(
        r"\b(?:ignore|disregard|forget|override|bypass|skip)\b.{0,25}\b(?:previous|prior|above|earlier|all|any|your|these|system|safety)\b.{0,25}\b(?:instructions?|prompts?|rules?|guidelines?|directions?|polic(?:y|ies)|checks?|filters?)",
        r"\byou\s+are\s+(?:now\s+)?(?:an?\s+)?(?:ai|assistant|bot|chatbot|language\s+model|llm|in\s+\w+\s+mode|dan\b)",
        r"\b(?:system|developer|admin)\s*(?:prompt|override|message|note|instruction)s?\b\s*[:\]>-]?|\[\s*(?:system|inst|admin)\s*\]|<\s*/?\s*(?:system|instructions?|prompt)\s*>|\bend\s+of\s+(?:prompt|email|message)\b.*\bnew\s+(?:task|instruction)",
        r"\b(?:ai|assistant|bot|llm|language\s+model|drafting\s+(?:tool|system)|auto-?responder|model|whoever\s+drafts)\b\s*[:,]\s*(?:\w+\s+){0,6}(?:include|reply|write|send|offer|output|print|mark|set|approve|reveal|add|state|confirm|give|ignore|treat)",
        r"\b(?:mark|set|rate|score)\s+(?:this|the|every|all|your)\b.{0,20}\b(?:draft|scores?|reply|response|layers?|thresholds?)\b|\b(?:reveal|print|output|repeat|paste|dump|list|show)\b.{0,30}\b(?:system\s+prompt|your\s+(?:instructions|prompt|rules)|approved\s+facts|other\s+(?:prospects?|customers?|leads?|clients?)['’]?\s*(?:replies|e?mails|data|names)?|internal)",
        r"\b(?:act|respond|answer|reply|behave)\s+(?:only\s+)?(?:as\s+(?:if\s+you|an?\s+(?:ai|unrestricted|admin))|with\s+(?:only\s+)?the\s+(?:word|text|phrase))",
        r"\b(?:approval|developer|debug|god|admin|jailbreak)\s+mode\b|\bprompt\s+injection\b",
    ),
    "legal": _any(
        r"\b(?:attorneys?|lawyers?|solicitors?|barristers?|legal\s+counsel|general\s+counsel|outside\s+counsel)\b|\blaw\s?suits?\b|\blitigation\b|\bsue\b|\bsuing\b|\bsmall\s+claims\b|\bin\s+court\b|\bsubpoena\b|\bcease\s+and\s+desist\b",
        r"\bbreach\s+of\s+(?:contract|agreement|confidence|warranty|data)\b|\bin\s+breach\b|\bindemnif\w+|\bindemnity\b|\bliabilit(?:y|ies)\b|\bredlines?\b|\bred-?lined\b|\bclause\s+\d|\bsections?\s+\d+.{0,40}\b(?:agreement|contract|terms|msa)\b|\bgoverning\s+law\b|\blegal\s+action\b|\blegal\s+proceedings\b|\bwithout\s+prejudice\b",
        r"\b(?:right\s+of\s+access|subject\s+access\s+request|data\s+subject|article\s+1[57]|right\s+to\s+(?:be\s+forgotten|erasure))\b|\b(?:infring|trademark|patent)\w*\b|\bregulator\b|\bdata\s+protection\s+(?:authority|commissioner|officer)\b|\bombudsman\b",
    ),
    "angry": _any(
        r"\b(?:unacceptable|not\s+acceptable|ridiculous|outrageous|disgrace(?:ful)?|appalling|pathetic|a\s+joke|fed\s+up|sick\s+(?:and\s+tired\s+)?of|furious|livid|disgusted|infuriat\w+|incompetent|useless|shame\s+on|had\s+(?:it|enough)|last\s+straw|end\s+of\s+my\s+rope|fuming|insult(?:ing|ed)?|rip-?off|scam(?:mers?)?|bullshit|wtf|damn|hell\b.{0,10}\?|what\s+the\s+hell|screw(?:ed)?\s+(?:up|over)|crap)\b",
        r"\b(?:third|fourth|fifth|second|3rd|4th|5th|umpteenth|last)\s+time\s+(?:i|we|you|this|in\s+a)\b|\bthis\s+is\s+the\s+(?:third|fourth|fifth|3rd|4th|second|last)\s+time\b|\btired\s+of\s+(?:asking|waiting|chasing|being|this|your|hearing)\b|\bhow\s+many\s+(?:more\s+)?times\b",
        r"\b(?:i|we)\s+(?:want|demand|expect)\s+(?:a|my|our|the)\s+(?:full\s+)?(?:refund|money\s+back|apology|explanation)\b|\bmy\s+money\s+back\b|\b(?:bad|one[- ]star|negative)\s+review\b|\bposting\s+(?:all|this|it)\b|\btell(?:ing)?\s+everyone\b",
        r"\b(?:nobody|no\s+one)\s+(?:\w+\s+)?(?:called|call(?:s|ed)?\s+back|answers?|answered|responds?|responded|replied|picked\s+up|showed|bothered)\b",
    ),
    "wrong_person": _any(
        r"\b(?:wrong\s+(?:person|guy|address|contact|department|one|email|company|number|\w+\s+entirely))\b|\b(?:not|n['’]t)\s+(?:the\s+|really\s+the\s+)?(?:right|correct|best)\s+(?:person|contact|one\s+to|department|address)\b",
        r"\b(?:no\s+longer|not|doesn['’]?t|does\s+not)\s+(?:\w+\s+)?(?:with|at|works?|working|employed)\s+(?:for\s+|with\s+|at\s+)?(?:the\s+company|this\s+company|us\b|here|our)|\bleft\s+(?:the\s+)?(?:company|firm|organi[sz]ation|business|us\b)|\b(?:i|he|she)\s+(?:have\s+)?left\s+[A-Z]\w+\b|\bhas\s+(?:since\s+)?(?:left|retired|moved\s+on|passed\s+away|died)\b|\b(?:he|she)\s+(?:passed\s+away|died|retired)\b|\bchanged\s+jobs\b|\bi\s+retired\b|\bi['’]m\s+retired\b",
        r"\b(?:i|we)\s+(?:don['’]?t|do\s+not)\s+(?:handle|deal\s+with|look\s+after|manage|have\s+anything\s+to\s+do)\b|\bmeant\s+for\s+(?:someone|somebody)\s+else\b|\bnot\s+(?:meant|intended)\s+for\s+me\b|\bwho\s+(?:is|are)\s+(?:this|you)\s*\?|\byou\s+(?:have|['’]ve\s+got)\s+the\s+wrong\b|\bnever\s+heard\s+of\s+you\b|\bi\s+think\s+you\s+(?:meant|mixed)\b",
    ),
    "out_of_scope": _any(
        r"\b(?:sponsor(?:ship)?|guest\s+post|backlinks?|link\s+exchange|seo\s+(?:services|agency|company)|web\s+design\s+services|lead\s+gen(?:eration)?\s+(?:services|agency))\b|\b(?:we|our\s+(?:company|agency|team))\s+(?:offer|provide|specialise|specialize)s?\b.{0,60}\b(?:services|solutions|agency|developers|outsourc\w+)\b",
        r"\b(?:do|are)\s+(?:you|u)\s+(?:guys\s+)?(?:hire|hiring|recruiting)\b|\b(?:job|internship|position|vacanc(?:y|ies)|resume|cv|my\s+application)\b.{0,40}\b(?:open|opening|apply|attached|available|applying|with\s+you|at\s+your)\b|\bopen\s+(?:roles?|positions?)\b|\bapply(?:ing)?\s+for\b.{0,30}\b(?:job|role|position)\b",
        r"\b(?:journalist|reporter|press\s+inquiry|podcast|webinar\s+speaker|keynote|donat(?:e|ion)|charity|raffle|fundrais\w+|thesis|dissertation|student\s+(?:at|project)|survey\s+for)\b",
        r"\b(?:your|last|the)\s+(?:last\s+)?invoice\b.{0,60}\b(?:wrong|says|charged|incorrect|overcharg\w+|error|twice)\b|\b(?:reset\s+my\s+password|can['’]?t\s+log\s*in|log(?:ged)?\s+(?:everyone|us|me)\s+out|support\s+ticket|error\s+message|is\s+down\b|keeps?\s+crashing)",
    ),
}
_HIDDEN_HARMLESS = _any(r"view\s+(?:this|in)|browser|unsubscribe|tracking|pixel|preheader|mso|endif|style|@media|outlook")
_DIRECTIVE = _any(
    r"\b(?:assistant|ai|bot|model|system|instruction|prompt|draft|score|admin|verified|approve|include|state|say|confirm|offer|set|mark|reply|respond|write|send|forward|ignore|reveal|add|tell|guarantee|discount|you\s+(?:must|should|are|will))\b"
)
_SHOUTED = re.compile(r"\b[A-Z]{3,}\b(?:\W+\b[A-Z]{2,}\b){2,}")


def visible_hazards(message: Message, reading: Reading) -> tuple[Hazard, ...]:
    """Hazards one message shows by itself, each code once, in the order of :data:`NOTES`."""
    found: dict[str, str] = {}
    for code, words in _hits(message, reading):
        found.setdefault(code, words)
    return tuple(hazard(code, found[code]) for code in NOTES if code in found)


def hazard(code: str, words: str, detail: str = "") -> Hazard:
    """A hazard with its standing note."""
    language = detail or words
    return Hazard(
        code, words, NOTES[code].format(language) if code == "non_english" else NOTES[code] + (f" {detail}" if detail else "")
    )


def _hits(message: Message, reading: Reading) -> Iterator[tuple[str, str]]:
    own = "\n".join(u.text for u in reading.units)
    for flag in ("autoreply", "bounce"):
        if flag in message.flags:
            yield flag, message.subject or own[:80]
    if found := _AUTOREPLY_SUBJECT.search(message.subject):
        yield "autoreply", found.group().strip()
    if (found := _BOUNCE_SUBJECT.search(message.subject)) or (found := _BOUNCE_SENDER.search(message.sender)):
        yield "bounce", found.group().strip()
    for code, pattern in _PATTERNS.items():
        if code == "legal" and not _really_legal(own, pattern):
            continue
        if found := pattern.search(own):
            yield code, found.group().strip()
    if found := _SHOUTED.search(own + "\n" + message.subject):
        yield "angry", found.group()
    yield from _out_of_sight(message)
    if language := foreign_language(own):
        yield "non_english", language


def _really_legal(text: str, pattern: re.Pattern) -> bool:
    """A law firm that asks for software is no legal matter: "we are a firm of 12 attorneys"."""
    found = pattern.search(text)
    if not found:
        return False
    trade = re.search(r"\b(?:we\s+are|we['’]re|our|i\s+run|firm\s+of|\d+)\s+(?:\w+\s+){0,4}$", text[: found.start()], re.I)
    return not (trade and re.match(r"(?:attorney|lawyer|solicitor|barrister)s", found.group(), re.I))


def _out_of_sight(message: Message) -> Iterator[tuple[str, str]]:
    """Instructions where no human reader would look: hidden text, quoted mail, attachment names."""
    hidden = message.hidden.strip()
    if (
        len(hidden.split()) >= 3
        and _DIRECTIVE.search(hidden)
        and not (_HIDDEN_HARMLESS.search(hidden) and len(hidden.split()) < 12)
    ):
        yield "injection", hidden[:200]
    for text in (message.quoted, " ".join(message.attachments).replace("_", " ").replace("-", " "), message.subject):
        if found := _PATTERNS["injection"].search(text):
            yield "injection", found.group().strip()
