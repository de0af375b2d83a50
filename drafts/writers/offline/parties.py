"""Whose word a quiet thread waits for: the persons and groups a prospect speaks of, and what each of them was to do.

Read from the prospect's last mail alone, in its own words turned to face them ("my foreman" -> "your foreman"). A party counts only
where something is handed to it ("ask", "run it past", "have them try it") or where it is to act ("the family sits down on the 18th");
one merely mentioned does not. He, she and they stand for the last party before them that fits in number.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from spacy.tokens import Doc, Token
from spacy.tokens import Span as Tokens

from drafts.writers.offline.occasion import Occasion, Person
from drafts.writers.offline.words import MONTHS, PEOPLE
from profiles.language import parsed


class Deed(StrEnum):
    """What a party was to do, as far as a follow-up asks differently after it."""

    JUDGE = "judge"
    MEET = "meet"
    TRY = "try"
    TALK = "talk"
    REACH = "reach"


@dataclass(frozen=True, slots=True)
class Waited:
    """A party and its deed; ``thing`` is what it was to get to ("the single sign-on part"), or empty."""

    person: Person
    deed: Deed
    thing: str = ""


@dataclass(frozen=True, slots=True)
class Party:
    """A person or group spoken of from ``start`` to ``end``. ``many`` when "they" can stand for it, ``one`` when he or
    she can; ``members`` are those joined by "and"."""

    person: Person
    start: int
    end: int
    one: bool
    many: bool
    sex: str = ""
    named: bool = False
    members: "tuple[Party, ...]" = ()


LONGEST_MAIL = 4_000
"""Characters of a mail that are read for parties."""


def waited_for(occasion: Occasion, strangers: frozenset[str] = frozenset()) -> Waited | None:
    """The party that was to do something in what the mail left open; None when none can be made out.

    Of several, one the rep took up since ("Marten first.") comes first, then one of which more is known than that it has a say, then
    the one spoken of last. Where what is open names nobody, it is whoever the mail says decides. ``strangers`` are names in
    lower case that are nobody waited for: the rep's, the product's.
    """
    text = occasion.newest[:LONGEST_MAIL].replace("’", "'")
    messages = occasion.thread.messages
    index = max((i for i, m in enumerate(messages) if not m.from_rep), default=-1)
    loops = [a.span for a in occasion.brief.asks if a.form == "open" and a.message == index]
    if not loops:
        return None
    known = strangers | frozenset(occasion.thread.lead.name.lower().split())
    doc = parsed(text)
    parties = tuple(parties_in(doc, known))
    taken = {word.lower() for m in messages[index + 1 :] for word in re.findall(r"\w+", m.text)}
    found = [waited for start, end in loops for waited in _waited(doc, text, start, end, parties)]
    found = found or [Waited(p.person, Deed.JUDGE) for p in parties if _has_say(text[: p.start], text[p.end :])]
    return max(
        reversed(found), key=lambda w: (w.person.words.split()[-1].lower() in taken, w.deed is not Deed.JUDGE), default=None
    )


# --- who is spoken of ---------------------------------------------------------------------------------------------


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_HEADS = PEOPLE | _words(
    """chief chiefs kid kids folks people staff deputy deputies men women man woman guys lad lads crews teams family council company
    companies office branch branches department union association church parish congregation panel commission md gm principal chef
    nurse nurses teacher teachers driver drivers worker workers helper helpers student students nephew niece aunt grandfather
    grandmother parents in-laws apprentice apprentices clerk clerks captain captains coordinator coordinators planner planners
    operator operators member members governors insurer insurers bank broker solicitor architect officer officers rep reps
    grandpa grandma granddad contractor contractors subcontractor subcontractors subs supplier tenants residents secretaries caretaker"""
)
_GROUPS = _words(
    """team crew board committee family council management leadership procurement finance legal company office branch department union
    association church parish congregation staff panel commission bank"""
)
"""Nouns in the singular that "they" can stand for."""
_PLACES = _words("office branch branches company companies board tech")
"""Nouns that mean people only with a word to them ("head office"), or where they decide."""
_PLURAL = _words("people folks men women staff guys kids")
_HE = _words("husband brother son dad father uncle guy man nephew grandfather grandpa granddad landlord chairman foreman mr")
_SHE = _words("wife sister daughter mom mum mother girl woman niece aunt grandmother grandma mrs ms")
_TITLES = _words("uncle aunt grandpa grandma mr mrs ms dr")
_DEPARTMENTS = frozenset({"head office"}) | _words(
    "finance legal procurement accounting purchasing corporate management leadership"
)
_NUMBERS = _words("two three four five six seven eight nine ten")
_TAKEN_ALONG = _words("my our the all both") | _NUMBERS
_NOT_NAMES = frozenset(m.lower()[:n] for m in MONTHS for n in (3, 4, 20)) | _words(
    "monday tuesday wednesday thursday friday saturday sunday christmas easter thanksgiving spanish english ok okay yes no thanks hi"
)
LONGEST_NAME, LONGEST_WORDS = 24, 5
"""Letters of a name and words of a party that is repeated: more is no name."""


def parties_in(doc: Doc, strangers: frozenset[str] = frozenset()) -> Iterator[Party]:
    """Every person and group spoken of, in order; those joined by "and" are one party, and so are "my partner Gil"."""
    last, text = None, doc.text
    for chunk in doc.noun_chunks:
        party = _party(chunk, text, strangers) or _owner(chunk, text, strangers)
        if party is None:
            continue
        between = text[last.end : party.start].strip() if last else None
        if last and between in ("and", "&") and len(last.person.words.split()) <= LONGEST_WORDS:
            both = Person(f"{last.person.words} and {party.person.words}", plural=True)
            last = replace(last, person=both, end=party.end, one=False, many=True, members=(*(last.members or (last,)), party))
        elif last and between == "," and last.named and party.one and party.person.words.startswith("your "):
            last = replace(last, end=party.end)  # "Baptiste, our COO"
        elif last and between in ("", ",") and last.one and party.named and not last.named:
            last = replace(party, start=last.start, sex=last.sex)
        else:
            if last:
                yield last
            last = party
    if last:
        yield last
    for found in _ALL.finditer(text):
        yield Party(Person(f"the {found['number'].lower()}", plural=True), found.start(), found.end(), one=False, many=True)


_ALL = re.compile(
    r"\ball (?P<number>two|three|four|five|six|seven|eight|nine|ten)\b(?= (?:in|round|to|together|of them|on)\b|[.,;!?]|$)", re.I
)
"""People counted by a mere number: "get all five in a room"."""


def _party(chunk: Tokens, text: str, strangers: frozenset[str]) -> Party | None:
    """A noun phrase as a party: "my two toughest crew chiefs" -> "your toughest crew chiefs"; None for a thing or anybody in general."""
    doc, cut = chunk.doc, _HEAD_CUT_OFF.match(text, chunk.end_char)
    tokens = [t for t in (*chunk, *(doc[chunk.end : chunk.end + 1] if cut and cut["head"] in _HEADS else ())) if t.text != "-"]
    tokens = [t for t in tokens if t.pos_ != "ADV"]
    before = [t.lower_ for t in tokens[:2] if t.lower_ in _TAKEN_ALONG]
    owner = "your" if {"my", "our"} & {*before} else " ".join(["the", *(w for w in before if w in _NUMBERS)]) if before else ""
    kept = [t for i, t in enumerate(tokens) if i >= 2 or t.lower_ not in _TAKEN_ALONG]
    if len(kept) > 1 and kept[-2].lower_ in _HEADS and _DECIDES.fullmatch(f" {kept[-1].text}"):
        kept.pop()  # a verb the parser took for a noun: "the owners' association votes"
    if not 0 < len(kept) <= LONGEST_WORDS or any(
        t.pos_ in ("DET", "PRON") or not (_plain(t.text) or t.tag_ == "POS") for t in kept
    ):
        return None
    head, end = kept[-1], kept[-1].idx + len(kept[-1])
    names = [t for t in kept if _is_name(t, strangers)]
    if names and names[-1] is head:
        titled = [t for t in kept if t.lower_.rstrip(".") in _TITLES and t.i == names[0].i - 1]
        words = " ".join(text[(titled or names)[0].idx : end].split())
        return Party(Person(words), names[0].idx, end, one=True, many=False, sex=_sex(t.lower_ for t in kept), named=True)
    somebody = head.lower_ in _HEADS or (owner and head.pos_ == "NOUN" and _is_human(text, chunk.start_char, end))
    if not somebody or (head.lower_ in _PLACES and not _means_people(text, kept, end)):
        return None
    plural = head.lower_ in _PLURAL or head.tag_ in ("NNS", "NNPS") or (head.i == chunk.end and head.text.endswith("s"))
    words = "".join(
        f"{t.text if _keeps_case(t) else t.lower_}{t.whitespace_}" for t in doc[kept[0].i : head.i + 1] if t.pos_ != "ADV"
    ).strip()
    if in_law := _IN_LAW.match(text, end):
        words, end = words + in_law.group(), in_law.end()
    if not owner and words not in _DEPARTMENTS:
        if plural or tokens[0].lower_ != kept[0].lower_:
            return None
        owner = "your"
    many = plural or head.lower_ in _GROUPS
    return Party(Person(f"{owner} {words}".strip(), plural), chunk.start_char, end, not many, many, _sex((head.lower_,)))


def _owner(chunk: Tokens, text: str, strangers: frozenset[str]) -> Party | None:
    """Whose the thing is: "our MD's desk" -> "your MD"."""
    cut = next((t.i for t in chunk if t.tag_ == "POS"), chunk.start)
    return _party(chunk.doc[chunk.start : cut], text, strangers) if cut > chunk.start else None


_HEAD_CUT_OFF = re.compile(r"\s+(?P<head>[a-z]+)(?= (?:to|first|will|have|has|are|is|who|and|on|in|weigh)\b|[.,;!?]|$)")
"""A noun the parser took for a verb: "get the two crew leads to weigh in"."""


def _is_human(text: str, start: int, end: int) -> bool:
    """Whether only a person can stand there, whatever the word: "the franchisor has to okay it", "talk to our underwriter"."""
    return bool(_THINKS.match(text, end) or _SPOKEN_TO.search(text[max(0, start - 40) : start]))


_THINKS = re.compile(
    r"\s+(?:(?:still|also|always|usually|now) )?(?:wants?|thinks?|believes?|insists?|decides?|approves?|okays?|votes?|says?|asks?|reads? everything|"
    r"(?:has|have|needs?|wants?) to (?:ok|okay|approve|sign|agree|decide|see|look|say|read|confirm|weigh)|(?:is|are|'s|'re) (?:reading|reviewing|looking|checking|deciding|asking|trying|testing))\b",
    re.I,
)
_SPOKEN_TO = re.compile(
    r"\b(?:ask|asked|convince|persuade|(?:talk|speak|talking|speaking) (?:to|with)|run (?:it|this) (?:past|by))\s+$",
    re.I,
)


def _means_people(text: str, kept: list[Token], end: int) -> bool:
    """Whether a word that can be a place or a thing is said of people here."""
    named = (
        len(kept) > 1 and kept[-2].pos_ in ("NOUN", "PROPN") or kept[0].lower_ in ("head", "main", "parent", "home", "regional")
    )
    given = re.search(r"\b(?:to|before|past|by|for|ask|our|my)\s+(?:the |our |my )?$", text[: kept[0].idx], re.I)
    return bool(named or (given and kept[-1].lower_ in ("board", "tech")) or _DECIDES.match(text, end))


_IN_LAW = re.compile(r"-in-law\b")


def _keeps_case(token: Token) -> bool:
    """A name within a party ("the Tuesday crew") and letters that stand for a title ("our MD")."""
    return (token.pos_ == "PROPN" and not token.is_sent_start and token.lower_ not in _HEADS) or (
        token.text.isupper() and len(token) in (2, 3, 4)
    )


def _plain(text: str) -> bool:
    return len(text) <= LONGEST_NAME and re.sub(r"[-']|\.$", "", text).isalpha()


_HE_OR_SHE = re.compile(r"\b(?:he|him|his|she|her)\b", re.I)


def _is_name(token: Token, strangers: frozenset[str]) -> bool:
    """Whether it is somebody's name: by its capital, and at the start of a sentence, where all have one, by its tag or a later "she"."""
    text = token.text
    if token.is_sent_start and _HANDED.search(f"{text} "):
        return False
    common = token.tag_ in ("NN", "NNS")
    spoken_of = token.dep_ == "nsubj" and _HE_OR_SHE.search(token.doc.text[token.idx :])
    tagged = token.pos_ == "PROPN" or (common and (spoken_of if token.is_sent_start else token.tag_ == "NN"))
    return bool(tagged) and text[:1].isupper() and text[1:].islower() and token.lower_ not in _NOT_NAMES | _HEADS | strangers


