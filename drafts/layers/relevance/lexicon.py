"""Words that mean the same in a sale, and words that mean little: the small part of matching that is a list.

``CONCEPTS`` are everyday groups of business English, about buying, using and leaving any product. They say "these may stand
for each other", no more: a fact still has to cover every other word of the ask, and a value of the right type.
"""

import re

CONCEPTS: dict[str, str] = {
    "price": "price pricing cost rate fee tariff charge pay paid budget expensive rates prices costs spend dollar how-much what-we-pay",
    "free": "free complimentary gratis no-charge no-cost no-extra included extra surcharge add-on",
    "cheaper": "cheap cheaper lower less-expensive entry-level affordable lowest base",
    "discount": "discount deal promo promotion reduction rebate percent-off voucher coupon special-offer price-break",
    "seat": "seat licence license user login account",
    "office": "office back-office admin administrator dispatcher desk-staff office-people office-staff",
    "trial": "trial pilot try test-drive evaluation proof-of-concept try-it-out try-out sample demo-account",
    "term": "contract agreement term commitment commit lock-in locked-in tie-in tied-in sign-up",
    "cancel": "cancel cancellation terminate termination leave quit exit walk-away get-out opt-out stop",
    "renewal": "renew renewal auto-renew rollover extend extension",
    "notice": "notice notify-you",
    "invoice": "invoice invoicing bill billing",
    "payment": "payment pay card ach wire cheque check direct-debit bank-transfer payment-terms",
    "refund": "refund money-back reimbursement reimburse credit",
    "export": "export download extract take-out get-out pull-out data-out",
    "import": "import migrate migration bring-over move-over carry-over transfer load upload type-in retype re-enter",
    "integrate": "integrate integration connect connector connection sync synchronize talk link hook plug interface work-with two-way",
    "sso": "sso single-sign-on single-signon saml login log-in sign-in identity-provider",
    "encryption": "encrypt encryption encrypted aes tls",
    "audit": "audit auditor audited soc-2 report attestation certification certificate certified",
    "hosting": "host hosting hosted residency data-center datacenter reside region server-location stored where-is-the-data",
    "backup": "backup back-up restore recovery disaster-recovery snapshot",
    "offline": "offline signal reception bars coverage connectivity connection internet wifi wi-fi dead-zone dead-spot no-signal zero-bars",
    "mobile": "mobile app phone-app smartphone ios android iphone ipad tablet handset",
    "support": "support help helpdesk help-desk hotline phone call ring chat assistance reach",
    "afterhours": "24/7 after-hours out-of-hours night overnight nighttime weekend round-the-clock emergency two-in-the-morning",
    "outage": "outage downtime breakdown goes-down down fails failure breaks",
    "hours": "hours open opening-hours opening available office-hours o'clock",
    "uptime": "uptime availability sla reliability reliable",
    "onboarding": "onboarding onboard training train setup set-up specialist hand-holding hold-our-hand get-started getting-started",
    "golive": "live go-live rollout roll-out implementation implement deploy deployment up-and-running get-going getting-going start-using timeline",
    "reminder": "reminder remind notification notify alert",
    "text": "text sms message texting",
    "calendar": "calendar ical",
    "route": "route routing drive driving travel windshield drive-time",
    "photo": "photo picture image photograph pic snapshot",
    "form": "form checklist check-list paperwork inspection-form",
    "report": "report reporting dashboard kpi analytics metric statistic stats figure",
    "branch": "branch location site multi-location depot",
    "recurring": "recurring maintenance-plan repeat automatic automatically on-its-own by-themselves by-itself themselves generate",
    "based": "based headquarters headquartered hq located office-location",
    "founded": "founded founding started since in-business been-going been-around how-old established",
    "customer": "customer client",
    "reference": "reference referee testimonial case-study case-studies",
    "minimum": "minimum min least smallest at-least",
    "maximum": "maximum max most largest limit cap at-most upper-limit",
    "add": "add adding more extra-people scale-up grow hire ramp",
    "remove": "remove reduce drop take-off take-them-off scale-down fewer downgrade lower",
    "monthly": "monthly month-to-month per-month",
    "annual": "annual annually yearly per-year 12-months twelve-months",
    "seasonal": "season seasonal summer temporary temp",
    "staff": "staff employee people team crew worker colleague headcount guys",
    "delivery": "delivery deliver ship shipping shipment dispatch-time courier lead-time arrive",
    "warranty": "warranty guarantee guaranteed",
    "install": "install installation installer fit fitting mount mounting set-up setup",
    "rent": "rent rental lease leasing hire",
    "buy": "buy purchase own outright ownership",
    "repair": "repair fix servicing engineer-visit call-out",
    "size": "size dimension capacity width height depth footprint",
    "weight": "weight weigh heavy kg kilo pound",
    "power": "power electricity voltage socket plug-in mains",
    "language": "language bilingual multilingual translated translation",
    "booking": "book booking reserve reservation self-service portal schedule-themselves",
    "schedule": "schedule scheduling calendar plan planner board",
    "legal": "dpa gdpr data-processing privacy",
    "volume": "volume bulk large-team enterprise",
    "colour": "colour color finish",
    "clean": "clean cleaning hygiene sanitise sanitize",
}
"""Name of each group and its words; a hyphen joins the words of a phrase."""

