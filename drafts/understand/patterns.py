"""Unmistakable wordings, one list a cue: evidence for the fitted model, and enough by themselves where :data:`SURE` says so.

The lists are short on purpose. What people say in other words is the fitted model's part (``cues.py``).
"""

import re

from drafts.understand.wordlist import either

_MONTH = r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
_LATER = rf"(?:then|later|next\s+(?:year|quarter|spring|summer|fall|month|season)|after|in\s+(?:the\s+)?(?:{_MONTH}|spring|summer|fall|autumn|winter|new\s+year|q[1-4]|a\s+(?:few|couple)))"
_OURS = r"(?:my|our)\s+(?:boss|wife|husband|partner|owner|director|board|manager|dad)(?:['’]?s)?"
_PEOPLE = r"(?:guys|crew|team|staff|techs?|technicians|people|drivers|employees|they|nobody|no\s+one)"
_WONT = r"(?:won['’]?t|will\s+(?:not|never)|aren['’]?t\s+going\s+to|wouldn['’]?t|would\s+never|hate|refuse)"
_NTH = r"(?:third|fourth|fifth|second|3rd|4th|5th|umpteenth|last)"

OBJECTIONS: dict[str, tuple[str, ...]] = {
    "price": (
        r"\btoo\s+(?:expensive|pricey|rich|steep|high|dear|costly|much\s+(?:money|for\s+(?:us|what|a)))\b",
        r"\b(?:over|above|beyond|outside|not\s+in|exceeds?|no)\s+(?:of\s+)?(?:our\s+|my\s+|the\s+|this\s+year['’]?s\s+)?budget\b",
        r"\bmore\s+than\s+(?:we|i|my|our)\b.{0,30}\b(?:budget\w*|pay|payment|spend|expect\w*|afford)\b|\babove\s+what\s+we\b",
        r"\bcan['’]?t\s+(?:afford|justify|stomach|stretch)\b|\bsticker\s+shock\b|\bcheaper\s+(?:elsewhere|alternative|quote)\b",
        r"\b(?:a\s+bit|quite|really|pretty|rather)\s+(?:pricey|expensive|steep)\b|\bout\s+of\s+(?:our|my)\s+(?:price\s+)?(?:range|league|reach)\b",
    ),
    "timing": (
        r"\b(?:not|isn['’]?t|wrong|bad|terrible|no)\s+(?:the\s+|a\s+|really\s+)*(?:right\s+|good\s+)?(?:time|timing|moment)\b",
        r"\bnot\s+(?:now|(?:un)?till?|before|this\s+(?:year|quarter|month|season))\b|\bno\s+way\b.{0,60}\buntil\b",
        rf"\b(?:ask|try|call|ping|check|circle|come|get|reach|talk)\s+(?:\w+\s+){{0,3}}(?:back\s+|again\s+)?{_LATER}\b",
        r"\b(?:on\s+hold|on\s+ice|back\s+burner|park(?:ed|ing)?\s+(?:this|it)|hold\s+off|frozen\s+(?:all|every)|too\s+busy|heads\s+down)\b",
    ),
    "competitor": (
        r"\balready\s+(?:\w+\s+){0,2}(?:use|using|with|signed|work|working|committed|locked)\b",
        r"\b(?:we|i)\s+(?:use|have|went\s+with|signed\s+with|run)\s+[A-Z]\w+\b.{0,40}\b(?:already|for\s+(?:\w+\s+)?years?|since|happy)\b|\bwe\s+use\s+\w+\s+already\b",
        r"\b(?:with|using|went\s+with)\s+(?:another|a\s+different|a\s+competing|someone\s+else['’]?s?)\b",
        r"\b(?:current|existing|present)\s+(?:vendor|provider|supplier|system|tool)\b.{0,40}\b(?:fine|works|happy|does|contract)\b|\bwe\s+already\s+have\s+(?:something|one|a)\b",
    ),
    "no_need": (
        r"\b(?:don['’]?t|do\s+not|dont)\s+(?:really\s+)?(?:see\s+(?:the|a|why|any|what)|need)\b|\bno\s+need\b|\bnot\s+interested\b|\ball\s+set\b",
        r"\b(?:works?|working)\s+(?:just\s+)?(?:fine|well|great|perfectly)\b|\band\s+it\s+works\b|\bdon['’]?t\s+fix\b|\bain['’]?t\s+broke\b",
        r"\b(?:do|doing|are|manag\w+)\s+(?:just\s+|perfectly\s+)?(?:fine|well)\s+(?:with|as|without)\b|\bnot\s+sure\s+what\s+(?:we|i)['’]?d?\s+(?:would\s+)?gain\b",
    ),
    "security": (
        r"\b(?:security|privacy|data)\b.{0,30}\b(?:concern|worr|issue|risk)\w*|\b(?:concern|worr)\w*\b.{0,30}\b(?:security|privacy|data)\b",
        r"\bdon['’]?t\s+(?:allow|trust|put|want)\b.{0,60}\b(?:cloud|data|servers?|online)\b|\b(?:shared|public)\s+cloud\b|\b(?:got|been|were)\s+(?:burned|hacked|breached)\b",
        r"\b(?:independent|current|recent)\s+audit\b",
    ),
    "authority": (
        r"\b(?:not|n['’]t|no)\s+(?:\w+\s+){0,3}(?:my\s+(?:call|decision)|the\s+(?:one\s+who\s+(?:signs|decides|makes)|decision[\s-]?maker)|me\s+who\s+(?:decides|signs)|up\s+to\s+me)\b",
        rf"\b(?:he|she|they|boss|husband|wife|partner|board|owner|director)\s+(?:decides?|makes\s+(?:the|that|those)\s+(?:call|decision)s?|signs\s+off)\b|\b{_OURS}\s+(?:call|decision)\b",
        r"\bgoes\s+thr(?:u|ough)\b|\babove\s+my\s+pay\s?grade\b|\bnot\s+the\s+one\s+who\b|\bcollecting\s+information\s+for\b|\bno\s+(?:authority|say)\b",
    ),
    "adoption": (rf"\b{_PEOPLE}\b.{{0,30}}\b{_WONT}\b.{{0,30}}\b(?:use|touch|learn|adopt|phones?|apps?|change|it)\b",),
    "lock_in": (
        r"\block(?:ed)?[\s-]?in\b|\blong(?:[\s-]term)?\s+(?:contracts?|commitments?)\b|\btied\s+(?:in|down)\b|\bstuck\s+(?:with|in)\b.{0,30}\bcontract",
        r"\b(?:don['’]?t|won['’]?t|not|never|worried\s+about|afraid\s+of|hesitant\s+\w+)\s+(?:\w+\s+){0,3}(?:sign(?:ing)?|commit(?:ting)?)\b",
    ),
    "switching": (
        r"\b(?:switch|mov|migrat|transition|chang)\w*\b.{0,50}\b(?:over\s+again|too\s+much|pile\s+of\s+work|headache|nightmare|pain|hassle|hours|no\s+thank|a\s+lot\s+of\s+work|effort)\b",
        r"\b(?:headache|nightmare|pain|hassle)\s+(?:of|to)\s+(?:switch|mov|migrat|chang)\w*|\bget\s+everything\s+out\s+of\b",
    ),
    "size": (
        r"\btoo\s+(?:small|tiny|little|big)\b|\boverkill\b|\bmore\s+than\s+we\s+need\b|\b(?:right|big)\s+(?:size|enough)\b",
    ),
    "trust": (
        r"\bnever\s+heard\s+of\s+(?:you|your)\b|\bsnake\s+oil\b|\bsc?k?eptical\b|\bbad\s+(?:experience|reviews?)\b|\bnot\s+convinced\b",
    ),
}

