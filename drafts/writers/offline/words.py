"""What kinds of words there are, for deciding whether a sentence can be said again to somebody else."""

from functools import cache
from pathlib import Path


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SALES = _words(
    """
    demo demonstration trial call phone ring minute minutes hour hours half calendar diary invite invitation proposal
    agreement summary forward sheet paper pager page plan price prices pricing cost costs budget money free slide slides
    deck pitch meeting agenda convenient glad pleased happy delighted gladly enquiry inquiry enquire note notes
    colleague colleagues boss partner manager director team teams crew crews quick quickly briefly brief conversation
    candour candid plainly plain honest honestly courtesy kind kindly patience trouble hurry press pressure rush settle
    settled decide decision verdict land landed surface surfaced sticking point worth useful helpful interest interested
    curious silence quiet outstanding wish whenever wherever perhaps possibly permission allow rework figure figures
    reach write writing wrote send sent speak talk spoke walk show shown look see seen book booked kickoff welcome
    excellent perfectly perfect confirm confirmed date shortly promptly clearly usefully squeeze fancy shall thing
    things bit piece part shortest feelings chase chasing bug bugging stuck fair enough sense argue sell selling buy pay
    paying charge charged today tomorrow week weeks month months year morning afternoon evening day days reply replies
    answer answers message messages mail email thanks thank appreciate appreciated grateful gratitude sorry apologise
    apologize seat anybody somebody everybody anyone someone everyone whoever whatever whichever yourself yourselves
    judge venture guess suspect imagine suppose hope trust intrude meanwhile promise promised favourable opinion thought
    thoughts arrange arranged arrangement suit suits fit consequence upside practice outset difference reason result
    effect comfort advantage benefit matter sort manner spirit opportunity occasion remark gist catch downside bottom
    line headline short picture experience comparison attention liberty word words risk bet technical remainder sooner
    later slot directly straight person people grumpiest doubtful hello deal either neither wonder wondering
    """
)
"""Words any seller writes to anybody, beyond those everybody writes."""

UNITS = _words(
    """
    minute minutes min mins hour hours
    """
)
"""A length of a talk may be offered again; other quantities belong to their thread."""

MONTHS = _words(
    """
    january february march april may june july august september october november december
    """
)
WEEKDAYS = _words(
    """
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun
    """
)
SEASONS = _words(
    """
    spring summer autumn fall winter christmas thanksgiving easter holiday holidays weekend
    """
)

THIRD_PERSON = _words(
    """
    he she him her his hers they them their theirs
    """
)

TIES = _words(
    """
    meanwhile both same again instead another other others remaining such latter former likewise previously above below
    aforementioned yesterday tonight indeed still already anymore longer
    """
)
"""Words that point back at something said before."""

TIE_PHRASES = (
    "after that",
    "before that",
    "on that",
    "when we spoke",
    "since we last",
    "at your end",
    "as instructed",
    "in the first place",
    "last time",
    "as you say",
    "as you put it",
    "you say",
    "you mention",
    "as you mentioned",
    "you asked",
    "you had",
    "you said",
    "something else",
    "all of us",
    "if there is",
    "if there's",
    "if that",
    "if so",
    "if not",
    "that is why",
    "that's why",
    "you left",
    "you wrote",
    "just under",
    "just over",
    "when that",
    "the two of you",
    "both of",
    "stuck",
    "also yes",
    "the three of us",
    "for two",
    "each of your",
    "that's on us",
)

OPEN_DEFINITES = _words(
    """
    way time rest call invite invitation link phone team day week month office trial demo end moment thing point
    question idea bit part right wrong first last next meantime board app whole chance opportunity agreement summary
    details subject outset short half
    """
)
"""Nouns that "the" may stand before although nothing introduced them."""


COMMON_GROUND = _words(
    """
    time day week thing call talk way minute hour question answer help look see want know think need let tell get send
    show work like make take  good well sure please thank thanks hi hello ok yes no
    """
)
"""Words two mails may share without being about the same."""


@cache
def everyday() -> frozenset[str]:
    """Words most people use in mail whatever it is about (see ``make_plain_words.py``)."""
    return frozenset(Path(__file__).with_name("plain_words.txt").read_text(encoding="utf-8").split())


@cache
def plain() -> frozenset[str]:
    """Everyday words and those of any seller."""
    return everyday() | SALES


PEOPLE = _words(
    """
    wife husband spouse brother sister son daughter dad mom mum father mother cousin uncle partner boss bosses manager managers brothers sisters sons partners treasurer chairman trustee trustees shareholders
    supervisor foreman lead leads leader leaders director directors team dispatcher dispatchers accountant
    accountants bookkeeper bookkeepers auditor auditors controller comptroller analyst analysts committee finance
    procurement legal supervisors engineer engineers tech techs technician technicians guys girls guy girl colleague
    colleagues owner owners president ceo cfo coo cio ciso cto vp counsel attorney lawyer lawyers assistant
    secretary mechanic mechanics plumber plumbers electrician electricians inspector inspectors foremen
    superintendent trainer developer dev consultant consultants adviser advisor landlord buyer buyers admin
    administrator scheduler schedulers receptionist leadership management investor investors stakeholders crew
    dispatch board purchasing
    """
)
"""Nouns for somebody whose word a prospect may be waiting for."""

TRADES = _words(
    """
    tech technician mechanic plumber electrician inspector installer engineer driver cleaner gardener
    """
)