CONTRASTS = (
    ("buy", "rent"), ("minimum", "maximum"), ("add", "remove"), ("export", "import"), ("monthly", "annual"),
)  # fmt: skip
"""Groups that answer different questions: a fact about one does not answer an ask about the other."""

LIGHT = frozenset(
    ["be", "have", "do", "get", "make", "take", "use", "need", "want", "like", "work", "offer", "provide", "include", "come", "go", "let", "know", "tell", "say", "give", "show", "see", "look", "handle", "deal", "cover", "allow", "enable", "run", "set", "put", "keep", "find", "think", "understand", "ask", "wonder", "hear", "mention", "clarify", "state", "explain", "confirm", "advise", "help", "please", "thank", "please", "possible", "able", "currently", "already", "still", "also", "just", "really", "quite", "very", "actually", "exactly", "roughly", "about", "around", "approximately", "per", "via", "regard", "concern", "follow", "question", "information", "info", "detail", "thing", "stuff", "way", "kind", "sort", "type", "lot", "bit", "one", "two", "couple", "any", "some", "other", "another", "own", "same", "such", "else", "available", "existing", "current", "interested", "possible", "specific", "certain", "company", "product", "software", "system", "tool", "platform", "solution", "app", "service", "vendor", "provider", "tech", "technician", "mechanic", "engineer", "plan", "option", "side", "case", "point", "matter", "issue", "part", "people", "guy", "guys", "person", "somebody", "someone", "anyone", "everybody", "team", "folk", "year", "month", "week", "day", "time", "today", "now", "yet", "ever", "then", "there", "here", "us", "we", "you", "your", "our", "they", "them", "their", "it", "this", "that", "these", "those", "i", "he", "she", "be're", "mean", "involve", "exist", "apply", "happen", "require", "consist", "talk", "speak", "write", "send", "reply", "respond", "answer", "back", "ok", "okay", "yes", "no", "good", "great", "fine", "nice", "soon", "early", "late", "new", "right", "sure", "well", "far", "much", "many", "long", "often", "big", "small", "would", "could", "should", "can", "may", "might", "will", "shall", "must", "length", "duration", "frequency", "timeline", "format", "rough", "roughly", "rise", "include", "independent", "recent", "latest", "own", "term"]
)
"""Words that carry little of what an ask is about: alone they never make or break a match."""

_PHRASES: dict[str, set[str]] = {}
for _name, _words in CONCEPTS.items():
    for _word in _words.split():
        _PHRASES.setdefault(_word.replace("-", " "), set()).add(_name)
        _PHRASES.setdefault(_word, set()).add(_name)
_LONGEST = max(len(phrase.split()) for phrase in _PHRASES)


def concepts_of(word: str) -> frozenset[str]:
    """Groups a single word (lower-case, or its lemma) belongs to."""
    return frozenset(_PHRASES.get(word, ()))


def phrase_concepts(words: list[str]) -> list[tuple[int, int, frozenset[str]]]:
    """Groups named by two or more words in a row, as (first word, one past the last, groups)."""
    found = []
    for start in range(len(words)):
        for end in range(start + 2, min(start + _LONGEST, len(words)) + 1):
            groups = _PHRASES.get(" ".join(words[start:end]))
            if groups:
                found.append((start, end, frozenset(groups)))
    return found


def stem(word: str) -> str:
    """A crude common beginning: ``reminders``/``remind``, ``encrypted``/``encryption`` meet, ``form``/``format`` do not."""
    word = re.sub(r"[^\w]+", "", word.lower())
    for ending in ("ization", "isation", "ations", "ation", "itions", "ition", "ments", "ment", "ings", "ing", "ions", "ion", "ers",
                   "ies", "ied", "ed", "er", "es", "ly", "s", "y", "e"):  # fmt: skip
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word