_TARGETS = r"(?:instructions?|prompts?|rules?|guidelines?|directions?|polic(?:y|ies)|safety\s+checks?|filters?)"
_SECRETS = r"(?:(?:system|full|whole|entire|original|hidden)\s+prompt|your\s+(?:\w+\s+)?(?:instructions|prompt|rules|configuration)|approved\s+(?:facts|discounts)|other\s+(?:prospects?|customers?|leads?|clients?)\b|internal\s+\w+)"
_MACHINE = r"(?:ai|assistant|bot|chatbot|llm|(?:language\s+|ai\s+)?model|(?:drafting|mail(?:ing)?|writing|e-?mail)\s+(?:tool|system|software)|software\s+(?:that|which|who)\s+\w+|whatever\s+(?:software|system|tool|program|machine)\b[^:]{0,30}|auto-?responder|(?:reply|response)\s+generator)"

HAZARDS: dict[str, tuple[str, ...]] = {
    "unsubscribe": (
        r"\bunsubscribe\b(?!\s+(?:rate|link|button|option|page|list)s?\b)|\bopt(?:ing)?\s*(?:me|us)?\s*[- ]?out\b|\bremove\s+(?:me|us|my|our)\b.{0,40}(?:list|database|address|e?-?mail|contacts?|$)",
        r"\b(?:stop|quit|cease)\s+(?:mail|e-?mail|writ|contact|send|messag|spam|bother|pester|hound|reaching\s+out)\w*|\b(?:take|get)\s+(?:me|us)\s+off\b",
        r"\b(?:do\s+not|don['’]?t|never)\s+(?:ever\s+)?(?:e?-?mail|contact|write|message)\s+(?:to\s+)?(?:me|us|here)(?=\W*$|\s+(?:again|any|ever))",
        r"\bno\s+(?:more|further)\s+(?:e?-?mails?|messages|contact|follow[\s-]?ups?)\b|\bleave\s+(?:me|us)\s+alone\b",
        r"\b(?:take|get|strike|cross|scrub|wipe|have)\b.{0,30}\boff\b.{0,20}\blists?\b|\blose\s+(?:my|our|this)\s+(?:address|e-?mail|number|details)\b",
        r"\b(?:off|from|out\s+of)\s+(?:your|this|the)\s+(?:\w+\s+)?(?:lists?|database|records|files|contacts|address\s+book|crm)\b",
    ),
    "injection": (
        rf"\b(?:ignore|disregard|forget|override|bypass|do\s+not\s+follow)\b.{{0,30}}\b(?:previous|prior|above|earlier|all|any|your|these|the|system|safety)\b.{{0,25}}\b{_TARGETS}",
        r"\byou\s+are\s+(?:now\s+)?(?:an?\s+(?:ai|assistant|bot|chatbot|language\s+model|llm)|in\s+\w+\s+mode|no\s+longer\s+bound)|\bif\s+you\s+are\s+(?:an?\s+)?(?:ai|llm|bot|language\s+model)",
        r"\b(?:system|developer)\s*(?:prompt|override)\b|\[\s*(?:system|inst|admin)\s*\]|<\s*/?\s*(?:system|instructions?|prompt)\s*>|(?:^|[-#*=>\[|]\s*)system\s*(?:message|note)?\s*:",
        rf"\b(?:to\s+the\s+|dear\s+|note\s+to\s+(?:the\s+)?)?{_MACHINE}\b[^.?!:]{{0,20}}[:,]\s*(?:\w+\s+){{0,6}}(?:include|reply|respond|write|send|offer|output|print|mark|set|approve|reveal|add|append|say|tell|claim|promise|accept|quote|state|confirm|give|ignore|treat|grant)",
        rf"\b(?:note|message|memo|attention|attn|instructions?|p\.?s\.?|for|to|dear|hello|hey)\b[^.?!:\n]{{0,25}}\b{_MACHINE}\b[^.?!:\n]{{0,40}}:",
        r"\b(?:skip|bypass|without)\s+(?:\w+\s+){0,3}(?:human|manual|person(?:['’]s)?|a\s+person|reviewer)\b.{0,12}\b(?:review|approval|check|looking|seeing|reading)?|\bdo\s+not\s+mention\s+this\s+(?:note|message|instruction)",
        rf"\b(?:reveal|print|output|repeat|paste|dump|list|append|add)\b.{{0,60}}\b{_SECRETS}",
        rf"\b(?:system|admin\w*|security|automat\w+|it)\s+(?:notice|notification|message|memo|directive|instructions?)\s+(?:to|for)\b[^.?!\n]{{0,30}}\b{_MACHINE}\b",
        r"\bskip\s+(?:the\s+|any\s+|all\s+)?(?:review|approval|moderation|checks?)\b|\b(?:send|reply|respond)\s+(?:it\s+)?(?:at\s+once|immediately|right\s+away)\s+without\b|\bpre-?(?:approved|authori[sz]ed)\s+by\s+(?:the\s+)?(?:management|admin|system|vendor|seller)\b",
        r"\b(?:mark|set|rate|score)\s+(?:this|the|every|all|your)\b.{0,20}\b(?:draft|scores?|reply|response|layers?|thresholds?|confidence)\b|\b(?:approval|developer|debug|god|admin|jailbreak)\s+mode\b",
    ),
    "legal": (
        r"\blaw\s?suits?\b|\b(?:will|going\s+to|to)\s+sue\b|\bsmall\s+claims\b|\bsubpoena\b|\bcease\s+and\s+desist\b|\blegal\s+(?:action|proceedings|advice)\b|\bin\s+court\b",
        r"\b(?:in\s+)?breach\s+of\b|\bin\s+breach\b|\bindemni\w+|\bunlimited\s+liability\b|\bliability\s+(?:cap|clause)\b|\bred-?lines?\b|\bgoverning\s+law\b|\bwithout\s+prejudice\b",
        r"\b(?:my|our)\s+(?:\w+\s+)?(?:attorneys?|lawyers?|solicitors?|counsel)\s+(?:will|has|have|need|advis|want|insist|says?|ask)|\bsubject\s+access\s+request\b|\bdata\s+subject\b|\barticle\s+1[57]\b|\bright\s+to\s+(?:be\s+forgotten|erasure)\b",
        r"\b(?:sections?|clauses?)\s+\d+.{0,40}\b(?:agreement|contract|terms|msa)\b|\binfring\w+\b|\bdata\s+protection\s+authority\b",
    ),
    "angry": (
        r"\b(?:unacceptable|not\s+acceptable|ridiculous|outrageous|disgrace(?:ful)?|appalling|pathetic|fed\s+up|sick\s+(?:and\s+tired\s+)?of|furious|livid|disgusted|incompetent|shame\s+on|last\s+straw|end\s+of\s+my\s+(?:rope|patience)|rip-?off)\b",
        rf"\b{_NTH}\s+time\s+(?:i|we|you|this|in\s+a)\b|\bthis\s+is\s+the\s+{_NTH}\s+time\b|\btired\s+of\s+(?:asking|waiting|chasing|being|this|your|hearing)\b",
        r"\b(?:want|demand|expect)\s+(?:a|my|our|the)\s+(?:full\s+)?(?:refund|money\s+back|apology|explanation)\b|\bmy\s+money\s+back\b",
        r"\b(?:nobody|no\s+one)\s+(?:\w+\s+)?(?:called|answers?|answered|responds?|responded|replied|picked\s+up|showed\s+up)\b|\bwhat\s+the\s+hell\b|\bwtf\b",
    ),
    "wrong_person": (
        r"\bwrong\s+(?:person|guy|address|contact|department|email|company|number)\b|\b(?:not|n['’]t)\s+(?:the\s+|really\s+the\s+)?(?:right|correct|best)\s+(?:person|contact|one\s+to|department|address)\b",
        r"\b(?:no\s+longer|not|doesn['’]?t|does\s+not)\s+(?:\w+\s+)?(?:with|works?|working|employed)\s+(?:for\s+|with\s+|at\s+)?(?:the\s+(?:company|firm)|this\s+company|us\b|here|there)",
        r"\bleft\s+(?:the\s+)?(?:company|firm|organi[sz]ation|us\b)|\b(?:has|have)\s+(?:since\s+)?(?:left\s+(?:the|us|our)|retired|passed\s+away|died)\b|\b(?:he|she)\s+(?:passed\s+away|died|retired)\b",
        r"\b(?:after|want|mean|meant|looking\s+for|confus\w+\s+(?:me\s+)?with)\s+(?:a\s+different|another|some\s+other|the\s+other)\s+[A-Z]",
        r"\b(?:i|we)\s+(?:don['’]?t|do\s+not)\s+(?:handle|deal\s+with|look\s+after)\b|\bmeant\s+for\s+(?:someone|somebody)\s+else\b",
    ),
    "out_of_scope": (
        r"\bsponsor(?:s|ship|ing)?\b|\bguest\s+(?:post|article)\b|\bseo\b|\b(?:are|do)\s+(?:you|u)\s+(?:guys\s+)?(?:hire|hiring|recruiting)\b|\bjob\s+openings?\b|\bmy\s+(?:cv|resume)\b",
        r"\b(?:podcast|journalist|raffle|fundrais\w+|dissertation|internship)\b|\breset\s+my\s+password\b|\bcharged\s+(?:us\s+|me\s+)?twice\b|\blogged\s+(?:everyone|us|me)\s+out\b",
        r"\binvoice\b.{0,60}\b(?:wrong|says|incorrect|error|mistake)\b|\b(?:wrong|incorrect|mistake)\b.{0,30}\binvoice\b",
    ),
    "autoreply": (
        r"\b(?:out\s+of\s+(?:the\s+)?(?:office|town|country)|on\s+(?:annual\s+|parental\s+|maternity\s+|sick\s+)?(?:leave|vacation|holiday|pto)|away\s+from\s+(?:my|the)\s+(?:desk|office|e?-?mail))\b.{0,120}\b(?:return|back|until|contact|urgent|limited|respond|reply|from|through)\b",
        r"\b(?:this|it)\s+is\s+an?\s+auto(?:matic|mated|-)|\b(?:mailbox|inbox|address)\s+is\s+(?:not|no\s+longer|un)\s*monitored\b|\b(?:limited|no)\s+access\s+to\s+(?:my\s+)?e?-?mail\b",
        r"\bwe\s+have\s+received\s+your\s+(?:message|e?-?mail|request|inquiry|ticket)\b",
    ),
}  # fmt: skip

