"""Greeting and sign-off: labelled, never removed, because they are voice."""

import re

MAX_GREETING_WORDS = 7
MAX_CLOSING_WORDS = 9

_GREETING = re.compile(
    r"(?:hi|hello|hey|heya|hiya|dear|good\s+(?:morning|afternoon|evening|day)|morning|afternoon|greetings|howdy|"
    r"hallo|liebe[rs]?|sehr\s+geehrte[rs]?|guten\s+(?:tag|morgen|abend)|moin|servus|grüezi|grüß\s+(?:gott|dich|euch)|"
    r"bonjour|bonsoir|salut|cher|chère|chers|coucou|"
    r"hola|buenos\s+días|buenas(?:\s+tardes)?|estimad[oa]s?|querid[oa]s?|"
    r"ciao|salve|buon\s?giorno|buona\s?sera|gentile|egregi[oa]|car[oaie]|"
    r"olá|oi|bom\s+dia|boa\s+tarde|prezad[oa]s?|car[oa]|"
    r"beste|geachte|goedemorgen|goedemiddag|goedendag|hoi|dag|"
    r"hej|hejsan|hei|heisann|kære|kjære|bästa|god\s+(?:dag|morgen|morgon)|goddag|moi|terve|hyvä|"
    r"cześć|witam|dzień\s+dobry|szanown[yaie]|droga?i?|"
    r"dobrý\s+den|ahoj|vážen[ýáí]|milý|zdravím|"
    r"здравствуйте|привет|добрый\s+день|добрий\s+день|вітаю|уважаем\w+|salve)(?!\w)",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"(?:(?:(?:many|with|very|all|kind|kindest|warm|warmest|best|sincere|my|the)\s+){0,3}(?:thanks?|thank\s+you|thx|regards?|rgds|wishes|best|cheers|greetings)"
    r"(?:\s+(?:and|&|in|again|so|very|much|you|a\s+lot|advance|for|your|the|help|time|support|best|kind|regards?|from|everyone|all|to))*|"
    r"best|bests|warmly|sincerely(?:\s+yours)?|yours(?:\s+(?:sincerely|truly|faithfully|ever))?|respectfully(?:\s+yours)?|cordially|kindly|cheers|ta|br|kr|rgds|thx|tia|"
    r"take\s+care|talk\s+(?:soon|to\s+you\s+soon|then)|speak\s+soon|see\s+you(?:\s+(?:soon|then|there))?|all\s+the\s+best|have\s+a\s+(?:great|good|nice|lovely)\s+\w+|"
    r"xoxo|hugs|love|peace|later|hth|hope\s+(?:this|that|it)\s+helps|"
    r"(?:mit\s+)?(?:(?:den\s+)?(?:besten|freundlichen?|lieben|herzlichen|schönen|vielen|sonnigen)\s+)?(?:grüße?n?|gruß|gruss|grüssen?|dank)(?:\s+(?:aus|nach|und|im|voraus)\s*\w*)*|"
    r"(?:beste|liebe|viele|herzliche|freundliche|schöne|sonnige)\s+(?:grüße|grüsse|gruß)(?:\s+\w+){0,2}|vielen\s+dank(?:\s+\w+){0,3}|mfg|lg|vg|bg|danke(?:\s+\w+){0,3}|hochachtungsvoll|"
    r"(?:bien\s+)?cordialement|(?:bien\s+)?(?:à|a)\s+(?:vous|toi|bientôt|plus)|amicalement|sincères\s+salutations|salutations(?:\s+\w+)*|merci(?:\s+\w+){0,3}|cdlt|bises?|bonne\s+(?:journée|soirée)|"
    r"(?:un\s+)?(?:cordial\s+)?saludos?(?:\s+cordiales)?|atentamente|gracias(?:\s+\w+){0,2}|un\s+(?:saludo|abrazo)(?:\s+\w+)?|"
    r"(?:cordiali|distinti|cari)\s+saluti|saluti|grazie(?:\s+\w+){0,3}|un\s+saluto|a\s+presto|buona\s+(?:giornata|serata)|"
    r"(?:com\s+os\s+)?(?:melhores|meus)?\s?cumprimentos|atenciosamente|abraços?|obrigad[oa](?:\s+\w+){0,2}|att|"
    r"(?:met\s+)?(?:vriendelijke|hartelijke)\s+groet(?:en)?|groet(?:en|jes)?|mvg|bedankt(?:\s+\w+){0,2}|dank(?:\s+je)?|hoogachtend|"
    r"(?:med\s+)?(?:venlig|vennlig|vänliga|bästa|beste|bedste|mange)\s+(?:hilsen|hilsner|hälsningar|hilsninger)|hilsen|hilsner|hälsningar|mvh|vh|kh|dbh|hälsn|tak|takk|tack(?:\s+\w+){0,2}|"
    r"ystävällisin\s+terveisin|(?:parhain\s+)?terveisin|terveiset|terv|kiitos|kiitoksia|yt|"
    r"(?:z\s+)?(?:poważaniem|powazaniem|wyrazami\s+szacunku)|z\s+poważaniem|pozdrawiam|pozdrowienia|dziękuję|serdecznie(?:\s+\w+)?|"
    r"s\s+pozdravem|(?:s\s+)?(?:přátelským\s+)?pozdrav(?:em)?|zdraví|děkuji|díky|hezký\s+den|"
    r"с\s+уважением|с\s+наилучшими\s+\w+|спасибо|з\s+повагою|дякую|с\s+приветом)"
    r"(?=\W|$)",
    re.IGNORECASE,
)
_LABELLED = re.compile(r"^[\W_]*$")
_NAME_WORD = re.compile(r"(?:[^\W\d_][\w'’.-]*|\([^\W\d_][\w ]{0,15}\)|&|/)$")
_PARTICLES = frozenset("van von de der den del della di da dos le la el al bin ibn af zu ten ter and und y et e i og och".split())


