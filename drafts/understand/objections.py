"""Standing objections: which sentence objects, to what, and which approved response it calls for."""

import re
from dataclasses import dataclass

from drafts.domain import Objection
from drafts.understand.reading import Reading, Unit


def _any(*patterns: str) -> re.Pattern:
    return re.compile("|".join(f"(?:{p})" for p in patterns), re.I)


CONCERNS = {
    "price": _any(
        r"\btoo\s+(?:expensive|pricey|rich|steep|high|dear|costly|much\s+(?:money|for\s+(?:us|what|a)))\b|\b(?:over|above|beyond|outside|not\s+in|exceeds?|no)\s+(?:of\s+)?(?:our\s+|my\s+|the\s+|this\s+year['’]?s\s+)?budget\b|\bmore\s+than\s+(?:we|i|my|our)\b.{0,30}\b(?:budget\w*|pay|payment|spend|expect\w*|afford)\b|\bcan['’]?t\s+(?:afford|justify|stomach)\b|\bpric(?:e|ing|ey|y)\b.{0,25}\b(?:high|steep|crazy|shock|hard\s+to)\b|\b(?:a\s+bit|quite|really|pretty|rather)\s+(?:pricey|expensive|steep)\b|\bsticker\s+shock\b|\bout\s+of\s+(?:our|my)\s+(?:price\s+)?(?:range|league|reach)\b|\bcheaper\s+(?:elsewhere|option|alternative|quote)\b|\babove\s+what\s+we\s+budgeted\b|\btoo\s+rich\s+for\b",
    ),
    "timing": _any(
        r"\b(?:not|isn['’]?t|wrong|bad|terrible|no)\s+(?:the\s+|a\s+|really\s+)*(?:right\s+|good\s+)?(?:time|timing)\b|\bnot\s+(?:now|(?:un)?til|before|this\s+(?:year|quarter|month|season))\b|\bno\s+way\b.{0,60}\buntil\b|\bbusy\s+season\b|\btiming\s+is\s+(?:bad|off|terrible)\b|\b(?:ask|try|call|ping|check|circle|come|get|reach|talk)\s+(?:\w+\s+){0,3}(?:back\s+|again\s+)?(?:then|in\s+(?:the\s+)?(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|fall|autumn|winter|new\s+year|q[1-4]|a\s+(?:few|couple)|\w+\s+(?:weeks|months)|\d)|next\s+(?:year|quarter|spring|summer|fall|month|season)|after)\b|\b(?:maybe|perhaps|revisit|look\s+at\s+(?:it|this)\s+(?:again)?)\s+(?:\w+\s+){0,2}(?:next\s+(?:year|quarter|spring)|in\s+q[1-4]|q[1-4])\b|\b(?:on\s+hold|on\s+ice|frozen|freeze|back\s+burner|park(?:ed|ing)?\s+(?:this|it))\b|\bnobody\s+is\s+buying\b|\bwhen\s+(?:it|things)\s+(?:cools?|calms?|settles?|slows?|quiets?)\b",
    ),
    "competitor": _any(
        r"\b(?:already|currently|happy)\s+(?:\w+\s+){0,2}(?:use|using|with|have|on|signed|work|working|committed|locked)\b|\b(?:we|i)\s+(?:use|have|went\s+with|signed\s+with|run)\s+[A-Z]\w+\b.{0,40}\b(?:already|for\s+(?:\w+\s+)?years?|since|today|now|happy)\b|\b(?:we|i)\s+use\s+\w+\s+already\b|\b(?:with|using)\s+(?:another|a\s+different|a\s+competing|someone\s+else['’]?s?)\s+(?:vendor|platform|provider|supplier|tool|system|product|company)\b|\bwent\s+with\s+(?:someone|another|a\s+different)\b|\bcontract\s+with\s+(?:them|another|our\s+current)\b|\bcurrent\s+(?:vendor|provider|supplier|system|tool)\b.{0,40}\b(?:fine|works|happy|does|contract)\b|\bwe\s+already\s+have\s+(?:something|one|a)\b",
    ),
    "no_need": _any(
        r"\b(?:don['’]?t|do\s+not|dont)\s+(?:really\s+)?(?:see\s+(?:the|a|why|any|what)|need)\b.{0,30}\b(?:need|point|benefit|value|gain|it|this|another|anything|one|that)\b|\bno\s+need\b|\b(?:works?|working)\s+(?:just\s+)?(?:fine|well|great|perfectly|for\s+us)\b|\band\s+it\s+works\b|\bdon['’]?t\s+fix\b|\bain['’]?t\s+broke\b|\b(?:do|doing|are)\s+(?:just\s+)?fine\s+(?:with|as|without)\b|\bnot\s+sure\s+what\s+(?:we|i)['’]?d?\s+(?:would\s+)?gain\b|\bgood\s+(?:enough\s+)?(?:as\s+is|as\s+we\s+are|without)\b|\ball\s+set\b|\bnot\s+interested\b|\bspreadsheets?\s+(?:is|are|does|do|works?)\b",
    ),
    "security": _any(
        r"\b(?:security|privacy|data)\s+(?:is\s+)?(?:\w+\s+){0,2}(?:concern|worr|issue|risk|problem)\w*\b|\bdon['’]?t\s+(?:allow|trust|put|want)\b.{0,60}\b(?:cloud|data|server|online)\b|\b(?:another|shared|public|the)\s+cloud\b|\b(?:got|been|were)\s+(?:burned|hacked|breached)\b|\bour\s+policy\s+is\s+no\b|\bpeople\s+keep\s+access\b|\bbefore\s+i\s+let\s+anyone\b.{0,60}\bdata|addresses\b",
    ),
    "authority": _any(
        r"\b(?:not|n['’]t)\s+(?:\w+\s+){0,3}(?:my\s+(?:call|decision)|the\s+(?:one\s+who\s+(?:signs|decides|makes)|decision[\s-]?maker)|me\s+who\s+(?:decides|signs)|up\s+to\s+me)\b|\b(?:he|she|they|boss|husband|wife|partner|board|owner|director|\w+)\s+(?:decides?|makes\s+(?:the|that|those)\s+(?:call|decision)s?|signs\s+off|has\s+(?:the\s+)?(?:final|last)\s+(?:say|word))\b|\b(?:my|our)\s+(?:boss|wife|husband|partner|owner|director|board)(?:['’]s)?\s+(?:call|decision)\b|\bgoes\s+thr(?:u|ough)\b|\babove\s+my\s+pay\s?grade\b|\bnot\s+the\s+one\s+who\b|\bcollecting\s+information\s+for\b|\bno\s+authority\b",
    ),
    "adoption": _any(
        r"\b(?:guys|crew|team|staff|techs?|technicians|people|drivers|employees|they|nobody|no\s+one)\b.{0,30}\b(?:won['’]?t|will\s+not|aren['’]?t\s+going\s+to|wouldn['’]?t|never|hate|refuse)\b.{0,30}\b(?:use|touch|learn|adopt|phones?|apps?|change|it)\b",
    ),
    "lock_in": _any(
        r"\block(?:ed)?[\s-]?in\b|\blong(?:[\s-]term)?\s+(?:contracts?|commitments?)\b.{0,30}(?:any\s*more|no|not)|\b(?:don['’]?t|won['’]?t|not|never|worried\s+about|afraid\s+of|hesitant\s+\w+)\s+(?:\w+\s+){0,3}(?:sign(?:ing)?|commit(?:ting)?|be(?:ing)?\s+(?:tied|stuck|locked))\b|\btied\s+(?:in|down|up)\b.{0,20}\b(?:contract|year|months?)\b|\bstuck\s+(?:with|in)\b.{0,30}\b(?:contract|year|months?)\b",
    ),
    "switching": _any(
        r"\b(?:switch|mov|migrat|transition|chang)\w*\b.{0,50}\b(?:over\s+again|too\s+much|pile\s+of\s+work|headache|nightmare|pain|hassle|hours|no\s+thank|a\s+lot\s+of\s+work|disrupt\w*|effort)\b|\b(?:headache|nightmare|pain|hassle)\s+(?:of|to)\s+(?:switch|mov|migrat|chang)\w*|\bget\s+everything\s+out\s+of\b|\b(?:no\s+(?:time|hours|bandwidth)|don['’]?t\s+have\s+the\s+(?:time|hours|bandwidth|people))\b.{0,40}\b(?:switch|mov|migrat|chang|train|learn|set)\w*|\btype\s+in\s+all\b",
    ),
    "size": _any(
        r"\btoo\s+(?:small|tiny|little|big)\b|\b(?:overkill|more\s+than\s+we\s+need)\b|\b(?:not\s+sure\s+)?(?:we|we['’]re|i['’]m)\s+(?:are\s+)?(?:not\s+)?(?:the\s+)?(?:right|big)\s+(?:size|enough)\b|\bjust\s+(?:a\s+)?(?:\w+\s+)?(?:one[\s-]man|two[\s-]man|small)\b",
    ),
}
_NEGATED_QUESTION = re.compile(r"\?\s*$")