def _sex(words: Iterable[str]) -> str:
    found = set(words)
    return "he" if found & _HE else "she" if found & _SHE else ""


# --- what they were to do -----------------------------------------------------------------------------------------

_PRONOUNS = {"he": "he", "him": "he", "his": "he", "she": "she", "her": "she", "they": "", "them": "", "their": "", "em": ""}
_TALK = re.compile(
    r"\b(?:talk|speak|chat|sit|sitt|catch up|huddle|confer|meet)(?:ing)?(?: down)?\s+(?:(?:it|this|that) (?:over|through) )?(?:to|with)\s+$|\b(?:see|seen|catch|corner|grab)\s+$",
    re.I,
)
_GIVEN = re.compile(
    r"\b(?:give|hand|lend)(?:ing)?\s+(?:it|this|that|one|the \w+) to\s+$|\b(?:put|got|get|getting|start|started)\s+(?:just |only )?$",
    re.I,
)
_LET = re.compile(r"\b(?:have|let|get|want|need|like|ask)(?:ing)?\s+(?:just |only )?$", re.I)
_TRIED = re.compile(r"^(?:'ve|'s| have| has) had (?:a|their) (?:\w+ )?(?:go|try|crack|play)\b", re.I)
_TRIES = re.compile(r"^\s*(?:to )?(?:try|use|test|play|run|have a (?:go|play)|give it a)\b", re.I)
_ON_IT = re.compile(
    r"^\s*(?:(?:is|are|'s|'re) (?:already |now )?(?:testing|trying|using)\b|(?:(?:is|are|'s|'re) )?on (?:it|this|the (?:trial|pilot|app|system|demo)))\b",
    re.I,
)
_LISTED = re.compile(r"^(?:'s|s')?\s*(?:to-?do )?(?:list|plate|desk|agenda|radar|inbox)\b", re.I)
_MEETS = re.compile(
    r"^\s*(?:\w+ly |all |both |next |only )?(?:(?:will|should|to) )?(?:sits?(?: down)?|meets?|gets? together|gathers?|convenes?|(?:are|is|'re) (?:all )?together)\b(?! (?:in|with))",
    re.I,
)
_ROOM = re.compile(r"^\s*(?:together\b|in (?:a|the|one|the same) room|round (?:a|the|one) table)", re.I)
_HANDED = re.compile(
    r"\b(?:ask|asking|asked|gave|meeting|show|showing|tell|convince|persuade|past|by|to|with|from|front of|get|have|let|need|want|wants|like|bring|sit|walk|talk|take|give|send|nudge|chase|remind|brief|for|wait(?:ing)? (?:on|for))\s+$",
    re.I,
)
_WANTED = re.compile(r"\b(?:want|need|asked|told|before|until)\s+$", re.I)
_DECIDES = re.compile(
    r"\s+(?:(?:always|still|usually|all|both) )?(?:sits?|meets?|decides?|signs?|votes?|approves?|holds?|wants|(?:has|have) the (?:last|final) say)\b",
    re.I,
)
_ACTS = re.compile(
    r"^(?: and (?:i|me)\b)?\s*,?\s*(?:(?:who|usually|still|always|also|all|both)\s+)*(?:will|'ll|'d|would|should|might|has to|have to|needs? to|wants?|thinks?|says?|asks?|must|(?:is|are|'s|'re) (?:going to|back|away|out|off|on|up|(?:in|at) [^.,;!?]{2,30}? (?:till?|until|all|through)|(?:review|look|check|read|decid|count|compar|test|try|ask|prepar|collect|gather|sort)ing|going|keen|curious|interested)|"
    r"sits?|meets?|decides?|signs?|reviews?|votes?|holds?|approves?|looks? (?:at|over)|goes (?:through|over)|(?:flies|comes|gets) back|returns|(?:has|have) the (?:last|final|say))\b",
    re.I,
)