def is_greeting(line: str) -> bool:
    """Whether a line greets and does nothing else."""
    text = line.strip(" \t*_")
    return len(text) < 80 and bool(_GREETING.match(text)) and len(text.split()) <= MAX_GREETING_WORDS and not text.endswith("?")


def is_closing(line: str) -> bool:
    """Whether a line is a sign-off phrase such as "Best regards," and nothing else (a name may follow on it)."""
    text = line.strip(" \t*_~-–—/>\\")
    if len(text) > 70:
        return False
    found = _CLOSING.match(text)
    if not found:
        return False
    rest = text[found.end() :].strip(" ,.!-–—;:)\t\U0001f389")
    return not rest or (
        len(rest.split()) <= 3 and (is_name(rest) or not any(map(str.isalnum, rest)) or bool(_CLOSING.fullmatch(rest)))
    )


def is_name(line: str) -> bool:
    """Whether a line looks like a person's name or initials alone."""
    text = line.strip(" \t*_~-–—/,.!")
    words = text.split()
    if not words or len(words) > 5 or len(text) > 50:
        return False
    if not all(_NAME_WORD.match(word) for word in words):
        return False
    capitals = [word for word in words if word.lower() not in _PARTICLES]
    return bool(capitals) and all(word[0].isupper() or not word[0].isalpha() or word[0] == "(" for word in capitals)


def greeting_of(lines: list[str]) -> str:
    """The opening line that greets, or empty."""
    for line in lines[:3]:
        if line.strip():
            return line.strip() if is_greeting(line) else ""
    return ""


def closing_at(lines: list[str]) -> int:
    """Index of the line where the sign-off starts, ``len(lines)`` when there is none.

    A sign-off is a closing phrase among the last lines with nothing but a name under it, or a bare name as a paragraph of its own.
    """
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    texts = [(at, lines[at]) for at in range(max(0, end - 6), end) if lines[at].strip()]
    for at, line in texts[-4:]:
        if is_closing(line) and all(is_name(later) or is_closing(later) for index, later in texts if index > at):
            return at
    if texts:
        at, line = texts[-1]
        alone = at > 0 and not lines[at - 1].strip()
        if (alone and is_name(line) and len(line.split()) <= 3) or (at and re.match(r"\s*[-–—~/]\s?[^\W\d_]+\s*$", line)):
            return at
    return len(lines)
