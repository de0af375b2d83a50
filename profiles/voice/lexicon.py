"""The words that habits are counted by. None of them is about a topic: they are how things are said, not what."""


def lexicon(words: str) -> frozenset[str]:
    """A set of words from one string."""
    return frozenset(words.split())


# how sentences open
QUESTION_WORDS = lexicon("what how why when where who which whose")
SUBORDINATORS = lexicon("if when while since because although though as unless until once whether before after whenever")
JOINERS = lexicon("and but so or yet nor plus")
POINTERS = lexicon("this that these those it")
ANSWERS = lexicon("yes no yeah yep nope ok okay sure right fine fair correct done agreed absolutely exactly")
COURTESIES = lexicon("thanks thank thx sorry apologies congratulations please")

# stance
HEDGES = lexicon(
    "might may could perhaps maybe possibly probably presumably apparently likely seem seems seemed appear appears suspect suppose "
    "guess think believe somewhat roughly about fairly rather usually generally often sometimes typically almost sort kind imagine"
)
BOOSTERS = lexicon(
    "really very definitely certainly clearly obviously always never absolutely totally completely indeed surely exactly truly simply "
    "just only actually quite far much most all every"
)
POLITE = lexicon("please thanks thank thx sorry appreciate grateful glad happy welcome kindly pardon apologies apologize")
OBLIGATION = lexicon("must should need needs have ought required shall")
POSSIBILITY = lexicon("can could may might able possible")
WISHES = lexicon("would 'd like want wish hope prefer rather")
CONTRAST = lexicon("but however although though yet nevertheless instead otherwise despite still whereas")
REASONING = lexicon("because since so therefore hence thus as then")
THINKING = lexicon("think believe guess suppose suspect know feel imagine assume expect wonder doubt hope")
SELF = lexicon("i me my mine myself 'm")
US = lexicon("we us our ours ourselves")
READER = lexicon("you your yours yourself u")
NEGATIONS = lexicon("not n't no never none nothing nobody neither nor without cannot")

# greeting and closing
GREETING_WORDS = lexicon("hi hello hey dear hiya howdy greetings g'day gday morning afternoon evening good hallo")
VALEDICTION_WORDS = lexicon(
    "best regards cheers thanks thank thx sincerely yours cordially warmly warm kind respectfully hth ciao love many"
)
TITLES = lexicon("mr mrs ms miss mx dr prof professor sir madam")
GREETINGS = {
    "hi": lexicon("hi hiya"),
    "hello": lexicon("hello hallo g'day howdy greetings"),
    "hey": lexicon("hey"),
    "dear": lexicon("dear"),
}
CLOSINGS = {
    "regards": lexicon("regards wishes"),
    "best": lexicon("best"),
    "cheers": lexicon("cheers ciao"),
    "thanks": lexicon("thanks thank thx"),
    "helps": lexicon("hth helps"),
}

# surface
SHORTENED = lexicon("'s 're 'm 'll 've 'd n't ’s ’re ’m ’ll ’ve ’d n’t")
FULL = lexicon("is are am will have has had would not")
CHAT = lexicon("u ur thx pls btw fyi imho imo afaik iirc asap gonna wanna gotta lol yeah yep hey dont doesnt cant wont im")
LATIN = lexicon("e.g. i.e. eg ie etc etc. cf. cf via viz")
ARTICLES = lexicon("a an the")
CONJUNCTIONS = lexicon("and or")
FILLERS = lexicon("well anyway also too now then here there basically")

ALWAYS_ISE = lexicon(
    "advertise advise appraise apprise bruise chastise comprise compromise concise cruise demise despise devise "
    "disguise enterprise excise exercise expertise franchise improvise liaise likewise merchandise otherwise paradise "
    "practise praise precise premise promise revise supervise surmise surprise televise treatise"
)
"""Words that end in "-ise" in every English."""

STYLE_WORDS = frozenset().union(
    *(QUESTION_WORDS, SUBORDINATORS, JOINERS, POINTERS, ANSWERS, COURTESIES, HEDGES, BOOSTERS, POLITE, OBLIGATION, POSSIBILITY),
    *(WISHES, CONTRAST, REASONING, THINKING, SELF, US, READER, NEGATIONS, GREETING_WORDS, VALEDICTION_WORDS, TITLES, SHORTENED),
    *(FULL, CHAT, LATIN, ARTICLES, CONJUNCTIONS, FILLERS, *GREETINGS.values(), *CLOSINGS.values()),
)
"""Words that stay visible where content words are hidden, whatever the tagger calls them."""