HINTS: dict[str, tuple[str, ...]] = {
    "doubt": (r"\b(?:hesita\w+|worr(?:y|ies|ied)|concern(?:s|ed)?|nervous|uneasy|reservations?|doubts?|afraid|comfortable|skeptic\w*|sceptic\w*|scar(?:ed|y|es))\b",),
    "refusal": (r"\b(?:no\s+thank|won['’]?t|wouldn['’]?t|not\s+going\s+to|can['’]?t\s+see|never|not\s+for\s+us|pass\b|rather\s+not|no\s+way|forget\s+it)",),
    "liking": (r"\b(?:love[ds]?|like[ds]?|excited|keen|impressed|happy\s+to|look(?:s|ing)?\s+forward|perfect|exactly\s+what|lovely|beautiful|pleased)\b",),
    "reporting": (
        r"\b(?:['’]ll|will|going\s+to|let\s+me|need\s+to)\b.{0,40}\b(?:check|discuss|review|read|look|think|talk|ask|show|test|try|decide|meet|know|back)\b",
        r"\b(?:forward(?:ed|ing)|passed|passing|shared|received|reviewing|comparing|waiting)\b",
    ),
    "having": (r"\b(?:i|we)\s+(?:have|run|are|manage|own|operate|use|teach|sell|work)\b|\b(?:i|we)['’](?:m|re|ve)\b",),
}  # fmt: skip
"""Wordings that lean towards no cue in particular; only the fitted model reads them."""

PATTERNS: dict[str, re.Pattern] = {cue: re.compile(either(*lines), re.I) for cue, lines in (OBJECTIONS | HAZARDS | HINTS).items()}
SURE = frozenset({"unsubscribe", "injection", "legal", "autoreply"})
"""Cues whose wordings mean what they say in any context."""
