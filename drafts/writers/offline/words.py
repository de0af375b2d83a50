"""What kinds of words there are, for deciding whether a sentence can be said again to somebody else."""

from functools import cache
from pathlib import Path

SALES = frozenset(
    """
    demo demonstration trial call phone ring minute minutes hour hours half calendar diary invite invitation proposal agreement summary
    forward sheet paper pager page plan price prices pricing cost costs budget money free slide slides deck pitch meeting agenda convenient glad
    pleased happy delighted gladly enquiry inquiry enquire note notes colleague colleagues boss partner manager director team teams crew crews
    quick quickly briefly brief conversation candour candid plainly plain honest honestly courtesy kind kindly patience trouble hurry press pressure
    rush settle settled decide decision verdict land landed surface surfaced sticking point worth useful helpful interest interested curious
    silence quiet outstanding wish whenever wherever perhaps possibly permission allow rework figure figures reach write writing wrote send
    sent speak talk spoke walk show shown look see seen book booked kickoff welcome excellent perfectly perfect confirm confirmed date diary
    shortly promptly clearly usefully squeeze fancy shall thing things bit piece part shortest feelings chase chasing bug bugging stuck fair
    enough sense argue sell selling buy pay paying charge charged today tomorrow week weeks month months year morning afternoon evening day days
    reply replies answer answers message messages mail email thanks thank appreciate appreciated grateful gratitude sorry apologise apologize
    seat anybody somebody everybody anyone someone everyone whoever whatever whichever yourself yourselves judge venture guess suspect imagine
    suppose hope trust intrude meanwhile promise promised favourable opinion thought thoughts arrange arranged arrangement suit suits fit
    technical remainder sooner later slot directly straight person people grumpiest doubtful hello deal either neither wonder wondering
    """.split()
)
"""Words any seller writes to anybody, beyond those everybody writes."""

UNITS = frozenset("minute minutes min mins hour hours".split())
"""A length of a talk may be offered again; other quantities belong to their thread."""

MONTHS = frozenset("january february march april may june july august september october november december".split())
WEEKDAYS = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun".split()
)
SEASONS = frozenset("spring summer autumn fall winter christmas thanksgiving easter holiday holidays weekend".split())

THIRD_PERSON = frozenset("he she him her his hers they them their theirs".split())

TIES = frozenset(
    """
    both same again instead another other others remaining such latter former likewise previously above below aforementioned
    yesterday tonight indeed still already anymore longer
    """.split()
)
"""Words that point back at something said before."""

TIE_PHRASES = (
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
    "if it is",
    "if it's",
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
    "the three of us",
    "for two",
    "each of your",
    "that's on us",
)

OPEN_DEFINITES = frozenset(
    """
    way time rest call invite invitation link phone team day week month office trial demo end moment thing point question idea bit part right
    wrong first last next meantime board app whole chance opportunity agreement summary details subject time outset short
    """.split()
)
"""Nouns that "the" may stand before although nothing introduced them."""


@cache
def plain() -> frozenset[str]:
    """Words most people use in mail whatever it is about (see ``make_plain_words.py``), and those of any seller."""
    listed = Path(__file__).with_name("plain_words.txt").read_text(encoding="utf-8").split()
    return frozenset(listed) | SALES

PEOPLE = frozenset(
    """
    wife husband spouse brother sister son daughter dad mom mum father mother cousin uncle partner boss manager supervisor foreman lead leads leader
    leaders director directors team crew crews dispatcher dispatchers dispatch accountant accountants bookkeeper bookkeepers auditor auditors controller
    comptroller analyst analysts committee board finance procurement legal purchasing supervisor supervisors engineer engineers tech techs technician
    technicians guys girls guy girl colleague colleagues owner owners president ceo cfo coo cio ciso cto vp counsel attorney lawyer lawyers assistant
    secretary office staff people mechanic mechanics plumber plumbers electrician electricians inspector inspectors foremen superintendent trainer
    developer dev consultant consultants adviser advisor vendor tenant tenants client clients landlord buyer buyers admin administrator department
    scheduler schedulers receptionist headquarters hq leadership management investor investors stakeholders members member group
    """.split()
)
"""Nouns for somebody whose word a prospect may be waiting for."""

TRADES = frozenset("tech technician mechanic plumber electrician inspector installer engineer driver cleaner gardener".split())