def _has_say(before: str, after: str) -> bool:
    """Whether a party decides, or is wanted to do something, wherever in a mail that is said."""
    return bool(_DECIDES.match(after) or (_WANTED.search(before) and re.match(r"\s*,?\s*(?:to|has|have|is|are)\b", after)))


def _waited(doc: Doc, text: str, start: int, end: int, parties: tuple[Party, ...]) -> Iterator[Waited]:
    """Who is handed something or acts between two places of a mail, in order."""
    mentions = [(p.start, p.end, p) for p in parties if start <= p.start < end]
    mentions += [(t.idx, t.idx + len(t), _meant(t, text, parties)) for t in doc if start <= t.idx < end and t.lower_ in _PRONOUNS]
    for at, to, party in sorted(mentions, key=lambda m: m[0]):
        if party is None or (party.named and party.start == at and _is_place_or_thing(text[start:at], text[to:end])):
            continue
        beside = _OWN_PART.search(text[start:end]) or _HABIT.search(text[start:at])
        waiting = not beside and _is_subject(doc, at, to)
        if deed := _deed(text[start:at], text[to:end]) or (Deed.JUDGE if waiting else None):
            yield Waited(party.person, deed, _thing(doc, at) if deed is Deed.REACH else "")


_OWN_PART = re.compile(r"\b(?:i|we)(?:'ll| will| need| have to| want|'d)\b|\blet (?:me|us)\b", re.I)
"""Something the prospect was to do: then whoever else the sentence speaks of need not be waited for."""