@dataclass(frozen=True, slots=True)
class Objecting:
    """A unit that objects, the concern it voices and the approved objections of the knowledge that speak to it."""

    unit: Unit
    concern: str
    ids: tuple[str, ...] = ()
    title: str = ""


def find_objections(reading: Reading, known: tuple[Objection, ...]) -> tuple[Objecting, ...]:
    """Every sentence that objects, in order; one entry a concern and sentence."""
    of_concern = {o.id: concern_of(o.objection) for o in known}
    found = []
    for unit in reading.units:
        if _NEGATED_QUESTION.search(unit.text):
            continue
        for concern, pattern in CONCERNS.items():
            if pattern.search(unit.text):
                matching = [o for o in known if concern in of_concern[o.id]]
                found.append(
                    Objecting(
                        unit,
                        concern,
                        tuple(o.id for o in matching),
                        matching[0].objection if matching else concern.replace("_", " "),
                    )
                )
    return tuple(found)


_TITLE_WORDS = {
    "price": _any(r"expensive|budget|price|cost|afford"), "timing": _any(r"time|timing|season|next year|later"),
    "competitor": _any(r"competitor|another|already use|vendor|provider"), "no_need": _any(r"no need|fine|don't need|works"),
    "security": _any(r"security|privacy|data concern|risk"), "authority": _any(r"decision|decide|authority|boss"),
    "adoption": _any(r"will not use|won't use|adopt|resist"), "lock_in": _any(r"lock|commit|contract|term"),
    "switching": _any(r"switch|migrat|too much work|moving"), "size": _any(r"too small|size|too big|small"),
}  # fmt: skip


def concern_of(title: str) -> frozenset[str]:
    """The concerns an approved objection's title speaks to."""
    return frozenset(c for c, pattern in CONCERNS.items() if pattern.search(title) or _TITLE_WORDS[c].search(title))