_HABIT = re.compile(r"\b(?:when|whenever|if|because|since|as|where|that)\s+$", re.I)
"""What is said of somebody in passing: "invoices go out when my wife gets to it"."""


def _is_subject(doc: Doc, start: int, end: int) -> bool:
    """Whether a sentence of what is or will be is about the party between two places: "the bank hasn't signed off"."""
    span = doc.char_span(start, end, alignment_mode="expand")
    return span is not None and any(t.dep_.startswith("nsubj") and t.head.tag_ != "VBD" for t in span)


def _meant(pronoun: Token, text: str, parties: tuple[Party, ...]) -> Party | None:
    """The last party before a pronoun that it can stand for."""
    sex = _PRONOUNS[pronoun.lower_]
    before = [
        p
        for each in parties
        for p in (*each.members, each)
        if p.end <= pronoun.idx and (p.one and p.sex in ("", sex) if sex else p.many)
    ]
    sure = [p for p in before if not _is_attribute(text, p)]
    return (sure or before or [None])[-1]


def _is_attribute(text: str, party: Party) -> bool:
    """Whether a party only says what another one is: "Lupe is my toughest chief"."""
    return bool(re.search(r"\b(?:is|are|'s|'re|was|were)\s+$", text[: party.start]))


def _is_place_or_thing(before: str, after: str) -> bool:
    """Whether a capital name stands where a town or a product does: "export it to Excel", "driving to Denver", "get Denver live"."""
    if re.search(r"\b(?:to|for|from|by|with)\s+$", before):
        return not _TO_PEOPLE.search(before)
    asked = re.search(r"\b(?:have|let|get|want|need|like)\s+$", before, re.I)
    return bool(asked) and not _TO_DO.match(after)


_TO_PEOPLE = re.compile(
    r"\b(?:talk|speak|show|giv|gave|hand|put|send|sent|forward|pass|run|running|goes|go through|going (?:through|over)|tak|bring|check|clear|sit|share|discuss|review|meet|"
    r"present|pitch|explain|sell|request|confirm|wait|hear|heard|word|sign-?off|approval|answer|ok|budget|call|up|over|it's|catch)\w*\b[^.!?]{0,40}$",
    re.I,
)
_TO_DO = re.compile(
    r"^,?\s*(?:(?:in|at|from|of) \w+\s+)?(?:to\b|try|look|see|go\b|sign|weigh|read|use|test|play|on board|in the room|comfortable|together)",
    re.I,
)


def _deed(before: str, after: str) -> Deed | None:
    """What a party was to do, by the words of its sentence before and after it; None for one merely mentioned."""
    if _LISTED.match(after):
        return Deed.REACH
    if _MEETS.match(after) or (_LET.search(before) and _ROOM.match(after)):
        return Deed.MEET
    if _LET.search(before) and _TRIES.match(after):
        return Deed.TRY
    if _ON_IT.match(after) or _TRIED.match(after) or (_GIVEN.search(before) and " to " in before[-6:]):
        return Deed.TRY
    if _TALK.search(before):
        return Deed.TALK
    return Deed.JUDGE if _HANDED.search(before) or _ACTS.match(after) else None


def _thing(doc: Doc, until: int) -> str:
    """What "it" is, for "put it on his list": the last thing before that is called "the" with another word to it; empty when "it" is not said."""
    if not re.search(r"\b(?:it|this|that)\s+(?:\w+\s+){0,2}$", doc.text[:until]):
        return ""
    things = [
        c
        for c in doc.noun_chunks
        if c.end_char <= until
        and c[0].lower_ == "the"
        and 2 < len(c) <= LONGEST_WORDS + 1
        and c.root.lower_ not in _HEADS
        and c.root.pos_ == "NOUN"
        and all(_plain(t.text) or t.text == "-" for t in c)
    ]
    return things[-1].text.lower() if things else ""
